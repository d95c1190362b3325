"""Answers of a memory model."""

from __future__ import annotations

import json
from collections.abc import Mapping

from tests.loopback.script import Say


def facts_answer(*facts: Mapping[str, object] | str) -> Say:
    """What the memory model says; a text alone is a plain fact about the person."""
    return Say((json.dumps({"facts": [_spelled_out(fact) for fact in facts]}, ensure_ascii=False),))


def _spelled_out(fact: Mapping[str, object] | str) -> Mapping[str, object]:
    usual = {"domain": "personal", "subject": "user", "confidence": "high", "critical": False}
    return {**usual, "text": fact} if isinstance(fact, str) else {**usual, **fact}
