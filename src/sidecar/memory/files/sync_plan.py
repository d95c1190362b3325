"""Plans a sync: what changes in the facts, and what `MEMORY.md` becomes. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from sidecar.domain.fact import FactId
from sidecar.domain.person import Language
from sidecar.memory.files.layout import assign_ids
from sidecar.memory.files.line_matches import KnownFacts
from sidecar.memory.files.memory_file import MemoryFile, parse, render, stamp_text
from sidecar.memory.files.merge import MergeResult, merge
from sidecar.memory.files.merge_base import (
    BaseLine,
    MergeBase,
    collect_lines,
    find_base,
    make_step,
)
from sidecar.memory.files.rebase import rebase
from sidecar.memory.files.template_files import read_template
from sidecar.memory.ports import FactAddition, FactChange, FactRemoval, FileRecord, FileState, FileStep


@dataclass(frozen=True, slots=True)
class SyncPlan:
    """`record` returns what is to be recorded of the file, given the ids of the added and changed facts."""

    changes: Sequence[FactChange]
    record: Callable[[Sequence[FactId]], FileRecord]


def plan_merge(
    state: FileState | None,
    text: str | None,
    steps: Sequence[FileStep],
    known: KnownFacts,
    today: date,
    language: Language,
) -> SyncPlan:
    """Plan how to bring the text that was read together with the facts.

    Without a text there is no file: it is written again, since nobody deletes all facts that way.
    """
    if state is None:
        template = read_template("MEMORY.md", language)
        read = parse(text if text and text.strip() else template)
        merged = merge(MergeBase(None, {}), read, known, today, language)
        return _plan(None, read, merged, known)
    written = parse(state.text)
    read = written if text in {None, state.text} else parse(_complete_end(state.text, text or ""))
    base = find_base(written, steps, read)
    merged = merge(base, rebase(read, base, written), known, today, language)
    return _plan(written, read, merged, known, state.text)


def _plan(
    written: MemoryFile | None, read: MemoryFile, merged: MergeResult, known: KnownFacts, before: str = ""
) -> SyncPlan:
    def record(ids: Sequence[FactId]) -> FileRecord:
        new = [change for change in merged.changes if not isinstance(change, FactRemoval)]
        added = [id for change, id in zip(new, ids, strict=True) if isinstance(change, FactAddition)]
        assigned = {FactId(-place): id for place, id in enumerate(added, start=1)}
        file = assign_ids(merged.file, assigned)
        seen = {assigned.get(id, id): line for id, line in merged.seen.items()}
        text = stamp_text(render(file), before)
        return FileRecord(text, _steps(written, (read, seen), file, _alive(merged, known, added)))

    return SyncPlan(merged.changes, record)


def _alive(merged: MergeResult, known: KnownFacts, added: Sequence[FactId]) -> set[FactId]:
    removed = {change.id for change in merged.changes if isinstance(change, FactRemoval)}
    return {*(fact.id for fact in (*known.active, *known.archived)), *added} - removed


def _steps(
    written: MemoryFile | None, read: tuple[MemoryFile, Mapping[FactId, BaseLine]], file: MemoryFile, alive: set[FactId]
) -> list[FileStep]:
    """Make the steps from the new file back to what was read, and from there to what was written before.

    What was read without a stamp is left out: no later text can tell that it was edited from it.
    """
    versions = [(written, collect_lines(written))] if written else []
    versions += [read] if read[0].stamp and read[0] is not written else []
    versions.append((file, collect_lines(file)))
    return [make_step(before, after, before[1].keys() - alive) for before, after in pairwise(versions)]


def _complete_end(written: str, text: str) -> str:
    """Complete a last line of which only the beginning was saved."""
    before, newline, last = text.rpartition("\n")
    kept = {"", *before.splitlines()}
    whole = next((line for line in written.splitlines() if line.startswith(last) and line not in kept), last)
    return before + newline + (whole if last.strip() else "")
