"""The base of the merge: the version of `MEMORY.md` that file and database last agreed on, each line with its fact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sidecar.domain.fact import Fact, FactId
from sidecar.domain.person import Language
from sidecar.memory.files.fact_line import FactLine, make_line
from sidecar.memory.files.memory_file import MemoryFile, Section, parse
from sidecar.memory.files.template_files import read_template
from sidecar.memory.ports import FileState


@dataclass(frozen=True, slots=True)
class FileVersions:
    """The file at the last agreement and `now`. `truncated`: it is empty, or ends in the middle of a line."""

    before: MemoryFile
    now: MemoryFile
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class BaseLine:
    """The line of a fact in the base, and its section."""

    section: Section
    line: FactLine


@dataclass(frozen=True, slots=True)
class MergeBase:
    """`orphans`: lines that became facts just before a crash, and whose facts are gone or different now."""

    file: MemoryFile
    lines: Mapping[FactId, BaseLine]
    orphans: Sequence[FactLine]


def find_versions(state: FileState | None, text: str | None, language: Language) -> FileVersions:
    """Find which version of the file `text` was edited from.

    Without a text there is no file: it is written again, since nobody deletes all facts that way.
    """
    if state is None:
        template = parse(read_template("MEMORY.md", language))
        return FileVersions(MemoryFile(), parse(text) if text and text.strip() else template)
    written = parse(state.written)
    if text is None or text in {state.seen, state.written}:
        return FileVersions(written, written)
    now = parse(text)
    if not text.strip() or _ends_within_line(state.written, text):
        return FileVersions(written, now, truncated=True)
    if state.seen == state.written or _is_edit_of(text, state.written, instead_of=state.seen):
        return FileVersions(written, now)
    seen = parse(state.seen)
    return FileVersions(seen, _add_unwritten(now, written, seen))


def build_base(file: MemoryFile, facts: Sequence[Fact]) -> MergeBase:
    """Match the lines of the agreed file to their facts, by id or else by text."""
    lines = [BaseLine(section, line) for section, line in file.lines() if line.conflict is None]
    by_id: dict[FactId, BaseLine] = {}
    for base in lines:
        if base.line.id is not None:
            by_id.setdefault(base.line.id, base)
    unlisted = [fact for fact in facts if fact.id not in by_id]
    orphans: list[FactLine] = []
    for base in lines:
        if base.line.id is not None:
            continue
        same = [fact for fact in unlisted if make_line(fact).text == base.line.text]
        if same:
            fact = min(same, key=lambda fact: fact.domain is not base.section.domain)
            unlisted.remove(fact)
            by_id[fact.id] = BaseLine(base.section, replace(base.line, id=fact.id))
        else:
            orphans.append(base.line)
    return MergeBase(file, by_id, orphans)


def _ends_within_line(written: str, text: str) -> bool:
    rest = written[len(text) :] if written.startswith(text) else ""
    return bool(rest) and rest[0] not in "\r\n" and text[-1] not in "\r\n"


def _is_edit_of(text: str, written: str, *, instead_of: str) -> bool:
    """Decide which of two versions was edited after a crash around writing the file.

    In doubt the older one (`instead_of`), so that nothing it did not have counts as removed.
    """
    lines, new, old = _lines(text), _lines(written), _lines(instead_of)
    return len(lines & (new - old)) > len(lines & (old - new))


def _lines(text: str) -> set[str]:
    return {line for line in text.splitlines() if line.strip()}


def _add_unwritten(now: MemoryFile, written: MemoryFile, seen: MemoryFile) -> MemoryFile:
    """Add what stood only in the version that was never written: conflict lines and what was restored to an emptied
    file."""
    there = {line for _, line in now.lines()}
    conflicts = tuple(line for _, line in written.lines() if line.conflict is not None and line not in there)
    known = {*now.unparsed, *seen.unparsed}
    return replace(
        now,
        preamble=now.preamble if now.preamble or seen.preamble else written.preamble,
        sections=(*now.sections, Section("", None, conflicts)) if conflicts else now.sections,
        unparsed=(*now.unparsed, *(line for line in written.unparsed if line not in known)),
    )
