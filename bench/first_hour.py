"""How the first hour goes for somebody who has not chosen a model yet: short talks, judged message by message.

The talks in `bench/first_hour` were written by somebody who had not read the grammar, each message with what a right
answer does (`expect`, for people) and what a program can see of it (`check`). Every session begins with an empty home
and is lived through by the clock. A message is

- right, if everything in its `check` came true and it was not met with the word about the missing model;
- acceptable, if nothing changed and it was answered with a short question or, briefly, that this needs a model;
- embarrassing, if a reminder was lost, changed or set for another moment than the one meant, if a greeting or a fact
  was taken for noise, or if the same long words came twice;
- wrong otherwise.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast
from zoneinfo import ZoneInfo

from bench.machine import Figure, options, show
from bench.model import prepare
from sidecar.app import Services, build_model_registry, build_sidecar, open_services
from sidecar.app.extraction import build_extractor
from sidecar.dispatch.ports import ChannelDescription, Receive
from sidecar.domain.message import IncomingMessage, OutgoingMessage
from sidecar.domain.person import LANGUAGES, OWNER, Language, PersonId
from sidecar.domain.reminder import Reminder, ReminderState
from sidecar.domain.turn import Progress, ignore_progress
from sidecar.errors import NoModel
from sidecar.home import Home
from sidecar.i18n import Texts
from sidecar.language.fold import fold
from sidecar.llm import ChatModel
from sidecar.memory.files.profile import create_profile
from sidecar.storage.reminders import SqlReminders
from sidecar.tools.http import ToolHttp
from tests.fakes.clock import FakeClock

FOLDER = Path(__file__).parent / "first_hour"
_ZONES = {"es": "America/Argentina/Buenos_Aires", "en": "America/New_York"}
_VERDICTS = ("right", "acceptable", "wrong", "embarrassing")
_WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_TO_COME = (ReminderState.PENDING,)
_LONG_CHARS = 60
_SHORT_CHARS = 300
_EXCUSED = {"other"}
"""Kinds of messages to which "this needs a model" is the right answer."""

_ASKED = "memory_ask"

Check = Mapping[str, object]
Expected = Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class Row:
    """A message, when it is typed, and what should come of it."""

    id: str
    session: str
    at: datetime
    text: str
    kind: str
    check: Check


@dataclass(frozen=True, slots=True)
class State:
    """What is kept: the reminders to come (folded message, local minute, rule) and the folded current facts."""

    reminders: frozenset[tuple[str, str, str]]
    facts: frozenset[str]


@dataclass(frozen=True, slots=True)
class Outcome:
    row: Row
    reply: str
    before: State
    after: State
    excused: bool
    """Whether the answer was that this needs a model."""
    repeated: bool

    @property
    def verdict(self) -> str:
        if self._is_right():
            return "right"
        if self._is_embarrassing():
            return "embarrassing"
        short = len(self.reply) <= _SHORT_CHARS and ("?" in self.reply or self.excused)
        return "acceptable" if short and self.before == self.after and not self.repeated else "wrong"

    @property
    def honesty(self) -> str:
        """Return "right", "honest" where no answer was given, or "wrong" where another was."""
        if self.verdict == "right":
            return "right"
        untold = any(fold(Texts(language)("You haven't told me that.")) in fold(self.reply) for language in LANGUAGES)
        return "honest" if untold or self.excused else "wrong"

    def _is_right(self) -> bool:
        if (self.excused and self.row.kind not in _EXCUSED) or self.repeated or not self.reply.strip():
            return False
        return any(self._holds(check) for check in _alternatives(self.row.check))

    def _holds(self, check: Check) -> bool:
        reply, facts = fold(self.reply), self.after.facts
        wanted = [
            [fold(word) for word in words] for words in cast("Sequence[Sequence[str]]", check.get("reply_has", ()))
        ]
        unwanted = [fold(word) for word in cast("Sequence[str]", check.get("reply_has_not", ()))]
        kept = [fold(word) for word in cast("Sequence[str]", check.get("fact_has", ()))]
        gone = [fold(word) for word in cast("Sequence[str]", check.get("fact_has_not", ()))]
        expected = cast("Sequence[Expected] | None", check.get("reminders_after"))
        unchanged = self.before == self.after
        return (
            all(any(word in reply for word in words) for words in wanted)
            and not any(word in reply for word in unwanted)
            and all(any(word in fact for fact in facts) for word in kept)
            and not any(word in fact for word in gone for fact in facts)
            and (expected is None or _match_all(expected, self.after.reminders))
            and (not check.get("nothing_changes") or unchanged)
            and (not check.get("asks") or "?" in self.reply)
            and (not check.get("asks") or expected is not None or self.before.reminders == self.after.reminders)
        )

    def _is_embarrassing(self) -> bool:
        if self.repeated or (self.excused and self.row.kind in {"small_talk", "fact_tell"}):
            return True
        checks = _alternatives(self.row.check)
        new, gone = self.after.reminders - self.before.reminders, self.before.reminders - self.after.reminders
        if any(check.get("nothing_changes") for check in checks):
            return bool(new or gone)
        wanted = [one for check in checks for one in cast("Sequence[Expected]", check.get("reminders_after", ()))]
        return any(not _fits_any(wanted, reminder) for reminder in new) or any(
            _fits_any(wanted, reminder) for reminder in gone
        )


def main() -> None:
    parser = options(__doc__ or "")
    parser.add_argument(
        "--data", type=Path, default=FOLDER, help="the folder with the talks, NAME_es.jsonl, NAME_en.jsonl"
    )
    parser.add_argument("--rows", action="store_true", help="lists every message that was not right")
    parser.add_argument("--all-rows", action="store_true", help="lists every message")
    parser.add_argument("--only", nargs="*", default=[], help="sessions or languages, as in es or en:s03")
    chosen = parser.parse_args()
    figures: list[Figure] = []
    for path in sorted(chosen.data.glob("*.jsonl")):
        language: Language = "es" if "es" in path.stem.split("_")[-1] else "en"
        rows = [row for row in _load(path) if _is_chosen(row, language, chosen.only)]
        outcomes = asyncio.run(_live_all(rows, language))
        if chosen.rows or chosen.all_rows:
            _print_rows([one for one in outcomes if chosen.all_rows or one.verdict != "right"])
        figures += _count(path.stem, outcomes)
    show(figures, as_json=chosen.json)


def _load(path: Path) -> Sequence[Row]:
    zone = ZoneInfo(_ZONES["es" if "es" in path.stem.split("_")[-1] else "en"])
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return [
        Row(
            id=row["id"],
            session=row["session"],
            at=datetime.fromisoformat(row["at"]).replace(tzinfo=zone),
            text=row["text"],
            kind=row["kind"],
            check=row["check"],
        )
        for row in rows
    ]


def _is_chosen(row: Row, language: Language, only: Sequence[str]) -> bool:
    return not only or language in only or f"{language}:{row.session}" in only or row.id in only


async def _live_all(rows: Sequence[Row], language: Language) -> Sequence[Outcome]:
    sessions = [list(group) for _, group in groupby(rows, lambda row: row.session)]
    return [outcome for session in sessions for outcome in await _live(session, language)]


async def _live(rows: Sequence[Row], language: Language) -> Sequence[Outcome]:
    """Live through one session in a home of its own, without a model."""
    with TemporaryDirectory(prefix="sidecar-bench-") as folder:
        home, clock = prepare(Home(Path(folder))), FakeClock(rows[0].at.astimezone(UTC))
        for file in (home.path / "user.md", home.path / "SOUL.md"):
            file.unlink()
        create_profile(home.path, language, name="", timezone=_ZONES[language])
        async with open_services(home, clock, alone=True) as services, ToolHttp() as http:
            models = build_model_registry(services)
            sidecar = build_sidecar(services, models, http)
            person = _Person(rows, services, clock)
            try:
                await sidecar.run(person)
            finally:
                await models.close()
                await sidecar.memory.close()
            return person.outcomes


class _Person:
    """The channel on which a session is typed."""

    description = ChannelDescription("terminal", "a terminal", unasked=True)
    available = True

    def __init__(self, rows: Sequence[Row], services: Services, clock: FakeClock) -> None:
        self.outcomes: list[Outcome] = []
        self._rows = rows
        self._services = services
        self._clock = clock
        self._reminders = SqlReminders(services.db)
        self._answer: asyncio.Future[OutgoingMessage] | None = None
        self._reader = build_extractor(
            services.settings, services.profile, services.db, clock, services.facts.memory, _no_model
        )

    def reads(self, message: OutgoingMessage) -> bool:
        return True

    async def listen(self, receive: Receive) -> None:
        said: set[str] = set()
        for row in self._rows:
            await self._clock.leap(max(0.0, (row.at - self._clock.now()).total_seconds()))
            await self._let_it_be_said()
            before = await self._look()
            self._answer = asyncio.get_running_loop().create_future()
            await receive(IncomingMessage(row.id, "terminal", OWNER, row.text, self._clock.now()))
            reply = (await asyncio.wait_for(self._answer, 60)).text
            self._answer = None
            await self._reader.read_waiting()
            excused = "model" in fold(reply) and "“" not in reply
            repeated = excused and len(reply) > _LONG_CHARS and reply in said
            said.add(reply)
            self.outcomes.append(Outcome(row, reply, before, await self._look(), excused, repeated))

    def watch(self, message: IncomingMessage) -> Progress:
        return ignore_progress

    async def deliver(self, message: OutgoingMessage) -> str:
        if message.turn is not None and self._answer is not None and not self._answer.done():  # no reminder
            self._answer.set_result(message)
        return ""

    async def _let_it_be_said(self) -> None:
        """Give reminders whose moment has passed the time to be said."""
        for _ in range(100):
            due = await self._reminders.next_due()
            if due is None or due > self._clock.now():
                return
            await self._clock.advance(0.25)
            await asyncio.sleep(0.005)

    async def _look(self) -> State:
        reminders = await self._reminders.in_states(OWNER, _TO_COME)
        today = self._services.today(OWNER)
        facts = [fact for fact in await self._services.facts.store.active(OWNER) if not fact.is_over(today)]
        return State(
            frozenset(_describe(reminder) for reminder in reminders), frozenset(fold(fact.text) for fact in facts)
        )


async def _no_model(_: PersonId) -> ChatModel:
    raise NoModel("Patterns alone.")


def _describe(reminder: Reminder) -> tuple[str, str, str]:
    schedule = reminder.schedule
    local = schedule.local.replace(tzinfo=None)
    parts = dict(part.split("=", 1) for part in schedule.rrule.removeprefix("RRULE:").split(";") if part)
    every, days = parts.get("INTERVAL", "1"), parts.get("BYDAY") or parts.get("BYMONTHDAY", "")
    match parts.get("FREQ"):
        case None:
            rule = ""
        case "DAILY":
            rule = "daily" if every == "1" else f"days:{every}"
        case "WEEKLY":
            days = days or _WEEKDAYS[local.weekday()]
            rule = f"weekly:{days}" if every == "1" else f"every{every}weeks:{days}"
        case "MONTHLY":
            rule = f"monthly:{days or local.day}"
        case "YEARLY":
            rule = f"yearly:{local:%m-%d}"
        case freq:
            rule = f"{'hours' if freq == 'HOURLY' else 'minutes'}:{every}"
    return fold(reminder.message), local.isoformat(timespec="minutes"), rule


def _alternatives(check: Check) -> Sequence[Check]:
    """Return the checks of which one must hold; what stands beside `either` belongs to each."""
    either = cast("Sequence[Check]", check.get("either", ()))
    rest = {key: value for key, value in check.items() if key != "either"}
    return [{**rest, **one} for one in either] or [check]


def _match_all(expected: Sequence[Expected], reminders: frozenset[tuple[str, str, str]]) -> bool:
    return len(expected) == len(reminders) and all(
        any(_fits(one, reminder) for reminder in reminders) for one in expected
    )


def _fits_any(expected: Sequence[Expected], reminder: tuple[str, str, str]) -> bool:
    return any(_fits(one, reminder) for one in expected)


def _fits(expected: Expected, reminder: tuple[str, str, str]) -> bool:
    message, local, rule = reminder
    words, at, wanted = expected.get("text_has") or "", expected.get("at"), expected.get("rule")
    return (
        any(fold(word) in message for word in words.split("|"))
        and (at is None or any(local.startswith(moment) for moment in at.split("|")))
        and (set((wanted or "").split(",")) == set(rule.split(",")) or (at is None and wanted is None))
    )


def _count(name: str, outcomes: Sequence[Outcome]) -> list[Figure]:
    verdicts = Counter(outcome.verdict for outcome in outcomes)
    total = max(1, len(outcomes))
    shares = [Figure(f"{name}: {verdict}", 100 * verdicts[verdict] / total, "%") for verdict in _VERDICTS]
    kinds = Counter(outcome.row.kind for outcome in outcomes)
    good = Counter(outcome.row.kind for outcome in outcomes if outcome.verdict in {"right", "acceptable"})
    asked = [outcome for outcome in outcomes if outcome.row.kind == _ASKED]
    answers = Counter(outcome.honesty for outcome in asked)
    shares += [Figure(f"{name}: asked of the told, {one}", 100 * answers[one] / len(asked), "%") for one in answers]
    return shares + [
        Figure(f"{name}: {kind} right or acceptable, of {count}", 100 * good[kind] / count, "%")
        for kind, count in sorted(kinds.items())
    ]


def _print_rows(outcomes: Sequence[Outcome]) -> None:
    for one in outcomes:
        print(f"{one.verdict:<12}{one.row.id}  {one.row.text!r}\n{'':<12}→ {one.reply!r}")
        if one.before != one.after:
            print(f"{'':<12}new: {_list(one.after, one.before)}  gone: {_list(one.before, one.after)}")


def _list(one: State, other: State) -> list[object]:
    return [*sorted(one.reminders - other.reminders), *sorted(one.facts - other.facts)]


if __name__ == "__main__":
    main()
