"""How English asks for a reminder and changes one: the words around the time."""

from __future__ import annotations

import re

from sidecar.dates.languages.en.days import HOW_LONG
from sidecar.dates.languages.patterns import symbols

_HELLO = r"(?:hey|hi|hello|please|pls|plz|ok|okay|and|so|sidecar)"
_MODAL = r"(?:(?:can|could|would|will) you|i (?:want|need) you to|i'd like you to)(?: please)?"
_ASK = (
    r"(?:(?:remind|notify|alert|ping|nudge) (?:me|us)|(?:i (?:want|need|would like)|i'd like) to be reminded"
    r"|(?:do not|don't) (?:let me )?forget|(?:(?:set|create|add|make|schedule)(?: me)? (?:a|an|another) )?"
    r"(?:reminder|alert))(?![a-z])"
)
_LINK = r"(?: (?:that|to|about|of|for)(?![a-z]))?"
REQUEST = re.compile(rf"\s*(?:{_HELLO}[\s,.!]+)*(?:{_MODAL}\s*)?{_ASK}(?:\s*,?\s*please)?{_LINK}[\s,:]*")
COURTESY = re.compile(rf"[\s,.;]+(?:please|pls|plz|thanks|thank you|thx|(?:{_MODAL} )?{_ASK})[\s.!?]*$")
LEADING = re.compile(r"(?:^| )(?:on|at|by|for|in|the|on the|for the|by the|from|and|,)$")
LENGTH = re.compile(rf"(?<= )(?P<dur>{HOW_LONG})(?= )")
DELAYS = symbols("postpone delay push snooze back")
ADVANCES = symbols("advance forward up")
FILLERS = (
    symbols(
        "no nope better actually sorry wait oops hmm ah oh ok okay yes yeah yep well rather instead not i meant mean"
        " make move change shift put set reschedule bring push switch keep let let's lets do have how what about would"
        " it that this the reminder one alarm time to at for by on of be should is can could you we please pls thanks"
        " thank then just maybe remind me want like another other more until same"
    )
    | DELAYS
    | ADVANCES
)
NEGATIONS = (frozenset({"not"}), frozenset[str]())
