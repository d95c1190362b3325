"""Parts of patterns that several English rules share."""

from __future__ import annotations

SHORTHANDS = {
    "DAYS": "(on|every|each|most|in|at (other|single|NUMBER|COUNT|the)* DAYS | every|each (other|single|NUMBER"
    "|COUNT)* DAY|SPAN|days|weeks|months"
    " | on? DAYS | NUMBER|COUNT (times|days|nights)? a|per SPAN | once|twice a|per SPAN | daily|weekly|monthly"
    " | DAY through|to|- DAY | on DAY and DAY)",
    "DATE": "(on|by|until the? NUMBER|first of? MONTH? | on? MONTH the? NUMBER | NUMBER of? MONTH | in MONTH"
    " | on? (this|next|the)* DAY !DAYS | tomorrow | next week|month|year|summer|spring|autumn|fall|winter)",
    "THEIRS": "(my|our (older|younger|elder|little|big|eldest|youngest|oldest|best|late|ex|only|middle|other|new"
    "|step|twin|first|second|three|two|NUMBER|old|year|yo"
    "|year-old)* KIN|PERSON|PET)(,? NAME ,?)?",
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
