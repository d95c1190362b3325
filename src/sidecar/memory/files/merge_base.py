"""The base of the merge: what was in every version of `MEMORY.md` from which the present text can have been edited.

Every version that was written is known by its stamp; the texts that were read have that of the one they were edited
from, and an editor may hold any of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sidecar.domain.fact import Domain, FactId
from sidecar.memory.files.fact_line import (
    FactLine,
    begins_one,
    digest_text,
    find_ids,
    guess_text,
    parse_line,
    render_line,
    sort_by_words,
)
from sidecar.memory.files.memory_file import MemoryFile, domain_of, parse, render, take_frame
from sidecar.memory.ports import FileStep, LineBefore


@dataclass(frozen=True, slots=True)
class BaseLine:
    """The line of a fact, as it stood under a heading."""

    heading: str
    domain: Domain | None
    line: FactLine


@dataclass(frozen=True, slots=True)
class MergeBase:
    """What the text was edited from. `frame`: what was no fact; None when it is not known.

    `unsure`: facts that the person may not have seen, so that a missing line does not mean it was removed. `forgotten`:
    digests of lines whose facts were forgotten since. `asked`: facts whose deletion was asked about in this version and
    still is. `outdated`: the text tells that it was edited from a version that nobody knows any more. `former`: digests
    of all lines that forgotten facts ever had. `unread`: of lines that cannot be read here, the last ones that could.
    """

    frame: MemoryFile | None
    lines: Mapping[FactId, BaseLine]
    unsure: Collection[FactId] = ()
    forgotten: Mapping[FactId, int] = field(default_factory=dict[FactId, int])
    asked: Collection[FactId] = ()
    outdated: bool = False
    former: Mapping[FactId, Collection[int]] = field(default_factory=dict[FactId, Collection[int]])
    unread: Mapping[FactId, BaseLine] = field(default_factory=dict[FactId, BaseLine])

    def find_line(self, id: FactId) -> BaseLine | None:
        """Return what the fact was when the file last told it: one of both sides may have changed it since."""
        return self.lines.get(id) or self.unread.get(id)

    def told(self, id: FactId, text: str) -> bool:
        return any(known.line.text == text for known in (self.lines.get(id), self.unread.get(id)) if known)


def collect_lines(file: MemoryFile) -> dict[FactId, BaseLine]:
    """Collect the lines with an id, by id."""
    return {
        line.id: BaseLine(section.heading, section.domain, line)
        for section, line in file.lines()
        if line.id is not None and line.conflict is None
    }


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
    """Find the versions from which `now` can have been edited, and what in them is sure.

    These are the versions with its stamp, but those that another one explains with less typed. Where none has it, it
    may be any: the one with the least typed is taken, and nothing is sure. `steps` lead from `written`, the present
    version, back to earlier ones.
    """
    stamps = [written.stamp, *(step.stamp for step in steps)]
    certain = bool(now.stamp) and now.stamp in stamps
    places = {place for place, stamp in enumerate(stamps) if not certain or stamp == now.stamp}
    versions = _find_versions(written, steps, now, places)
    if certain:
        base, place = _combine(list(versions))
    else:
        nearest = min(versions, key=lambda version: len(version.typed))
        place = len(steps)  # nothing that was forgotten since any of them returns
        base = MergeBase(None, nearest.lines, nearest.lines.keys(), outdated=bool(now.stamp))
    return replace(
        base,
        forgotten={line.id: line.digest for step in steps[:place] for line in step.lines if line.line == ""},
        asked={*base.asked} & {*_find_asked(written)},
        former=_collect_former(steps),
        unread=_find_unread(base.frame or MemoryFile(), steps[place:]),
    )


@dataclass(frozen=True, slots=True)
class _Version:
    """A version of the file, `place` steps back. `typed`: what `now` states and this one does not."""

    place: int
    lines: Mapping[FactId, BaseLine]
    frame: MemoryFile | None
    typed: frozenset[str]


def _find_versions(
    written: MemoryFile, steps: Sequence[FileStep], now: MemoryFile, places: Collection[int]
) -> Iterator[_Version]:
    """Yield the versions at these places, the newest one first."""
    frames = _find_frames(written, steps, places)
    comparable = None not in frames.values()  # else some of what they said is erased
    lines, stated = collect_lines(written), _collect_statements(now)
    texts = Counter(known.line.text for known in lines.values())
    typed = stated - texts.keys()
    for place, changes in enumerate([(), *(step.lines for step in steps)]):
        for change in changes:
            if before := lines.pop(change.id, None):
                texts[before.line.text] -= 1
                typed |= stated & {before.line.text} if not texts[before.line.text] else set()
            if after := _parse(change):
                lines[change.id] = after
                texts[after.line.text] += 1
                typed.discard(after.line.text)
        if place in places:
            frame = frames[place]
            prose = _collect_statements(frame) if frame and comparable else set[str]()
            yield _Version(place, dict(lines), frame, frozenset(typed - prose))


def _find_frames(
    written: MemoryFile, steps: Sequence[FileStep], places: Collection[int]
) -> Mapping[int, MemoryFile | None]:
    """Find the frames of the versions at these places; None where it is erased."""
    found: dict[int, MemoryFile | None] = {}
    frame: MemoryFile | str | None = written
    for place, before in enumerate(["", *(step.frame for step in steps)]):
        frame = frame if before == "" else before
        if place in places:
            frame = found[place] = parse(frame) if isinstance(frame, str) else frame
    return found


def _collect_statements(file: MemoryFile) -> set[str]:
    """Collect what the lines of the file say, whether they can be read or not."""
    return {line.text for _, line in file.lines()} | set(map(_state, (*file.preamble, *file.unparsed)))


def _state(prose: str) -> str:
    return guess_text(prose) or prose.strip()


def _combine(versions: Sequence[_Version]) -> tuple[MergeBase, int]:
    """Combine the versions with the stamp of the text, the newest first, to its base; also return the place of that.

    Sure is what all likely ones have and one before them: the rest may have been typed after the text was opened. It
    counts as in the oldest one, and goes if something typed begins with it: then nothing that it says is lost.
    """
    likely = [version for version in versions if not any(other.typed < version.typed for other in versions)]
    newest, oldest = likely[0], likely[-1]
    if len(versions) == 1:
        return MergeBase(newest.frame, newest.lines, asked=_find_asked(newest.frame)), newest.place
    before = versions[versions.index(oldest) + 1 :] or [oldest]
    sure = _collect_parts(newest).intersection(*map(_collect_parts, likely))
    sure &= set[_Part]().union(*map(_collect_parts, before))
    typed = sort_by_words(text for version in (*likely, *before) for text in version.typed)
    lines = {id: line for version in (*likely, *before) for id, line in version.lines.items() if id in newest.lines}
    lines |= {id: line for id, line in oldest.lines.items() if (id, line.line.text) in sure}
    doubted = {id: line.line.text for id, line in lines.items() if (id, line.line.text) not in sure}
    unsure = {id for id, text in doubted.items() if not begins_one(text, typed)}
    frame = _combine_frames([version.frame for version in likely], sure, typed)
    return MergeBase(frame, lines, unsure, asked=_find_asked(frame)), oldest.place


def _find_asked(frame: MemoryFile | None) -> Collection[FactId]:
    return frame.held.ids if frame and frame.held else ()


_Part = tuple[FactId, str] | FactLine | str


def _collect_parts(version: _Version) -> set[_Part]:
    """Collect the lines of the version: of facts what they say, all others as they are."""
    parts: set[_Part] = {(id, known.line.text) for id, known in version.lines.items()}
    frame = version.frame or MemoryFile()
    return parts.union(frame.preamble, frame.unparsed, (line for _, line in frame.lines()))


def _combine_frames(
    frames: Sequence[MemoryFile | None], sure: Collection[_Part], typed: list[list[str]]
) -> MemoryFile | None:
    def combine(parts: Iterable[Sequence[str]]) -> tuple[str, ...]:
        lines = dict.fromkeys(line for part in parts for line in part)
        return tuple(line for line in lines if line in sure or begins_one(_state(line), typed))

    oldest, known = frames[-1], [frame for frame in frames if frame]
    return oldest and replace(
        oldest,
        preamble=combine(frame.preamble for frame in known),
        unparsed=combine(frame.unparsed for frame in known),
        sections=tuple(
            replace(section, lines=tuple(line for line in section.lines if line in sure)) for section in oldest.sections
        ),
    )


def make_step(
    before: tuple[MemoryFile, Mapping[FactId, BaseLine]],
    after: tuple[MemoryFile, Mapping[FactId, BaseLine]],
    forgotten: Collection[FactId],
) -> FileStep:
    """Make the step back from one version, its frame and its lines, to the one before."""
    old, new = before[1], after[1]
    lines = [describe_line(id, known, forgotten) for id, known in old.items() if new.get(id) != known]
    lines += [LineBefore(id, "", None) for id in new.keys() - old.keys()]
    frame = render(take_frame(before[0]))
    return FileStep(before[0].stamp, "" if frame == render(take_frame(after[0])) else frame, lines)


def describe_line(id: FactId, known: BaseLine, forgotten: Collection[FactId]) -> LineBefore:
    line = "" if id in forgotten else render_line(known.line)
    return LineBefore(id, known.heading, line, digest_text(known.line.text))


def _parse(change: LineBefore) -> BaseLine | None:
    line = parse_line(change.line) if change.line else None
    return BaseLine(change.heading, domain_of(change.heading), line) if line else None
