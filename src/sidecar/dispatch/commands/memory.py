"""`/remember`, `/facts`, `/forget` and `/why`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from sidecar.dispatch.commands.registry import Changed, Command, CommandCall
from sidecar.domain.fact import Domain, FactId, NewFact
from sidecar.domain.person import Language, PersonId
from sidecar.i18n.domain_names import format_domain
from sidecar.language.fold import fold
from sidecar.language.phrase_match import has_words, parse_id
from sidecar.memory.answers.second_person import tell_after_colon
from sidecar.memory.forget import ForgetRequest, ForgetStage, Forgetter
from sidecar.memory.origins import FactOrigins
from sidecar.memory.ports import FactStore
from sidecar.memory.remember import Memory
from sidecar.presentation.forget_report import format_forget_report
from sidecar.presentation.memory import (
    format_facts,
    format_origin,
    format_outcome,
)

_MESSAGES = frozenset({"mensajes", "messages"})
_ALL = frozenset({"todo", "todos", "todas", "all"})


@dataclass(frozen=True, slots=True)
class MemoryServices:
    """What the commands call. `statement` parses the person's words into a fact; `extract` reads what was just said."""

    memory: Memory
    facts: FactStore
    forgetting: Forgetter
    origins: FactOrigins
    statement: Callable[[str, Language, Domain | None, date | None], NewFact]
    zone: Callable[[PersonId], ZoneInfo]
    extract: Callable[[], Awaitable[None]]
    today: Callable[[PersonId], date]


def memory_commands(parts: MemoryServices) -> list[Command]:
    async def remember(call: CommandCall) -> str | Changed:
        text = call.argument.strip(" \"'“”«»")
        if not text:
            return call.say("What should I remember? For example: `/remember I am allergic to peanuts`")
        await parts.extract()
        person = call.message.person
        said = [parts.statement(text, call.say.language, None, parts.today(person))]
        return Changed(format_outcome((await parts.memory.remember(person, said))[0], call.say))

    async def facts(call: CommandCall) -> str | Changed:
        person, say, wanted = call.message.person, call.say, fold(call.argument)
        first, _, rest = wanted.partition(" ")
        answer = {"si": True, "yes": True, "confirm": True, "confirmar": True, "no": False}.get(first)
        if answer is not None and (number := parse_id(rest)) is not None:
            stands, goes = await parts.memory.settle_change(person, FactId(number), changed=answer)
            now, before = (tell_after_colon(fact.text) for fact in (stands, goes))
            return Changed(say("OK: {stands}. I've archived: {goes}.", stands=now, goes=before))
        await parts.extract()
        known = await parts.facts.active(person)
        domain = next((one for one in Domain if wanted in (one.value, fold(format_domain(one, say)))), None)
        if wanted and domain is None:
            return format_facts([fact for fact in known if has_words(fact.text, wanted)], say, selected=True)
        return format_facts([fact for fact in known if domain in (None, fact.domain)], say, selected=domain is not None)

    async def forget(call: CommandCall) -> str | Changed:
        person, say = call.message.person, call.say
        words = call.argument.split()
        options: set[str] = set()
        while len(words) > 1 and fold(words[-1]) in _MESSAGES | _ALL:
            options.add(fold(words.pop()))
        what = " ".join(words)
        if not what:
            return say("What should I forget? `/forget peanuts`, or a number from `/facts`.")
        request = ForgetRequest(what, everywhere=bool(options & _MESSAGES), everything=bool(options & _ALL))
        report = await parts.forgetting.forget(person, request)
        text = format_forget_report(report, parts.zone(person), say)
        return Changed(text, quiet=True) if report.stage is ForgetStage.DONE else text

    async def why(call: CommandCall) -> str:
        if not call.argument:
            return call.say("Which fact? `/why 12`, or a few of its words.")
        await parts.extract()
        origin = await parts.origins.find(call.message.person, call.argument)
        return format_origin(origin, parts.zone(call.message.person), call.say)

    return [
        Command("remember", ("recordá", "acordate"), "keep a fact about you", remember),
        Command("facts", ("datos", "hechos"), "what I remember about you", facts),
        Command("forget", ("olvidá", "olvidate"), "forget a fact for good", forget, suggested=False),
        Command("why", ("porqué",), "where a fact comes from", why),
    ]
