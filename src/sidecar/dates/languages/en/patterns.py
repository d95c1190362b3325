"""The English grammar: all phrases, longer ones win, then the earlier; and the words between them."""

from __future__ import annotations

from sidecar.dates.languages.en.clocks import CLOCKS, PARTS
from sidecar.dates.languages.en.days import DAYS, LENGTHS
from sidecar.dates.languages.en.marks import SIGNS
from sidecar.dates.languages.en.rules import RULES
from sidecar.dates.languages.patterns import SHARED, symbols

PHRASES = (*SHARED, *RULES, *CLOCKS, *PARTS, *LENGTHS, *DAYS, *SIGNS)
GLUE = symbols(", - ( ) . ; : / @ OR and & on at in the of for by to this from around about early late please sharp")
BREAKS = symbols("that because but when if . ; ! ? cause cuz although")
NO_BREAK_AFTER = symbols("")
TRIGGERS = symbols(
    "remind me reminder set please pls plz hey hi ping nudge alert notify wake up can could you i need a schedule alarm"
)
CORRECTIONS = symbols("no actually sorry rather wait instead not")
REPEATS = symbols("every")
