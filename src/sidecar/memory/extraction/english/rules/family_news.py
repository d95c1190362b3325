"""What becomes of relatives, friends, colleagues and animals: school, work, home, love, health, birth and death."""

from __future__ import annotations

from sidecar.domain.fact import Domain, Subject
from sidecar.memory.extraction.english.rules.shorthands import SHORTHANDS
from sidecar.memory.extraction.grammar import parse_rules

_PEOPLE = Domain.RELATIONSHIPS
_BE = {
    **SHORTHANDS,
    "BE": "IS|are|was|has_been|have_been (just|now|back|still|also|already|officially|currently|finally|only)*",
}

NEWS = (
    *parse_rules(Domain.HEALTH, """
        $THEIRS (just|also|has|have)* broke|broken|fractured|sprained|tore|dislocated|twisted his|her|their|a|an BODY
        $THEIRS (just)? fell (_ !, _ !, _)? (and|,)* broke|hurt|fractured _
        $THEIRS had|has_had|suffered|IS_having (a|an|another|his|her|mild|small|massive|first|second|knee|hip|heart
        |emergency)* seizure|seizures
        |stroke|heart_attack|fall|surgery|operation|bypass|transplant|miscarriage|replacement|mastectomy|chemo|fit
        |fits|episode|stent
        |relapse|biopsy|tia|c-section|hysterectomy
        $THEIRS (just)? was|got|has_been|IS|were diagnosed with _
        $THEIRS has|have|'s_got|got|gets|suffers_from (a|an|really|bad|mild|severe|very|the)* COND|ILL|braces
        |epipen|hearing_aid|hearing_aids
        |glasses|pacemaker|wheeze|seizures|reflux|allergies
        $THEIRS $BE ($A)* COND|ILL|pregnant|sober|clean|allergic|intolerant
        $THEIRS $BE NUMBER|COUNT weeks|months|days|years (pregnant|sober|clean|cancer-free)
        $THEIRS $BE having (a|high|low|bad)* COND|sugar|bp|thyroid|pressure
        $THEIRS swells|breaks|comes up|out (in)? _
        $THEIRS can't|doesn't|won't|never|no_longer eat|have|do|drink|eats|drinks|tolerate _
        $THEIRS quit|stopped|gave_up|has_quit|has_given_up|has_stopped smoking|drinking|vaping|alcohol|the_booze
        |sugar|meat
        $THEIRS (has)? went|gone|turned|become|became vegan|vegetarian|veggie|gluten-free|sober|deaf|blind|dairy-free
        $THEIRS 's a1c|bp|blood_pressure|cholesterol|cancer|sugar _
        $THEIRS $BE in (the)? hospital|rehab|hospice|icu|remission|a_wheelchair|a_care_home|a_home|a_nursing_home
        $THEIRS moved|goes|went|IS_going|IS_moving (in)? to|into (a|the)? NAME? rehab|care_home|nursing_home
        |hospice|assisted_living|memory_care
        $THEIRS $BE on (a|the)? diet|tablets|antibiotics|medication|meds|oxygen|insulin|dialysis|chemo
        $THEIRS uses|wears|needs|carries (a|an|his|her)? walker|cane|wheelchair|glasses|hearing_aid|hearing_aids
        |epipen|inhaler|insulin
        |oxygen|frame|stairlift|stick
        """, _BE, subject=Subject.OTHER, passing=True),
    *parse_rules(_PEOPLE, """
        $THEIRS (just|sadly|finally)? died|passed|passed_away|dies|was_put_down|got_put_down|was_put_to_sleep
        |has_died|has_passed
        |IS_dead|IS_no_longer_with_us
        (ME (had_to|just|have_to)?)? (put|had | lost|buried !FIRST|NAME) $THEIRS (put)? (down|to_sleep|END|last|in|on
        |today|yesterday|this)
        (ME (had_to|just|have_to)?)? put|had|lost the PET (put)? (down|to_sleep|END|last|today|yesterday|this)
        $THEIRS (is|are|was | 's a|an|my|our|the|now|still|just) (our|my|the|a|an|his|her)* (new|old|best|big
        |little|rescue|golden|black|three|legged|year|years|old|NUMBER|NAME|NATION)*
        & KIN|PET|PERSON|collie|lab|labrador|beagle|terrier|spaniel|mix|mutt|tabby|retriever|poodle|cockapoo
        |whippet|greyhound|lurcher|boss|manager
        $THEIRS (IS|are)? (now|just|turning|almost|nearly)* YEARS (months|weeks|years|yo|this|next|in|on|today
        |tomorrow|now|and|,|END|old)
        $THEIRS turned|turns|IS_turning|hits|just_turned YEARS|NUMBER|thirty|forty|fifty|sixty|seventy|eighty
        $THEIRS 's (NUMBER)? birthday|bday|name|real_name|due_date|anniversary IS|was _
        $THEIRS (IS|are|got|just|has|have|finally|officially)* engaged|married|divorced|split_up|broke_up|broken_up
        |separated|expecting
        |back_together|split|single|hitched
        $THEIRS IS|are|was|started|stopped (now|still|just|back)* dating|seeing|with|going_out_with|marrying
        |engaged_to|married_to
        & FIRST|NAME|my|a|an|some|her|his _
        $THEIRS finished|ended|called it|things (off)? (with me)?
        $THEIRS and FIRST|KIN|his|her (_)? (IS|are|have|has|'ve)* packed_it_in|split|split_up|broken_up|broke_up
        |separated|engaged|married|getting_married|expecting|having_a|getting_divorced|back_together|over
        $THEIRS dumped|left|cheated_on|married|proposed_to|moved_in_with|broke_up_with|split_up_with FIRST|NAME|her
        |his|my|their|him|me _
        $THEIRS (just|has|IS|are|finally)* had|having|expecting|welcomed|adopted|adopting|got|have (a|an|the|their
        |his|her|another|second|first|third|little)*
        & baby|boy|girl|twins|child|son|daughter|kid|puppy|kitten|dog|cat|grandchild
        $THEIRS $BE (called|named|known_as) NAME|_
        $THEIRS goes_by|answers_to _
        $THEIRS and me|i are|IS|have|fell|made|split|broke|were (no_longer|not|back|all|just)* (done|together
        |friends|mates|good|speaking|talking|over|finished|out|up|engaged|married|cool|estranged|fallen_out|broken_up)
        me and $THEIRS are|IS|have|fell|made|split|broke|were (no_longer|not|back|all|just)* (done|together|friends
        |mates|good|speaking|talking|over|finished|out|up|engaged|married|cool|estranged|fallen_out|broken_up)
        """, _BE, subject=Subject.OTHER, passing=True),
    *parse_rules(Domain.WORK, """
        $THEIRS (just|now|still|has|IS|are|also|only|currently)* works|work|worked|working|employed !on|too|so|here
        |hard|like|it|out|a_lot|late|today|tonight|tomorrow|this _
        $THEIRS (just|now|has|IS|finally|also)* got|gotten|landed|started|starting|starts|found|took|accepted|lost
        |quit|left|quitting|leaving (on|a|an|the|his|her|their|new|good|real|full-time|part-time|proper|first
        |summer|saturday|out|of)*
        & (job|role|position|internship|apprenticeship|placement|business|shift|gig | at|with !the_moment|least
        |last|home|me|us|it NAME|the|a | NAME)
        $THEIRS (just|has|IS|also|got|was|were|being)* promoted|fired|laid_off|sacked|hired|made_redundant|let_go
        |retiring|retired|redundant|transferred|made_manager|made_partner|made_lead|made_team_lead|made_head
        |self-employed|unemployed
        $THEIRS $BE ($A | $WHO | !at|in|with|so|not|very|too|like|all|being|such|of|good|bad|great|terrible|my|fan
        |bit|lot _)* JOB
        $THEIRS runs|manages|owns|teaches|coaches|drives|sells|fixes|supervises|opened|IS_running|IS_managing
        |IS_opening|IS_teaching (a|an|the|his|her|their|own|whole|at|for|in|_)* !like|me|them|us|it|off|away|out
        |late _
        $THEIRS does|do|IS_doing (nights|days|shifts|hair|nails|tattoos|lunches|dinners|security|admin|reception
        |construction|roofing|landscaping|childcare|ubers|uber|deliveries|lashes)
        $THEIRS moved|went|IS|goes|switched (back|over)* to|on nights|days|first_shift|second_shift|third_shift
        |part-time|part_time|full-time|another_department
        """, _BE, subject=Subject.OTHER, passing=True),
    *parse_rules(Domain.PERSONAL, """
        $THEIRS (just|has|finally|IS|are)* got|gotten|accepted|getting|offered (in|into|in_to|to|an|a|offer|place|full
        |ride|scholarship|from|at)* in|into|to|at|from|scholarship !trouble|the_car|bed|a_fight|it|the_shower|work
        |me|us
        |sleep|my _
        $THEIRS (just|IS|finally|has)* starts|started|starting|finished|finishes|finishing|graduated|graduates
        |graduating|passed|dropped|enrolled|enrolling (at|from|in|out|of|his|her|their|first|a|the|high|law
        |med|year)*
        & school|college|uni|university|kindergarten|nursery|preschool|daycare|reception|year|grade|NUMBER|middle
        |secondary|sixth_form|senior|a-levels|gcses|driving
        |driving_test|exams|degree|phd|masters|apprenticeship|training|high|law|med|nursing|JOB|NAME
        $THEIRS $BE (a|an|in|at|doing|studying|going|to|off|the|his|her|of)* (freshman|sophomore|junior|senior
        |NUMBER grade|year NUMBER|grade NUMBER|nursery|preschool|kindergarten|sixth_form|college|uni|university
        |school|high_school|middle_school
        |first_year|second_year|final_year|student|NUMBER grader|phd|law|medicine|nursing|engineering|biology
        |psychology|gcses|a-levels|primary)
        $THEIRS $BE studying|doing|training !it|that|this|well|fine|better|ok|okay|great|the_dishes|my|her|his|good
        |so|much|all|something|homework|alright|dinner|really|nothing|what (_)
        $THEIRS graduated END|last|this|with
        $THEIRS $BE (doing|studying|reading|finishing|starting|at|in|his|her|their|a|an|_)* $STUDY
        $THEIRS $BE in the (merchant|royal|us|air|indian|coast|national)*
        & navy|army|airforce|force|marines|police|reserves
        |guard|raf|military
        $THEIRS studies|studied|majored|majors|goes_to|attends !bed|sleep|work|the_shop|me|the_store|hard _
        $THEIRS lives|live|lived|IS_living|are_living|moved|IS_moving|are_moving|have_moved|has_moved|staying
        |IS_staying|IS_crashing|crashing|IS_based|relocated|based (back|over|up|down|out|in|now|still)* (in|to|at
        |on|with|near
        |next|out|from|away|together|abroad|by|here|home|for)
        $THEIRS (just|has|finally)* bought|got|rented|rents|renting|found|owns|sold|IS_buying|IS_selling|bought (a
        |an|the|his|her|their|own|new|little|NUMBER|first|nice|cute|place|of)* (bed|bedroom|house|flat|apartment
        |apt|condo|place|home|bungalow|cottage|studio)
        $THEIRS 's (house|place|flat|apartment|car|business|shop|farm|boat) (IS|are|goes|went|going|has|just|was)*
        & (up|on|for|sold|under)* (sale|the_market|sold|offer|contract|closing)
        $THEIRS (IS|are)? (still|now|back|over|up|down|out|living)* in !bed|town|tears|charge|pain|trouble|labour
        |labor|love|shock|bits|work|school|agony|denial|stitches|there|here|this|that|it
        |on|for|my|the|a|an|his|her|their|our|traffic|isolation|recovery|theatre|surgery|ING|and|MONTH|DAY|NUMBER _
        & (END|,|with|and|now|for|at|since|from|where|NAME)
        $THEIRS $BE|came|comes|IS_originally (originally)? from NAME|_
        $THEIRS $BE (at|in|on|up_in|down_in|over_in|out_in|back_in) NAME !today|tonight (now|these|since|END|for|at
        |with|,)
        """, _BE, subject=Subject.OTHER, passing=True),
    *parse_rules(_PEOPLE, """
        $THEIRS (also|now|still|really|just|totally|absolutely|IS|always|only)* plays|plays_in|playing|wrestling
        |loves|hates|supports|likes|collects|collecting|sings|dances|swims|prefers|rides
        |does|learning|boxing|obsessed|into|addicted|adores|enjoys|detests|volunteers|coaches|scared_of
        |terrified_of|afraid_of|fan_of|knits|paints|fishes|hunts|golfs|surfs|bowls !like|too|so|here|hard|it|this
        |that|when|how
        |to_complain|me|him|her|them|up|a_trick|dead|with_me|you|my|what|not|well|the_dishes|laundry|dumb
        |videogames_all _
        $THEIRS (just|has|finally|IS)* made|joined|joining|captained|took_up|taken_up|signed_up_for|quit|dropped
        |gave_up|given_up|picked_up (the|a|an|his|her|school|u|NUMBER|varsity|jv|travel|county|first|under|local)*
        & (team|squad|choir|band
        |club|SPORT|INSTRUMENT
        |lessons|cast|play|varsity|orchestra|football|army|navy|marines|airforce|police|guides|scouts|brownies|cubs
        |ballet|karate|gymnastics|drums|swim)
        $THEIRS has|have|drives|got|bought|sold|wants ($A | NUMBER)* KIN|PET|VEHICLE|citizenship|degree|phd
        |allotment|boat
        $THEIRS $BE ($A | very)* NATION|TRAIT|SIGN|DIET
        """, _BE, subject=Subject.OTHER, passing=True),
    *parse_rules(Domain.SCHEDULE, """
        $THEIRS 's _ _? (IS|are|has_been|got)? (moved|now|on|at|set|booked|rescheduled)* $DATE
        $THEIRS (IS|are|starts|graduates|leaves|flies|moves|goes|returns|turns) (!,|runs|said|was|did
        |been|last _)? (!, _)? (!, _)? (!, _)? $DATE
        $THEIRS (IS|are)? coming|visiting|arriving|flying|staying|arrives|lands|visits|comes|flies|gets|leaves
        |leaving|moving|getting (!, _)* $DATE
        $THEIRS has|goes|plays|does|starts|gets|trains|visits|comes|takes|works|sees (!, _)* $DAYS
        $THEIRS 's _ (_)? IS|are $DAYS|DAY|DAYS
        """, SHORTHANDS, subject=Subject.OTHER, passing=True),
)  # fmt: skip

INTRODUCED = (
    *parse_rules(_PEOPLE, """
        {name1:FIRST|NAME} , who IS {what:a|an|my|our|the $ADJ* KIN|PERSON|PET|JOB}
        """, SHORTHANDS, telling="{name1} is {what}", subject=Subject.OTHER, anywhere=True, passing=True),
    *parse_rules(_PEOPLE, """
        {name1:FIRST|NAME} , my|our {who:$ADJ* KIN|PERSON|PET}
        """, SHORTHANDS, telling="{name1} is their {who}", subject=Subject.OTHER, anywhere=True, passing=True),
    *parse_rules(_PEOPLE, """
        (ME|we)? (just|sadly)? lost|buried {name1:FIRST|NAME} END|,|last_night|last_week|yesterday|today
        |this_morning|this
        """, telling="{name1} died", subject=Subject.OTHER, passing=True),
    *parse_rules(_PEOPLE, """
        {name1:FIRST|NAME} , {who:FIRST 's KIN|PERSON|PET}
        """, SHORTHANDS, telling="{name1} is {who}", subject=Subject.OTHER, anywhere=True, passing=True),
    *parse_rules(_PEOPLE, """
        my|our {who:$ADJ* KIN|PERSON|PET} ,|= {name1:FIRST|NAME}
        my|our {who:$ADJ* KIN|PERSON|PET} {name1:FIRST}
        """, SHORTHANDS, telling="Their {who} is called {name1}", subject=Subject.OTHER, anywhere=True, passing=True),
    *parse_rules(_PEOPLE, """
        (my|our|the) {who:PERSON|landlord|vet|teacher} ,? {name1:mr|mrs|ms|miss|dr _}
        """, telling="Their {who} is called {name1}", subject=Subject.OTHER, anywhere=True, passing=True),
    *parse_rules(Domain.HEALTH, """
        (with|from|see|saw|seeing|to|visit) {name1:dr !pepper|who|phil|strange|dre|seuss|oz|martens|google|evil|no
        |and|in|at|on|for|about _}
        """, telling="Their doctor is {name1}", subject=Subject.OTHER, anywhere=True, passing=True),
    *parse_rules(Domain.WORK, """
        ME (now)? answer|report to (a)? {name1:FIRST|NAME NAME?}
        {name1:FIRST} starts|started|IS_starting|IS_taking_over|took_over|comes_in as (my|our|the) (new)? manager
        |boss|supervisor|team_lead|lead|foreman
        """, telling="Their boss is {name1}", subject=Subject.OTHER, passing=True),
    *parse_rules(_PEOPLE, """
        {name1:FIRST|NAME NAME?} IS|, (my|our) {who:$ADJ* KIN|PERSON|PET (_ !, _)? (...)?}
        """, SHORTHANDS, telling="{name1} is their {who}", subject=Subject.OTHER, passing=True),
    *parse_rules(_PEOPLE, """
        (my|our) {who:$ADJ* KIN|PERSON|PET} {name1:FIRST|NAME NAME?} END
        """, SHORTHANDS, telling="Their {who} is called {name1}", subject=Subject.OTHER),
    *parse_rules(_PEOPLE, """
        ME have|have_got|got|AM_getting|met|AM_dating|AM_seeing|date|hired|started_dating|started_seeing (a|an|this
        |some|my)* (new)* (guy|girl|woman|man|gal|bloke|lad|chap|lady|someone|somebody|kid|boss|manager
        |supervisor|therapist|doctor|gp|trainer|coach|landlord|roommate|flatmate|housemate|neighbour|neighbor
        |PERSON|KIN|PET|dentist|physio|tutor|nanny|assistant|colleague|teammate|counsellor|counselor)
        & (called|named|,|her_name_is|his_name_is)* FIRST|NAME
        ME AM|are|have_been (now|back|still|sort_of|kinda|officially)* dating|seeing|with|engaged_to|married_to
        |going_out_with FIRST
        """, SHORTHANDS, passing=True),
    *parse_rules(Domain.WORK, """
        (my|our|the)? (new|old|direct|line|current)* boss|manager|supervisor|foreman|lead|team_lead|line_manager
        & (is|'s|,|now|called|named|name|:|a|an|guy|bloke|woman|man|lady|chap)* {name1:FIRST|NAME (NAME)?} END|,
        |and|from|now|who|she|he|came
        """, telling="Their boss is {name1}", subject=Subject.OTHER, only=True),
)  # fmt: skip
