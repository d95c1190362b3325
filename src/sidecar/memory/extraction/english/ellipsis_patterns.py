"""Patterns of English clauses in which something is left out, and of what it is."""

from __future__ import annotations

from sidecar.memory.extraction.english.rules.shorthands import SHORTHANDS
from sidecar.memory.extraction.english.vocabulary import KNOWN
from sidecar.memory.extraction.language_pack import compile_anywhere, compile_choice

WHOM = compile_choice(
    KNOWN,
    "my|our (older|younger|little|big|best|eldest|youngest|new|twin)* KIN|PERSON|PET (NAME)?",
    "FIRST !'s|NAME",
)
DOSE = compile_choice(KNOWN, "NUMBER (mg|mcg|ml|units|tablets|pills)? (a|per|every|each|on|at|in|once|twice|daily|END)")
"""A dose alone, which belongs to the medicine before it."""
HEADING = compile_choice(
    KNOWN,
    "(_ ,)? {age:YEARS} (m|f|male|female)? , (!, _)* ,? (!, _)? (!, _)? (!, _)? JOB|DIET|NATION|married|divorced"
    "|single|widowed|retired|engaged|live_in|live_with|live_near|living|born|based|mum|mom|dad|mother|father|student",
)
"""Age, trade and place with which somebody introduces themselves."""
NEWS = compile_choice(
    KNOWN,
    "{who:FIRST | (my|our)? KIN|PERSON FIRST?} (just|has)* told|texted|announced (me|us|everyone)? (that)?"
    " he|she =IS|has",
)
"""Somebody who tells something of themselves."""
SOMETHING = compile_choice(KNOWN, "(no|the)? (_)? FOOD|SPORT|HABIT|INSTRUMENT END")
OF_SOMETHING = compile_choice(
    KNOWN,
    "(i|AM|have|really|absolutely|always|properly|just|quite)* (can't_stand|hate|hated|loathe|love|loved|adore"
    "|like|detest|allergic_to|addicted_to | never|don't like|liked|touch|eat) {it:it|them}",
)
"""A liking, and what is liked named before it: "olives. hated them all my life"."""
WANTED = compile_choice(KNOWN, "i (AM|have|just|decided|want|hope|plan|hoping|planning|trying|would|like|love|'d)* to")
STATE = compile_choice(
    KNOWN,
    "(strict|lifelong|legally|registered|type_1|type_2|severely|mildly|NUMBER|COUNT|weeks|months)* ILL|DIET|left-handed"
    "|pregnant END|btw|tho|lol|here|since"
    "|for|and|,|so|in|with|to|from|but",
    "allergic|intolerant|married|engaged|based|training|saving|learning|trying|planning|hoping|studying|working"
    "|living|writing|building"
    " !( (!, _)* is|'s|was|are|has|makes|helps|gives|brings|means|can|sounds) to|in|for|at|as|near|up|with|how|a"
    "|an|my|the",
)
BORN = compile_choice(KNOWN, "(born|raised) (and|in|on|at|near)")
BEEN = compile_choice(KNOWN, "been|gone", "just|recently|finally been|gone")
_ADJECTIVES = "older|younger|elder|little|big|baby|kid|eldest|youngest|oldest|best|late|ex|new|old|only|twin|middle"
OWNED = compile_choice(
    KNOWN,
    f"(the)? {_ADJECTIVES}* KIN|PERSON|PET =IS|=|:|in|are|was|were|has|have|had|NAME|called|named|PAST|THIRD|just"
    f"|also"
    f"|never|doesn't"
    "|can't|don't|won't|died|passed|and_i",
)
"""A relative, colleague or animal of one's own, without "my"."""
COUNTED = compile_choice(
    KNOWN,
    f"{{who:FIRST | (my|our {_ADJECTIVES}* KIN|PET NAME?)}} YEARS END|,|and|now|today|next|tomorrow|in|this|on",
)
"""Somebody and an age."""
TOGETHER = compile_choice(KNOWN, "me and {who:(FIRST|KIN | my KIN|PERSON) (and (FIRST | my KIN|PERSON))?} !i|me")
"""The person and others: "me and Meg climb"."""
DWELLING = compile_choice(
    KNOWN,
    "(a|an|the|my|our|own)? (NUMBER|COUNT|bed|bedroom|little|small|tiny|new|old|nice|big|shared|studio|ground|top"
    "|floor|basement)*"
    " houseshare|flat|house|apartment|apt|condo|bungalow|cottage|duplex|studio|bedsit|terrace|semi|townhouse"
    "|houseboat|narrowboat"
    "|flatshare|maisonette|bed in|on|near|off|by|outside|up !(!, (!, _)* is|'s|was|are|costs|would|has|goes|for)",
)
"""A home, without "I live in"."""
DROPPED = compile_choice(
    KNOWN,
    "ELIDED",
    "just|finally|recently PAST",
    "cut out|down|back",
    "set up my|our|a|the _",
    "owe|volunteer|collect|support|study|sing|suffer !me",
    "rent a|an|in|from",
    "!used PAST !by",
    "am|was|have|had|'ve !you|i|it|the|he|she|they|this|that",
    "put an|my|our|in|down an|my|our|the|_ (offer|notice|deposit|dip|name)?",
    "all moved",
    "live|work|stay in|at|near|with|alone|for|as|nights|days|weekends|from_home|remotely|part-time|full-time|on|the",
    "love|hate|prefer|dislike|loathe|adore|take|drive|wear|own|speak|smoke|never|always|hardly|rarely|can't|don't",
    "have|play|teach|run|coach|go !a_look|on|me|to_bed|that|it|this|up|with|for|you|fun|some|down|off|off|away|out",
)
"""What "I" may be missing before."""
UNSAID_BE = compile_choice(
    KNOWN,
    "(now|back|still|already|currently|finally|just|only)* on|off (the|my|to)* MED|DRUG|keto|nights|days|second"
    "|first|third|shift"
    "|shifts|the_dole|disability|benefits|sick_leave|parental|maternity|paternity|leave",
    "(now|back|still|currently)* down|up to|at NUMBER",
    "now|still on|at|in _",
    "back on|to|at|into|in ING|HABIT|SPORT|FOOD|MED|DRUG|the|my|NAME",
    "on NUMBER|COUNT",
    "on the sick|dole|waiting|list",
    "off work|sick until|since|with|for|again",
    "awaiting _",
    "not|no_longer a|an|into|keen|big|fond|much|allowed|DIET|ILL _",
    "no_longer ING|DIET|ILL|on|in|with|at|a",
    "(really|so|very|properly|totally|also|proper|well)* into|obsessed_with|addicted_to|hooked_on|allergic_to !it"
    "|that|this|the _",
    "half|part NATION",
    "in my|the (NUMBER|first|second|third|final|last|senior|junior|freshman) year",
    "NUMBER (weeks|months|years) pregnant|sober|clean|gone|along|married",
    "$WHO* JOB at|for|in|by_trade|here|with NAME|a|the|an|my|_".replace(
        "$WHO", "(" + SHORTHANDS["WHO"].strip("()") + ")"
    ),
    "(single|new|proud|married|divorced)* mom|mum|dad|father|mother|parent of|to NUMBER|COUNT",
    "married|single|divorced|retired|widowed|self-employed|unemployed END|with|,|NUMBER|COUNT|no|and|but",
    "retired|semi-retired|former (_)? JOB",
    "originally from _",
    "(big|huge|massive|lifelong|not|a)* fan of _",
    "in|from|near|based_in NAME NAME? END|now|since|,|originally|born",
    "!standing|meaning|being ING !me|is|'s|are|was|were"
    " (to|in|for|at|as|near|up|with|how|a|an|my|the|our|on|of|about|about|NAME|FOOD|DRUG"
    "|NUMBER|_)"
    " !( (!, _)* is|'s|was|are|has|makes|helps|gives|brings|means|can|sounds)",
)
"""What "I am" may be missing before."""

OTHERS = compile_choice(
    KNOWN,
    "he|she|they|it|you|this|that|there|these",
    "(my|our|the)? _? KIN|PERSON|PET|FIRST !and_i|me",
    "the|a|an|his|her|their|NAME _",
)
"""A clause about others, whose subject the next clause may share."""
SAID_OF_OTHERS = compile_choice(KNOWN, "just|also|never|now|still|PAST|THIRD|is|was|has|can't|doesn't|won't")

MODAL = compile_anywhere(KNOWN, "will|would|could|should|might|can|let's|lets|won't|couldn't|may|must")
