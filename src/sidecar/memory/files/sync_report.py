"""The result of a sync, and the words that tell the person about it."""

from __future__ import annotations

from dataclasses import dataclass

from sidecar.i18n import Texts
from sidecar.memory.files.memory_file import parse, skip_sure_lines

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
    held: int = 0
    """Facts whose deletion the person has to confirm."""
    problem: str = ""
    """Why the file could not be read or written, in the system's words; it is tried again."""
    binary: bool = False
    """The file is no text; it was neither used nor changed."""
    elsewhere: bool = False
    """Another process syncs this file."""

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
            warnings.append(say("{file} is not a text file; I go on without it.", file=_FILE))
        if self.problem:
            warnings.append(say("{file} is not up to date ({reason}); I keep trying.", file=_FILE, reason=self.problem))
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
                    "{n} line of {file} was changed on both sides; it is marked with “conflict”.",
                    "{n} lines of {file} were changed on both sides; they are marked with “conflict”.",
                    self.conflicts,
                    file=_FILE,
                )
            )
        return warnings


def count_lines(text: str) -> SyncReport:
    """Report what stands in the text of `MEMORY.md`."""
    rest, facts = skip_sure_lines(text)
    file = parse(rest)
    conflicts = sum(line.conflict is not None for _, line in file.lines())
    return SyncReport(
        facts=facts + sum(1 for _ in file.lines()) - conflicts,
        not_understood=len(file.unparsed),
        conflicts=conflicts,
        held=len(file.held.ids) if file.held else 0,
    )
