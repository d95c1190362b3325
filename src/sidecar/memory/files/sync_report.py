"""The result of a sync, and the words that tell the person about it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from sidecar.domain.fact import FactId
from sidecar.files.atomic import replace_file
from sidecar.files.snapshot import find_write_problem, read_snapshot, write_if_unchanged
from sidecar.i18n import Texts
from sidecar.memory.files.memory_file import parse, render, skip_sure_lines

_FILE = "MEMORY.md"


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What a sync changed, and the state of the file after it."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    wrote: bool = False
    """The file was written."""
    facts: int = 0
    """Lines with a fact."""
    not_understood: int = 0
    conflicts: int = 0
    """Lines where the person has to choose."""
    asked: tuple[FactId, ...] = ()
    """Facts whose deletion the person has to confirm."""
    problem: str = ""
    """Why the file could not be read or written, in the system's words; it is tried again."""
    binary: bool = False
    """The file is no text; it was neither used nor changed."""
    elsewhere: bool = False
    """Another process syncs this file."""
    copies: tuple[str, ...] = ()
    """Names of the copies that a synchronized folder keeps beside it, with what another computer wrote."""

    @property
    def held(self) -> int:
        return len(self.asked)

    def summary(self, say: Texts) -> str:
        """Summarize as in "42 facts, 1 line not understood"."""
        facts = say.plural("{n} fact", "{n} facts", self.facts)
        if not self.not_understood:
            return facts
        lines = say.plural("{n} line not understood", "{n} lines not understood", self.not_understood)
        return f"{facts}, {lines}"

    def warnings(self, say: Texts) -> list[str]:
        """List what the person should look at in `MEMORY.md`."""
        warnings: list[str] = []
        if self.binary:
            warnings.append(say("{file} isn't a text file, so I'm going on without it.", file=_FILE))
        if self.problem:
            warnings.append(
                say("{file} isn't up to date ({reason}); I'll keep trying.", file=_FILE, reason=self.problem)
            )
        warnings += [
            say(
                "{copy} is another version of {file}, and I don't read it. Copy what you miss into {file}, "
                "then delete it.",
                copy=copy,
                file=_FILE,
            )
            for copy in self.copies
        ]
        if self.not_understood:
            warnings.append(
                say(
                    "{file}: {summary}. What I don't understand stays at the end.",
                    file=_FILE,
                    summary=self.summary(say),
                )
            )
        if self.held:
            warnings.append(
                say.plural(
                    "{n} fact disappeared from {file} at once. I kept it; a line in the file asks what to do.",
                    "{n} facts disappeared from {file} at once. I kept them; a line in the file asks what to do.",
                    self.held,
                    file=_FILE,
                )
            )
        if self.conflicts:
            warnings.append(
                say.plural(
                    "{n} line of {file} was changed on both sides; it's marked “conflict”.",
                    "{n} lines of {file} were changed on both sides; they're marked “conflict”.",
                    self.conflicts,
                    file=_FILE,
                )
            )
        return warnings


def read_report(path: Path) -> SyncReport:
    """Report what stands in `MEMORY.md` on the disk, whichever process keeps it in step with the database."""
    found = read_snapshot(path)
    report = count_lines(found.text) if found.text else SyncReport()
    problem = found.problem or find_write_problem(path)
    return replace(report, problem=problem, binary=found.binary, copies=find_conflict_copies(path))


def find_conflict_copies(path: Path) -> tuple[str, ...]:
    """Find the copies that Dropbox, Nextcloud, Syncthing, ... keep beside the file when two computers have changed it:
    "MEMORY (conflicted copy).md", "MEMORY (copia en conflicto).md", "MEMORY.sync-conflict-20260315-101010-ABC.md"."""
    folders = {path.parent, path.resolve().parent}
    names = (other.name for folder in folders if folder.is_dir() for other in folder.glob(f"{path.stem}*{path.suffix}"))
    return tuple(sorted({name for name in names if "conflict" in name.casefold()}))


def answer_question(path: Path, *, delete: bool) -> None:
    """Answer the question about deletions in the file, as the person would. Raises `OSError`."""
    found = read_snapshot(path)
    file = parse(found.text) if found.text else None
    if file and file.held:
        held = replace(file.held, approved=True) if delete else None
        write_if_unchanged(path, render(replace(file, held=held)), found, replace_file)


def count_lines(text: str) -> SyncReport:
    """Report what stands in the text of `MEMORY.md`."""
    rest, facts = skip_sure_lines(text)
    file = parse(rest)
    conflicts = sum(line.conflict is not None for _, line in file.lines())
    return SyncReport(
        facts=facts + sum(1 for _ in file.lines()) - conflicts,
        not_understood=len(file.unparsed),
        conflicts=conflicts,
        asked=file.held.ids if file.held else (),
    )
