"""What was forgotten, what would be, and where it still stands, in words for the person."""

from __future__ import annotations

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from sidecar.domain.fact import Fact
from sidecar.i18n import Texts
from sidecar.memory.answers.second_person import tell_after_colon, tell_person
from sidecar.memory.erasure import ErasureCounts, Traces
from sidecar.memory.forget import ForgetReport, ForgetStage, SettledOffer
from sidecar.router.notes import unmark_note

_SHOWN_AT_MOST = 5
_SHOWN_CHARS = 120


def format_forget_report(report: ForgetReport, zone: ZoneInfo, say: Texts, how: str = "") -> str:
    """Tell what was done and ask what is still to be decided; where nobody can answer, name the command (`how`)."""
    match report.stage:
        case ForgetStage.NOTHING | ForgetStage.UNCLEAR:
            lines = [say("I don't remember anything that matches “{text}”.", text=report.what or "…")]
        case ForgetStage.ASKED:
            lines = _format_question(report, zone, say, how)
        case ForgetStage.DONE:
            lines = _format_done(report, zone, say, how)
    if report.left.copies.theirs:
        files = ", ".join(f"`{name}`" for name in report.left.copies.theirs)
        lines.append(say("It's also in {files}. Those files are yours, so I leave them alone.", files=files))
    if report.left.facts and report.stage is ForgetStage.DONE:
        known = _join([f"#{fact.id} {tell_person(fact.text)}" for fact in report.left.facts], say)
        lines.append(say("I still know: {facts}.", facts=known))
    if report.left.related and report.stage is ForgetStage.DONE:
        words, one = ", ".join(f"“{word}”" for word in report.left.related), report.left.related[0]
        lines.append(
            say(
                "Other messages or reminders mention {words}. To forget those too, say “forget everything "
                "about {one}”.",
                words=words,
                one=one,
            )
        )
    return "\n".join(lines)


def format_settled(settled: SettledOffer, say: Texts) -> str:
    """Tell what became of the offer, without the words that were to go."""
    offer, erased = settled.offer, settled.erased
    if erased is None and settled.had_facts:
        return say("OK, I won't forget anything.")
    if erased is None:
        return say("OK, it stays there. I just don't use it anymore.")
    numbers = ", ".join(f"#{id}" for id in offer.facts)
    gone = _join([say("what I knew ({facts})", facts=numbers) if numbers else "", *_counts(erased, say)], say)
    copies = _join([f"`{name}`" for name in offer.copies], say)
    lines = [say("Gone for good: {details}.", details=gone)] if gone else []
    lines += [say("Deleted: {files}.", files=copies)] if copies else []
    if erased.hidden:
        lines.append(
            say.plural(
                "{n} message stays; I don't use it anymore.",
                "{n} messages stay; I don't use them anymore.",
                erased.hidden,
            )
        )
    lines += _describe_free_space(erased, say) if erased else []
    return "\n".join(lines) or say("It was already gone.")


def _format_traces(traces: Traces, zone: ZoneInfo, say: Texts) -> list[str]:
    """List the last messages, each with its date, and the reminders."""
    shown = [
        f"- {mention.at.astimezone(zone):%Y-%m-%d %H:%M} “{_shorten(mention.text)}”"
        for mention in traces.mentions[-_SHOWN_AT_MOST:]
    ]
    more = [f"- +{len(traces.mentions) - len(shown)}"] if len(traces.mentions) > len(shown) else []
    reminders = [f"- #{one.id} “{_shorten(one.message)}”" for one in traces.reminders if one.open]
    return [*shown, *more, *reminders]


def _format_done(report: ForgetReport, zone: ZoneInfo, say: Texts, how: str) -> list[str]:
    lines, erased = _format_forgotten(report.facts, say), report.erased
    details = [
        say.plural("{n} search entry", "{n} search entries", erased.documents)
        if erased.documents and report.facts
        else "",
        *_counts(erased, say),
        say.plural("{n} typed line", "{n} typed lines", report.typed) if report.typed else "",
    ]
    if also := _join(details, say):
        lines.append(
            say("Also gone: {details}.", details=also) if lines else say("Gone for good: {details}.", details=also)
        )
    if erased.left:
        lines.append(say("⚠ It's still in {n} places. That's a fault of mine.", n=erased.left))
    lines += _describe_free_space(erased, say)
    if report.left.erasable:
        places = _join(_places(report.left, say, hidden=True), say)
        next_step = _format_next_step(how, say)
        if report.facts:
            return [*lines, say("It's still in {places}.", places=places) + " " + next_step]
        noted_nothing = say("I have no fact about it, but it's in {places}:", places=places)
        lines += [noted_nothing, *_format_traces(report.left, zone, say), "", next_step]
    return lines


def _describe_free_space(erased: ErasureCounts, say: Texts) -> list[str]:
    if erased.dropped:
        return []
    return [
        say(
            "⚠ Some of it may be left in the empty parts of the database file: the disk is full, or another program "
            "is holding the file. I'll try again at the next start."
        )
    ]


def _format_next_step(how: str, say: Texts) -> str:
    return say("{how} erases it there too.", how=how) if how else say("Should I erase it there too?")


def _format_forgotten(facts: Sequence[Fact], say: Texts) -> list[str]:
    if len(facts) == 1:
        return [say("Forgotten: {fact}.", fact=tell_after_colon(unmark_note(facts[0].text)))]
    return [say("Forgotten for good:"), *(f"- {tell_person(fact.text)}" for fact in facts), ""] if facts else []


def _format_question(report: ForgetReport, zone: ZoneInfo, say: Texts, how: str) -> list[str]:
    traces = report.left
    known = [f"- **#{fact.id}** {tell_person(fact.text)}" for fact in report.facts]
    stands = _format_traces(traces, zone, say)
    places = _join(_places(traces, say), say)
    if not known:
        question = _format_next_step(how, say) if how else say("Should I erase it there?")
        return [
            say("I have no fact about it, but it's in {places}:", places=places),
            *stands,
            "",
            question,
        ]
    lines = [say("This is what I'd forget:"), *known, ""]
    if places:
        lines += [say("It's also in {places}:", places=places), *stands, ""]
    if how:
        return [*lines, say("{how} does it.", how=how)]
    return [*lines, say("Should I forget all of it, and erase it there too?") if places else say("Should I forget it?")]


def _places(traces: Traces, say: Texts, *, hidden: bool = False) -> list[str]:
    said = len(traces.mentions)
    if hidden:
        messages = say.plural("{n} message (no longer used)", "{n} messages (no longer used)", said)
    else:
        messages = say.plural("{n} message", "{n} messages", said)
    open_ones = [one for one in traces.reminders if one.open]
    over = len(traces.reminders) - len(open_ones)
    return [
        messages if said else "",
        *(say("reminder #{id}", id=one.id) for one in open_ones),
        say.plural("{n} past reminder", "{n} past reminders", over) if over else "",
        *(say("the backup `{name}`", name=name) for name in traces.copies.erasable),
    ]


def _counts(erased: ErasureCounts, say: Texts) -> list[str]:
    return [
        say.plural("{n} message", "{n} messages", erased.messages) if erased.messages else "",
        say.plural("{n} reminder", "{n} reminders", erased.reminders) if erased.reminders else "",
        say.plural("{n} stored prompt", "{n} stored prompts", erased.prompts) if erased.prompts else "",
    ]


def _join(parts: Sequence[str], say: Texts) -> str:
    """Join what is not empty: "a, b and c"."""
    *first, last = list(filter(None, parts)) or [""]
    return say("{first} and {last}", first=", ".join(first), last=last) if first else last


def _shorten(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _SHOWN_CHARS else plain[: _SHOWN_CHARS - 1] + "…"
