"""`/language`: Spanish or English."""

from __future__ import annotations

from sidecar.dispatch.commands.registry import Command, CommandCall
from sidecar.dispatch.ports import LanguageSwitch
from sidecar.domain.person import Language
from sidecar.i18n import Texts
from sidecar.language.fold import fold

_NAMES: dict[str, Language] = {
    "es": "es", "espanol": "es", "castellano": "es", "spanish": "es",
    "en": "en", "ingles": "en", "english": "en",
}  # fmt: skip


def language_command(person_files: LanguageSwitch) -> Command:
    async def run(call: CommandCall) -> str:
        say = call.say
        if not call.argument:
            return say(
                "I speak {language} with you. `/language {other}` changes it.",
                language=_name(say),
                other=_OTHER[say.language],
            )
        language = _NAMES.get(fold(call.argument))
        if language is None:
            return say("I speak Spanish (`/language es`) and English (`/language en`).")
        person_files.set_language(call.message.person, language)
        say = Texts(language)
        return say("Done: from now on I speak {language}. It is written in `user.md`.", language=_name(say))

    return Command("language", ("idioma",), "Spanish or English", run)


def _name(say: Texts) -> str:
    """The name of the language of these texts, in that language."""
    return say("Spanish") if say.language == "es" else say("English")


_OTHER: dict[Language, Language] = {"es": "en", "en": "es"}
