"""What one likes, cannot stand, prefers and plays."""

from __future__ import annotations

from sidecar.domain.fact import Confidence, Domain
from sidecar.memory.extraction.english.rules.shorthands import SHORTHANDS
from sidecar.memory.extraction.grammar import parse_rules

_LIKES = Domain.PREFERENCES
_VAGUE = (
    "it|this|that|you|your|these|those|how|when|him|her|them|me|what|to_be|to_say|to_think|being|my|our"
    "|everything|nothing|everyone|people|life|where|u|DAY|the_idea|the_way|the_look"
    "|the_new|the_sound|the_fact|the_first|the_second|the_last|to_see_you|to_know|to_ask|to_hear|to_admit"
    "|to_break|to_bother|to_do_this|to_do_that|us|so|END|and|but|,|why|if|MONTH_END|ME"
    "|some|a_good_laugh|one|every|all_of|all_the|that's|the_part"
)
_TELL = "keep|make|use|answer|reply|respond|speak|talk|explain|format|address|give_me|don't|do_not|stop|avoid|be"

TEAMS = parse_rules(_LIKES, """
    ME support|root_for|cheer_for (the)? NAME|arsenal|chelsea|liverpool|spurs|leeds|everton|celtic|rangers|united
    |city|villa|newcastle|barca|barcelona|lakers|celtics|yankees|mets|cubs
    |packers|cowboys|eagles|giants|dodgers|warriors
    ME AM (a|an|huge|big|massive|lifelong|die-hard|diehard|avid|not|much|of)* fan|supporter|fanatic|lover|admirer of _
    ME AM (a|an|huge|big|massive|lifelong|die-hard|diehard|avid|total|not|much|of)* !fan|supporter|fanatic|addict
    |nerd|your|his|her _ (_)? fan|supporter|fanatic|addict|nerd
    |geek|enthusiast|lover|person|drinker|collector
    ME AM (a|an|huge|big|keen|avid|serious|total)* gamer|foodie|runner|cyclist|hiker|climber|birder|birdwatcher
    |knitter|reader|gardener|vegan
    """)  # fmt: skip

RULES = (
    *parse_rules(_LIKES, """
        ME love|adore|like|enjoy|dig|prefer|hate|dislike|loathe|despise|detest|can't_stand|can't_bear|AM_into
        |AM_obsessed_with|AM_fond_of|AM_scared_of|AM_afraid_of|AM_terrified_of
        |AM_crazy_about|AM_not_into|AM_allergic_to|fear !$VAGUE _
        ME don't|never|no_longer|do_not like|enjoy|love|care_for|watch|listen_to|read|trust|use !$VAGUE _
        ME would rather|prefer|always_choose !not|it|that|this|die|if|you|know|be|stay _
        ME take|have|drink|like my coffee|tea|eggs|steak|whisky|burger _
        ME drink|only_drink|mostly_drink tea|coffee|green|black|oat|decaf|herbal|COUNT|NUMBER|lots|about|tons _
        ME play|AM_playing|learned|picked_up|play_the|strum (the|lead|a|some|acoustic|electric|classical|little
        |bit|of)* INSTRUMENT
        ME listen|read|watch|collect (to|a|lots|mostly|mainly|only|of|lot|some|tons|vintage|old|rare)* jazz|metal
        |rock|classical|podcasts|lo-fi|lofi|techno|folk|country|hip|hip-hop|rap
        |indie|punk|pop|novels|sci-fi|fantasy|nonfiction|non-fiction|biographies|thrillers|mysteries|history
        |poetry|manga|anime|documentaries|stamps|coins|vinyl|records|comics
        |books|horror|k-dramas|true_crime|audiobooks|cards|blues|soul|romance|fiction|watches|sneakers
        (my)? (all-time|absolute)? favourite|favorite|fave|favourites|favorites (_ _? _?)? IS|are !that|this|when
        |to_see|your _
        my hobby|hobbies|passion|team|guilty_pleasure|comfort_food|coffee_order|go-to|pet_peeve|biggest_fear
        |biggest_pet_peeve (_ _?)? IS|are _
        ME have (a|an)? (big|huge|terrible)? fear|phobia of _
        ME only_use|use|always_use dark_mode|android|iphone|an_iphone|linux|vim|emacs|firefox|metric|celsius
        |notion|obsidian|a_mac|windows|ubuntu|debian
        ME switched to NAME|android|iphone|linux|mac|vim|decaf|tea|oat|a_pixel
        """, {**SHORTHANDS, "VAGUE": _VAGUE}),
    *parse_rules(_LIKES, """
        ALWAYS|always|never ,? (please)? {asked:$TELL _ (...)?}
        (please)? {asked:$TELL _ (...)?} ALWAYS|always
        (please)? {asked:$TELL (!, _)* answers|replies|responses|emojis|emoji|bullet|bullets|metric|celsius
        |imperial|explanations|jargon|small_talk|short|formal|informal|tone|concise|brief
        |sentences (...)?}
        (please)? {asked:(speak|talk|reply|respond|answer|write) (to_me)? in LANG (...)?}
        (please)? {asked:(don't|no|stop|avoid) (use|using|more|the)* emojis|emoji|bullet|bullets|jargon|small_talk
        |slang|exclamation (...)?}
        """, {"TELL": _TELL},
        telling="Asks: {asked}"),
)  # fmt: skip

PASTIMES = parse_rules(_LIKES, """
    ME play|run|swim|cycle|bike|hike|climb|surf|ski|knit|sew|garden|paint|draw|sing|dance|cook|bake|fish|sail
    |skate|meditate END|in|at|with|a_lot|for_fun|regularly|competitively|since
    """, confidence=Confidence.MEDIUM)  # fmt: skip
