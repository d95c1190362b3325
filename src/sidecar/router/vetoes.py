"""What makes of a plain request something that only a model can judge: a condition, another request, a quotation."""

from __future__ import annotations

import re

from sidecar.router.message_words import WHEN, MessageWords

_WHETHER = re.compile(
    r"\b(?:pregunt\w+|ver|saber|averiguar|confirmar|chequear|revisar|mirar|fijar\w*|ask|see|know|check"
    r"|confirm|find out"
    r"|decide|decidir)(?: \w+){0,4}? (?:si|if|cuando|when)\b"
)
_AT_AN_HOUR = re.compile(rf"\b(?:when it(?:'s| is)|cuando sean?)(?: las?)? (?:{WHEN}|\d)")
_CONDITION = re.compile(
    r"\b(?:si|cuando|apenas|ni bien|en cuanto|antes que|cada vez que|siempre que|mientras|if|when|whenever"
    r"|unless|once i"
    r"|as soon as|every time|each time|salvo|excepto|in case|en caso)\b"
)
_PAST = re.compile(r"\b(?:ayer|anteayer|anoche|yesterday|last night)\b")
_OTHER_DEED = re.compile(
    r"(?:\w{2,}(?:[aei]|pon|ten|haz)me(?:l[oa]s?)?|dime|dame|ponme|hazme|deci|busca|calcula|traduci"
    r"|escrib[ií]|mand[aá]"
    r"|cancel[ae]|borr[ae]|anota(?:l[oa]s?)?|pone(?:l[oa]s?)?|conta|mostra|explica"
    r"|(?:please |just |can you |could you |then |also )*"
    r"(?:(?:tell|show|give|send|remind|text|message|wake|play|read|help|find|let|get) (?:me|us)\b"
    r"|(?:draft|calculate|translate|summari[sz]e|search|google|explain|convert|play)\b)"
    r"|(?:also|ademas) \w+|que (?:hora|dia|tiempo|clima|temperatura)|cuanto|cual es|what|how (?:is|are"
    r"|much|many|do)|who)\b"
)
JOINTS = frozenset(["y", "e", "and", "also", "tambien", "ademas", "luego", "despues", "then", "but", "pero", "plus"])
_QUOTED = re.compile(r"[\"“«].{3,}?[\"”»]", re.DOTALL)


def is_conditional(line: str) -> bool:
    """Return whether a wish hangs on something that code cannot see happen."""
    return _CONDITION.search(_AT_AN_HOUR.sub(WHEN, _WHETHER.sub("", line))) is not None


def is_past(line: str) -> bool:
    return _PAST.search(line) is not None


def is_quotation(said: MessageWords) -> bool:
    """Return whether what begins the message is quoted; a quoted name at its end is none."""
    first = _QUOTED.search(said.text)
    return first is not None and said.text[: first.start()].strip(" ¿¡") == ""


def holds_another_request(said: MessageWords) -> bool:
    """Return whether another request follows, after "and" or in a clause of its own."""
    at = 0
    for index, word in enumerate(said.words):
        joined = index > 0 and (word.breaks or said.words[index - 1].read in JOINTS)
        if joined and _OTHER_DEED.match(said.line, at):
            return True
        at += len(word.read) + 1
    return False
