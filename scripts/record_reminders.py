"""Records docs/transcript-reminders.md: reminders in a real terminal (tmux), with a model on loopback.

The model is a script, and so is the person. Two things cannot be waited for, and are put into the database as they
would be there: reminders whose time passed while Sidecar was closed, and one that it was saying when it died.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from scripts.record_transcript import ROOT, Terminal, spoken, variables, write_page
from sidecar.domain.person import OWNER
from sidecar.domain.reminder import Reminder, Schedule
from sidecar.i18n import Texts
from sidecar.memory.files.profile import create_profile
from sidecar.reminders.notices import Recipient, plan_notices
from sidecar.reminders.ports import Destination, Notice
from sidecar.storage.outbox import SqlOutbox
from sidecar.storage.reminders import SqlReminders
from sidecar.storage.sqlite import SqliteDb
from tests.loopback.openai_server import OpenAIServer
from tests.loopback.script import CallTool, Step

PAGE = ROOT / "docs" / "transcript-reminders.md"
_ZONE = "America/Argentina/Buenos_Aires"

_BEGINNING = """\
# Recordatorios, tal como se ven

Capturas de una terminal real (tmux), hechas por `scripts/record_reminders.py`. El modelo es un servidor de prueba en
esta misma computadora; todo lo demás es el programa, con el reloj de verdad. Dos cosas no se pueden esperar y se
pusieron en la base tal como quedan ahí: los tres recordatorios que vencieron con Sidecar cerrado, y el que estaba
diciendo cuando se cortó.
"""

Moments = list[tuple[str, str]]


def _calls(tool: str, **arguments: str) -> CallTool:
    return CallTool(tool, json.dumps(arguments, ensure_ascii=False))


def _script() -> list[Step]:
    return [
        _calls("set_reminder", message="llamar a mamá", when="el martes a las 9"),
        spoken("¡Dale! El martes te lo digo, quedate tranquilo."),
        _calls("set_reminder", message="sacar la basura", when="todos los lunes a las 20:30"),
        spoken("Listo, todos los lunes."),
        _calls("set_reminder", message="sacar la pizza del horno", when="en 20 segundos"),
        spoken("Anotado."),
        _calls("snooze_reminder", which="3", when="10 minutos"),
        spoken("Uh, la dejo un rato más entonces."),
    ]


def set_and_change(terminal: Terminal) -> Moments:
    terminal.type("clear && sidecar")
    terminal.see("Escribime")
    time.sleep(0.5)
    terminal.clear()
    terminal.type("recordame el martes a las 9 llamar a mamá")
    terminal.see("⏰ Te aviso: llamar a mamá")
    moments = [("El modelo se olvida de decir la hora: la agrega el código", terminal.settle())]
    terminal.type("mejor a las 16")
    terminal.see("⏰ Cambiado: llamar a mamá")
    moments.append(("Un mensaje que es sólo una hora cambia ese recordatorio, sin modelo", terminal.settle()))
    terminal.clear()
    terminal.type("y todos los lunes a las 20:30 sacar la basura")
    terminal.see("⏰ Te aviso: sacar la basura")
    moments.append(("Lo que se repite dice las próximas dos veces", terminal.settle()))
    return moments


def while_typing(terminal: Terminal) -> Moments:
    terminal.clear()
    terminal.type("en 20 segundos avisame que saque la pizza del horno")
    terminal.see("⏰ Te aviso: sacar la pizza")
    terminal.settle()
    terminal.write("che, ayer me quedé pensando en")
    moments = [("Escribiendo, y todavía no es la hora", terminal.settle())]
    terminal.see("⏰ Recordatorio: sacar la pizza", within_s=40)
    moments.append(("Aparece encima de lo que se está escribiendo, que sigue ahí", terminal.settle()))
    terminal.press("C-u")
    terminal.clear()
    terminal.type("uh, dejala diez minutos más")
    terminal.see("sacar la pizza del horno — ")
    moments.append(("Posponer con palabras", terminal.settle()))
    terminal.clear()
    terminal.type("/recordatorios")
    terminal.see("#2")
    moments.append(("/recordatorios", terminal.settle()))
    terminal.type("/salir")
    terminal.see("~ $")
    return moments


def after_hours_off(terminal: Terminal) -> Moments:
    terminal.type("clear && sidecar")
    terminal.see("tomar la pastilla (")
    moments = [("Tres vencieron con Sidecar cerrado: se dicen juntos al volver", terminal.settle())]
    terminal.type("/salir")
    terminal.see("~ $")
    return moments


def after_a_power_cut(terminal: Terminal) -> Moments:
    terminal.type("clear && sidecar")
    terminal.see("⚠")
    moments = [("La luz se cortó mientras lo decía: nadie sabe si llegó, así que pregunta", terminal.settle())]
    terminal.clear()
    terminal.type("/recordatorios perdidos")
    terminal.see("regar las plantas")
    moments.append(("/recordatorios perdidos", terminal.settle()))
    terminal.type("/recordatorios perdidos reenviar")
    terminal.see("◆ ⏰ Recordatorio")
    moments.append(("Y un paso lo resuelve", terminal.settle()))
    terminal.type("/salir")
    terminal.see("~ $")
    return moments


def across_a_clock_change(terminal: Terminal) -> Moments:
    """Show the night on which New York's clocks go from 2:00 to 3:00: Sunday 14 March 2027."""
    terminal.type("clear")
    time.sleep(0.5)
    _run(terminal, 'sidecar dates "todos los días a las 8" --now 2027-03-12T10:00')
    _run(terminal, 'sidecar dates "el sábado a las 8" --now 2027-03-12T10:00 --json')
    _run(terminal, 'sidecar dates "el domingo a las 8" --now 2027-03-12T10:00 --json')
    moments = [("Nueva York adelanta el reloj el 14 de marzo: a las 8 sigue siendo a las 8", terminal.settle())]
    terminal.type("clear")
    time.sleep(0.5)
    _run(terminal, 'sidecar dates "el domingo a las 2:30" --now 2027-03-12T10:00')
    _run(terminal, 'sidecar dates "todos los domingos a las 2:30" --now 2027-03-12T10:00')
    moments.append(("Esas 2:30 no existen: se pregunta, y una regla nueva no empieza ahí", terminal.settle()))
    terminal.type("clear")
    time.sleep(0.5)
    _run(terminal, 'sidecar reminders add regar --when "todos los días a las 8"')
    _run(terminal, "sidecar reminders --json")
    moments.append(("La regla se guarda con su zona, no con una hora fija", terminal.settle()))
    return moments


def _run(terminal: Terminal, command: str) -> None:
    """Run a command and wait until the shell asks for the next one."""
    terminal.type(command)
    time.sleep(0.4)
    while terminal.screen.splitlines()[-1] != "~ $":
        time.sleep(0.1)


async def came_due_while_closed(home: Path) -> None:
    async with await SqliteDb.open(home / "sidecar.db") as db:
        store, now = SqlReminders(db), datetime.now(UTC)
        for message, hours in (("pagar el alquiler", 26), ("llamar al plomero", 5), ("tomar la pastilla", 2)):
            await _add(store, message, (now - timedelta(hours=hours)).replace(minute=0, second=0, microsecond=0))


async def was_being_said(home: Path) -> None:
    """Take its message from the outbox without ever confirming that it arrived."""
    async with await SqliteDb.open(home / "sidecar.db") as db:
        store, outbox, now = SqlReminders(db), SqlOutbox(db), datetime.now(UTC)
        await _add(store, "regar las plantas", now - timedelta(seconds=1))

        def plan(due: Sequence[Reminder]) -> Sequence[Notice]:
            return plan_notices(due, now, Recipient(Texts("es"), [Destination("terminal")]))

        await store.fire(OWNER, now, plan, 1)
        for message in await outbox.due("terminal", now):
            await outbox.take(message.id, now)


async def _add(store: SqlReminders, message: str, due: datetime) -> None:
    await store.add(OWNER, message, Schedule(due, ZoneInfo(_ZONE), ""), due - timedelta(days=1))


async def record() -> None:
    async with OpenAIServer(*_script()) as model:
        with tempfile.TemporaryDirectory() as folder:
            home, elsewhere = Path(folder) / "sidecar", Path(folder) / "new-york"
            for place, zone in ((home, _ZONE), (elsewhere, "America/New_York")):
                place.mkdir()
                create_profile(place, "es", name="Fede", timezone=zone)
            terminal = Terminal(Path(folder), variables(home, model.base_url))
            try:
                terminal.see("~ $")
                moments = await asyncio.to_thread(set_and_change, terminal)
                moments += await asyncio.to_thread(while_typing, terminal)
                await came_due_while_closed(home)
                moments += await asyncio.to_thread(after_hours_off, terminal)
                await was_being_said(home)
                moments += await asyncio.to_thread(after_a_power_cut, terminal)
                terminal.type(f"export SIDECAR_HOME={elsewhere} TZ=America/New_York")
                moments += await asyncio.to_thread(across_a_clock_change, terminal)
            finally:
                terminal.end()
            write_page(PAGE, _BEGINNING, moments, home)


if __name__ == "__main__":
    asyncio.run(record())
