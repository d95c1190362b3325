"""`/remember`, `/facts`, `/forget` and `/why`; and what memory does, in words for the person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from sidecar.dispatch.commands.book import Command, CommandCall
from sidecar.domain.fact import Domain, Fact, FactId, NewFact
from sidecar.domain.folding import fold
from sidecar.domain.naming import id_in, words_fit
from sidecar.domain.person import Language, PersonId
from sidecar.errors import NotFound, SeveralMatch
from sidecar.i18n import Texts
from sidecar.memory.forget import Forgetting, Forgotten
from sidecar.memory.origins import Origin, Origins
from sidecar.memory.outcome import Became, Outcome
from sidecar.memory.ports import FactStore
from sidecar.memory.remember import Memory

_MESSAGES = frozenset({"mensajes", "messages"})
_ALL = frozenset({"todo", "todos", "todas", "all"})


@dataclass(frozen=True, slots=True)
class MemoryParts:
    """What the commands use. `statement` makes a fact of the person's words."""

    memory: Memory
    facts: FactStore
    forgetting: Forgetting
    origins: Origins
    statement: Callable[[str, Language], NewFact]
    zone: Callable[[PersonId], ZoneInfo]


def memory_commands(parts: MemoryParts) -> list[Command]:
    async def remember(call: CommandCall) -> str:
        text = call.argument.strip(" \"'“”«»")
        if not text:
            return call.say("What should I remember? For example: `/remember I am allergic to peanuts`")
        said = [parts.statement(text, call.say.language)]
        return outcome_in_words((await parts.memory.remember(call.message.person, said))[0], call.say)

    async def facts(call: CommandCall) -> str:
        person, say, wanted = call.message.person, call.say, fold(call.argument)
        first, _, rest = wanted.partition(" ")
        answer = {"si": True, "yes": True, "confirm": True, "confirmar": True, "no": False}.get(first)
        if answer is not None and (number := id_in(rest)) is not None:
            stands, goes = await parts.memory.settle_change(person, FactId(number), changed=answer)
            return say("Then this holds: {stands}. In the archive: {goes}.", stands=stands.text, goes=goes.text)
        known = await parts.facts.active(person)
        domain = next((one for one in Domain if wanted in (one.value, fold(domain_in_words(one, say)))), None)
        if wanted and domain is None:
            return facts_in_words([fact for fact in known if words_fit(fact.text, wanted)], say)
        return facts_in_words([fact for fact in known if domain in (None, fact.domain)], say)

    async def forget(call: CommandCall) -> str:
        person, say = call.message.person, call.say
        words = call.argument.split()
        options: set[str] = set()
        while len(words) > 1 and fold(words[-1]) in _MESSAGES | _ALL:
            options.add(fold(words.pop()))
        what = " ".join(words)
        if not what:
            return say("What should I forget? `/forget peanuts`, or a number of `/facts`.")
        found = await parts.forgetting.find(person, what)
        if not found:
            raise NotFound("Nothing that I remember fits “{text}”.", text=what)
        if len(found) > 1 and not options & _ALL:
            raise SeveralMatch(
                "Several facts fit “{text}”. Name one by its number, or say `/forget {text} all`.\n{list}",
                text=what,
                list=facts_in_words(found, say),
            )
        gone = await parts.forgetting.forget(person, found, messages=bool(options & _MESSAGES))
        return forgotten_in_words(gone, say)

    async def why(call: CommandCall) -> str:
        if not call.argument:
            return call.say("Of which fact? `/why 12`, or some of its words.")
        origin = await parts.origins.of(call.message.person, call.argument)
        return origins_in_words(origin, parts.zone(call.message.person), call.say)

    return [
        Command("remember", ("recorda", "recordá", "acordate"), "keeps a fact about you", remember),
        Command("facts", ("hechos", "datos"), "what I remember about you", facts),
        Command("forget", ("olvida", "olvidá", "olvidate"), "forgets a fact for good", forget),
        Command("why", ("porque", "porqué"), "where a fact comes from", why),
    ]


# -- in words


def domain_in_words(domain: Domain, say: Texts) -> str:
    match domain:
        case Domain.PERSONAL:
            return say("Personal")
        case Domain.HEALTH:
            return say("Health")
        case Domain.RELATIONSHIPS:
            return say("Relationships")
        case Domain.WORK:
            return say("Work")
        case Domain.PROJECTS:
            return say("Projects")
        case Domain.PREFERENCES:
            return say("Preferences")
        case Domain.DECISIONS:
            return say("Decisions")
        case Domain.GOALS:
            return say("Goals")
        case Domain.SCHEDULE:
            return say("Schedule")
        case Domain.GENERAL:
            return say("General")


def facts_in_words(facts: Sequence[Fact], say: Texts) -> str:
    """By domain, one a line, with the numbers by which they are named."""
    if not facts:
        return say("I remember nothing like that.")
    sections: list[str] = []
    for domain in Domain:
        here = [f"- **#{fact.id}** {fact.text}{_mark(fact, say)}" for fact in facts if fact.domain is domain]
        if here:
            sections.append("\n".join([f"**{domain_in_words(domain, say)}**", "", *here]))
    return "\n\n".join(sections)


def _mark(fact: Fact, say: Texts) -> str:
    marks = [
        say("critical") if fact.critical else "",
        say("stale") if fact.stale else "",
        say("in place of #{id}? `/facts yes {own}` or `/facts no {own}`", id=fact.unconfirmed_change_of, own=fact.id)
        if fact.unconfirmed_change_of is not None
        else "",
    ]
    shown = ", ".join(filter(None, marks))
    return f" ({shown})" if shown else ""


def outcome_in_words(outcome: Outcome, say: Texts) -> str:
    text, other = outcome.said.text, outcome.other
    if outcome.kept_in is not None and other is not None:
        domain = domain_in_words(outcome.kept_in, say)
        return say("I know: {fact}. It stays under {domain}.", fact=other.text, domain=domain)
    match outcome.became:
        case Became.NEW:
            return say("Noted: {fact}", fact=text)
        case Became.CONFIRMED:
            return say("I knew that already: {fact}", fact=other.text if other else text)
        case Became.REFINED:
            return say("Noted, more exactly now: {fact}", fact=text)
        case Became.REPLACED:
            return say("Noted: {fact}. It replaces: {old}", fact=text, old=other.text if other else "")
        case Became.AWAITS:
            return say(
                "Until now I had: {old}. Has that really changed? `/facts yes {id}` or `/facts no {id}`",
                old=other.text if other else "",
                id=outcome.id,
            )


def forgotten_in_words(gone: Forgotten, say: Texts) -> str:
    erased = gone.erased
    lines = [say("Forgotten, for good:"), *(f"- {fact.text}" for fact in gone.facts)]
    details = [
        say.plural("{n} entry of the search", "{n} entries of the search", erased.documents)
        if erased.documents
        else "",
        say.plural("{n} message", "{n} messages", erased.messages) if erased.messages else "",
        say.plural("{n} stored prompt", "{n} stored prompts", erased.prompts) if erased.prompts else "",
    ]
    also = ", ".join(filter(None, details))
    if also:
        lines.append(say("Also: {details}.", details=also))
    if erased.left:
        lines.append(say("⚠ In {n} places it is still there. That is a fault of mine.", n=erased.left))
    elif not erased.messages:
        lines.append(say("The messages in which you told it are still there; `/forget … messages` takes those too."))
    return "\n".join(lines)


def origins_in_words(origin: Origin, zone: ZoneInfo, say: Texts) -> str:
    fact = origin.fact
    lines = [
        f"**#{fact.id}** {fact.text}",
        "",
        say(
            "{domain}, weight {weight} of 10. Learned on {learned}, last confirmed on {confirmed}.",
            domain=domain_in_words(fact.domain, say),
            weight=fact.weight,
            learned=fact.learned.isoformat(),
            confirmed=fact.confirmed.isoformat(),
        ),
    ]
    for one in origin.evidence:
        lines.append(
            say("- On {date} you said: “{text}”", date=f"{one.at.astimezone(zone):%Y-%m-%d %H:%M}", text=one.said)
        )
    if not origin.evidence:
        lines.append(say("- It was written into a file or given by a command."))
    lines += [say("- It replaced #{id}: {text}", id=old.id, text=old.text) for old in origin.replaced]
    if origin.replaced_by is not None:
        lines.append(say("- It was replaced by #{id}: {text}", id=origin.replaced_by.id, text=origin.replaced_by.text))
    if origin.awaits is not None:
        lines.append(
            say("- If you confirm it, it replaces #{id}: {text}", id=origin.awaits.id, text=origin.awaits.text)
        )
    return "\n".join(lines)
