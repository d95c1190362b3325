"""A plain request for a reminder in the midst of a message: "I'm swamped. Remind me tomorrow at 9 to call the bank"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sidecar.language.fold import fold
from sidecar.router.courtesy import strip_courtesy
from sidecar.router.intents import SetReminder
from sidecar.router.message_words import MessageWords, read_words
from sidecar.router.reminder_request import parse_reminder_request, read_reminder_request
from sidecar.router.vetoes import JOINTS, holds_another_request, is_conditional

_SENTENCE_END = re.compile(
    r"(?<![ap]\.m)(?<!\bdr)(?<!\bdra)(?<!\bsr)(?<!\bsra)(?<!\bmr)(?<!\bmrs)[.!?…\n]+(?=\s|$)", re.I
)
SAID = re.compile(
    r":\s*$|[\"“«]|\b(?:dij|dec|dice|pidi|pedi|pide|grit|escrib|contest|said|says|tell|told|ask|wrote|text|yell)\w*"
)
"""What comes before somebody's words."""
_MOST_PLACES = 12
_MAY_ASK = re.compile(
    r"rec(?:o|ue)rd|ac(?:o|ue)rd|avis|alert|notific|olvid|despi?ert|alarm|agend|program|temporiz|cronomet|cuenta regres"
    r"|remind|nudge|pester|\bbug me|\bnag|\bwarn|holler|grito|forget|remember|ping|wake|timer|schedule"
    r"|heads up|shout|buzz|let me know|(?:tell|text|message|poke) me|get me up|countdown|calendar"
)
"""Reading dates at each place takes a millisecond; most messages ask for nothing."""


def find_reminder_request(text: str) -> SetReminder | None:
    """Return the request for a reminder that the message is, with all that follows it, or that begins one of its
    sentences or clauses; an empty one where there are several."""
    said = read_words(text)
    if said is None or not _MAY_ASK.search(said.line):
        return None
    if (request := parse_reminder_request(text)) is not None:
        return request
    found = list(_find_requests(text, said))
    return (found[0] if len(found) == 1 else SetReminder("", "")) if found else None


def _find_requests(text: str, said: MessageWords) -> Iterator[SetReminder]:
    sentence, done = 0, 0
    for place in _find_places(said):
        ends = [end.end() for end in _SENTENCE_END.finditer(text, sentence, place)]
        sentence = ends[-1] if ends else sentence
        before = fold(text[sentence:place])
        if place < done or SAID.search(before) or is_conditional(before):
            continue
        end = _SENTENCE_END.search(text, place)
        stop = end.end() if end else len(text)
        if (request := _read_from(text[place:stop])) is not None:
            done = stop
            yield request


def _find_places(said: MessageWords) -> Sequence[int]:
    """Find where sentences and clauses begin."""
    after = zip(said.words, said.words[1:], strict=False)
    return [0, *(word.start for before, word in after if word.breaks or before.read in JOINTS)][:_MOST_PLACES]


def _read_from(text: str) -> SetReminder | None:
    """Read a sentence from its request on; what follows after a comma may be why."""
    for part in (text, text.partition(",")[0]):
        said = read_words(part)
        if said is None or holds_another_request(said) or is_conditional(fold(text[len(part) :])):
            continue
        if (request := read_reminder_request(strip_courtesy(said))) is not None:
            return request
    return None
