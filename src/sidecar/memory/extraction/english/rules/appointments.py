"""Appointments, journeys and exams of one day."""

from __future__ import annotations

from sidecar.domain.fact import Domain
from sidecar.memory.extraction.english.rules.shorthands import SHORTHANDS
from sidecar.memory.extraction.grammar import parse_rules

RULES = parse_rules(Domain.SCHEDULE, """
    $DATE (at NUMBER)? ,? ME have|got|have_got|AM_having (a|an|my|the|another|_)* VISIT
    $DATE (at NUMBER)? ,? ME fly|leave|move|AM_flying|AM_leaving|AM_moving|are_flying|are_leaving|are_moving
    |AM_getting_married|are_getting_married|graduate|AM_having_surgery|start_at|AM_starting
    """, SHORTHANDS, passing=True)  # fmt: skip

_CHANGED = "moved|pushed|bumped|rescheduled|changed|swapped|switched|shifted|postponed|delayed|brought|put|booked"
_APPOINTMENT = {
    **SHORTHANDS,
    "CHANGED": _CHANGED,
    "BEFORE": "(!remind|says|said|say|thinks|when|what|was|were|after|before|since|last|missed|cancel|until|ago"
    "|from|for|had|went|how"
    "|yesterday|every"
    "|did|done|forgot _)*",
    "UNTIL": "(!,|was|were|went|last|ago|yesterday|before|after|since|every|each|because|so|but _)*",
}

EVENTS = (
    *parse_rules(Domain.SCHEDULE, """
        {where:PLACE (with _ (and _)?)? ,? $DATE (...)?}
        """, SHORTHANDS, telling="Trip to {where}", passing=True),
    *parse_rules(Domain.SCHEDULE, """
        (my|our|the|FIRST|'s|KIN|PET | !ME _)* $EVENT (office|appointment|appt)? (IS|has|have|got|been|was|just|now
        |have)* $CHANGED
        & (my_appointment|me|it|us|them|my|appointment)* (back|up|forward|again|out)* (from _ _?)? to|until|till
        |for the?
        & NUMBER|DAY|MONTH|next|tomorrow
        (they|he|she|it|hospital|clinic|school|work|office|airline|surgery|council|court|dentist|_)? (have|has|'ve
        |'s|just)* $CHANGED
        & my|our|the|her|his (_)? (_)? $EVENT (appointment|appt|date)? (back|up|forward|out)* (from _ _?)? to|until
        |till|for the?
        & NUMBER|DAY|MONTH|next|tomorrow
        """, _APPOINTMENT, passing=True),
    *parse_rules(Domain.SCHEDULE, """
        $BEFORE $EVENT $UNTIL $DATE
        $BEFORE $EVENT $UNTIL at? NUMBER am|pm
        ME AM|are|have (going|off|flying|heading|driving|travelling|traveling|moving|visiting|hosting|running
        |racing|playing
        |leaving|travel|closing|completing|starting|working|back|out|away|staying|camping
        |singing|reading) $UNTIL
        & $DATE
        ME close|complete|exchange|move|fly|leave|leaves|start|finish|graduate|sit|race|perform|travel|begin|return
        & $UNTIL $DATE
        ME have_booked|booked|got_tickets|have_tickets|have_got_tickets|bought_tickets|AM_booked|are_booked
        |got_booked|signed_up|reserved
        & (!END|an_uber|a_taxi|a_table|the_table _) $UNTIL ($DATE | for|to)
        $THEIRS booked|has_booked|got_tickets|got_us _ $UNTIL ($DATE | for|to)
        (my|our|the) (new)? lease|contract|passport|visa|licence|license|warranty|probation|course|term|semester
        |school|season|job|class
        & (starts|start|ends|end|expires|expire|IS|runs|finishes|begins|up|out|due)* $DATE
        """, _APPOINTMENT, passing=True),
)  # fmt: skip
