"""Family, partners, friends and animals: who they are, and what they are like."""

from __future__ import annotations

from sidecar.domain.fact import Domain, Subject
from sidecar.memory.extraction.english.rules.shorthands import SHORTHANDS
from sidecar.memory.extraction.grammar import parse_rules

_PEOPLE, _HEALTH = Domain.RELATIONSHIPS, Domain.HEALTH

_HAPPENED = (
    "(broke_up|split_up|split|separated|divorced|got_married|got_engaged|got_divorced|got_back_together"
    "|moved_in_together|moved_in|are_engaged|are_married|are_dating"
    "|are_getting_married|are_getting_divorced|are_divorced|are_separated|are_expecting|tied_the_knot|met_my_KIN"
    "|eloped|are_together|are_having_a|are_trying_for)"
)

MINE = (
    *parse_rules(_PEOPLE, """
        ME $HAPPENED
        ME dumped|ditched NAME|FIRST
        """, {"HAPPENED": _HAPPENED}, passing=True),
    *parse_rules(_PEOPLE, """
        me and {name1:(my KIN)? NAME} {event:$HAPPENED (...)?}
        me and {name1:my KIN} {event:$HAPPENED (...)?}
        """, {"HAPPENED": _HAPPENED}, telling="{event} with {name1}", passing=True),
    *parse_rules(_PEOPLE, """
        ME have|got|own|have_got|adopted|foster|rescued|bought|AM_fostering|are_getting {item:$A* PET (...)?}
        """, SHORTHANDS, each="PET", passing=True),
    *parse_rules(_PEOPLE, """
        ME have|have_got|adopted|are_raising|AM_raising {item:$A* KIN (...)?}
        """, SHORTHANDS, each="KIN", passing=True),
    *parse_rules(_PEOPLE, """
        ME don't have (any)? kids|children|siblings|brothers|sisters|pets|family|parents|a_partner|a_boyfriend
        |a_girlfriend
        ME have no kids|children|siblings|brothers|sisters|pets|family|parents
        ME (AM|are|got|have_been|just|was|were|happily|newly|recently|getting|not)* married|engaged|divorced
        |widowed|separated (to|with|since|for|in|END|last|on|NUMBER|now
        |and|twice|almost|over|this|a|but|after)
        (happily)? married|engaged to|with|for|since _
        ME AM|are single|in_a_relationship|in_a_long|dating|seeing_someone|getting_married|getting_divorced
        |a_widow|a_widower|polyamorous
        ME broke_up|split_up|split|got_back|moved_in (with my|NAME|END|last|after|in|together|with_my)
        ME have_been together|with|married|single|engaged (FIRST | my KIN)? (for|since|about|almost|nearly)* NUMBER
        |COUNT|since|a
        ME live with (my|a|NUMBER|COUNT|two|three|both|NAME)
        ME AM (a|the|an|proud|single|new|first-time|stay-at-home|middle|oldest|youngest|eldest|identical)* mom|mum
        |dad|father|mother|parent|grandma|grandpa|grandmother|granddad|grandad|nan|nana|granny|gran|nanna
        |grandfather|aunt|uncle|twin|widow|widower|godmother|godfather|carer_for
        ME AM the youngest|oldest|eldest|middle
        ME started|AM|have_started seeing|dating someone|somebody|FIRST|NAME|a|this
        ME miss my KIN|PET
        ME became|AM_becoming (a)? mom|mum|dad|father|mother|grandma|grandpa|uncle|aunt|parents|grandparents
        |godfather|godmother
        ME look_after|care_for|take_care_of my KIN
        ME lost (my|our)? KIN|PET
        ME lost the baby|twins
        (my|the|our)? divorce came|went|IS|got|finally (through|final|finalised|finalized|done)
        ME AM|are|were estranged|not_speaking|not_on_speaking_terms|no_longer_in_touch|no_contact
        ME owe money to
        """, SHORTHANDS, passing=True),
)  # fmt: skip

OTHERS = (
    *parse_rules(_PEOPLE, """
        my|our {who:$ADJ* KIN|PERSON|PET} is|'s|was called|named {name1:_ NAME?} END
        """, SHORTHANDS, telling="Their {who} is called {name1}", subject=Subject.OTHER),
    *parse_rules(_HEALTH, """
        $THEIRS IS|has|have ($A | also|very|severely|deathly|with|diagnosed|type)* (_|tree|bee)? allergic|allergy
        |allergies|intolerant
        $THEIRS IS|has|have|got|suffers_from|suffers ($A | also|from|with|diagnosed|type)* GRAVE|SERIOUS
        $THEIRS takes|IS_on ($A | MED)* MED
        """, SHORTHANDS, subject=Subject.OTHER, critical=True, passing=True),
    *parse_rules(_HEALTH, """
        $THEIRS IS|has|have|got|gets|went|uses|wears|turned|suffers ($A | also|from|with|diagnosed|legally|weeks
        |months|in|strict|partially|on)* ILL|DIET|COND|pregnant|wheelchair
        |hospital|hospice|chemo|glasses|rehab|in_remission
        $THEIRS (just|recently)? had|needs|IS_having|IS_getting ($A | his|her|hip|knee|heart|major|back|open
        |triple)* surgery|operation|stroke|heart_attack|transplant|BODY|seizure
        |miscarriage|fall|bypass|replacement
        $THEIRS broke|tore|fractured|sprained his|her|their|a BODY
        $THEIRS doesn't|can't|don't|never eat|drink|eats|have|smoke|smokes _
        """, SHORTHANDS, subject=Subject.OTHER, passing=True),
    *parse_rules(_PEOPLE, """
        $THEIRS 's (full|first|middle)? name|names IS|are _
        $THEIRS 's birthday|bday|anniversary IS _
        $THEIRS name|names IS|are _
        $THEIRS IS|are called|named _
        my|our (KIN)? _? names are _
        $THEIRS (just)? died|passed|passed_away|IS_dead|was_born|moved|got_married|got_divorced|IS_getting_married
        |graduated|IS_retiring|retired|turns|turned|IS_turning|enlisted
        |split_up|IS_expecting|got_engaged|just_had_a|are_divorced|are_dead|are_getting_divorced|IS_having_a
        |got_a_job|lost_his_job|lost_her_job|lost_his_mum|lost_her_mum|lost_his_dad|lost_her_dad|lost_his_wife
        |lost_her_husband|starts_school|starts_college|dumped|left_me
        """, SHORTHANDS, subject=Subject.OTHER, passing=True),
    *parse_rules(Domain.WORK, """
        $THEIRS works|work|teaches !too|so|here|hard|like|it|a_lot _
        $THEIRS IS|are working_as|working_at|in_the_army|in_the_navy
        $THEIRS IS|are ($A | originally|now | $WHO)* JOB
        $THEIRS owns|runs|has a|an|the|his|her (small|own|little)* bakery|shop|business|store|restaurant|company
        |farm|cafe|salon|startup
        """, SHORTHANDS, subject=Subject.OTHER),
    *parse_rules(Domain.PERSONAL, """
        $THEIRS lives|live|studies|study|speaks !like|too|here|in_the_past|for _
        $THEIRS IS|are (almost|now|about|turning|nearly|originally|half)* NUMBER|NATION|TRAIT|from
        $THEIRS IS|are studying|in_college|at_university|at_uni|in_high_school|in_kindergarten _
        """, SHORTHANDS, subject=Subject.OTHER, passing=True),
    *parse_rules(Domain.SCHEDULE, """
        $THEIRS has|goes|plays|does|starts|gets|trains|visits|comes|takes (!, _)* $DAYS
        $THEIRS has_a|has_an|has_his|has_her|starts|IS_visiting|IS_coming|graduates|flies|IS_getting (!, _)* $DATE
        """, SHORTHANDS, subject=Subject.OTHER),
    *parse_rules(_PEOPLE, """
        $THEIRS plays|play|runs|owns|drives|loves|hates|supports|likes|collects|coaches|sings|dances|swims|goes_to
        |prefers
        |raised !like|too|so|here|hard|it|this|that|when|how|to_complain _
        $THEIRS IS|are ($A | originally|almost|now|about|turning | $WHO)* PET|PERSON
        $THEIRS IS|are in_prison|in_jail|a_huge|a_big|moving_in|moving_out|staying_with
        $THEIRS has|have ($A | NUMBER)* KIN|PET|kids|JOB|THING|VEHICLE|citizenship|degree|phd
        the|our|my PET|baby|boat IS|are called|named _
        the|our PET|baby 's name IS _
        !that|this|it|she|he|who|what|here|ME|there|where _ IS my|our (older|younger|little|big|best|new|ex|twin
        |eldest|youngest)* KIN|PET|PERSON
        !ME|that|this _ , my|our (older|younger|little|big|best|new|twin|eldest|youngest)* KIN|PET|PERSON ,? IS
        |has|lives|works|died|just|turns|turned|plays|loves|hates|studies !been|so _
        """, SHORTHANDS, subject=Subject.OTHER, passing=True),
    *parse_rules(_PEOPLE, """
        my|our (older|younger|little|big|best|new|twin|eldest|youngest|oldest|ex|only|two)* KIN|PERSON|PET IS|are
        & (called|named|still
        |now)* NAME NAME? END|,|and|from|who|now|(
        """.replace("|(", ""), subject=Subject.OTHER),
)  # fmt: skip
