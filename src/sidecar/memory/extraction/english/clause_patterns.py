"""Patterns of what surrounds an English statement, and of what makes a sentence no statement."""

from __future__ import annotations

from sidecar.memory.extraction.english.vocabulary import KNOWN
from sidecar.memory.extraction.language_pack import compile_anywhere, compile_choice

LIGHT = """
also really actually currently still just basically always usually so very totally only super kinda pretty fairly
recently finally officially mostly proudly happily sadly tbh honestly both quite already mainly generally normally
severely mildly highly deathly definitely technically absolutely genuinely literally personally typically often
& extremely
badly terribly lol btw literally well obviously unfortunately apparently"""

TRAILING = """
btw lol haha hahaha thanks please duh seriously obvs yay ugh sigh lads yep yeah
tho though sadly tbh fyi ok okay too as_well anyway xd unfortunately luckily and
& but , ; :
- – — ( ) so or mate dude bro cheers ty thx obviously lmao now_lol"""

PASSING = """
today yesterday tonight tomorrow right_now atm this_week this_weekend this_morning this_afternoon this_evening
last_night"""
SINCE = (" since", " from", " starting")

FRAMING = r"""(?x)
    [🎵🎶♪♫]
    |\b(translat(e|ing|ion)\b|how\ (do|would|to|can)\ (you|i|we)?\ ?say|say\ (it|this|that)\ in|in\ (french|spanish
    |german|italian|japanese)\s*:
    |summari[sz]e|proofread|rewrite|rephrase|paraphrase|reword|correct\ (this|my)|fix\ (this|my|the)\ (sentence
    |grammar|text|email)
    |(?<!i\ )(?<!we\ )(?<!to\ )(?<!and\ )(?<!also\ )(write|draft)\ (me\ )?(a|an|some|the)\b|pretend|imagine
    |role-?\ ?play|act\ as|act\ like|suppose
    |let's\ say|lets\ say|say\ (i'm|i\ AM|i\ was|i\ were)|what\ if|hypothetical\w*|you\ are\ (now\ )?(a|an|my
    |the)\b|you're\ (a|an|my)\b
    |my\ character|the\ (character|narrator|protagonist)|the\ (song|lyrics?|movie|book|poem|meme|quote|line|sign
    |email)\ (goes|says|said|is|starts)
    |lyrics|just\ kidding|\bjk\b|kidding|joking|sarcas\w+|for\ example|e\.g\.|example\ sentence|/s\b|grammar
    |in\ the\ sentence
    |short\ story|screenplay|what\ does\ .{1,40}\ mean|as\ they\ say|famous\ line|complete\ (this|the)\ sentence
    |yeah,?\ (right|sure)|oh,?\ (great|sure)|in\ (your|my|the|a)\ dreams?|in\ (the\ )?sims
    |in\ (this|that|the|my)\ (video\ ?)?game|old\ joke|quiz\ show|you\ wish|said\ no\ one|this\ is\ a\ test
    |(call|alert|ring|someone\ (call|tell|alert))\ the\ (news|media|press|papers|bbc)|stop\ the\ press\w*
    |hold\ the\ front\ page|(?<!if\ )(?<!or\ )\bnot\ me\b)"""

PRELUDE = compile_choice(
    KNOWN,
    "now =ME",
    "no =ME|it|he|she|they|my|the|that|nope|,",
    "hey|hi|hello|ok|okay|well|so|oh|ah|um|uh|yeah|yes|yep|nope|huh|ugh|yay|thanks|cool|great|right|btw|fyi|also"
    "|and|but"
    "|because|cause|cuz|since|though"
    "|although|actually|honestly|tbh|anyway|anyways|sorry|update|note|reminder|plus|nah|sure|lol|haha|ps|news"
    "|besides|fun",
    "by the way",
    "for the record",
    "for context|reference|info|background",
    "just so you know",
    "so you know",
    "you should know that?",
    "you know what ,?",
    "as you know",
    "as i said|mentioned",
    "long story (short)? but|, (basically)? ,?",
    "(so)? basically|anyway ,?",
    "after all that ,?",
    "i|we (just|finally|have)* told them|him|her|everyone|work|mum|dad|my (boss|parents|mum|dad|wife|husband"
    "|family)? (that)? =ME|i",
    "i reckon",
    "(i)? (just)? found_out|realised|realized|learned that? =ME|my",
    "(my|the|our)? vet|doctor|gp|dr|doc|consultant|hospital|physio|midwife|cardiologist|specialist|scan says|said"
    "|reckons|showed|confirmed that?",
    "it turns out|looks_like",
    "in case (it|you) (helps|matters|wondered|forgot|need) ,?",
    "(just)? (a)? (quick|small|fun|random) (note|fact|update|thing|fyi) :?",
    "remember|note|know|remember_, that|:",
    "remember =i|we|my",
    "(please)? remember|note that? ,?",
    "keep|bear in mind that? ,?",
    "don't forget that? ,?",
    "(just)? (letting|to let) you know that? ,?",
    "(just)? (wanted|want) to (say|tell|mention|let) (you)? (know)? that? ,?",
    "i should (mention|say|add) that? ,?",
    "(i)? (forgot|forget) to (mention|say) that? ,?",
    "(the)? (thing|truth|fact) is ,? that? ,?",
    "turns out that? ,?",
    "it turns out that? ,?",
    "seeing|given|considering as|that",
    "in fact|general|reality",
    "to be honest|fair|clear",
    "good news|morning|evening|afternoon",
    "big news",
)

SETTING = compile_choice(
    KNOWN,
    "last|next|this week|month|year|summer|winter|spring|fall ,?",
    "on|at|in|every|each|most|since|for|during|after|before|these|by|from|once|twice|DAY|NUMBER|normally|back !ME"
    " (!ME|VERB|that|who|is|are|my|if|what|until|since|when|while|because|so _)* ,?",
    "(NAME | my KIN|PERSON NAME? | !VERB|and|but|so _) and|& =ME|me",
    "last|next|this week|month|year|summer|winter|spring|fall ,?",
    "on|at|in|every|each|most|since|for|during|after|before|these|once|twice|DAY|NUMBER !ME (!ME|that|who|is|are|if"
    "|what|how|until|since|when|while|because|so _)* ,?",
)

OPENING = compile_choice(
    KNOWN,
    "ME|he|she|it|they|you|there|this|that|these|who|which",
    "VERB",
    "lives|works|plays|wears|speaks|studies|teaches|loves|hates|runs",
    "ILL|born|raised|pregnant|allergic (END|here|since|for|and|,|so|in|with|to|from|but)",
    "my|our|his|her|the (!ME|that|who _)* is|'s|are|was|has|have|lives|works|goes|starts|died|passed|got|loves"
    "|hates|plays|takes|needs"
    "|just|turned|turns|had|can|can't|moved",
    "on|at|in|every|each|since|for|during|last|next|this|DAY|NUMBER (!ME|that|who _)* ME|my",
    "NAME (and)? (ME|is|'s|has|lives|works|got|and_i)",
    "(the|my|our)? (older|younger|little|big|baby|new|old)* FIRST|KIN|PERSON|PET NAME? IS|are|was|were|has|have|had"
    "|got|PAST|THIRD"
    "|just|never|YEARS|can't|doesn't",
    "been in|at|with|on|off|together|married|single|sober|DIET|a",
    "PAST|THIRD !by",
    "!ME|who|which|that|what|how|where|when _ is|was|were|isn't|wasn't|are",
    "(now|back|still|already)* on|off (the)? MED|DRUG|nights|days",
    "no|not|zero FOOD|DRUG|ALLERGEN",
    "(any|all|most|raw|tree)* FOOD|DRUG|ALLERGEN makes|make|gives|give|gave|made me|my",
    "never|always|usually|also|allergic|not|DIET",
    "!ME|and _ (_)? on|every DAYS",
    "what|how|where|when|why|who|which|can|could|should|would|will|do|does|did|is|are|any|anyone|whats|hows",
    "remind|set|add|find|book|call|text|send|tell|show|give|look|search|play|turn|open|delete|remove|schedule"
    "|check|please|help|make"
    "|suggest|recommend|let|let's|write|note|create|cancel|buy|order|list|got_any",
    "thanks|ok|lol|please|sorry|haha",
    "if|because|although|when|while|unless|since",
    "going|trying|planning|hoping|thinking|training|studying|working|living|saving|learning to|for|of|at|in|on|as|a|my",
)

ASKING = compile_choice(
    KNOWN,
    "(please)? call !me",
    "(please)? remind|find|book|text|send|tell|show|give|look|search|open|delete|remove|check|schedule|cancel"
    "|buy|order|list"
    "|suggest|recommend|create|convert|calculate|explain|describe|compare|define|google|pull|read|email|message"
    "|mark|move|rename"
    "|save|wake|ping|print|start|skip|pause|resume|get|grab|fetch|count|plan|pick|choose|let|let's|lets"
    "|imagine|think|wait",
    "(please)? set|add|turn|make|help|give|write|draft|note|play =a|an|the|my|me|it|this|that|some|up|off|on"
    "|down|timer|alarm|us|going",
    "put !(my name | an offer | in | down | my notice)",
    "am|was|have you|i|it|the|there|this|that|we|my|he|she|they|anyone|any|some|one|KIN|FIRST",
    "can|could|would|will|should|do|does|did|is|are|were|has you|i|it|the|there|this|that|we|my|he"
    "|she|they|anyone|any|some|one|_",
    "what|what's|whats|how|hows|where|wheres|when|why|who|which|whose|whos",
    "(i)? (want|need|wanna|'d_like|would_like) (you|to_know|to_ask|to_see|to_check|to_find|to_order|to_buy"
    "|to_book|to_call|to_eat|to_go_home|to_sleep)",
    "i (wonder|wonder_if|was_wondering|AM_wondering|need|need_to|would_appreciate|have_to|gotta|got_to|must"
    "|should) ...",
    "any ideas|idea|recommendations|suggestions|tips|chance|good",
    "please !ALWAYS|always|never|keep|use|answer|reply|respond|speak|talk|don't|stop|call|be|avoid|write|make|explain",
    "got any",
)

ASKING_WORD = compile_choice(
    KNOWN,
    "what|what's|whats|how|hows|where|when|why|who|which|can|could|would|will|should|do|does|did|is|are|any|got"
    "|anything|recommend"
    "|suggest|AM_i|know|have_you",
)

DOUBT = compile_choice(
    KNOWN,
    "if|unless|suppose|maybe|perhaps|apparently|supposedly|allegedly|wish|imagine|assuming|whether|hopefully|say_i",
    "even if",
    "(i)? wish ...",
    "(and|but)? (they|people|some|everyone|he|she|doctors|scientists) (say|says|said|think|thinks|claim|claims"
    "|told) ...",
    "NAME (said|says|told|thinks|claims|wrote) ...",
    "(my|the|this|some|a)? _ ((IS|are|was|were like|all) | goes|went) ,? i ...",
    "my KIN|PERSON (said|says|told|thinks|claims|asked|wrote) ...",
    "i (heard|read|saw|watched|dreamt|dreamed|guess|think|suspect|wonder|bet|imagine|feel|felt) (that|a|about|if"
    "|i|like|my|it|this|,|we|some|the) ...",
    "it seems|says|said|looks ...",
    "in my (dream|dreams|past|next) ...",
    "a|my|some|the KIN|PERSON|guy|woman|man|lady|article|of_mine (of_mine)? (who|said|says|told) ...",
    "would|could ME",
    "as if|though",
    "when i was|AM|get|grow|retire|die ...",
    "rumour|rumor has",
)

VOID = compile_anywhere(
    KNOWN,
    "AM basically|practically",
    "friend|auntie|aunt|boss|colleague|mate|cousin|manager|neighbour|neighbor|buddy 's KIN|PERSON|PET|builder|mate",
    "KIN 's friend|mate|colleague|coach|dentist|playlist|train (!, _)* _",
    "obviously|clearly|suddenly ,? ME AM (!, _)* now END",
    "married to my|the job|work|phone|desk|sofa|couch|game",
    "allergic to my|his|her|their|our !dog|cat|horse|own",
    "allergic to hard|exercise|mornings|monday|mondays|work|people|bullshit|fun|commitment|effort|cardio|housework",
    "live for the|a? DAY|DAYS|friday|weekend|weekends|fridays",
    "work with idiots|clowns|muppets|children",
    "if ME|you|it|that|only|the|my|he|she|they",
    "i|we would|could|might|should !rather|say|never|love|prefer|like",
    "to death|hell|bits",
    "a million|gazillion|billion|zillion",
    "could kill|die",
    "going to die|explode|scream|cry|kill|puke|faint|lose_it",
    "dying|starving|dead|exhausted|knackered|literally_dead",
    "wants|want|wanted|offered|offering|suggested|threatened|considering|thinking|tried|going|keen|plans (to|of|about)?"
    " put|putting|start|starting|switch|move|moving|try|trying|get|getting me on|onto|to",
    "as if",
    "you|your|u|yours|those|yourself",
    "these !days",
    "!on|with|in|of|for|about|at|near|off _ it END",
    "this !year|month|summer|winter|spring|fall|autumn|MONTH|DAY|morning|week|weekend|afternoon|evening",
    "that one|much",
    "all ears|thumbs|yours|in|set|good",
    "under a rock",
    "being stuck",
    "for a living lol",
    "in another life",
    "used to",
    "might|maybe|perhaps|probably",
    "right now|here",
    "in a minute|sec|bit|hour|rush|hurry|mood|moment",
    "at the moment",
)

SUBJECT = compile_choice(
    KNOWN,
    "NAME|me END",
    "(my|our|the)? (older|younger|little|big|best|eldest|youngest|new|twin)* KIN|PERSON|PET ,? NAME? END",
    "!ME _ , my|our (older|younger|little|big|best|eldest|youngest|new|twin)* KIN|PERSON|PET END",
)

INTRODUCTION = compile_choice(
    KNOWN,
    "i AM NAME (NAME)? END",
    "i AM YEARS (m|f|male|female)? END",
    "my name IS _ (NAME)? END",
    "name IS _ END",
    "{other:my|our} (older|younger|little|big|best|eldest|youngest|oldest|new|twin)* KIN|PERSON|PET"
    " (NAME? is|'s called|named _ | is|'s NAME) NAME? END",
)

CUT = compile_choice(KNOWN, "and|but|because|so|although|though|cause|cuz|since|while|plus|&")
ASIDE = compile_choice(
    KNOWN,
    "(please|pls)? (do_not|don't|dont) forget (it|that|this|please|pls)? END",
    "(please|pls)? remember|note (it|that|this|please|pls)? END",
    "(please|pls)? write|note|jot it|that|this down",
    "(please|pls)? keep|bear (it|that|this)? in mind",
    ", (!,|you|your|u|yours _)* you|your|u|yours",
)
