"""The file and the facts are changed at random, in any order, while the program dies at any step: nothing that either
side said is lost, nothing is there twice, and both agree when all is quiet."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from sidecar.domain.fact import Domain, Fact, FactId, NewFact
from sidecar.domain.person import OWNER, PersonId, Preferences
from sidecar.files.stamp import FileStamp, read_stamp
from sidecar.memory.files.fact_line import find_ids, make_line, parse_line
from sidecar.memory.files.memory_file import parse
from sidecar.memory.files.memory_sync import MemorySync
from sidecar.memory.files.sync_report import SyncReport
from sidecar.memory.ports import FactAddition, FactChange, FactRemoval, FactUpdate
from tests.fakes.clock import FakeClock
from tests.fakes.facts import FakeFacts

R = TypeVar("R")
DOMAINS = st.sampled_from(list(Domain))
SOME = st.integers(0, 30)
STEPS_OF_A_SYNC = st.integers(0, 14)
TODAY = date(2026, 3, 15)
CONFIRMED_LATER = date(2026, 6, 1)
_PATIENCE_S = 20


class Died(Exception):
    """The program is gone."""


def words_in(text: str) -> set[str]:
    return set(re.findall(r"\bw\d+\b", text))


class Steps:
    """Counts what a synchronisation does; at the step of its choice something else happens."""

    def __init__(self) -> None:
        self.left = 0
        self.happening: Callable[[], Coroutine[None, None, None]] | None = None

    async def step(self) -> None:
        self.left -= 1
        if self.left == 0 and self.happening:
            await self.happening()


class Watched(FakeFacts):
    def __init__(self, steps: Steps) -> None:
        super().__init__()
        self.steps = steps

    async def version(self, person: PersonId) -> int:
        await self.steps.step()
        return await super().version(person)

    async def active(self, person: PersonId) -> Sequence[Fact]:
        await self.steps.step()
        return await super().active(person)

    async def apply(self, person, changes, at, *, expected=None, file=None):  # type: ignore[no-untyped-def]
        await self.steps.step()
        ids = await super().apply(person, changes, at, expected=expected, file=file)
        await self.steps.step()
        return ids


class Sync(RuleBasedStateMachine):
    @initialize()
    def start(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / "MEMORY.md"
        self.steps = Steps()
        self.facts = Watched(self.steps)
        self.clock = FakeClock()
        self.die_writing = 0
        self.late = ""
        self.words = 0
        self.alive: set[str] = set()
        self.forgotten: set[str] = set()
        self.buffers: list[str] = []
        self.open()
        self.settle()

    def open(self) -> None:
        self.sync = MemorySync(self.path, self.facts, self.clock, Preferences, replace=self.write)

    def run(self, steps: Coroutine[None, None, R]) -> R:
        return self.loop.run_until_complete(asyncio.wait_for(steps, _PATIENCE_S))

    def write(self, path: Path, data: bytes) -> FileStamp:
        if self.die_writing == 1:
            raise Died
        if self.late and path.exists():  # an editor that has the file open writes into it now
            with path.open("a", encoding="utf-8") as file:
                file.write(self.late)
            self.late = ""
        new = path.with_name("new")
        new.write_bytes(data)
        stamp = read_stamp(new)
        new.replace(path)
        if self.die_writing == 2:
            raise Died
        return stamp

    # -- what is said, and where

    def word(self) -> str:
        """A new statement."""
        self.words += 1
        self.alive.add(f"w{self.words}")
        return f"w{self.words}"

    def dead(self, text: str) -> None:
        """Somebody removed this, or replaced it: it may go."""
        self.alive -= words_in(text)

    def read(self) -> str:
        return self.path.read_text(encoding="utf-8") if self.path.exists() else ""

    def save(self, text: str, *, by_renaming: bool = True) -> None:
        if by_renaming:
            new = self.folder / "saved"
            new.write_text(text, encoding="utf-8")
            new.replace(self.path)
        else:
            self.path.write_text(text, encoding="utf-8")
        os.utime(self.path, ns=(0, self.words * 1_000 + len(text)))

    def lines(self) -> list[str]:
        return self.read().split("\n")

    def fact_places(self) -> list[int]:
        return [i for i, line in enumerate(self.lines()) if (found := parse_line(line)) and found.conflict is None]

    async def change(self, change: FactChange) -> None:
        await FakeFacts.apply(self.facts, OWNER, [change], self.clock.now())

    def pick_fact(self, which: int) -> Fact | None:
        active = self.run(FakeFacts.active(self.facts, OWNER))
        return active[which % len(active)] if active else None

    # -- the database changes

    @rule(domain=DOMAINS)
    def add_fact(self, domain: Domain) -> None:
        self.run(self.change(FactAddition(NewFact(self.word(), domain), TODAY, TODAY)))

    @rule(which=SOME)
    def change_fact(self, which: int) -> None:
        if fact := self.pick_fact(which):
            self.dead(fact.text)
            self.run(self.change(FactUpdate(replace(fact, text=f"{self.word()} | x <!--"))))

    @rule(which=SOME, weight=st.integers(1, 10), stale=st.booleans())
    def confirm_fact(self, which: int, weight: int, stale: bool) -> None:
        if fact := self.pick_fact(which):
            self.run(self.change(FactUpdate(replace(fact, weight=weight, stale=stale, confirmed=CONFIRMED_LATER))))

    @rule(which=SOME, domain=DOMAINS)
    def move_fact(self, which: int, domain: Domain) -> None:
        if fact := self.pick_fact(which):
            self.run(self.change(FactUpdate(replace(fact, domain=domain))))

    @rule(which=SOME)
    def remove_fact(self, which: int) -> None:
        if fact := self.pick_fact(which):
            self.dead(fact.text)
            self.forgotten |= words_in(fact.text)
            self.run(self.change(FactRemoval(fact.id)))

    @rule(which=SOME)
    def supersede_fact(self, which: int) -> None:
        if fact := self.pick_fact(which):
            self.dead(fact.text)
            self.run(self.change(FactAddition(NewFact(self.word(), fact.domain), TODAY, TODAY, supersedes=(fact.id,))))

    # -- the person edits the file

    @rule(where=SOME, renaming=st.booleans())
    def add_line(self, where: int, renaming: bool) -> None:
        lines = self.lines()
        lines.insert(min(where * 3, len(lines)), f"- {self.word()}")
        self.save("\n".join(lines), by_renaming=renaming)

    @rule(which=SOME, bare=st.booleans())
    def change_line(self, which: int, bare: bool) -> None:
        lines = self.lines()
        if places := self.fact_places():
            at = places[which % len(places)]
            line = parse_line(lines[at])
            assert line is not None
            self.dead(line.text)
            number = f" <!-- f:{line.id} -->" if line.id is not None else ""
            if bare or line.text not in lines[at]:
                lines[at] = f"* {self.word()}{number}"
            else:
                lines[at] = lines[at].replace(line.text, self.word())
            self.save("\n".join(lines))

    @rule(which=SOME)
    def remove_line(self, which: int) -> None:
        lines = self.lines()
        if places := self.fact_places():
            self.dead(lines.pop(places[which % len(places)]))
            self.save("\n".join(lines))

    @rule(which=SOME, where=SOME)
    def move_line(self, which: int, where: int) -> None:
        lines = self.lines()
        if places := self.fact_places():
            line = lines.pop(places[which % len(places)])
            lines.insert(min(where * 3, len(lines)), line)
            self.save("\n".join(lines))

    @rule(which=SOME, where=SOME, changed=st.booleans())
    def copy_line(self, which: int, where: int, changed: bool) -> None:
        lines = self.lines()
        if places := self.fact_places():
            line = lines[places[which % len(places)]]
            copy = re.sub(r"\bw\d+\b", lambda _: self.word(), line, count=1) if changed else line
            lines.insert(min(where * 3, len(lines)), copy)
            self.save("\n".join(lines))

    @rule(which=SOME)
    def break_line(self, which: int) -> None:
        lines = self.lines()
        if places := self.fact_places():
            at = places[which % len(places)]
            lines[at] = re.sub(r"^\S\s*(\[[^]]*\])?", "- [weight:dos]", lines[at])
            self.save("\n".join(lines))

    @rule()
    def mend_lines(self) -> None:
        self.save(self.read().replace("[weight:dos]", "[weight:2]"))

    @rule()
    def strip_comments(self) -> None:
        self.save(re.sub(r" <!-- f:\d+ -->", "", self.read()))

    @rule()
    def write_prose(self) -> None:
        self.save(f"{self.read()}\nuna nota, {self.word()}\n")

    @rule(which=SOME)
    def remove_a_heading(self, which: int) -> None:
        lines = self.lines()
        headings = [i for i, line in enumerate(lines) if line.startswith("## ") and "entender" not in line]
        if headings:
            lines.pop(headings[which % len(headings)])
            self.save("\n".join(lines))

    @rule()
    def settle_conflicts(self) -> None:
        self.save(re.sub(r" \| conflict:\d+", "", self.read()))

    @rule(ticked=st.booleans())
    def answer(self, ticked: bool) -> None:
        held = parse(self.read()).held
        if held:
            for fact in self.run(FakeFacts.active(self.facts, OWNER)) if ticked else []:
                self.dead(fact.text if fact.id in held.ids else "")
            text = self.read()
            self.save(text.replace("- [ ] ", "- [x] ") if ticked else re.sub(r"(?m)^- \[.\] .*\n", "", text))

    # -- an editor has had the file open for long

    @rule()
    def open_an_editor(self) -> None:
        self.buffers = [*self.buffers[-4:], self.read()]

    @rule(which=SOME, line=SOME, edit=st.sampled_from(["nothing", "add", "change", "remove", "tick"]))
    def save_an_old_buffer(self, which: int, line: int, edit: str) -> None:
        """What the file says that nobody has read is overwritten; everything else counts."""
        if not self.buffers:
            return
        which %= len(self.buffers)
        self.alive &= self.known()
        lines = self.buffers[which].split("\n")
        places = [i for i, text in enumerate(lines) if (found := parse_line(text)) and found.conflict is None]
        at = places[line % len(places)] if places else 0
        if edit == "add":
            lines.insert(len(lines) - 1, f"- {self.word()}")
        elif edit == "change" and places:
            self.dead(lines[at])
            lines[at] = re.sub(r"\bw\d+\b", lambda _: self.word(), lines[at], count=1)
        elif edit == "remove" and places:
            self.dead(lines.pop(at))
        elif edit == "tick":
            held = parse(self.buffers[which]).held
            ids = held.ids if held else ()
            for fact in self.run(FakeFacts.active(self.facts, OWNER)):
                unchanged = fact.id in ids and words_in(fact.text) <= words_in(self.buffers[which])
                self.dead(fact.text if unchanged else "")
            lines = [text.replace("- [ ] ", "- [x] ") for text in lines]
        self.buffers[which] = "\n".join(lines)
        self.save(self.buffers[which])

    # -- the file breaks

    @rule(characters=st.integers(0, 2_000))
    def cut_off(self, characters: int) -> None:
        """Lines may be missing as if the person had removed them, but never many."""
        text = self.read()
        self.alive -= {word[0] for word in re.finditer(r"\bw\d+\b", text) if word.end() > characters}
        self.save(text[:characters])
        self.bulk_is_kept()

    @rule(delete=st.booleans())
    def empty(self, delete: bool) -> None:
        known = self.known()
        self.alive &= known
        if delete:
            self.path.unlink(missing_ok=True)
        else:
            self.save("")

    def bulk_is_kept(self) -> None:
        """A third may always go, or one of a few; what the person has ticked; nothing that is protected."""
        held, before = parse(self.read()).held, self.run(FakeFacts.active(self.facts, OWNER))
        ticked = set(held.ids) if held and held.approved else set[FactId]()
        removed = self.run(self.sync.sync_now()).removed
        assert removed <= max(1, len(before) / 3 if len(before) > 6 else 0) + len(ticked)
        left = self.run(FakeFacts.active(self.facts, OWNER))
        replaced = {fact.unconfirmed_change_of for fact in left}
        gone = {fact.id for fact in before if fact.protected} - {fact.id for fact in left}
        assert gone <= ticked | replaced

    def known(self) -> set[str]:
        """What the database knows, and the file that it last saw."""
        state = self.run(self.facts.file_state(OWNER))
        facts = self.run(FakeFacts.active(self.facts, OWNER))
        return words_in(" ".join([fact.text for fact in facts] + [state.text if state else ""]))

    # -- bringing both together

    @rule(at=STEPS_OF_A_SYNC, writing=st.integers(0, 2))
    def die(self, at: int, writing: int) -> None:
        async def happening() -> None:
            raise Died

        self.during_a_sync(at, happening, writing)

    @rule(at=STEPS_OF_A_SYNC)
    def a_fact_is_added_meanwhile(self, at: int) -> None:
        word = self.word()

        async def happening() -> None:
            await self.change(FactAddition(NewFact(word), TODAY, TODAY))

        self.during_a_sync(at, happening)
        self.run(self.change(FactAddition(NewFact(word), TODAY, TODAY))) if word not in self.known() else None

    @rule(at=STEPS_OF_A_SYNC)
    def a_line_is_added_meanwhile(self, at: int) -> None:
        word = self.word()

        async def happening() -> None:
            self.save(f"{self.read()}\n- {word}\n")

        self.during_a_sync(at, happening)
        self.save(f"{self.read()}\n- {word}\n") if word not in self.known() and word not in self.read() else None

    @rule()
    def an_editor_writes_into_the_old_file(self) -> None:
        self.late = f"\n- {(word := self.word())}\n"
        self.run(self.sync.sync_now())
        if self.late:  # nothing was to be written
            self.late = ""
            self.alive.discard(word)

    def during_a_sync(
        self, at: int, happening: Callable[[], Coroutine[None, None, None]], writing: int = 0
    ) -> SyncReport | None:
        self.steps.left, self.steps.happening, self.die_writing = at, happening, writing
        try:
            return self.run(self.sync.sync_now())
        except Died:
            self.sync.close()
            self.open()
            return None
        finally:
            self.steps.left, self.steps.happening, self.die_writing = 0, None, 0

    @rule()
    def settle(self) -> None:
        self.run(self.sync.sync_now())
        text, stamp, transactions = self.read(), read_stamp(self.path), self.facts.committed
        again = self.run(self.sync.sync_now())
        assert not again.wrote
        assert (self.read(), read_stamp(self.path), self.facts.committed) == (text, stamp, transactions)
        self.both_agree(text)

    def both_agree(self, text: str) -> None:
        file = parse(text)
        facts = self.run(FakeFacts.active(self.facts, OWNER))
        unreadable = {id for line in file.unparsed for id in find_ids(line)}
        lines = {
            line.id: (replace(line, extra=()), section.domain)
            for section, line in file.lines()
            if line.conflict is None
        }
        for fact in facts:
            if fact.id in lines or fact.id not in unreadable:
                line, domain = lines.pop(fact.id)
                assert line == make_line(fact)
                assert domain in {None, fact.domain}
        assert lines == {}
        texts = [fact.text for fact in facts]
        assert len(texts) == len(set(texts)), "doubled"
        assert self.alive <= words_in(text + " ".join(texts)), "lost"
        assert self.forgotten.isdisjoint(words_in(" ".join(texts))), "forgotten, and there again"

    def teardown(self) -> None:
        if hasattr(self, "loop"):
            self.settle()
            self.sync.close()
            self.run(self.loop.shutdown_default_executor())
            self.loop.close()
            shutil.rmtree(self.folder)


_SETTINGS = settings(
    deadline=None,
    stateful_step_count=30,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.mark.timeout(300)
@pytest.mark.req("MEM-04")
class TestSync(Sync.TestCase):
    settings = settings(_SETTINGS, max_examples=12, derandomize=True)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.req("MEM-04")
class TestSyncForLong(Sync.TestCase):
    settings = settings(_SETTINGS, max_examples=340)
