"""Rent, pay and other sums that come again."""

from __future__ import annotations

from sidecar.domain.fact import Domain, Subject
from sidecar.memory.extraction.english.rules.shorthands import SHORTHANDS
from sidecar.memory.extraction.grammar import parse_rules

_EVERY = "(a|an|per|each|every hour|day|week|month|year|fortnight|quarter|shift)"
_MONEY = {**SHORTHANDS, "EVERY": _EVERY}

RULES = (
    *parse_rules(Domain.PERSONAL, """
        put|puts|putting|raised|raising|upped|upping|dropped (the|our|my|up)* {what:$BILL} {how:(up|down)?
        & (to|by) $MONEY
        & (...)?}
        """, _MONEY, telling="{what} goes {how}", passing=True, anywhere=True),
    *parse_rules(Domain.PERSONAL, """
        {what:$MONEY $EVERY (for|on|in)? rent|mortgage|childcare}
        """, _MONEY, telling="Pays {what}", passing=True, anywhere=True),
    *parse_rules(Domain.WORK, """
        ME (AM|make|earn|get|got|are|have_been)* (making|on|earning|paid|getting|started_on|up_to|bumped_to)*
        & $MONEY (k|grand|quid|bucks)? (an|a|per hour)
        ME make|earn|AM_on|AM_making|AM_earning $MONEY (k|grand)? (a|per year|month|week|shift | before|after|now
        |plus|END)
        (they|he|she|boss|work|FIRST) (have|has)? pay|pays|bumped|raised|upped|gave|put me (a)? (raise|rise)? (up
        |of)* (to)? $MONEY
        ME got|am_getting|AM_getting (a|my|the|another)* raise|payrise|pay_rise|bonus|promotion|bump_up
        (my|the)? (new|base|starting|take-home|hourly)* salary|wage|wages|hourly|pay|rate|pension (IS|goes|went|was
        |now|up|to|gone|only|still)* $MONEY
        """, _MONEY, passing=True),
    *parse_rules(Domain.PERSONAL, """
        (my|our|the|his|new|monthly|car|house|home|health|phone|gym|pet|life|truck|$OWNER)* $BILL (on _ _?)?
        & (IS|are|costs|cost|goes|went|gone|has|have|just|now
        |up|down|to|only|dropped|about|going
        |from|at|=|:|,|comes|jumped|raised|still)* $MONEY
        (my|our|the)? _ (have|has|'s|IS)* put|putting|raised|raising|upped|upping
        |dropped|cut|redid (the|our|my|up)* $BILL (up)? (to|by) $MONEY
        ME pay|AM_paying|owe|spend|AM_saving|save|put_away|put_aside $MONEY $EVERY
        ME pay|AM_paying|owe $MONEY for|in|towards|on rent|the|my|our|childcare|daycare|nursery|mortgage
        ME (AM_paying|pay)? $MONEY $EVERY (rent|mortgage|childcare|for|on|car)
        (first|new|my|the) rent (of|at) $MONEY
        ME lent|loaned|owe|owes FIRST|NAME|KIN|my|him|her|them (_)? (_)? $MONEY
        ME lent|loaned|owe $MONEY to _
        """, {**_MONEY, "OWNER": "KIN|FIRST|'s"}, passing=True),
    *parse_rules(Domain.PERSONAL, """
        $THEIRS owes|lent|pays me|us (back)? $MONEY
        """, SHORTHANDS, subject=Subject.OTHER, passing=True),
)  # fmt: skip
