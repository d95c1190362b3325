"""`/language`: Spanish or English."""

from __future__ import annotations

from sidecar.dispatch.commands.book import Command, CommandCall
from sidecar.dispatch.ports import LanguageSwitch
from sidecar.domain.folding import fold
from sidecar.domain.person import Language
from sidecar.i18n import Texts

_NAMES: dict[str, Language] = {
    "es": "es", "espanol": "es", "castellano": "es", "spanish": "es",
    "en": "en", "ingles": "en", "english": "en",
}  # fmt: skip


def language_command(person_files: LanguageSwitch) -> Command:
    async def run(call: CommandCall) -> str:
        if not call.argument:
            return call.say("I speak English with you. `/language es` changes it to Spanish.")
        language = _NAMES.get(fold(call.argument))
        if language is None:
            return call.say("I speak Spanish (`/language es`) and English (`/language en`).")
        person_files.set_language(call.message.person, language)
        return Texts(language)("Done: from now on, in English. It is written in `user.md`.")

    return Command("language", ("idioma",), "Spanish or English", run)
