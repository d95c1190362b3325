"""Ailments, medicines and what is measured: doses, changes of dose, what was stopped; also those of others."""

from __future__ import annotations

from sidecar.domain.fact import Domain, Subject
from sidecar.memory.extraction.english.rules.shorthands import SHORTHANDS
from sidecar.memory.extraction.grammar import parse_rules

_HEALTH = Domain.HEALTH
_MEDICINE = {
    **SHORTHANDS,
    "MED": "((a|an|the|my|his|her|their|some|this|that|low|dose|baby|daily)* (NUMBER mg|mcg|ml|units of?)? MED|DRUG)",
    "DOSE": "(at|to|= NUMBER | NUMBER)",
    "DOCTOR": "(the|my|our|his|her|a)* (dr|doctor|doc|gp|nurse|psych|psychiatrist|cardiologist|consultant"
    "|specialist|surgeon"
    "|vet|pharmacist|hospital|clinic|neurologist|endo|endocrinologist|rheumatologist|dermatologist|oncologist|np"
    "|practice | dr|doctor NAME|_ | he|she|they | FIRST)",
    "PUT": "(has|have|had|'s|is|are|just)* (put|putting|got|started|starting|switched|switching|moved|moving|bumped"
    "|bumping|upped"
    "|upping|raised|increased|lowered|dropped|cut|reduced|doubled|halved|prescribed|prescribing|gave|changed"
    "|swapped|took|taking"
    "|weaned|weaning)",
}

MINE = (
    *parse_rules(_HEALTH, """
        ME AM|have_been|stay|went|AM_going|got|are (now|back|still|already|currently|just|finally|put|started
        |switched|bumped|moved
        |up|down|to)* on|onto {item:$MED (...)?}
        ME AM|have_been|went|AM_going|came|got|AM_coming|have_come (now|back|finally|taken|completely)* off (of)? $MED
        ME started|switched|swapped|changed|moved|went|AM_starting|AM_switching|AM_trying|have_started (back)*
        & (from $MED (NUMBER (mg|mcg|ml)?)?)? (on|to|onto|taking
        |with|up_to|down_to)* $MED
        ME stopped|quit|ditched|dropped|AM_done_with|no_longer|have_stopped|finished|have_finished|came_off (taking
        |take|using|with)* $MED
        ME don't|no_longer|won't (take|use|need) $MED
        ME AM|have_been|will_be|are not|no_longer (taking|on|using|been|having|getting)* $MED
        ME won't|aren't|haven't be|been|taken|had|used|taking (taking|on|using|had)* $MED
        ME can't have|take|use|tolerate $MED
        ME have|get|got|do|take|use|inject|AM_taking|AM_using|carry|need (to_take|to_use)? {item:$MED (...)?}
        ME upped|lowered|doubled|halved|increased|reduced|cut|bumped (up|down|back)* $MED
        """, _MEDICINE, critical=True, passing=True),
    *parse_rules(_HEALTH, """
        (put|putting|got|started|starting|switched|switching|moved|moving|bumped|swapped|changed|took|taking|weaned
        |keeping|kept|'s|has|is)
        & me (back|now|up|straight)* {on:on|onto|off (of)? $MED (...)?}
        """, _MEDICINE, telling="Is {on}", critical=True, passing=True, anywhere=True),
    *parse_rules(_HEALTH, """
        (switched|switching|moved|moving|swapped|changed) me (back|now|straight|over)* from {old:$MED} (over)? to
        & {what:$MED (...)?}
        """, _MEDICINE, telling="Switched from {old} to {what}", critical=True, passing=True, anywhere=True),
    *parse_rules(_HEALTH, """
        (switched|switching|moved|moving|bumped|swapped|changed) me (back|now|up|straight|over)* to {what:$MED (...)?}
        """, _MEDICINE, telling="Is on {what}", critical=True, passing=True, anywhere=True),
    *parse_rules(_HEALTH, """
        not|no_longer|ain't (been|going_to_be)* taking|on|using {what:$MED (...)?}
        """, _MEDICINE, telling="Is not taking {what}", critical=True, passing=True),
    *parse_rules(_HEALTH, """
        (done|finished) with {what:$MED (...)?}
        (my|the)? {what:MED|DRUG} 's|IS|has|was|got|have (been)? stopped|discontinued
        """, _MEDICINE, telling="No longer takes {what}", critical=True, passing=True),
    *parse_rules(_HEALTH, """
        $DOCTOR $PUT (my|the)* {what:MED|DRUG} (up|down|back|from NUMBER)* to {dose:NUMBER (...)?}
        (bumped|upped|lowered|cut|raised|increased|reduced|dropped) (my|the)* {what:MED|DRUG} (up|down|back)* to
        & {dose:NUMBER (...)?}
        (my|the)? {what:MED|DRUG} IS|are|was|went|got|has_gone (now|up|back|down|to|gone|been|bumped|upped|at
        |increased|lowered
        |moved|changed)* {dose:NUMBER|COUNT|twice|once|half|double|every|daily|only (...)?}
        (my|the)? {what:MED|DRUG} {dose:NUMBER|twice (...)?}
        """, _MEDICINE, telling="Takes {what} {dose}", critical=True, passing=True),
    *parse_rules(_HEALTH, """
        $DOCTOR $PUT me up|down to {what:NUMBER (mg|mcg)? of MED|DRUG (...)?}
        """, _MEDICINE, telling="Takes {what}", critical=True, passing=True),
    *parse_rules(_HEALTH, """
        $DOCTOR $PUT (my|the|me|a|some)* MED|DRUG for|with|instead|as|every|at|NUMBER _
        (now)? NUMBER mg|mcg|ml|units of MED|DRUG
        no more MED|DRUG END|for|,|since|now
        """, _MEDICINE, critical=True, passing=True),
    *parse_rules(_HEALTH, """
        (my|the)? (last|latest|new|fasting|resting|morning|current)* a1c|hba1c|bp|blood_pressure|cholesterol|ldl
        |tsh|ferritin|blood_sugar
        |bmi|psa|iron|haemoglobin|hemoglobin|platelets|pulse|resting_heart_rate (IS|are|was|at|=|:|down|up|to|now
        |came|back
        |around|about|still|of|under|over)* NUMBER
        NUMBER a1c|hba1c END
        ME (AM|weigh|have_lost|lost|gained|have_gained|put_on|hit|AM_down|AM_up)* (down|up|to|at|about|around|over
        |under|by)* NUMBER
        & lbs|lb|pounds|kg|kilos|stone|kgs
        ME (AM|have_been)? NUMBER|COUNT days|weeks|months|years (and_counting)? sober|clean|smoke-free
        |nicotine-free|alcohol-free
        ME AM|went|have_been|got (back|now|still|strictly|fully|100%|gone)* (on)? keto|paleo|low_carb|low-carb
        |low_fodmap|fodmap|weight_watchers
        |slimming_world|the_waiting_list|a_waiting_list
        day NUMBER|COUNT of keto|chemo|radiation|radiotherapy|slimming|whole30
        """, SHORTHANDS, passing=True),
    *parse_rules(_HEALTH, """
        {number:NUMBER} on (the | my | _ 's) scale|scales
        """, SHORTHANDS, telling="Weighs {number}", passing=True),
    *parse_rules(_HEALTH, """
        no {what:(ALLERGEN|FOOD|DRUG) (or ALLERGEN|FOOD|DRUG)?} ever END|,
        no {what:(ALLERGEN|FOOD|DRUG) (or ALLERGEN|FOOD|DRUG)?} anywhere|for_me|at_all|allowed
        """, SHORTHANDS, telling="Can't have {what}", critical=True),
    *parse_rules(_HEALTH, """
        (no|zero) {what:ALLERGEN|alcohol|booze|pop|soda|coffee|caffeine|sugar|gluten|dairy|meat|beer|wine|carbs
        |cigarettes|vaping|drink} {since:since _ (...)?}
        """, SHORTHANDS, telling="No {what} {since}"),
)  # fmt: skip

OTHERS = (
    *parse_rules(_HEALTH, """
        $DOCTOR $PUT {who:(my|our|the)? KIN|PET NAME? | FIRST} {on:(on|onto|off) (of)? $MED (...)?}
        {who:(my|our)? KIN|PET NAME? | FIRST} 's (new)?
        & dr|doctor|doc|vet|gp|consultant|pediatrician|paediatrician $PUT him|her
        & {on:(on|onto|off) (of)? $MED (...)?}
        $DOCTOR (has|'s|is)* (got|put) {who:(my|our|the)? KIN|PET NAME? | FIRST} {on:(on|onto|off) (of)? $MED (...)?}
        """, _MEDICINE, telling="{who} is {on}", subject=Subject.OTHER, critical=True, passing=True),
    *parse_rules(_HEALTH, """
        $THEIRS IS|are|has_been|went|got (now|back|still|already|currently|just|finally|put|started|switched)* on
        |off (of)? (the)? $MED
        $THEIRS takes|uses|needs|carries|has|gets|started|stopped|came_off|no_longer_takes|takes_no|doesn't_take
        & (taking|to|take)* $MED
        $THEIRS IS|are|isn't|aren't not|no_longer|on|taking|using (taking|on|using|given)* (the)? $MED
        $THEIRS 's MED|DRUG (IS|are|was|went|now|up|down|to)* NUMBER|twice|once|half|every
        """, _MEDICINE, subject=Subject.OTHER, critical=True, passing=True),
)  # fmt: skip

DIAGNOSES = (
    *parse_rules(_HEALTH, """
        it IS|was (just|definitely|officially|only|confirmed|actually)* {what:(a|an|my)? COND|asthma|apnea|adhd
        |gout|shingles (...)?}
        """, telling="Has {what}", critical=True, passing=True),
    *parse_rules(_HEALTH, """
        as a|an {what:(type_1|type_2)? ILL|DIET}
        """, telling="Is {what}", critical=True, passing=True, anywhere=True),
)  # fmt: skip

AILMENTS = parse_rules(_HEALTH, """
    ME did|put|threw|pulled my BODY|back|neck|shoulder|hamstring|knee (in|out)? _?
    my COND IS|are|has|have (been)? back|worse|better|gone|flaring|acting|under _?
    ME AM|have_been off (sick|work)* (since|for|with|until)
    ME AM on the sick|dole (since|for|again|with|END)
    ME AM awaiting|waiting_for|waiting_on (a|an|my|the)* (_)? assessment|diagnosis|operation|surgery|scan|referral
    |transplant|biopsy|test|results|mri|appointment
    ME AM|have_been off sick|work (since|for|with|until) _
    ME (have|just|AM)* (got|had|having|have|getting|need) (a|an|the|my|another|both|two|severe|mild|bad|bit|of
    |slight|bulging|slipped|torn|frozen|dodgy|bad|chronic|stage|type|early|really|trapped|broken|fractured|cracked
    |new|left|right|full|partial|total)*
    & COND|hernia|disc|meniscus|rotator_cuff|acl|shoulder|nerve|hip_replacement|knee_replacement|epidural|cortisone
    |steroid|stent|hysterectomy|vasectomy|filling|crown|root_canal|wisdom_tooth|cataract|colonoscopy|biopsy|mole
    |cyst|lump|gallbladder|appendix|tonsils|tooth|pacemaker
    |cpap|hearing_aids|readers|cheaters|glasses|varifocals|bifocals|braces|invisalign|retainer|brace|boot|cast
    |sling|inhaler|epipen
    first|second|third (night|day|week|month) on (the|a|my)* cpap|insulin|MED|hrt|keto
    (PT|physio|physical_therapy|therapy|counselling|counseling|dialysis|chemo|radiation|acupuncture|chiro|aa
    |meetings|rehab) (IS|at|with|_)? (twice|once|three_times|NUMBER|every|each|on|weekly|mondays|tuesdays
    |wednesdays|thursdays|fridays) (times)? (a|per)? (week|month|fortnight|DAY|DAYS)
    ME (go|do|see|have|AM|are|started|get|AM_doing|AM_having|AM_going|AM_in)* (to|the|a|my|for)* (PT|physio
    |physical_therapy|therapy|counselling|counseling|dialysis|chemo|acupuncture|aa)
    (my|the)? (new|old)* gp|doctor|doc|dentist|therapist|physio|counsellor|counselor|psychiatrist|consultant
    |midwife|np|cardiologist|surgeon|health_visitor (IS|'s|now|called|is_now|named|,)* (dr|doctor)? FIRST|NAME
    ME see|AM_seeing|have_got|got (a|the|my|new|now)* gp|doctor|doc|dentist|therapist|physio|counsellor|counselor
    |psychiatrist|consultant|np|dr|nurse (called|named|,|dr)* NAME
    ME (break|come|swell|flare|came|broke|swelled) (out|up) (in|with|from|if)* _
    ME go|went|AM_going|AM easy|light|off on? (carbs|sugar|salt|dairy|gluten|caffeine|alcohol|booze|red_meat|fried)
    ME (check|test|monitor|track|AM_checking|AM_testing|AM_tracking) (my)? (sugar|sugars|blood_sugar|blood_pressure
    |bp|glucose|peak_flow|weight) _
    ME (have)? gave|given|packed|quit|kicked|stopped|cut|knocked|put (it|up|in|out|off|on|the|head|all|down)*
    & (smoking|drinking|vaping|cigs|fags|ciggies|cigarettes|booze|alcohol|dip|snus|weed|dairy|gluten|sugar|meat
    |caffeine|coffee|wine|pop|soda|fizzy|diet_coke|energy_drinks|carbs|crisps|chocolate)
    ME AM|have_been (back|now|fully|completely|off|on|the)* off (the)? (smoking|drinking|vaping|cigs|fags|ciggies
    |cigarettes|booze|alcohol|drink|dip|snus|weed|dairy|gluten|sugar|meat|caffeine|coffee|wine|pop|soda|carbs|beer
    |gear|wagon)
    ME AM back on|smoking|drinking|vaping|eating (the)? (again|cigs|fags|smokes|booze|drink|dip|vape|meat|dairy|sugar)
    """, SHORTHANDS, passing=True)  # fmt: skip
