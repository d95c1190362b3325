"""What begins, changes and ends in the person's own life: work, home, habits, likes, plans and things owned."""

from __future__ import annotations

from sidecar.domain.fact import Confidence, Domain
from sidecar.memory.extraction.english.rules.shorthands import SHORTHANDS
from sidecar.memory.extraction.grammar import parse_rules

_NOT_A_TRADE = (
    "!of|bit|fan|bad|terrible|awful|lousy|great|good|decent|better|best|worst|horrible|shit|crap|rubbish|hopeless"
    "|like|such|lot|for|with|and|who|that|at|in|not|so|my|sure|glad|afraid|worried|old|huge|the_kind"
)
_PASTIME = (
    "SPORT|HABIT|INSTRUMENT|gym|pool|choir|band|league|team|lanes|club|lessons|class|classes|running|swimming"
    "|knitting|painting|drumming|piano|guitar|parkrun|allotment|gardening|baking|therapy|counselling|counseling"
    "|physio|pt|rehab|church|weights|bike|dating|apps|diet|keto|podcast|blog|novel|book_club|smoking|drinking"
    "|vaping|cigs|fags|booze|wine|beer|dip|weed|coffee|caffeine|sugar|meat|dairy|gluten|carbs|FOOD|netflix"
    "|facebook|instagram|twitter|tiktok|duolingo"
)
_DWELLING = (
    "house|flat|apartment|apt|place|duplex|condo|bungalow|studio|bedsit|townhouse|cottage|houseboat|narrowboat"
    "|caravan|trailer|room|terrace|semi|maisonette|loft|bed|bedroom|unit|farmhouse|mobile_home|shared_house"
    "|houseshare|townhome|rental"
)
_PARTS = {
    **SHORTHANDS,
    "NOTATRADE": _NOT_A_TRADE,
    "PASTIME": _PASTIME,
    "DWELLING": _DWELLING,
    "LEAD": "lead|leader|manager|supervisor|foreman|head|director|principal|chef|sister|charge_nurse|captain"
    "|partner|JOB",
    "SHIFT": "nights|days|evenings|mornings|lates|earlies|twilights|second_shift|first_shift|third_shift"
    "|night_shift|day_shift|weekends"
    "|part-time|part_time|full-time|full_time|remote|remotely|hybrid|from_home|graveyards|split_shifts|swing_shift",
}

WORK = parse_rules(Domain.WORK, """
    ME AM a|an|the|now ($NOTATRADE _)* JOB
    ME AM|got|have_been|was|were (just|now|officially|made|promoted|to|bumped|up|the|a|an|new|into|acting|interim
    |moved)* (team|shift|tech|section
    |floor|line|store|assistant|deputy|area|project|ward|night|kitchen|head|senior|site|regional|department)* $LEAD
    ME AM|work|have_been|went|AM_going|moved|switched|got_moved|got_put|start|started|AM_working|am_starting|do
    |AM_doing (now|back|to|on|onto|over|working|put|the
    |just|permanently)* $SHIFT
    ME work|AM_working|do|start|AM_on (now|at|on|from|shifts|the)* NUMBER (am|pm)? to|-|until NUMBER|midnight|noon
    (my)? (work|shift|shifts|hours) (IS|are|now|from|run|go|changed|to|:)* NUMBER (am|pm)? to|- NUMBER
    $SHIFT ,? NUMBER (am|pm)? to|- NUMBER
    first|last (day|week) (IS|was)? as|at|with|in|on !last|my|the_moment|a_row|school|home _
    ME run|manage|lead|head|supervise|look_after|AM_in_charge_of|AM_running|AM_managing (a|the|my|our) (!, _)? (!,
    & _)? team|department|ward|floor|branch|shop|store|kitchen|site|crew|region|desk|office|warehouse|project|lab
    |school|nursery|pub|bar|cafe|business|company
    ME left|quit (the)? bank|hospital|council|army|navy|force|police|firm|nhs|union|restaurant|school|civil_service
    |NAME (END|,|last|in|after|and|because|for)
    ME AM|have_been driving|working|teaching|nursing|temping|contracting|freelancing|waitressing|bartending
    |cleaning|caring|labouring|volunteering|apprenticing for|at|with|in|as|END|since !hours|an_hour|ages _
    ME AM (now|still|back)* on (a|an)? NUMBER|COUNT day|days|hour|hours|shift weeks|week|days|contract|pattern|shifts
    ME AM|have_been|are (still|now|back)* looking for (a|an|another|new|some)* job|work|flat|house|place|room
    |apartment|housemate|flatmate|lodger|nursery|tutor
    ME AM|do|have|started|finished|start (doing|on)* (a|an|my|the) (_)? (_)? apprenticeship|course|degree|diploma
    |nvq|placement|internship|traineeship|btec|evening_class|foundation_year|bootcamp
    (my|our|the)? shift_pattern|rota|working_week|hours|work_hours IS|are (now|still)* NUMBER|mon|monday|nights
    |days|flexible|part-time _
    ME have_been|got|was|were made (a|an|the)? permanent|redundant|partner|lead|manager|head|supervisor|JOB
    ME took|accepted|got (voluntary|early|a|the)* redundancy|severance|buyout|retirement
    ME went|AM|have_gone (self_employed | self-employed | freelance | part_time | full_time | part-time|full-time |
    & solo)
    ME set_up|opened|closed|shut|started|sold|bought (down)? (my|our|the|a|an|own)* (_)? (_)? business|shop|company
    |cafe|salon|studio|practice|stall|firm|bakery|restaurant|bar|agency
    ME put my name down for _
    ME put in my|a notice|two_weeks|resignation|papers|transfer
    ME (have)? handed|put|given|gave in (my)? (notice|resignation)
    ME got on at|with _
    ME have (got)? (a|an)? (new|second|side|weekend|part-time)* job|gig|boss|manager|role|supervisor _
    (started|starting|start) (a|my|the) new|second|weekend job|role|position (_)?
    new job (IS|at|in|as|starts|doing|with|:|,) _
    (my)? hours got|were|have|been|cut|reduced|went|dropped (been|cut|reduced|down|up|back)* to NUMBER
    ME passed|failed|finished|completed (my|the)? probation|training|apprenticeship|residency|bar|boards|nclex|cdl
    |licence|license|driving_test|theory
    ME got my|the cdl|licence|license|certification|qualification|offer|degree|ged|promotion|job|contract
    |visa|green_card
    ME qualified|trained|retrained|AM_retraining|AM_training as|to|in _
    ME (put in | applied|AM_applying|have_applied|interviewed) for|to|at (the|a|an)? !a_refund|the_weekend _
    """, _PARTS, passing=True)  # fmt: skip

SENT = parse_rules(Domain.WORK, """
    they|boss|work|she|he|FIRST|company|manager (have|has|just|are|is|'s)* moved|moving|transferred|transferring|sent
    |relocated me {where:over? to the|our|a|another _ (_)? branch|office|site|store|depot|team|floor|department|campus
    |warehouse|plant (...)?}
    """, telling="Was moved {where}", passing=True)  # fmt: skip

PROMOTED = parse_rules(Domain.WORK, """
    they|boss|work|she|he|FIRST|company (have|has|just|are|is|'s)* made|promoted|bumped|moved|transferred|making
    |moving
    & me (up|over|an|a|the|to|on|onto|into)* {what:(team|shift|tech|section|assistant|deputy)? $LEAD|$SHIFT (...)?}
    """, _PARTS, telling="Was made {what}", passing=True)  # fmt: skip

HOME = parse_rules(Domain.PERSONAL, """
    ME AM at|with (a|an|the) charity|company|firm|startup|school|hospital|bank|agency|place|council|nonprofit
    & (called|in|near|now|END) (_)?
    ME (just|all|finally|have)* moved in|into|back|out|to !fast|slow|the_meeting|the_sofa|the_couch _
    ME AM|got (all)? moved_in (_)?
    moved in|into _
    ME got|have|have_got|rent|rented|bought|found|AM_renting|AM_buying|AM_subletting|share|own|let|took|took_on
    |sold (a|an|the|our|half|new|little|NUMBER|COUNT|of
    |bed|bedroom|studio|own|my|lovely|small|tiny|big|nice|old|NAME|on|first|second|one|bed|two)* $DWELLING
    ME (have)? put|made|had (in)? (an|our|my|another)? offer|bid (in|on|accepted|for|down)* _
    offer accepted|in on _
    ME AM|are (now|back|still|living|renting|all)* in (a|an|our|the)?
    & (own|new|little|small|tiny|shared|nice|lovely|NUMBER
    |COUNT|bed|bedroom|studio|rented|second|ground|floor)* $DWELLING
    ME got|have|picked_up|pick_up|get (the|our|my)? keys _
    ME signed|renewed|broke (the|a|our|my)? (new)? lease|tenancy|contract (on|for|in|END)
    (my|our|the)? house|flat|place|apartment|cottage|bungalow IS|went|has_gone (now|back|up)* (on the market | sold
    & | under offer | for sale)
    (my|our|the)? (mortgage|house|flat|visa|loan)? mortgage|offer|loan|visa|application|planning got|was|IS
    |has_been (approved|accepted|rejected|refused|declined|granted)
    ME ended|wound up in|at|near|with _
    ME AM|are|have_been living|staying|renting|lodging|crashing|house-sitting|flatsharing (in|at|with|on|near
    |over)* !here|home|up|in_bed|late|inside|put _
    ME have_been in|at|with !bed|here|touch|a|the|pain|tears|this|meetings|traffic|and _ (for|since|a_while|NUMBER
    |COUNT|about|going|nearly|almost|now)
    ME live|lived in|at|with|near|on|off|by|outside half|a|an|the|our|NUMBER _
    ME AM in|from|near|over_in|up_in|down_in|out_in|based_in NAME NAME? END|now|since|,|originally|born|but
    """, _PARTS, passing=True)  # fmt: skip

OWNED = parse_rules(Domain.PERSONAL, """
    my|our VEHICLE|THING|bike|phone|laptop|bag got|was|has_been (stolen|nicked|robbed|totaled|totalled|scrapped |
    & written off)
    ME gave|have_given (away)? my|the|our VEHICLE|THING|PET|piano|guitar (away|up|to) _?
    ME (have)? traded|swapped (her|it|him|them | my|the|our _ (_)?) (in)? (on|for|towards) (a|an|my|the) _
    ME (have)? traded|swapped|sold|scrapped|totaled|totalled|wrote_off|crashed (in)? (my|the|our) VEHICLE|THING|_
    & (for|on|last|in|yesterday|,|END)
    ME (have|just|finally)* bought|got|picked_up|leased|inherited|found|ordered|upgraded_to|AM_getting|AM_buying
    & (myself|us|a|an|my|new|used|NUMBER|second-hand|second|hand|old|little|red|blue
    |black|white|silver|electric|grey|green)* VEHICLE|INSTRUMENT|THING|laptop|phone|tv|macbook|bike|kayak|piano
    |camera|telescope
    """, _PARTS, passing=True)  # fmt: skip
YEAR = (
    *parse_rules(Domain.PERSONAL, """
    {what:NUMBER VEHICLE (...)?}
    """, telling="Has a {what}", passing=True),
    *parse_rules(Domain.PERSONAL, """
    it IS a {what:NUMBER VEHICLE (...)?}
    """, telling="Has a {what}", passing=True),
)  # fmt: skip

TASTES = parse_rules(Domain.PREFERENCES, """
    ME AM (not|no_longer|really|much|a|an|huge|big|massive|so|totally|now|completely|very|never|quite|bit|of|addict
    |the|kind|proper)*
    & into|obsessed_with|addicted_to|hooked_on|fan_of|keen_on|mad_about|partial_to|sick_of|tired_of|fed_up_with
    |done_with|over_it_with|allergic_to|big_on
    & !it|that|this|you|my|her|him|them|everything|everyone|people|work|the|being|waiting|all|bed|town|having|us|me
    |how _
    ME have_gone_off|went_off|gone_off|got_into|have_got_into|have_taken_up|took_up|AM_getting_into
    |have_gotten_into|AM_back_into|have_discovered|came_around_to|have_come_around_to
    & !it|that|this|trouble|bed|the_car|an_argument|a_fight|a_row|university|college _
    ME (have|just)* (gone|went|go|been|back|got|AM|are)* (back|on|to|at|into)* (the|my|our)* back (to|on|at|into
    |in) (the|my|our|doing|playing|going_to)* $PASTIME
    ME AM|are back (to|on|at|into|in) (the|my|our|doing|playing|going_to)* $PASTIME
    ME (have)? started|AM_doing|do|AM_learning|have_joined|joined|took_up|picked_up|signed_up_for|AM_taking (the|my
    |a|going|to|doing|playing|up|local|new|some|at)* SPORT|HABIT|INSTRUMENT|LANG|gym|choir|band|league|allotment
    |pottery|ballroom|book_club|running
    |drama|night_class|evening_class|couch_to|c25k|parkrun|swimming|bootcamp|weights|spanish|duolingo|crochet
    |knitting|guitar
    ME can't be_doing_with _
    ME never|have_never (learned|learnt to _ | been to _ | tried|owned|smoked (a|an|the)? _)
    ME AM more of a (_)? (_)? person
    ME can't|cannot|couldn't|don't|won't|never (handle|stand|bear|stomach|do|eat|drink|touch|like|watch|listen_to|hack
    |deal_with|cook|abide) (any|the|with)* !it|that|this|you|the_idea|the_thought|how|when|me|him|her|them|anything
    |much|well|yet|myself _
    ME hate|love DAYS
    ME switched|moved|gone|have_switched|have_gone|went (over|back|from FOOD)* to FOOD|decaf|oat_milk|the_cups
    |vaping|patches
    ME hate|hated|loathe|despise|detest|love|adore|fancy|loved (the|a|my)* FOOD|SPORT|ALLERGEN|NAME|drink|gardening
    |jazz|country|opera|musicals|horror|camping|hiking|dogs|cats
    {what:FOOD|SPORT} IS|are (so|just|absolutely|the)* (disgusting|gross|vile|rank|minging|my_favourite|my_favorite
    |best_thing|worst|devil|evil|manky|boke)
    ME (drink|take|like|have|AM|switched|went|AM_on|back|to)* (it|mine|my)? (tea|coffee)? (black|white|milk|two|one
    |NUMBER|no|oat) (coffee|tea|sugars|sugar)
    ME would (!, _)* rather _
    """, _PARTS, passing=True)  # fmt: skip

ENDINGS = parse_rules(Domain.DECISIONS, """
    ME (have|finally|just|AM)* quit|stopped|dropped|gave_up|given_up|giving_up|packed_in|jacked_in|jacked|cancelled
    |canceled|finished|left|binned|scrapped|ditched|deleted|quitting|threw_out|chucked_out|tossed
    |called_off|pulled_out_of|backed_out_of|withdrew_from|dropped_out_of|chucked|knocked|done_with|through_with
    |finished_with|cut_out|cut_down_on|over|out_of|put_down (going|doing|playing|eating|drinking|using|watching|to
    |the|my|our|with|all|in|up|teaching|coaching|it|on)*
    & $PASTIME|DRUG|MED|course|degree|uni|college|school|trip|wedding|holiday|subscription|membership|engagement
    |move|project|side_project|business|course|committee|pta|lease
    (my|our|the|FIRST|'s|NAME | !ME|i _)* $PASTIME|trip|wedding|move|sale|deal|course|project|holiday|engagement
    |cruise
    |remodel|extension|flight|tour|festival|house|degree|NAME IS|are|got|was|has|have|fell (been|all)*
    & (off|cancelled|canceled|over|done|finished|dead|through|called_off|not_happening|postponed|no_more|shelved
    |history) (END|,|now|,|for|because|until|and|so|this)
    no more $PASTIME (for_me|for_us|END|,|since|now|anymore)
    ME no_longer|don't|doesn't|stopped (_) (!, _)* anymore
    so much for (the|my|our) _
    ME AM no_longer|not (!, _)* anymore
    """, _PARTS, passing=True)  # fmt: skip

PLANS = (
    *parse_rules(Domain.GOALS, """
        ME AM|are|have_been|keep (seriously|still|now|kind|of)* thinking|considering|looking|debating|toying
        |dreaming|tempted|contemplating|planning (of|about|on|into|at|for|with|to|whether|seriously)* getting
        |buying|moving|going|learning
        |starting|quitting|leaving|applying|retiring|selling|adopting|changing|switching|doing|training|having
        |opening|renting|joining|taking|trying|becoming|proposing
        |going_back !food|pizza|a_takeaway|takeaway|coffee|lunch|dinner|some|it|that|this|to_bed|home|a_shower|out
        |a_nap|anything|about|a_curry|nuts|mad|crazy _
        ME AM|are|will|want going_to|to|finally? (start|quit|learn|apply|run|buy|sell|move|retire|train|propose
        |adopt|build|write|finish|open|go_back|lose|do|get|take|save|stop|give_up|paint|redo|fix|join|try) (!, _)*
        & (someday|one_day|next year|this year|by MONTH|by christmas|before MONTH|in MONTH|before i|by summer|in
        & the new year|next summer|next spring|new_year)
        ME (have)? signed|applied|enrolled|registered|enroled (me)? (up)? for|to|in|on|at !a_refund _
        ME AM|are (gonna|going_to|planning|hoping|aiming|trying|determined|working) (to|on)* (quit|lose|learn|save
        |pay_off|retire|cut_down|eat_less|get_fit|get_back|run_a|run_the|drink_less|stop) !it|that|this|my_mind
        |my_patience _
        (my|the|our|new|big|main)* goal|target|plan|dream|resolution (IS|:|now|still|this|year|for|is)* to|NUMBER|a
        |an _
        """, _PARTS, confidence=Confidence.MEDIUM, passing=True),
    *parse_rules(Domain.PROJECTS, """
        ME (AM|are|have_been|started|finally|just|have)* building|restoring|renovating|redoing|redecorating|writing
        |knitting
        |sewing|crocheting|rebuilding|remodeling|remodelling|converting|refurbishing|decorating|doing_up|fixing_up
        |tiling|wallpapering|painting|stripping|landscaping|planting|making
        (a|an|the|our|my|some|new|back|front|old)* !a|an|the|our|my|some|new|back|front|old|to|bio|linkedin|cv
        |resume|cover|list|mistake|sandwich|coffee
        |tea|dinner|lunch|cake|breakfast
        |mess|fool|soup|call|point|effort|fuss|progress|sure|it|this|that|money|email|reply|text|note _
        """.replace("\n        (a|an|the|our", "\n        & (a|an|the|our"), _PARTS, passing=True),
)  # fmt: skip

HABITS = (
    *parse_rules(Domain.SCHEDULE, """
        (my|our|the)? !it|that|he|she|today|there|who|what|this _ (!ME _)? IS (now|on|always|shifted|moved|to)*
        & DAYS|DAY (at|,|from|now|and|END|to|with|NUMBER|morning|night|evening)
        DAYS ,? NUMBER (am|pm)? to|-|until NUMBER
        !ME|it|that _ ,? DAYS at NUMBER
        DAY ,? NUMBER (am|pm)? to|-|until NUMBER
        ME AM|do (now|working|on|in)* DAYS|weekends (at|from|now|END|,|in)
        ME (now)? do|work|AM|have (on)? DAY to|through|- DAY
        ME !love|hate|want|need|wish|AM|miss|would|was|were|had|went|will|see|enjoy|like|have|can|could|should
        |swear|must|know|thought|PAST _ (!,|was|were|went _)* $DAYS
        ME AM|are|have_been|started ING (!,|was|were|went|late _)* $DAYS
        (my|our|the)? (_)? $PASTIME (IS|are|practice|training|night|rehearsal|class|session|lesson|run|game|in
        |the)* (with _ | at _)? ($DAYS | DAY DAY)
        (my|our|the)? (_)? (pub_quiz|quiz|poker_night|game_night|date_night|band_practice|bin_day|market|football
        |training|rehearsals|practice|swim_class|soccer|d_and_d|dnd|bingo|karaoke|trivia|brunch|curry_night
        |movie_night|therapy|counselling) (IS|are|on|every|each)* ($DAYS | DAY)
        (my|our|the)? HABIT|SPORT|book_club|quiz|poker (night)? (IS|on|the)* first|second|third|last DAY
        wfh|remote|office|home_working (on)? DAY|DAYS (and|,)? (DAY|DAYS)?
        DAYS (are|is|'s|means|=|:) (my|our|always|the)? !ING|so|too|hard|worst|horrible|busy|long|dark|dull|not
        |never|it|bad|shit|rough|tough|mad|hell|pain|nice|good|great|best|lovely _
        ME (AM)? up|awake|in_bed|asleep|out_the_door (at|by|before|around)* NUMBER (am|pm)? (every|most|these|on
        |for|now|days|END)
        ME walk|run|swim|cycle|read|meditate|journal|pray|stretch|train|lift|jog|nap|volunteer|babysit|mind (!, _)*
        & (every|each|most|daily|nightly|before|after work|bed|breakfast|supper|dinner|lunch|morning|mornings|day
        |night|evening|DAYS)
        """, _PARTS, confidence=Confidence.MEDIUM),
)  # fmt: skip
