"""What is said by code to somebody who suffers, and whom to call, by the country of a time zone.

Each number answers anywhere in its country, at any hour and free of charge: so say health ministries and charities in
reports of 2022 to 2026. Lines of one province or of a few hours, such as Argentina's 135, are left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from sidecar.conversation.context import ConversationContext
from sidecar.conversation.notices import append_notices
from sidecar.domain.turn import Reply
from sidecar.i18n import Texts
from sidecar.router.distress import is_crisis
from sidecar.runtime.clock import Clock


@dataclass(frozen=True, slots=True)
class Helpline:
    """`number` answers at any hour and costs nothing; `emergency` sends somebody."""

    number: str
    emergency: str


_HELPLINES: Mapping[str, Helpline] = {
    "AR": Helpline("0800 999 0091", "911 / 107"),
    "AU": Helpline("13 11 14", "000"),
    "CA": Helpline("988", "911"),
    "CL": Helpline("*4141", "131"),
    "ES": Helpline("024", "112"),
    "GB": Helpline("116 123", "999"),
    "IE": Helpline("116 123", "112"),
    "IN": Helpline("14416", "112"),
    "MX": Helpline("800 911 2000", "911"),
    "NZ": Helpline("1737", "111"),
    "US": Helpline("988", "911"),
    "UY": Helpline("0800 0767 / *0767", "911"),
}


def find_helpline(zone: str) -> Helpline | None:
    """Return the line of the country of an IANA zone; None where none is known."""
    return _HELPLINES.get(_map_countries().get(zone, ""))


@cache
def _map_countries() -> Mapping[str, str]:
    """Map zones to their countries' codes (ISO 3166), from `zone.tab`."""
    lines = (files("tzdata") / "zoneinfo" / "zone.tab").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    named = {row[2]: row[0] for row in rows}
    return {**{zone.rpartition("/")[2]: code for zone, code in named.items()}, **_old_names(named), **named}


def _old_names(named: Mapping[str, str]) -> Mapping[str, str]:
    """Map names such as `America/Buenos_Aires` and `US/Eastern`."""
    short = {f"{zone.split('/')[0]}/{zone.rpartition('/')[2]}": code for zone, code in named.items()}
    us = ("Eastern", "Central", "Mountain", "Pacific", "Alaska", "Hawaii", "Arizona")
    return {**short, **{f"US/{name}": "US" for name in us}, "GB": "GB", "Eire": "IE", "NZ": "NZ"}


def answer_crisis(context: ConversationContext, say: Texts, name: str = "") -> str:
    """Return kind words, and whom to call."""
    who = f", {name}" if name else ""
    kind = say(
        "I'm glad you told me{who}, and it matters. I'm only a program; right now you deserve a person on the other "
        "end.",
        who=who,
    )
    return f"{kind} {name_helpline(context, say)}"


def add_helpline(reply: Reply, context: ConversationContext, clock: Clock) -> Reply:
    """Add whom to call below a model's answer to a crisis that does not say it."""
    line = find_helpline(context.preferences.timezone.key)
    if not is_crisis(context.text) or (line is not None and _names_number(line, reply.text)):
        return reply
    return append_notices(reply, [name_helpline(context, Texts(context.answer_language))], context, clock)


def _names_number(line: Helpline, text: str) -> bool:
    """Return whether a text says the line's number, however its digits are grouped: "0800-999-0091"."""
    digits = r"[\s.-]?".join(re.escape(sign) for sign in line.number.split(" /")[0] if sign != " ")
    return re.search(rf"(?<!\d){digits}(?!\d)", text) is not None


def name_helpline(context: ConversationContext, say: Texts) -> str:
    line = find_helpline(context.preferences.timezone.key)
    if line is None:
        return say(
            "findahelpline.com has the free number where you live; in danger, call the emergency number. If somebody "
            "you trust is near, ask them to stay with you."
        )
    return say(
        "Call {number}: it's free, at any hour. In danger, call {emergency}. If somebody you trust is near, ask them "
        "to stay with you.",
        number=line.number,
        emergency=line.emergency,
    )
