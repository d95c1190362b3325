"""The fake that other tests use keeps what the real store keeps."""

from __future__ import annotations

import pytest

from tests.fakes.facts import FakeFacts
from tests.memory.facts_contract import *  # noqa: F403


@pytest.fixture
def facts() -> FakeFacts:
    return FakeFacts()
