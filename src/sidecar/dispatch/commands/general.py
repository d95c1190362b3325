"""The commands of no area: `/help`, `/status`, `/undo`, `/language`, ..., and those of the terminal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from sidecar.conversation.undo import Undo
from sidecar.dispatch.commands.registry import Changed, Command, CommandCall
from sidecar.dispatch.commands.shell_commands import format_shell_hint
from sidecar.dispatch.ports import Conversations, LanguageSwitch
from sidecar.domain.person import Language, PersonId
from sidecar.domain.router_stats import RouterStats
from sidecar.domain.status import Status
from sidecar.i18n import Texts, format_number
from sidecar.language.fold import fold
from sidecar.presentation.status import format_status
from sidecar.runtime.clock import Clock

_LANGUAGE_NAMES: dict[str, Language] = {
    "es": "es", "espanol": "es", "castellano": "es", "spanish": "es",
    "en": "en", "ingles": "en", "english": "en",
}  # fmt: skip
_OTHER_LANGUAGE: dict[Language, Language] = {"es": "en", "en": "es"}


def help_command(commands: Callable[[], Sequence[Command]]) -> Command:
    async def run(call: CommandCall) -> str:
        say = call.say
        names = {command.name_in(say.language): command for command in commands()}
        lines = [f"- `/{name}` {say(command.summary)}" for name, command in sorted(names.items())]
        return "\n".join([say("Write to me as you would to a friend. There are also commands:"), "", *lines])

    return Command("help", ("ayuda", "?"), "show this list", run)


def status_command(status: Callable[[PersonId], Awaitable[Status]]) -> Command:
    async def run(call: CommandCall) -> str:
        return format_status(await status(call.message.person), call.say)

    return Command("status", ("estado",), "show how things stand: model, messages, costs", run)


def clear_command(conversations: Conversations, clock: Clock) -> Command:
    async def run(call: CommandCall) -> Changed:
        await conversations.start_new(call.message.person, clock.now())
        return Changed(
            call.say("New conversation. I've kept what we said before, but I don't have it in front of me now.")
        )

    return Command("clear", ("limpiar", "nueva"), "start a new conversation", run, suggested=False)


def language_command(person_files: LanguageSwitch) -> Command:
    async def run(call: CommandCall) -> str | Changed:
        say = call.say
        if not call.argument:
            return say(
                "I speak {language} with you. `/language {other}` switches.",
                language=_language_name(say),
                other=_OTHER_LANGUAGE[say.language],
            )
        language = _LANGUAGE_NAMES.get(fold(call.argument))
        if language is None:
            return say("I speak Spanish (`/language es`) and English (`/language en`).")
        person_files.set_language(call.message.person, language)
        say = Texts(language)
        done = say("Done: I'll speak {language} from now on. It's in `user.md`.", language=_language_name(say))
        return Changed(done)

    return Command("language", ("idioma",), "Spanish or English", run)


def _language_name(say: Texts) -> str:
    """Name the language of these texts, in that language."""
    return say("Spanish") if say.language == "es" else say("English")


def terminal_commands() -> Sequence[Command]:
    async def setup(call: CommandCall) -> str:
        return format_shell_hint("sidecar setup", call.say)

    async def leave(call: CommandCall) -> str:
        return call.say("There's nothing to close here.")

    return (
        Command("setup", ("configurar",), "how to get a model, or another one", setup),
        Command("exit", ("salir", "quit"), "close the conversation", leave),
    )


def undo_command(undo: Undo) -> Command:
    async def run(call: CommandCall) -> str | Changed:
        can_undo = await undo.can_undo(call.message.person)
        text = await undo.undo_last(call.message.person, call.say)
        return Changed(text) if can_undo else text

    return Command("undo", ("deshacer", "deshace"), "take back the last change to a reminder or a fact", run)


def router_stats_command(read: Callable[[PersonId], Awaitable[RouterStats]]) -> Command:
    async def run(call: CommandCall) -> str:
        return format_router_stats(await read(call.message.person), call.say)

    return Command("router-stats", ("estadísticas",), "how much I answer without a model", run)


def format_router_stats(stats: RouterStats, say: Texts) -> str:
    if not stats.total:
        return say("No messages yet.")
    share = format_number(100 * (stats.direct + stats.offline) / stats.total, 0, say)
    rows = [
        (say("Messages"), str(stats.total)),
        (say("Answered by code"), f"{share} % ({stats.direct + stats.offline})"),
        (say("Without a model"), str(stats.offline)),
        (say("Answered by a model"), str(stats.model)),
        (say("… after code had tried"), str(stats.handed_over)),
        (say("Taken back by you"), str(stats.overrides)),
        (say("Own time, median"), f"{format_number(stats.own_ms, 0, say)} ms"),
    ]
    return "\n".join(f"- **{label}**: {value}" for label, value in rows)
