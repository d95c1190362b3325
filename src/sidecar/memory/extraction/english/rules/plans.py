"""Goals, decisions, projects, routines and appointments."""

from __future__ import annotations

from sidecar.domain.fact import Confidence, Domain
from sidecar.memory.extraction.english.rules.shorthands import SHORTHANDS
from sidecar.memory.extraction.grammar import parse_rules

_BIG = (
    "learn|run|lose|quit|stop|start|read|write|buy|move|study|become|get_a_job|get_a_dog|get_a_degree"
    "|get_my_degree|get_my_license|get_into|get_in|get_better|get_fit|get_married|save|travel|visit|open|finish"
    "|build|retire|live|be_a|be_an"
    "|go_back|gain|cut|speak|play|publish|launch|have_a|have_kids|graduate|apply|change|improve|adopt|climb|swim"
    "|complete|pass|do_a|do_an|master|own|deadlift|bench|hike|eat_less|eat_more"
    "|eat_healthier|drink_less|drink_more|sleep_more|switch|cycle|volunteer|settle|train|pay_off|spend_less"
    "|spend_more|emigrate|see_the|give_up|raise|walk|sail|grow|qualify|work_in|work_as"
)
_MINOR = (
    "!about|it|this|that|more_about|you|me|dinner|lunch|food|some|know|again|a_minute|the_lights|the_volume"
    "|a_word|something|the_app|the_file|a_timer|music|a_song|a_movie_tonight|END|how_to_use_you"
    "|a_file|a_new_chat|over|by|with|the_conversation|a_reminder|an_email|a_message|a_note|the_list|the_rest"
    "|a_table|a_meeting"
)
_SMALL_WORK = (
    "!to|list|bio|linkedin|cv|resume|cover|sandwich|cup|coffee|dinner|lunch|cake|mess|email|mistake|fool|break"
    "|decision|report"
    "|presentation|bio|linkedin|cv|resume|cover|message|call|point|pizza|soup|essay|cuppa|salad|stew|note|text"
    "|reply|letter|cold|big|quick"
    "|difference|progress|sure|point|effort|impact|change|decisions|plan|plans|memories"
)
_VISITS = "(VISIT|HABIT | _ VISIT|HABIT | _ _ VISIT|HABIT)"

AIMS = (
    *parse_rules(Domain.GOALS, """
        ME want|hope|plan|intend|aim|AM_hoping|AM_planning|AM_aiming|AM_trying|AM_determined|would_love|would_like
        |want_me|AM_working_on|AM_hoping (one_day|someday)* to $BIG $MINOR _
        ME want|hope|plan|AM_trying|AM_planning|would_love to retire|emigrate|graduate|get_fit|quit|have_kids
        |get_married END|at|by|in|before
        (ME (AM|are|have_been|started|just)*)? training|saving|saving_up|preparing|studying|practicing
        |practising (up)? for !a_test|tomorrow|tonight|it|this|that|dinner _
        ME train|AM_in_training for _
        ME AM|are|have_been learning|relearning|taking_up|giving_up|quitting|teaching_myself|brushing_up
        |cutting_down !it
        |that|this|what|a_lot|about|so|from _
        ME dream of _
        my (main|big|biggest|long-term|current|new|year's)* goal|goals|dream|resolution|aim|ambition|target (for
        |this|in _ _? _?)? IS|are !a_mess|so _
        """, {"BIG": _BIG, "MINOR": _MINOR}, passing=True),
    *parse_rules(Domain.DECISIONS, """
        ME (have|finally|ended_up)* decided|chosen|chose|opted|resolved|settled !it|that_was|this|END _
        ME made the decision|up_my_mind to _
        ME made up my|our mind|minds _
        """, passing=True),
    *parse_rules(Domain.PROJECTS, """
        ME AM|are|have_been|started|keep working_on|building|writing|developing|making|renovating|designing
        |restoring|recording|creating|composing|launching|remodeling|remodelling
        |coding|redoing|filming|editing|producing|hosting a|an|my|our|the $SMALL _
        ME write|host|run|publish|maintain|edit|have|started|launched (a|an|the|my|weekly|monthly|small|NAME|open
        |source|little)* newsletter|blog|podcast|channel|zine|webcomic|column
        |youtube|band|side_project|open-source|library
        my (side)? project|blog|podcast|newsletter|app|novel|book|thesis|dissertation|channel|startup|band
        |website IS (a|an)? called|about|on|at|named|in|due|built|written|app|_
        (building|writing|developing|renovating) a|an|my|our $SMALL _
        """, {"SMALL": _SMALL_WORK}, passing=True),
)  # fmt: skip

ROUTINES = (
    *parse_rules(Domain.GOALS, """
        ME want|AM_aiming_for|AM_going_for (to_be|to_weigh|to_hit|to_get_to|about|around|under)* NUMBER
        & (lbs|pounds|kg|kilos|stone)?
        & by _
        (ME AM)? (on)? day NUMBER of (my|the)*
        & LANG|HABIT|duolingo|training|couch_to_5k|dry_january|course|rehab|sobriety
        """, passing=True),
    *parse_rules(Domain.SCHEDULE, """
        ME have|got (a|an|my|the)* $VISITS (!, _)* $DATE
        ME fly|travel|leave|start|AM_flying|AM_traveling|AM_travelling|get_married|are_getting_married|AM_getting
        |AM_running|AM_going|are_going|AM_visiting|are_visiting|AM_having|move
        |are_flying|graduate|defend|are_moving|AM_moving (!, _)* $DATE
        (my|the)? _? _? appointment|payment|flight|exam|interview|surgery|wedding|trip|rent|checkup|test|hearing
        |operation (to|with|at|for _ _?)? IS (due|scheduled|booked|set|at|for)* $DATE
        (my)? rent IS due _
        (_ _?)? appointment $DATE
        VISIT (appointment)? (on|at|is|the)* NUMBER (!that _)*
        """, {**SHORTHANDS, "VISITS": _VISITS}, passing=True),
    *parse_rules(Domain.SCHEDULE, """
        ME !love|hate|want|need|wish|AM|miss|would|was|were|had|went|will|see|enjoy|like VERB !late (!, _)* $DAYS
        ME AM off|busy|free|in_the_office|at_home|available|away (!, _)* $DAYS
        $DAYS (!ME|that|who|since|until|before|after|when _)* ,? ME !love|hate|want|need|wish|miss|will|would|was|were
        |had|went|AM VERB
        ME get paid|my_paycheck on|every|monthly|weekly|biweekly _
        my (_ _?)? lesson|lessons|class|classes|shift|shifts|standup|practice|session|sessions|day_off|days_off
        |therapy|workout|commute|trip|meeting (IS|are|starts) (on|at|every|from)* DAYS|NUMBER|DAY|every
        DAYS (and DAYS)? IS|are my _
        DAY|DAYS (night|nights|morning|mornings|evening|evenings|afternoon|lunch)? IS|are
        & HABIT|SPORT|quiz|curry|pizza|date
        |game|games|poker|film|movie|bin|laundry|bath|taco|football|karaoke|trivia|therapy|choir|church|gym
        (my|the|our)? (HABIT|SPORT|INSTRUMENT|quiz|trivia|book|choir|band|street|writing|chess|running)* HABIT|SPORT
        |INSTRUMENT|class|lesson|lessons|club|band|choir|practice|rehearsal|rehearsals|night|group|league|training
        & IS|are (now|back|still|moved|always|to|on)* DAYS|every
        ME AM|are doing|studying|reading (a|an|my|part-time|part|time|online)* $STUDY at|in|with|online|through
        ME wake|get|go|start|finish|leave|clock|eat|train|run (up|to|work|off|in|out|bed|home|dinner|lunch
        |working|the_gym)* at|by|around|before|about NUMBER|noon|midnight|half|six|seven|five|dawn|eight|nine|ten
        ME (never|don't|always|skip)* eat|have|skip breakfast|lunch|dinner
        ME go|do|take|attend|practice|practise|have (to|the|a|my|some)* gym|yoga|pilates|therapy|choir|church
        |crossfit|karate|judo|mass|swimming|running|climbing|surfing|pottery|ceramics
        |ballet|boxing|bjj|improv|meditation|aa|spin (class|classes|lessons|END|regularly|at|with|in)
        ME play football|soccer|tennis|padel|basketball|volleyball|rugby|hockey|chess|golf|poker|squash|badminton
        |cricket|bridge|softball|baseball|pickleball|ultimate|dungeons|d
        ME run|swim|cycle|bike|walk|meditate|work_out|exercise|lift|jog NUMBER|COUNT|marathons|most|half|ultras
        !ME|closed|open|what|remind|best|busy|free|traffic|museum|shops|happy|good|see|the|that|cheap|sale|rain
        |sunny|it|they|he|she|you (!is|are|ME|closed|open|you|free|busy _)? (_)? on
        |every DAYS (and DAYS)? (at NUMBER)? END
        (_ _?)? lesson|lessons|class|practice|rehearsal|therapy|gym|yoga|choir on|every DAYS|NUMBER|MONTH|DAY
        """, SHORTHANDS, confidence=Confidence.MEDIUM),
)  # fmt: skip
