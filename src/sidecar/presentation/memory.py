"""Contents and changes of memory, in words for the person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never
from zoneinfo import ZoneInfo

from sidecar.domain.fact import Domain, Fact, FactSource
from sidecar.i18n import Texts
from sidecar.i18n.domain_names import format_domain
from sidecar.memory.answers.second_person import tell_after_colon, tell_person
from sidecar.memory.origins import FactOrigin
from sidecar.memory.outcome import (
    Addition,
    Confirmation,
    Outdated,
    PendingReplacement,
    Refinement,
    Replacement,
    SavingOutcome,
)


def format_facts(facts: Sequence[Fact], say: Texts, *, selected: bool = False) -> str:
    """List facts by domain, with the numbers by which they are named. `selected`: they need not be all there are."""
    if not facts:
        return say("I have nothing on that.") if selected else say("I don't know anything about you yet.")
    sections: list[str] = []
    for domain in Domain:
        here = [
            f"- **#{fact.id}** {tell_person(fact.text)}{_mark(fact, say)}" for fact in facts if fact.domain is domain
        ]
        if here:
            sections.append("\n".join([f"**{format_domain(domain, say)}**", "", *here]))
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


def format_outcome(outcome: SavingOutcome, say: Texts) -> str:
    match outcome:
        case Addition(said):
            return say("Noted: {fact}", fact=tell_after_colon(said.text))
        case Confirmation(_, fact):
            if outcome.kept_in is None:
                return say("I already knew that: {fact}", fact=tell_after_colon(fact.text))
            domain = format_domain(outcome.kept_in, say)
            return say(
                "I already know: {fact}. It stays under {domain}.", fact=tell_after_colon(fact.text), domain=domain
            )
        case Refinement(said):
            return say("Noted, with more detail now: {fact}", fact=tell_after_colon(said.text))
        case Replacement(said, fact, also):
            old = "; ".join(tell_after_colon(one.text) for one in (fact, *also))
            return say("Noted: {fact}. It replaces: {old}", fact=tell_after_colon(said.text), old=old)
        case Outdated(said, fact):
            return say("You've told me something newer since: {fact}", fact=tell_after_colon(fact.text))
        case PendingReplacement(_, fact, id=id):
            return say(
                "So far I had: {old}. Has that really changed? `/facts yes {id}` or `/facts no {id}`",
                old=tell_after_colon(fact.text),
                id=id,
            )
        case _:
            assert_never(outcome)


def format_origin(origin: FactOrigin, zone: ZoneInfo, say: Texts) -> str:
    fact = origin.fact
    lines = [
        f"**#{fact.id}** {tell_person(fact.text)}",
        "",
        say(
            "{domain}, weight {weight} of 10. Learned on {learned}, last confirmed on {confirmed}.",
            domain=format_domain(fact.domain, say),
            weight=fact.weight,
            learned=fact.learned.isoformat(),
            confirmed=fact.confirmed.isoformat(),
        ),
    ]
    for one in origin.evidence:
        date = f"{one.at.astimezone(zone):%Y-%m-%d %H:%M}"
        lines.append(
            say("- On {date} you said: “{text}”", date=date, text=one.said)
            if one.said
            else say("- You said it on {date}, in a message I forgot.", date=date)
        )
    if not origin.evidence:
        lines.append(_format_source(fact.source, say))
    lines += [say("- It replaced #{id}: {text}", id=old.id, text=tell_person(old.text)) for old in origin.replaced]
    if origin.replaced_by is not None:
        lines.append(
            say(
                "- It was replaced by #{id}: {text}",
                id=origin.replaced_by.id,
                text=tell_person(origin.replaced_by.text),
            )
        )
    if origin.awaits is not None:
        lines.append(
            say(
                "- If you confirm it, it replaces #{id}: {text}",
                id=origin.awaits.id,
                text=tell_person(origin.awaits.text),
            )
        )
    return "\n".join(lines)


def _format_source(source: FactSource, say: Texts) -> str:
    """Tell where a fact comes from that no message told."""
    match source:
        case FactSource.FILE:
            return say("- You wrote it in `MEMORY.md`.")
        case FactSource.EXPLICIT:
            return say("- You gave it to me with a command.")
        case FactSource.MIGRATED:
            return say("- It comes from an imported file.")
        case FactSource.INFERRED:
            return say("- You said it in a message that is gone.")
        case _:
            assert_never(source)


def format_kind(kind: str, say: Texts) -> str:
    """Name a kind of search result."""
    match kind:
        case "fact":
            return say("fact")
        case "message":
            return say("message")
        case "summary":
            return say("summary")
        case "log":
            return say("log")
        case "snapshot":
            return say("snapshot")
        case "note":
            return say("note")
        case _:
            return kind
