"""What the shell completes from what there is: keys of settings, ids of reminders and facts, files of models.

A completer never fails and makes nothing: where it cannot look, it offers nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import wraps
from typing import TYPE_CHECKING

from click import Context, Parameter
from click.shell_completion import CompletionItem

from sidecar.domain.permission import Permission
from sidecar.domain.person import OWNER
from sidecar.domain.reminder import ReminderState
from sidecar.errors import SidecarError
from sidecar.home import Home

if TYPE_CHECKING:
    from sidecar.storage.sqlite import SqliteDb

_Offers = Iterable[tuple[str, str]]
"""Values with a description each, which may be empty."""
_DESCRIPTION_CHARS = 60


def _completer(look: Callable[[Home], _Offers]) -> Callable[[Context, Parameter, str], list[CompletionItem]]:
    @wraps(look)
    def complete(context: Context, _: Parameter, incomplete: str) -> list[CompletionItem]:
        try:
            offers = list(look(Home.locate(context.find_root().params.get("home"))))
        except (SidecarError, OSError):
            return []
        return [
            CompletionItem(value, help=" ".join(about.split())[:_DESCRIPTION_CHARS])
            for value, about in offers
            if value.startswith(incomplete)
        ]

    return complete


@_completer
def complete_setting(home: Home) -> _Offers:
    from sidecar.cli.settings_tree import flatten_tree, read_settings_tree

    return ((key, "") for key, _ in flatten_tree(read_settings_tree(home)))


@_completer
def complete_permission(home: Home) -> _Offers:
    async def look(db: SqliteDb) -> _Offers:
        from sidecar.app import Services, list_rule_names, list_tools
        from sidecar.config import SettingsFile
        from sidecar.memory.files.profile import ProfileFiles
        from sidecar.runtime.clock import SystemClock

        services = Services(home, SettingsFile(home), ProfileFiles(home.path), db, SystemClock())
        names = list_rule_names(list_tools(services))
        return [(word, "") for word in (*(permission.value for permission in Permission), "after_outside_text", *names)]

    return _read(home, look)


@_completer
def complete_reminder(home: Home) -> _Offers:
    async def look(db: SqliteDb) -> _Offers:
        from sidecar.storage.reminders import SqlReminders

        found = await SqlReminders(db).in_states(OWNER, (ReminderState.PENDING, ReminderState.MISSED))
        return [(str(one.id), one.message) for one in found]

    return _read(home, look)


@_completer
def complete_fact(home: Home) -> _Offers:
    async def look(db: SqliteDb) -> _Offers:
        from sidecar.storage.facts import SqlFacts

        return [(str(fact.id), fact.text) for fact in await SqlFacts(db).active(OWNER)]

    return _read(home, look)


@_completer
def complete_lasting_answer(home: Home) -> _Offers:
    async def look(db: SqliteDb) -> _Offers:
        from sidecar.storage.held_calls import SqlHeldCalls

        return [(str(one.id), f"{one.tool} {one.subject}") for one in await SqlHeldCalls(db).list_lasting(OWNER)]

    return _read(home, look)


@_completer
def complete_model_file(home: Home) -> _Offers:
    from sidecar.providers.local.model_files import list_model_files

    return ((name, "") for name in list_model_files(home.models))


def _read(home: Home, look: Callable[[SqliteDb], Awaitable[_Offers]]) -> _Offers:
    from sidecar.storage.sqlite import SqliteDb

    async def run() -> _Offers:
        async with await SqliteDb.open(home.database, alone=False) as db:
            return await look(db)

    return asyncio.run(run()) if home.database.exists() else ()
