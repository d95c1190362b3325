"""Drops from the disk what was deleted, also what was deleted before the program overwrote it.

Since `secure_delete` is on, deleting overwrites. An older database may hold deleted text in its free space; it is
written anew, once, when something is to be forgotten. `user_version` tells how far that is.
"""

from __future__ import annotations

import sqlite3

from sidecar.storage.columns import whole
from sidecar.storage.db import Tx

_CLEAN = 1
"""Nothing that was deleted is left; 0 when nobody knows."""
_TO_BE_CLEANED = 2
"""Something was forgotten, and the file is to be written anew: the program died before, or the disk was full."""


def mark_clean(connection: sqlite3.Connection) -> None:
    """Note of a new database that nothing was ever deleted there without being overwritten."""
    connection.execute(f"pragma user_version = {_CLEAN}")


async def expect_cleaning(tx: Tx) -> None:
    """Note in the transaction that forgets that nothing deleted may be left after it."""
    state = await tx.one("pragma user_version")
    if state is not None and whole(state, "user_version") != _CLEAN:
        await tx.execute(f"pragma user_version = {_TO_BE_CLEANED}")


def clean(connection: sqlite3.Connection) -> bool:
    """Write the file anew if that is expected. Return False where it was not possible: the disk is full, or another
    process writes. It is tried again by the next call and at the next start."""
    if connection.execute("pragma user_version").fetchone()["user_version"] != _TO_BE_CLEANED:
        return True
    try:
        connection.execute("pragma temp_store = file")  # the copy may be larger than the memory
        connection.execute("vacuum")  # one transaction; needs twice the space meanwhile
        mark_clean(connection)
        empty_log(connection)
    except sqlite3.OperationalError:
        return False
    finally:
        connection.execute("pragma temp_store = memory")
    return True


def drop_deleted(connection: sqlite3.Connection) -> bool:
    """Leave nothing of what was deleted, in the free space or in the log. Return whether that was possible."""
    cleaned = clean(connection)
    empty_log(connection)
    return cleaned


def empty_log(connection: sqlite3.Connection) -> None:
    """Wait for readers as long as the busy timeout; what is still in the log then leaves it at the next checkpoint."""
    connection.execute("pragma wal_checkpoint(truncate)").fetchone()
