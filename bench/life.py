"""How well memory keeps up with a life: months of messages, told one by one to the whole companion.

Each life in `bench/lives` was written by somebody who had not read the patterns, with the facts that each message
tells and ends. A loopback model answers with the lines of the script; facts are read by patterns alone, or with
`--labels` by a memory model that returns the labels. At each question the prompt, the search and the answer without a
model are compared with what is true on that day. A change of a health fact that waits is answered as the person would.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.life_script import FOLDER, Label, Life, Line, Truth, load_lives
from bench.life_tally import Tally
from bench.machine import options, show
from bench.model import prepare
from sidecar.app import Services, build_sidecar, open_services
from sidecar.app.extraction import build_extractor
from sidecar.app.memory.backend import MemoryBackend
from sidecar.dispatch.ports import ChannelDescription, Receive
from sidecar.domain.fact import Fact, FactId
from sidecar.domain.message import IncomingMessage, OutgoingMessage, TurnId
from sidecar.domain.person import OWNER, PersonId
from sidecar.domain.turn import Progress, ignore_progress
from sidecar.errors import NoModel
from sidecar.home import Home
from sidecar.llm import ChatModel, ChatRequest, UserMessage
from sidecar.memory.extraction_worker import ExtractionWorker
from sidecar.memory.recall import MemoryHit
from sidecar.tools.http import ToolHttp
from tests.fakes.clock import FakeClock
from tests.fakes.model import FakeChatModel
from tests.loopback.script import Say, Script
from tests.system.stage import GivenModel

_HITS = 10


def main() -> None:
    parser = options(__doc__ or "")
    parser.add_argument("--lives", type=Path, default=FOLDER, help="the folder with the lives")
    parser.add_argument("--only", nargs="*", default=[], help="lives whose names begin so")
    parser.add_argument("--labels", action="store_true", help="facts come from a memory model that is always right")
    parser.add_argument("--rows", action="store_true", help="lists everything that came out otherwise")
    chosen = parser.parse_args()
    tallies = [asyncio.run(live(life, labels=chosen.labels)) for life in load_lives(chosen.lives, chosen.only)]
    if chosen.rows:
        print(*(row for tally in tallies for row in tally.rows), sep="\n")
    show([figure for tally in [*tallies, Tally.sum("all", tallies)] for figure in tally.figures()], as_json=chosen.json)


async def live(life: Life, *, labels: bool) -> Tally:
    with TemporaryDirectory(prefix="sidecar-bench-") as folder:
        home, clock = prepare(Home(Path(folder))), FakeClock(life.lines[0].at)
        async with open_services(home, clock, alone=True) as services, ToolHttp() as http:
            services.profile.set_language(OWNER, life.language)
            companion = _Companion()
            models = GivenModel(companion.model, services)
            sidecar = build_sidecar(services, models, http)
            backend = MemoryBackend(services, models)
            living = _Living(life, services, clock, companion, backend, labels=labels)
            try:
                await sidecar.run(living)
            finally:
                await backend.close()
                await sidecar.memory.close()
            return living.tally


class _Companion:
    """The model of the conversation: it says what the script has, or is unreachable when nothing is to be said."""

    def __init__(self) -> None:
        self.reply: str | None = ""
        self.system = ""
        self.model = FakeChatModel()
        self.model.script = Script(then=self._answer)

    def _answer(self, request: ChatRequest) -> Say:
        self.system = request.system
        if self.reply is None:
            raise NoModel("Nobody is there.")
        return Say((self.reply or "ok",))


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of a question: the answer without a model, what the search found, the facts of the prompt."""

    line: Line
    reply: str
    hits: Sequence[MemoryHit]
    prompt: str
    stored: Sequence[Fact]


class _Living:
    """The person: a channel on which they type their life."""

    description = ChannelDescription("terminal", "a terminal")
    available = True

    def __init__(
        self,
        life: Life,
        services: Services,
        clock: FakeClock,
        companion: _Companion,
        backend: MemoryBackend,
        *,
        labels: bool,
    ) -> None:
        self.tally = Tally(life.name)
        self._life = life
        self._services = services
        self._clock = clock
        self._companion = companion
        self._backend = backend
        self._truth = Truth()
        self._labels = _LabelModel(self._truth.labels) if labels else None
        self._reader = self._open_reader()

    def _open_reader(self) -> ExtractionWorker:
        services = self._services
        memory = services.facts.memory
        return build_extractor(
            services.settings, services.profile, services.db, self._clock, memory, self._memory_model
        )

    async def _memory_model(self, _: PersonId) -> ChatModel:
        if self._labels is None:
            raise NoModel("Patterns alone.")
        return self._labels.model

    def reads(self, message: OutgoingMessage) -> bool:
        return True

    async def listen(self, receive: Receive) -> None:
        self._receive = receive
        lines = self._life.lines
        for line, following in zip(lines, [*lines[1:], Line(lines[-1].at)], strict=True):
            await self._clock.leap(max(0.0, (line.at - self._clock.now()).total_seconds()))
            if line.user:
                await self._tell(line, following.sidecar)
            elif line.question:
                await self._ask(line)
        self.tally.end(self._truth, await self._active(), self._clock.now())

    def watch(self, message: IncomingMessage) -> Progress:
        return ignore_progress

    async def deliver(self, message: OutgoingMessage) -> str:
        if not self._answer.done():
            self._answer.set_result(message.text)
        return ""

    async def _tell(self, line: Line, reply: str) -> None:
        before = await self._active()
        self._companion.reply = reply
        if self._labels is not None:
            self._labels.line = line
        turn, _ = await self._send(line.user)
        await self._reader.read_waiting()
        self._truth.hear(line)
        told = [fact for fact in await self._all() if fact.id in await self._told_in(turn)]
        self.tally.read(line, self._truth, told)
        await self._settle(line)
        after = await self._active()
        self.tally.change(line, self._truth, before, after)

    async def _settle(self, line: Line) -> None:
        """Answer what memory would ask: whether a health fact really changed."""
        while waiting := [fact for fact in await self._active() if fact.unconfirmed_change_of is not None]:
            new = waiting[0]  # one answer may settle others
            old = await self._services.facts.store.get(OWNER, FactId(new.unconfirmed_change_of or 0))
            ended = old is not None and self._truth.is_outdated(old.text, self.tally.since(old), line.at)
            self.tally.settle(line, old, new, really=ended)
            await self._services.facts.memory.settle_change(OWNER, new.id, changed=ended)

    async def _ask(self, line: Line) -> None:
        await self._backend.catch_up()
        hits = await self._backend.recall.recall(OWNER, line.question, k=_HITS)
        self._companion.reply, self._companion.system = None, ""
        _, reply = await self._send(line.question)
        await self._reader.read_waiting()
        stored = await self._active()
        asked = Asked(line, reply, hits, self._companion.system, stored)
        self.tally.ask(asked, self._truth, self._life.language)

    async def _send(self, text: str) -> tuple[TurnId, str]:
        self._answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        number = len(self.tally.sent)
        self.tally.sent.append(text)
        message = IncomingMessage(f"{number}", self.description.name, OWNER, text, self._clock.now())
        turn = await self._receive(message)
        assert turn is not None
        return turn, await self._answer

    async def _active(self) -> Sequence[Fact]:
        today = self._services.today(OWNER)
        facts = [fact for fact in await self._services.facts.store.active(OWNER) if not fact.is_over(today)]
        self.tally.see(facts, self._clock.now())
        return facts

    async def _all(self) -> Sequence[Fact]:
        return [*await self._services.facts.store.active(OWNER), *await self._services.facts.store.archived(OWNER)]

    async def _told_in(self, turn: TurnId) -> set[FactId]:
        return {*await self._services.facts.store.list_facts_told_in(OWNER, turn)}


class _LabelModel:
    """A memory model that reads each message as its labels say."""

    def __init__(self, labels: Mapping[str, Label]) -> None:
        self.line: Line | None = None
        self.labels = labels
        self.model = FakeChatModel()
        self.model.script = Script(then=self._answer)

    def _answer(self, request: ChatRequest) -> Say:
        labels = self.line.facts if self.line is not None else ()
        ends = self._ended(request)
        answers = [_as_answer(label, ends if not at else []) for at, label in enumerate(labels)]
        found = {"facts": answers, "ended": [] if answers else ends}
        return Say((json.dumps(found, ensure_ascii=False),))

    def _ended(self, request: ChatRequest) -> list[int]:
        """Return the ids of the known facts in the request that the message ends."""
        (asked,) = request.messages
        if not isinstance(asked, UserMessage) or self.line is None or "<known>" not in asked.text:
            return []
        known = json.loads(asked.text.split("<known>\n")[1].split("\n</known>")[0])
        return [int(id) for id, text in known.items() if self._recognize(text) & {*self.line.ends}]

    def _recognize(self, text: str) -> set[str]:
        """Return the labels that a stored text tells, which may have been given full dates or been taken apart: those
        with the most words in it."""
        told = [label for label in self.labels.values() if text == label.text or label.is_in(text)]
        most = max((len(label.has) for label in told), default=0)
        return {label.id for label in told if len(label.has) == most}


def _as_answer(label: Label, ends: list[int]) -> dict[str, object]:
    return {
        "text": label.text,
        "domain": label.domain,
        "subject": label.subject,
        "confidence": "high",
        "critical": False,
        "ends": ends,
    }


if __name__ == "__main__":
    main()
