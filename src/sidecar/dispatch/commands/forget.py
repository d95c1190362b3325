"""Forgets what a person names, by one rule in the chat and in the shell."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol
from zoneinfo import ZoneInfo

from sidecar.domain.person import PersonId
from sidecar.errors import NotFound, SeveralMatch
from sidecar.i18n import Texts
from sidecar.memory.forget import ForgetReport, Forgetter, Mention
from sidecar.presentation.memory import ForgetHint, format_facts

_LISTED_AT_MOST = 20
_SHOWN_CHARS = 120


@dataclass(frozen=True, slots=True)
class ForgetRequest:
    """What to forget: a number or some words; with its messages or without; one thing or `everything` that fits."""

    what: str
    messages: bool = False
    everything: bool = False


class ForgetWording(ForgetHint, Protocol):
    def several_facts(self, what: str, shown: str) -> SeveralMatch: ...

    def several_messages(self, what: str, shown: str) -> SeveralMatch: ...


class _Chat:
    def with_messages(self, words: str, say: Texts) -> str:
        return "`" + say("/forget {words} messages", words=words) + "`"

    def several_facts(self, what: str, shown: str) -> SeveralMatch:
        return SeveralMatch(
            "Several facts fit “{text}”. Name one by its number, or say `/forget {text} all`.\n{list}",
            text=what,
            list=shown,
        )

    def several_messages(self, what: str, shown: str) -> SeveralMatch:
        return SeveralMatch(
            "Several messages speak of “{text}”. `/forget {text} messages all` takes them all:\n{list}",
            text=what,
            list=shown,
        )


class _Shell:
    def with_messages(self, words: str, say: Texts) -> str:
        return f"`sidecar memory forget {shlex.quote(words)} --messages`"

    def several_facts(self, what: str, shown: str) -> SeveralMatch:
        return SeveralMatch(
            "Several facts fit “{text}”. Name one by its number, or all with --all.\n{list}", text=what, list=shown
        )

    def several_messages(self, what: str, shown: str) -> SeveralMatch:
        return SeveralMatch(
            "Several messages speak of “{text}”. With --all they all go:\n{list}", text=what, list=shown
        )


IN_CHAT: ForgetWording = _Chat()
IN_SHELL: ForgetWording = _Shell()


async def forget_matching(
    forgetting: Forgetter, person: PersonId, request: ForgetRequest, wording: ForgetWording, say: Texts, zone: ZoneInfo
) -> ForgetReport:
    """Forget what the request names, with the messages in which a fact was told if it says so. Other messages that only
    speak of it stay when there are several. Raises `NotFound`, and `SeveralMatch` when the request is ambiguous: then
    nothing is gone."""
    facts = await forgetting.find(person, request.what)
    if len(facts) > 1 and not request.everything:
        raise wording.several_facts(request.what, format_facts(facts, say))
    said = await forgetting.mentions(person, facts, request.what)
    unsure = sum(not mention.told for mention in said) > 1 and not request.everything
    if request.messages and unsure and not facts:
        raise wording.several_messages(request.what, _listed(said, zone))
    gone = await forgetting.forget(person, facts, request.what, messages=request.messages, only_told=unsure)
    if gone.facts or gone.erased.messages or gone.erased.unread:
        return gone
    if not gone.still_said:
        raise NotFound("Nothing that I remember fits “{text}”.", text=request.what)
    raise NotFound(
        "Nothing that I remember fits “{text}”.",
        hint="Messages that speak of it are still there; {how} takes those too.",
        text=request.what,
        how=wording.with_messages(gone.still_said, say),
    )


def _listed(said: Sequence[Mention], zone: ZoneInfo) -> str:
    """List the last ones, each with its date."""
    lines = [f"- {mention.at.astimezone(zone):%Y-%m-%d %H:%M} “{_short(mention.text)}”" for mention in said]
    more = [f"- +{len(lines) - _LISTED_AT_MOST}"] if len(lines) > _LISTED_AT_MOST else []
    return "\n".join([*lines[-_LISTED_AT_MOST:], *more])


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= _SHOWN_CHARS else plain[: _SHOWN_CHARS - 1] + "…"
