"""One folder per language of dates: vocabulary, patterns and formatter."""

from __future__ import annotations

import importlib
from functools import cache

from sidecar.dates.date_language import DateLanguage
from sidecar.domain.person import LANGUAGES


@cache
def load_date_language(code: str) -> DateLanguage:
    """Load a language when it is first used: its patterns take 30 ms. Raises `ValueError` for an unknown code."""
    if code not in LANGUAGES:
        raise ValueError(code)
    return importlib.import_module(f"{__name__}.{code}").LANGUAGE
