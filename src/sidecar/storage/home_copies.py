"""Copies of what a person said outside the database: its backups, what was typed in the terminal, their own files."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from sidecar.files.atomic import replace_file
from sidecar.memory.erasure import Copies
from sidecar.memory.files.fact_line import parse_line
from sidecar.memory.topic import Topic
from sidecar.storage.folded_glob import match_any
from sidecar.storage.migrate import BACKUPS
from sidecar.storage.set_aside import find_set_aside, list_files

_NO_WORDS = frozenset({"sidecar.toml", ".env"})
"""They hold no words of a conversation."""
_LARGEST_BYTES = 16 << 20
_ENTRY = re.compile(r"\n# [^\n]*\n(?:\+[^\n]*\n)+")
"""Of the line history: a comment with the moment, and the lines after a plus."""


class HomeCopies:
    """Implements `memory.erasure.CopyStore` for the home in this folder. `typed` is the terminal's line history."""

    def __init__(self, home: Path, typed: Path) -> None:
        self._home = home
        self._typed = typed

    async def find(self, topic: Topic) -> Copies:
        return await asyncio.to_thread(self._find, topic)

    async def erase(self, names: Sequence[str]) -> None:
        for copy in self._databases():
            if self._name(copy) in names:
                for part in list_files(copy):
                    await asyncio.to_thread(part.unlink, missing_ok=True)

    async def erase_typed(self, topic: Topic) -> int:
        return await asyncio.to_thread(self._erase_typed, topic)

    def _find(self, topic: Topic) -> Copies:
        copies = [path for path in self._databases() if _copy_speaks(path, topic)]
        theirs = [path for path in self._text_files() if _file_speaks(path, topic)]
        return Copies([self._name(path) for path in copies], [self._name(path) for path in theirs])

    def _databases(self) -> Sequence[Path]:
        """List the backups, and the damaged databases that were set aside."""
        return [*sorted((self._home / BACKUPS).glob("*.db")), *find_set_aside(self._home)]

    def _name(self, path: Path) -> str:
        return path.relative_to(self._home).as_posix()

    def _text_files(self) -> Iterator[Path]:
        """Yield the Markdown and plain text files of the home, but not those beneath `models` and hidden folders."""
        for path in sorted(self._home.rglob("*")):
            hidden = any(
                part.startswith(".") or part in ("models", "logs") for part in path.relative_to(self._home).parts
            )
            if path.suffix in (".md", ".txt", ".json", ".jsonl") and not hidden and path.name not in _NO_WORDS:
                yield path

    def _erase_typed(self, topic: Topic) -> int:
        if not self._typed.exists():
            return 0
        before = self._typed.read_text(encoding="utf-8", errors="replace")
        spoken = [entry for entry in _ENTRY.findall(before) if topic.is_in(entry)]
        if spoken:
            kept = _ENTRY.sub(lambda entry: "" if entry.group() in spoken else entry.group(), before)
            replace_file(self._typed, kept.encode())
        return len(spoken)


def _file_speaks(path: Path, topic: Topic) -> bool:
    try:
        if not path.is_file() or path.stat().st_size > _LARGEST_BYTES:
            return False
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        return any(topic.is_in(line) and not (path.name == "MEMORY.md" and _is_fact(line)) for line in lines)
    except OSError:
        return False


def _is_fact(line: str) -> bool:
    """Return whether the line of `MEMORY.md` follows a fact, and goes with it."""
    fact = parse_line(line)
    return fact is not None and fact.id is not None


def _copy_speaks(path: Path, topic: Topic) -> bool:
    """Return whether any text of any table speaks of the topic; True for a copy that cannot be read whole."""
    if len(list_files(path)) > 1:
        return True
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as copy:
            return any(topic.is_in(text) for text in _texts(copy, topic))
    except sqlite3.Error:
        return True


def _texts(copy: sqlite3.Connection, topic: Topic) -> Iterator[str]:
    tables = "select name from sqlite_master where type = 'table' and sql not like 'create virtual%'"
    for (table,) in copy.execute(tables).fetchall():
        for column in copy.execute(f'select name from pragma_table_info("{table}")').fetchall():
            spoken = match_any(topic.beginnings(), f'"{column[0]}"')
            for (value,) in copy.execute(
                f'select "{column[0]}" from "{table}" where {spoken.sql}', dict(spoken.values)
            ):
                yield str(value)
