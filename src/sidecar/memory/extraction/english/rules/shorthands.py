"""Parts of patterns that several English rules share."""

from __future__ import annotations

_SHORTHANDS = {
    "DAYS": "(on|every|each|most|in|at (other|single|NUMBER|COUNT|the)* DAYS | every|each (other|single|NUMBER"
    "|COUNT)* DAY|SPAN|days|weeks|months"
    " | on? DAYS | NUMBER|COUNT (times|days|nights)? a|per SPAN | once|twice a|per SPAN | daily|weekly|monthly"
    " | DAY through|to|- DAY | on DAY and DAY)",
    "DATE": "((on|by|until|for|is|are|'s|at|to)* (the? NUMBER|first|second|third of? MONTH? | MONTH the? NUMBER"
    " | (this|next|coming|the)* DAY !DAYS (the? NUMBER)? | last DAY) | in MONTH | in early|mid|late MONTH | tomorrow"
    " | next week|month|year|summer|spring|autumn|fall|winter)",
    "CLOCK": "(at? NUMBER (am|pm|-|to)* NUMBER? | noon | midday)",
    "EVENT": "VISIT|dentist|doctor|doctor's|doctors|gp|mri|ct|xray|x-ray|ultrasound|biopsy|colonoscopy|smear"
    "|mammogram"
    "|dermatologist|cardiologist|optician|opticians|orthodontist|physio|appointment|appt|consult|consultation"
    "|interview|exam"
    "|test|viva|audition|wedding|funeral|christening|baptism|graduation|flight|ferry|cruise|concert|gig|recital"
    "|match|tournament"
    "|meet|race|marathon|hearing|trial|closing|completion|inspection|viewing|reunion|baby_shower|shower|hen|stag"
    "|court|op"
    "|surgery|operation|procedure|jury_duty|mot|driving|induction|orientation|party|opener|holiday|move|c-section"
    "|parents_evening|due_date|visit|checkup|check-up|cleaning|blood_test|blood_tests|bloods|sleep_study|scan"
    "|booster|vaccine"
    "|jab|shoot|showing|performance|play|review|presentation|deadline|launch|training|bar_exam|finals|midterm",
    "STUDY": "nursing|law|medicine|engineering|psychology|accounting|business|teaching|physics|chemistry"
    "|biology|history"
    "|english|computer_science|cs|economics|econ|maths|math|art|design|architecture|commerce|marketing"
    "|education|finance"
    "|social_work|philosophy|politics|journalism|pharmacy|dentistry|btech|mba|masters|phd|mbbs|bsc|msc|ba|llb|degree"
    "|gcses|a-levels|alevels|finals|boards|hsc|residency|apprenticeship|diploma|doctorate|course|traineeship|nvq|btec"
    "|associate's|bachelor's|master's",
    "MONEY": "(£|$|€|about|around|like|only|another|over|under|roughly)* NUMBER",
    "BILL": "rent|mortgage|salary|wage|wages|hourly|pay|paycheck|insurance|premium|car_payment|truck_payment"
    "|truck_note"
    "|car_note|house_payment|payment|childcare|daycare|nursery|tuition|electric|council_tax|property_tax|hoa"
    "|deposit|broadband"
    "|pension|child_support|maintenance|alimony|fees",
    "ADJ": "(older|younger|elder|little|baby|kid|big|eldest|youngest|oldest|best|late|ex|only|middle|other|new|old"
    "|step|twin"
    "|first|second|three|two|NUMBER|year|yo|year-old|great|stupid|lovely|poor|crazy|dear|direct|work|school|next"
    "|door|next-door"
    "|upstairs|downstairs|dang|damn|bloody)",
    "THEIRS": "((my|our oldest|eldest|youngest !KIN|PERSON|PET|JOB|FIRST"
    " | my|our $ADJ* KIN|PERSON|PET|JOB (of_mine)? (,? NAME !NAME ,?)? | FIRST (=VERB|PAST|THIRD|IS|has|is"
    "|got|had | !NAME)) ('s $ADJ* KIN|PERSON"
    "|PET (,? NAME ,?)?)?)",
    "A": "(a|an|the|my|our|some|one|two|NUMBER|COUNT|new|old|little|big|small|own|really|bad|severe|serious|mild"
    "|chronic|slight|terrible|awful|regular|frequent"
    "|of|early|stage|got|had|been|moderate|social|seasonal|black|white|rescue|ginger|grey|gray|tiny|huge|year"
    "|years|year-old|month|cute|lovely|beautiful|golden"
    "|german|border|dwarf|brown|fat|orange|senior|elderly|older|younger|twin|step|half|grown|grown-up|adult"
    "|teenage|young|identical|beat|up|used|red|blue|silver|green"
    "|second-hand|secondhand|electric|NAME|NATION|first|dual|holiday|bedroom|one-bedroom|two-bedroom|vacation"
    "|baby|pet|daily|low|dose|half|tablet|tablets|pill|mg|mcg"
    "|ml|units|g|food)",
    "WHO": "(senior|junior|lead|chief|head|staff|principal|freelance|retired|former|trainee|registered|qualified"
    "|professional|part-time|full-time|certified|primary"
    "|secondary|high|middle|elementary|school|math|maths|science|history|english|music|art|software|web|data"
    "|graphic|mechanical|civil|electrical|chemical|product|ux"
    "|ui|backend|frontend|full|stack|full-stack|front|end|back|game|mobile|machine|learning|night|icu|er"
    "|pediatric|paediatric|emergency|dental|medical|vet|hospital"
    "|truck|bus|taxi|train|delivery|pastry|sous|line|fashion|interior|landscape|wedding|police|research|marine"
    "|financial|tax|insurance|real|estate|security|project"
    "|operations|marketing|sales|hr|office|construction|wildlife|second-year|third-year|first-year|final-year"
    "|NUMBER|year|yoga|ski|swim|driving|piano|violin|guitar"
    "|esl|kindergarten|care|social|general|family|trauma|licensed|law|med|phd|grad|college|uni|university"
    "|exchange|nursing|engineering|a|an|the|structural|newly"
    "|aerospace|biomedical|veterinary|speech|occupational|physical|nhs|community|public|criminal|stay-at-home"
    "|self-taught|NAME|LANG)",
}

SHORTHANDS = {**_SHORTHANDS, "THEIRS": _SHORTHANDS["THEIRS"].replace("$ADJ", _SHORTHANDS["ADJ"])}
