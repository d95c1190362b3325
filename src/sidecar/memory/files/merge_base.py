"""What the file and the database last agreed on, told from what was noted before the program may have died."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sidecar.domain.person import Language
from sidecar.memory.files.headings import template
from sidecar.memory.files.memory_file import MemoryFile, Section, parse
from sidecar.memory.ports import FileState


@dataclass(frozen=True, slots=True)
class FileVersions:
    """The file `before`, when both sides agreed, and as it is `now`."""

    before: MemoryFile
    now: MemoryFile
    broken_off: bool = False


def sides(state: FileState | None, text: str | None, language: Language) -> FileVersions:
    """`text` is that of the file, None when there is none. A file that is not there is made again, without a question:
    nobody means that by deleting it."""
    if state is None:
        fresh = parse(template(language))
        return FileVersions(MemoryFile(), parse(text) if text and text.strip() else fresh)
    written = parse(state.written)
    if text is None or text in {state.seen, state.written}:
        return FileVersions(written, written)
    now = parse(text)
    if not text.strip() or _ends_in_a_line_of(state.written, text):
        return FileVersions(written, now, broken_off=True)
    if state.seen == state.written or _comes_from(text, written=state.written, seen=state.seen):
        return FileVersions(written, now)
    seen = parse(state.seen)
    return FileVersions(seen, _completed(now, written, seen))


def _ends_in_a_line_of(written: str, text: str) -> bool:
    rest = written[len(text) :] if written.startswith(text) else ""
    return bool(rest) and rest[0] not in "\r\n" and text[-1] not in "\r\n"


def _comes_from(text: str, *, written: str, seen: str) -> bool:
    """The program died around writing the file, and the person edited it afterwards: which one did they edit?

    When it is open, the older one: then nothing that it did not have counts as removed.
    """
    lines, new, old = _lines(text), _lines(written), _lines(seen)
    return len(lines & (new - old)) > len(lines & (old - new))


def _lines(text: str) -> set[str]:
    return {line for line in text.splitlines() if line.strip()}


def _completed(now: MemoryFile, written: MemoryFile, seen: MemoryFile) -> MemoryFile:
    """With what stood nowhere but in the file that did not get written any more: the person's versions that were in
    conflict, and what was put back into a file that had been emptied."""
    there = {line for _, line in now.lines()}
    conflicts = tuple(line for _, line in written.lines() if line.conflict is not None and line not in there)
    known = {*now.unparsed, *seen.unparsed}
    return replace(
        now,
        preamble=now.preamble if now.preamble or seen.preamble else written.preamble,
        sections=(*now.sections, Section("", None, conflicts)) if conflicts else now.sections,
        unparsed=(*now.unparsed, *(line for line in written.unparsed if line not in known)),
    )
