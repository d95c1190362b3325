"""Allergies, conditions, medication, diet and operations of the person."""

from __future__ import annotations

from sidecar.domain.fact import Confidence, Domain
from sidecar.memory.extraction.english.rules.shorthands import SHORTHANDS
from sidecar.memory.extraction.grammar import parse_rules

_HEALTH = Domain.HEALTH

RULES = (
    *parse_rules(_HEALTH, """
        (ME AM)? allergic {item:to ...}
        ME have $A* allergy|allergies {item:to ...}
        """, SHORTHANDS, critical=True, each=""),
    *parse_rules(_HEALTH, """
        _ _? makes|make my throat|lips|tongue|mouth swell|close|itch|tingle
        _ _? gives|give|gave me hives|anaphylaxis|welts
        ME break|broke|come|came out in hives|welts|a_rash from|when|if|with _
        ME get|got hives|welts from|when|if|with _
        ME AM (lactose|gluten|dairy|fructose)? intolerant
        ME have $A* _ _? allergy|allergies|intolerance
        ME have $A* allergy|allergies|intolerance
        ME AM (a|an|type_1|type_2|insulin-dependent)* GRAVE
        (ME)? (was|were|have_been|got|AM|just)* diagnosed with|as _
        my|the doctor|gp|psychiatrist|cardiologist|doc|therapist|neurologist (has)? (just)? put|started|switched
        |bumped|took|prescribed|upped|lowered|increased _
        ME was|got|have_been|AM prescribed _
        (ME AM)? ($A)* (weeks|months|currently)* pregnant
        ME AM NUMBER weeks along|pregnant
        ME (have)? miscarried
        ME had|have_had|suffered a|another|an miscarriage
        ME|we (have)? lost the|our|my pregnancy|baby
        """, SHORTHANDS, critical=True, passing=True),
    *parse_rules(_HEALTH, "ME have {item:$A* SERIOUS (...)?}", SHORTHANDS, critical=True, each="COND"),
    *parse_rules(_HEALTH, """
        ME have|get|suffer|deal|live|struggle|got (from|with)? {item:$A* COND (...)?}
        """, SHORTHANDS, each="COND"),
    *parse_rules(_HEALTH, """
        ME take|use|inject|AM_on|AM_taking {item:$A* MED (...)?}
        """, SHORTHANDS, critical=True, each="MED"),
    *parse_rules(_HEALTH, """
        ME take|AM_on|AM_taking NUMBER mg|mcg|ml|units|NUMBER
        ME take|AM_on|AM_taking NUMBER of MED
        ME take|AM_on|AM_taking !NUMBER|the|a _ _? NUMBER mg|mcg|every|at|in|a|daily|twice|once|END
        ME take|AM_on|AM_taking medication|meds|pills|something|tablets|medicine|drugs for
        """, critical=True),
    *parse_rules(_HEALTH, """
        ME AM (a|an|not|no_longer|recovering|lifelong|strict|raw|ethical|registered|partially|legally|clinically
        |100%|NUMBER
        |red-green|both|and)* ILL|DIET
        ME went|became|turned|gone (vegan|vegetarian|keto|sober|gluten-free|dairy-free|pescatarian|teetotal
        |plant-based)
        (strict|lifelong)? DIET END|since|for|here
        not DIET anymore
        ME AM expecting END|a|our|my|twins|in|another|NUMBER
        ME AM breastfeeding|in_remission|in_recovery|in_a_wheelchair|on_a_diet|on_dialysis|doing_chemo|on_chemo
        |on_keto|on_the_pill|on_birth_control|on_disability
        ME had|have_had|need|AM_getting|AM_having ($A | heart|open|major|emergency|double|knee|hip|spinal|brain
        |eye|back|gastric)* surgery|operation|transplant|c-section
        |stroke|heart_attack|bypass|hysterectomy|miscarriage|appendectomy|chemo|mastectomy|vasectomy|stent|cancer
        |replacement|seizure|replaced
        ME had|got|had_had my|a (left|right)? BODY surgery|removed|replaced|out|replacement|operated|fixed|taken
        ME broke|tore|fractured|sprained|dislocated|injured|ruptured|shattered my|a|both (left|right)? BODY
        my|the (left|right|lower|upper)? BODY hurts|aches|pain ... since|for|chronic|years|months|always
        my (left|right|lower|upper)? BODY has_been|has_hurt|been _
        my blood_type|blood|cholesterol|blood_pressure|resting (type|group|pressure|heart|rate)* IS _
        ME AM (type)? a|b|ab|o negative|positive
        ME wear|use (a|an|my|some|reading|prescription)* glasses|contacts|contact|hearing_aid|hearing_aids
        |wheelchair|cane|cpap|braces|inhaler|prosthetic|insulin_pump
        |retainer|bifocals|crutches|walker|epipen
        ME carry an|my epipen|inhaler
        ME don't|never|can't|won't|no_longer (eat|have|digest|tolerate|touch|do|process) (any)? ALLERGEN
        |anything_with|breakfast_ALLERGEN|anything
        ME don't|never|no_longer smoke|vape|smoked|vaped
        ME smoke|vape (a|NUMBER|about|END|socially|weed|COUNT)
        ME quit|stopped|gave_up|cut_out|have_quit|have_stopped|have_given_up|have_cut_out smoking|drinking|vaping
        |alcohol|booze|cigarettes|meat|sugar|gluten|dairy|eating
        |taking|caffeine|coffee|weed
        ME have been (sober|clean|vegan|vegetarian|smoke-free|pescatarian|gluten-free|diabetic|celiac|coeliac
        |in_remission|off_MED|on_MED)
        ME AM NUMBER|COUNT days|months|years|weeks sober|clean|smoke-free|in_recovery
        ME eat|follow (a|only|mostly|strictly)* DIET|gluten-free|low-carb|low_carb|halal|kosher|plant_based|ALLERGEN
        ME was|were born with|deaf|blind _
        ME AM missing|have_only (a|my|one) _
        """, SHORTHANDS, passing=True),
    *parse_rules(Domain.PREFERENCES, """
        ME don't|never|can't|no_longer|rarely|hardly drink (any)? END|alcohol|coffee|booze|anymore|much|beer
        |caffeine|tea|soda|at_all|milk|wine
        """, confidence=Confidence.HIGH),
)  # fmt: skip
