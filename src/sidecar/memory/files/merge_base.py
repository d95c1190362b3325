"""The base of the merge: the version of `MEMORY.md` from which the present text was edited.

Every version that was written is known by its stamp, and every text that was read by its lines; an editor may hold any
of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from itertools import islice

from sidecar.domain.fact import Domain, FactId
from sidecar.memory.files.fact_line import FactLine, digest_text, find_ids, guess_text, parse_line, render_line
from sidecar.memory.files.memory_file import MemoryFile, domain_of, parse, render, take_frame
from sidecar.memory.ports import FileStep, LineBefore

_ALIKE = 0.8
"""How alike two texts are of which one corrects the other ("Lanus", "Lanús"); two that are less alike may be of two
editors, and neither must be lost."""
_MOST_PAIRS = 2_000
"""Of texts that are compared letter by letter."""


@dataclass(frozen=True, slots=True)
class BaseLine:
    """The line of a fact, as it stood under a heading."""

    heading: str
    domain: Domain | None
    line: FactLine


@dataclass(frozen=True, slots=True)
class MergeBase:
    """A version of the file. `frame`: what was no fact; None when it is not known.

    `forgotten`: digests of lines whose facts were forgotten since. `asked`: facts whose deletion was asked about in
    this version and still is. `certain`: the file tells that it was edited from this version. `outdated`: it tells that
    it was edited from one that nobody knows any more. `former`: digests of all lines that forgotten facts ever had.
    `unread`: of lines that cannot be read in this version, the last ones that could.
    """

    frame: MemoryFile | None
    lines: Mapping[FactId, BaseLine]
    forgotten: Mapping[FactId, int] = field(default_factory=dict[FactId, int])
    asked: Collection[FactId] = ()
    certain: bool = True
    outdated: bool = False
    former: Mapping[FactId, Collection[int]] = field(default_factory=dict[FactId, Collection[int]])
    unread: Mapping[FactId, BaseLine] = field(default_factory=dict[FactId, BaseLine])

    def find_line(self, id: FactId) -> BaseLine | None:
        """Return what the fact was when the file last told it: one of both sides may have changed it since."""
        return self.lines.get(id) or self.unread.get(id)


def collect_lines(file: MemoryFile) -> dict[FactId, BaseLine]:
    """Collect the lines with an id, by id."""
    return {
        line.id: BaseLine(section.heading, section.domain, line)
        for section, line in file.lines()
        if line.id is not None and line.conflict is None
    }


def as_base(written: MemoryFile, steps: Sequence[FileStep]) -> MergeBase:
    """Return the present version as the base."""
    asked = written.held.ids if written.held else ()
    unread = _find_unread(written, steps)
    return MergeBase(written, collect_lines(written), asked=asked, former=_collect_former(steps), unread=unread)


def _find_unread(frame: MemoryFile, steps: Iterable[FileStep]) -> Mapping[FactId, BaseLine]:
    """Find the last readable lines of those that cannot be read, on the way back from the version of the frame."""
    ids = {id for line in frame.unparsed for id in find_ids(line)}
    earlier = (change for step in steps for change in step.lines if change.id in ids) if ids else ()
    found: dict[FactId, BaseLine] = {}
    for change in earlier:
        if change.id not in found and (line := _parse(change)):
            found[change.id] = line
    return found


def _collect_former(steps: Sequence[FileStep]) -> Mapping[FactId, Collection[int]]:
    """Collect the digests of all lines that facts had which were forgotten since."""
    former = defaultdict[FactId, set[int]](set)
    for step in steps:
        for line in step.lines:
            if line.line == "":
                former[line.id].add(line.digest)
    return former


def find_base(written: MemoryFile, steps: Sequence[FileStep], now: MemoryFile) -> MergeBase:
    """Find the version from which `now` was edited: of those with its stamp the nearest by lines.

    Where none has its stamp, that of which it holds the most lines; what it lacks may just be older. `steps` lead from
    `written`, the present version, back to earlier ones.
    """
    stamps = [written.stamp, *(step.stamp for step in steps)]
    certain = now.stamp in stamps and (bool(now.stamp) or not written.stamp)
    version, forgotten = _Version(written, now), dict[FactId, int]()
    nearest, best = 0, None
    for place, stamp in enumerate(stamps):
        if place:
            version.step_back(steps[place - 1])
            forgotten |= {line.id: line.digest for line in steps[place - 1].lines if line.line == ""}
        if certain and stamp != now.stamp:
            continue
        likeness = version.likeness() if certain else (version.hits, 0)
        if best is None or likeness > best:
            nearest, best = place, likeness
        if certain and (place == 0 or not steps[place - 1].read):
            break
    version = _Version(written, now)
    for step in islice(steps, nearest):
        version.step_back(step)
    base = version.as_base(forgotten, certain=certain)
    unread = _find_unread(base.frame or MemoryFile(), islice(steps, nearest, None))
    return replace(base, former=_collect_former(steps), unread=unread)


class _Version:
    """A version of the file, on the way back from the present one. `hits`: how many of its texts are there `now`, in
    lines that can be read or not."""

    def __init__(self, written: MemoryFile, now: MemoryFile) -> None:
        self.lines = collect_lines(written)
        self._now = now
        self._texts = {line.text for _, line in now.lines()}
        self._stated = self._texts | set(map(guess_text, now.unparsed))
        self.hits = sum(known.line.text in self._stated for known in self.lines.values())
        self._asked = written.held.ids if written.held else ()
        self._frame: MemoryFile | str | None = written

    def step_back(self, step: FileStep) -> None:
        for change in step.lines:
            self._put(change.id, _parse(change))
        if step.frame != "":
            self._frame = step.frame

    def _put(self, id: FactId, line: BaseLine | None) -> None:
        before = self.lines.pop(id, None)
        if before is not None:
            self.hits -= before.line.text in self._stated
        if line is not None:
            self.lines[id] = line
            self.hits += line.line.text in self._stated

    def likeness(self) -> tuple[int, int]:
        """Return how much of the version is there now, less what is not, and in doubt how little is gone. What somebody
        wrote after the last time the file was written, and then corrected, counts as there if nothing else of that
        version is gone."""
        frame, now = self._parse_frame(), set(self._now.unparsed)
        prose = set(frame.unparsed) if frame else now  # erased: nothing tells that some of it is gone
        typed = {known.line.text for id, known in self.lines.items() if known.line.id != id}
        gone = (typed - self._texts) | (prose - now)
        new = sorted((self._texts - {known.line.text for known in self.lines.values()}) | (now - prose))
        few = len(gone) * len(new) <= _MOST_PAIRS
        corrected = few and all(get_close_matches(one, new, n=1, cutoff=_ALIKE) for one in gone)
        hits = self.hits + len(prose & now) + (len(gone) if corrected else 0)
        size = len(self.lines) + len(prose)
        return 2 * hits - size, -size

    def _parse_frame(self) -> MemoryFile | None:
        if isinstance(self._frame, str):
            self._frame = parse(self._frame)
        return self._frame

    def as_base(self, forgotten: Mapping[FactId, int], *, certain: bool) -> MergeBase:
        if not certain:  # nothing counts as removed, and nothing as answered
            return MergeBase(None, self.lines, forgotten, certain=False, outdated=bool(self._now.stamp))
        frame = self._parse_frame()
        asked = set(self._asked) & set(frame.held.ids if frame and frame.held else ())
        return MergeBase(frame, self.lines, forgotten, asked)


def make_step(
    before: tuple[MemoryFile, Mapping[FactId, BaseLine]],
    after: tuple[MemoryFile, Mapping[FactId, BaseLine]],
    forgotten: Collection[FactId],
    *,
    read: bool,
) -> FileStep:
    """Make the step back from one version, its frame and its lines, to the one before."""
    old, new = before[1], after[1]
    lines = [describe_line(id, known, forgotten) for id, known in old.items() if new.get(id) != known]
    lines += [LineBefore(id, "", None) for id in new.keys() - old.keys()]
    frame = render(take_frame(before[0]))
    return FileStep(before[0].stamp, read, "" if frame == render(take_frame(after[0])) else frame, lines)


def describe_line(id: FactId, known: BaseLine, forgotten: Collection[FactId]) -> LineBefore:
    line = "" if id in forgotten else render_line(known.line)
    return LineBefore(id, known.heading, line, digest_text(known.line.text))


def _parse(change: LineBefore) -> BaseLine | None:
    line = parse_line(change.line) if change.line else None
    return BaseLine(change.heading, domain_of(change.heading), line) if line else None
