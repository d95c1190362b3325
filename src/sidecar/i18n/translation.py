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
from sidecar.i18n.program_name import name_program

LOCALES = Path(__file__).parent / "locales"
DOMAIN = "sidecar"


class Texts:
    """The texts of one language. `Texts("es")("Hello, {name}", name="Ana")` → "Hola, Ana"."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        self._catalogue = _catalogue(language)

    def __call__(self, text: str, /, **fields: object) -> str:
        translated = self._catalogue.gettext(text)
        return name_program(translated.format(**fields) if fields else translated)

    def plural(self, one: str, many: str, n: int, /, **fields: object) -> str:
        """Return the form for `n`, `{n}` filled in: `say.plural("{n} message", "{n} messages", 3)` → "3 mensajes"."""
        return name_program(self._catalogue.ngettext(one, many, n).format(n=n, **fields))


def explain_error(error: SidecarError, say: Texts) -> str:
    """Return the error's sentence and hint in the person's language."""
    return f"{format_error(error, say)} {format_hint(error, say)}".strip()


def format_error(error: SidecarError, say: Texts) -> str:
    """Return what went wrong, as one sentence."""
    text = say(error.text, **error.fields)
    ends_in_list = text.rpartition("\n")[2].startswith("- ")
    if not ends_in_list and not text.endswith((".", "!", "?", "…", ":", ")")):
        text += "."  # some texts end in a path or a quotation
    return text


def format_hint(error: SidecarError, say: Texts) -> str:
    """Return what the person can do about it; may be empty."""
    return say(error.hint, **error.fields) if error.hint else ""


def describe_model_error(code: str, say: Texts) -> str:
    """Return why a model gave no answer, in a few words. `code` is that of a `ModelError`."""
    match code:
        case "model_busy":
            return say("the model is busy")
        case "model_unreachable":
            return say("I can't reach the model")
        case "model_timeout":
            return say("the model is taking too long")
        case "model_cut":
            return say("its answers keep breaking off")
        case "model_empty":
            return say("its answers are empty")
        case "model_refused":
            return say("the provider won't let me in")
        case "model_rejected":
            return say("the provider rejects it")
        case _:
            return say("the model failed")


def format_number(value: float, digits: int, say: Texts) -> str:
    """Write the number as the person's language does: `format_number(5.24, 1, say)` → `5.2`, in Spanish `5,2`."""
    shown = f"{value:.{digits}f}"
    return shown.replace(".", ",") if say.language == "es" else shown


@cache
def _catalogue(language: Language) -> gettext.NullTranslations:
    if language == "en":
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, LOCALES, languages=[language])
