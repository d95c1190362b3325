"""Whether an English statement tells what happened or what is to come, and what comes again every month or year."""

from __future__ import annotations

import re

from sidecar.dates import Tense

_PLANNED = re.compile(
    r"\b(?:booked|signed|scheduled|bought|set|planned|registered|reserved|pushed|postponed|rescheduled|decided|agreed"
    r"|accepted|swapped|changed|got (?:an?|the|my|their|tickets)|was pushed|put down)\b"
)
"""What was done, where the day is that of the plan: "booked a flight for May 3"."""
_VERB = re.compile(
    r"\b(?:(?P<present>is|are|am|has|have|'s|will|can|can't|won't|does|doesn't|isn't|aren't|goes|gets|starts|wants|plans"
    r"|needs|takes|hopes)"
    r"|(?P<past>was|were|had|got|left|lost|broke|quit|took|became|began|sold|built|wrote|came|met|gave|hurt|tore|fell"
    r"|spent|taught|found|made|ran|swam|drove|chose|said|won|went|grew|did|didn't|\w{2,}(?<!ne)(?<!fe)(?<!spe)ed))\b"
)
RECURRING = re.compile(
    r"\b(?:birthdays?|bday|anniversary|born (?:on|in|the)|turns|turning)\b"
    r"|\b(?:pays?|paid|due|paycheck)\b.*\bthe \d{1,2}(?:st|nd|rd|th)\b(?! of)"
)


def read_tense(text: str) -> Tense:
    """Return the tense of a statement in the third person, by its first verb."""
    small = text.lower()
    if _PLANNED.search(small):
        return Tense.UNCLEAR
    first = _VERB.search(small)
    return Tense.PAST if first and first["past"] else Tense.COMING
