"""The gettext catalogues as one small callable: `say("Good morning, {name}.", name="Ana")`.

The message ids are the English texts themselves, so English needs no catalogue. `make texts` collects every text that
the code passes to `say(...)`, `say.plural(...)` or an error of `errors.py` into `locales/es/LC_MESSAGES/sidecar.po`.
"""

from __future__ import annotations

import gettext
from functools import cache
from pathlib import Path

from sidecar.domain.person import Language
from sidecar.errors import SidecarError

LOCALES = Path(__file__).parent / "locales"
DOMAIN = "sidecar"


class Texts:
    """The texts of one language. `Texts("es")("Hello, {name}", name="Ana")` → "Hola, Ana"."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        self._catalogue = _catalogue(language)

    def __call__(self, text: str, /, **fields: object) -> str:
        translated = self._catalogue.gettext(text)
        return translated.format(**fields) if fields else translated

    def plural(self, one: str, many: str, n: int, /, **fields: object) -> str:
        """`say.plural("{n} message", "{n} messages", 3)` → "3 mensajes". `{n}` is filled by itself."""
        return self._catalogue.ngettext(one, many, n).format(n=n, **fields)


def explain(error: SidecarError, say: Texts) -> str:
    """The error's sentence and its hint, in the person's language."""
    return f"{sentence(error, say)} {hint(error, say)}".strip()


def sentence(error: SidecarError, say: Texts) -> str:
    """What went wrong."""
    told = say(error.text, **error.fields)
    ends_in_list = told.rpartition("\n")[2].startswith("- ")
    if not ends_in_list and not told.endswith((".", "!", "?", "…", ":", ")")):
        told += "."  # some end in a path or in somebody else's words
    return told


def hint(error: SidecarError, say: Texts) -> str:
    """What can be done about it; empty where nobody knows."""
    return say(error.hint, **error.fields) if error.hint else ""


@cache
def _catalogue(language: Language) -> gettext.NullTranslations:
    if language == "en":
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, LOCALES, languages=[language])
