"""Who one is: name, age, birthday, address, measures."""

from __future__ import annotations

from sidecar.domain.fact import Domain
from sidecar.memory.extraction.english.rules.shorthands import SHORTHANDS
from sidecar.memory.extraction.grammar import parse_rules

_NOT_A_NAME = "!a|crazy|the|names|when|if|back|at|in|on|later|tomorrow|an|stupid|old|that|not|just|by|tonight"
"|today|out|and|or|so|i|very"

NAMES = (
    *parse_rules(Domain.PERSONAL, """
        name IS {name1:$NOT _ NAME? NAME?}
        my (full|first|real|given)* name IS {name1:$NOT _ NAME? NAME?}
        (my friends|everyone|people|everybody|they|family)* call|calls me {name1:$NOT _}
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
        """, telling="Is {age} years old", only=True),
    *parse_rules(Domain.PERSONAL, """
        ME AM (about_to_turn|turning|almost|nearly)* NUMBER year|years|yo|y/o|this|next|in|soon
        ME AM twenty|thirty|forty|fifty|sixty|seventy|twenty-one|NUMBER _? END
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
