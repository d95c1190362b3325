"""Who one is: name, age, birthday, measures; where one lives and comes from, languages, possessions, studies."""

from __future__ import annotations

from sidecar.domain.fact import Domain
from sidecar.memory.extraction.english.rules.shorthands import SHORTHANDS
from sidecar.memory.extraction.grammar import parse_rules

_NOT_A_NAME = (
    "!a|crazy|the|names|when|if|back|at|in|on|later|tomorrow|an|stupid|old|that|not|just|by|tonight"
    "|today|out|and|or|so|i|very|gonna|going|going_to|still|tbd|probably"
)

NAMES = (
    *parse_rules(Domain.PERSONAL, """
        name IS {name1:$NOT _ NAME? NAME?}
        my (full|first|real|given)* name IS {name1:$NOT _ NAME? NAME?}
        (my friends|family|mates | everyone|people|everybody|they|friends|family|mates)? call|calls me {name1:$NOT _}
        i AM called|named {name1:_ NAME?}
        i AM {name1:!DAY|MONTH|NATION|TRAIT|SIGN|JOB|DIET|ILL|LANG|COND NAME NAME?} END|,|from|and|by|:
        it|this is {name1:NAME NAME?} here
        """, {"NOT": _NOT_A_NAME}, telling="Is called {name1}", only=True),
    *parse_rules(Domain.PERSONAL, "i go by {name1:_}", telling="Goes by {name1}", only=True),
    *parse_rules(Domain.PERSONAL, "my nickname|surname|initials|middle|last (name)? IS _"),
    *parse_rules(Domain.PREFERENCES, "(you_can|just|please)* call me {name1:$NOT _} END", {"NOT": _NOT_A_NAME},
             telling="Prefers to be called {name1}"),
)  # fmt: skip

AGES = (
    *parse_rules(Domain.PERSONAL, """
        ME AM (turning)? {age:YEARS} END|,|now|and|btw
        (ME AM)? {age:YEARS} today END
        """, telling="Is {age} years old", only=True, passing=True),
    *parse_rules(Domain.PERSONAL, """
        ME AM (about_to_turn|turning|almost|nearly)* NUMBER year|years|yo|y/o|this|next|in|soon
        ME AM twenty|thirty|forty|fifty|sixty|seventy|twenty-one|YEARS _? END
        ME turn|turned|will_turn|AM_turning NUMBER|thirty|forty|fifty|sixty|twenty
        my birthday|bday|birthdate|dob (IS)? (on|in|the)* NUMBER|MONTH|first
        my birthday|bday IS !soon|coming|tomorrow|today|next|a|so|over|DAY|this _
        (i_was)? born (and_raised)? on|in|at _
        ME was|were born|raised|brought_up _
        ME grew up _
        my email|phone|number|address|github|instagram|username|postcode|height|star_sign|sign|timezone|shoe|dress
        |ring|blood (size|address|number|plate|sign|code
        |handle|username|zone|name)* IS _
        my username|handle on|at github|instagram|twitter IS _
        ME weigh|AM NUMBER (feet|foot|ft|cm|pounds|lbs|kg|kilos|stone|tall|')
        ME wear (a)? size _
        """, SHORTHANDS, passing=True),
    *parse_rules(Domain.RELATIONSHIPS, "my|our (wedding)? anniversary IS _"),
)  # fmt: skip

_NOT_HOME = (
    "!a_rush|a_dream|a_bubble|a_nightmare|a_cave|a_simulation|a_world|a_society|a_mess|a_barn|the_moment"
    "|the_past|the_office|the_library|the_clouds|fear|pyjamas|pajamas"
    "|sweatpants|denial|hope|peace|my_head|chaos|hell|caffeine|coffee|takeout|pizza|an_age|interesting|your|it"
    "|this|that|leggings|my_car_basically|the_future"
)

RULES = (
    *parse_rules(Domain.PERSONAL, """
        ME live|reside|rent|lived|AM_based|are_based|AM_living|are_living|have_lived|have_been_living in|at|near
        |on|with|outside|a|an|by|close|my|off|upstairs|downtown|abroad
        |between|out|together|there|up|down|across|just_outside $NOTHOME _
        (based|living) in|near|out_of $NOTHOME _
        ME live alone|by_myself|on_my_own
        my number|phone ends|number_ends in _
        ME no_longer|don't live|drive|own|study _
        ME AM|come|hail (originally|not)? from !NUMBER|the_future|hell|there|here|work|home|a_long|bed _
        ME AM (half|part|a|an|first-generation|second-generation|quarter|and)* NATION
        ME moved|relocated|emigrated|immigrated|AM_moving|are_moving|have_moved (back|out|house|over)* to|from
        |here|in|into|down|up|away|abroad|flat|house|out|back !on _
        ME (just)? moved
        moved|relocated (back)? to|from|here _
        ME know|read|sign|AM_fluent_in (a|little|bit|some|of|fluent|basic|decent|conversational|mostly|only)* LANG
        ME AM bilingual|trilingual|fluent_in|a_native_LANG|a_native_speaker
        my first|native|mother|home|second (language|tongue) IS _
        ME don't|can't|never drive|swim|learned_to_drive|learnt_to_drive|have_a_car|own_a_car|have_a_license
        |ride_a_bike|have_a_licence
        ME drive|ride|own|bought|have|lease|got $A* VEHICLE
        ME drive|lease|ride a|an !lot|bit|while|minute|hour _
        ME own|have|bought|inherited|got|hold|built $A* THING
        ME sold|traded_in|got_rid_of|switched_from|upgraded_to my|the|our|a|an (old)? THING|VEHICLE
        ME sold|traded_in|got_rid_of|bought my|the|our|a|an NAME
        my native_place|native_town|home_town|birthplace|mother_tongue IS _
        my car|bike|house|apartment|flat|pronouns|religion|hometown|phone|laptop|truck|zodiac_sign|ancestry
        |heritage|roots IS|are !like|at|in|broken|dead|out|not|so|too|on|gone|dying|acting|making|ringing|still
        |being|getting _
        ME bike|cycle|walk|commute|drive|take_the_bus|take_the_train|take_the_tube to|by|into|from work|the_office
        |school|campus|bike|train|bus|uni|NAME|car
        ME AM (a|an|ethnically|very|not)* TRAIT
        ME AM a|an SIGN
        TRAIT here|END
        ME have|got|own dual citizenship|nationality
        """, {**SHORTHANDS, "NOTHOME": _NOT_HOME}, passing=True),
    *parse_rules(Domain.PERSONAL, """
        ME speak {item:(a|little|bit|some|of|fluent|basic|decent|conversational|mostly|only)* LANG (...)?}
        """, each="LANG"),
    *parse_rules(Domain.PERSONAL, """
        ME went to (the|a)? (university|college|uni|boarding_school|law_school|med_school|art_school
        |medical_school) (of|in|at|END|for|there|,)
        ME went to (the_university_of|university_of)? NAME state|university|college|tech|school|uni|high
        ME went to (NAME|oxford|cambridge|harvard|yale|stanford|mit|ucla|usc|nyu|caltech|berkeley|state|lse
        |ucl) END|for|in|university|,|and
        ME went to school|college|uni in|at|with|for _
        ME study|studied|AM_studying|majored|AM_majoring|minored|have_studied !hard|tonight|all|for|a_lot|too
        |every|with|better _
        ME graduated|dropped_out|AM_graduating|dropped|finished from|in|of|with|college|university|school|law|med
        |high|uni|last|NUMBER|my_degree|my_phd|my_masters|out
        ME have|got|hold|AM_doing|did|AM_getting|AM_finishing|AM_working_on|finished|started (a|an|my|the
        |NAME)* phd|masters|master's|master|bachelor's|bachelors|bachelor
        |degree|mba|diploma|doctorate|gcse|a-levels|ba|bsc|msc|pgce|dissertation|thesis
        ME go|AM_going|attend (to)? NAME|community_college|college|university|uni|night_school|law_school
        |med_school|art_school|school (in|at|END|state|university|for|college)
        ME AM in|at (my)? (NAME|first|second|third|fourth|final|last|NUMBER|freshman|senior|sophomore
        |junior)? year|college|university|uni|med_school|law_school|grad_school
        |high_school|NUMBER_grade
        """, SHORTHANDS, passing=True),
)  # fmt: skip
