"""Small talk as people write it: several phrases at once, letters drawn out, words that only fill."""

from __future__ import annotations

import pytest

from sidecar.router.intents import SmallTalk, SmallTalkKind
from sidecar.router.plain_request import read_plain_request


@pytest.mark.req("RTR-01")
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("holaaa, buen díaa", SmallTalkKind.GREETING),
        ("pero vos quién sos?", SmallTalkKind.WHO_ARE_YOU),
        ("jajaja gracias genia, besos", SmallTalkKind.PRAISE),
        ("well ok, thanks, byeee", SmallTalkKind.GOODBYE),
        ("hey man you are really the best", SmallTalkKind.PRAISE),
        ("muy amable, que tenga una linda tarde", SmallTalkKind.GOODBYE),
        ("👋", SmallTalkKind.GREETING),
    ],
)
def test_phrases_in_any_order_are_read(text: str, kind: SmallTalkKind) -> None:
    assert read_plain_request(text) == SmallTalk(kind)


@pytest.mark.req("RTR-03")
@pytest.mark.parametrize(
    "text",
    [
        "thanks for the pizza recipe",
        "star wars is the best",
        "chau, mañana tengo médico",
        "today",
        "you",
        "y vos qué opinás?",
    ],
)
def test_what_says_more_is_no_small_talk(text: str) -> None:
    assert not isinstance(read_plain_request(text), SmallTalk)
