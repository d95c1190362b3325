"""English words by what they mean for a fact."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sidecar.memory.extraction.words import vocabulary

CLASSES = {
    "ME": "i we",
    "AM": "am are",
    "IS": "is 's are was 're",
    "VERB": """
        have own do make get suffer struggle am are was were can can't don't didn't lost got started grew went studied
        gave foster keep program serve wouldn't won't couldn't haven't would will had have've always usually also root
        stream""",
    "ELIDED": "can't don't got started grew lost thinking just have've own",
    "KIN": "mam twin kid child boy girl boys girls toddler triplets nieces nephews sibling missus teenager",
    "PERSON": "bestie assistant oncologist",
    "PET": """
        puppies kittens budgie budgies goldfish guinea_pigs pony rat rats goat goats collie retriever spaniel whippet
        shepherd cockatiel axolotl rescue doodle ducks alpaca donkey bearded_dragon""",
    "COND": """
        type_1 type_2 ptsd asperger's aspergers dyspraxia crohn's_disease colitis ms dementia breast_cancer leukemia
        lymphoma hemophilia sleep_apnoea narcolepsy afib heart_condition heart_disease panic_disorder eating_disorder
        chronic_pain chronic_fatigue back_pain hayfever long_covid cerebral_palsy cystic_fibrosis down_syndrome stoma
        heart_problems kidney_disease gallstones seizures color_blindness bad_knee bad_knees bad_back insulin_pump
        one_kidney concussion raynaud's hashimoto's graves gestational_diabetes sickle_cell lactose_intolerance
        rheumatoid_arthritis""",
    "SERIOUS": """
        type_1 type_2 breast_cancer leukemia lymphoma ms hemophilia afib heart_condition heart_disease cystic_fibrosis
        kidney_disease seizures insulin_pump one_kidney sickle_cell lactose_intolerance""",
    "ILL": """
        hypotensive anaemic dyspraxic colourblind color-blind colour-blind lactose_intolerant lactose-intolerant
        gluten_intolerant gluten-free gluten_free insomniac shortsighted farsighted immunocompromised immunosuppressed
        disabled neurodivergent hiv_positive arthritic narcoleptic paraplegic anorexic bulimic claustrophobic
        agoraphobic alcoholic paralysed paralyzed wheelchair-bound legally_blind infertile in_remission""",
    "GRAVE": """
        lactose_intolerant lactose-intolerant gluten_intolerant immunocompromised immunosuppressed hiv_positive""",
    "DIET": "pescetarian flexitarian kosher halal carnivore dairy-free dairy_free plant-based plant_based",
    "JOB": """
        marine interpreter artist postdoc phd_student grad_student undergrad ceo cto founder contractor roofer
        landscaper beautician clerk broker banker trader auditor actuary statistician project_manager pm counselor
        counsellor carer caregiver au_pair childminder cleaner security_guard bouncer decorator plasterer fishmonger
        potter blacksmith brewer dj producer youtuber podcaster model yoga_teacher solicitor barrister paralegal
        civil_servant politician pastor rabbi imam monk nun stay-at-home stay_at_home homemaker housewife veteran
        apprentice trainee technician operator superintendent headteacher dean optometrist radiographer sonographer
        zookeeper ranger copywriter marketer recruiter dentist's teaching_assistant game_developer web_developer""",
    "NATION": """
        welsh belgian austrian finnish czech slovak hungarian romanian bulgarian ukrainian pakistani bangladeshi
        sri_lankan nepali taiwanese vietnamese thai filipino filipina indonesian malaysian singaporean dominican
        puerto_rican jamaican nigerian ghanaian kenyan ethiopian south_african egyptian moroccan algerian tunisian
        israeli lebanese syrian iranian iraqi saudi afghan lithuanian latvian estonian serbian croatian bosnian
        slovenian albanian icelandic maltese cypriot georgian""",
    "TRAIT": """
        ambidextrous redhead gay lesbian bi bisexual trans transgender nonbinary non-binary queer asexual pansexual
        straight christian protestant hindu sikh agnostic mormon quaker orthodox an_only_child""",
    "PRONOUNS": "they_⁄_them she_⁄_her he_⁄_him they_⁄_she she_⁄_they he_⁄_they",
    "SIGN": "leo",
    "LANG": """
        cantonese urdu bengali punjabi tamil telugu finnish czech hungarian romanian ukrainian vietnamese thai tagalog
        swahili yoruba igbo welsh gaelic farsi esperanto asl bsl bahasa malay gujarati marathi""",
    "DAY": "weeknights",
    "DAYS": "weeknights",
    "ALWAYS": "going_forward in_future at_all_times every_time",
    "SPAN": "quarter",
    "MONTH": "mar",
    "COUNT": """
        a an one two three four five six seven eight nine ten eleven twelve couple few several twenty thirty forty
        fifty sixty twenty-one some three_times four_times five_times""",
    "VEHICLE": """
        van suv minivan camper moped ebike e-bike dodge ram skoda seat mini lexus acura focus fiesta polo forester
        rav4 accord mustang tacoma astra leaf ducati harley vespa triumph yamaha kawasaki""",
    "THING": "condo cottage allotment loft bungalow land kindle ipad ps5 xbox green_card dual_citizenship",
    "INSTRUMENT": "viola uke mandolin oboe trombone tuba bagpipes fiddle percussion organ double_bass",
    "MED": """
        cymbalta trazodone mirtazapine adderall vyvanse concerta strattera humira lansoprazole ramipril propranolol
        metoprolol eliquis apixaban xarelto lamictal seroquel olanzapine abilify gabapentin pregabalin topiramate
        keppra zyrtec antihistamines ssri ssris blood_thinners blood_thinner beta_blockers beta_blocker the_pill hrt
        estrogen testosterone spironolactone mounjaro wegovy painkillers immunosuppressants allopurinol furosemide
        hydrochlorothiazide""",
    "ALLERGEN": "carbs animal_products processed_food",
    "HABIT": """
        choir rehearsal standup stand-up 1:1 shift shifts spin book_club improv band_practice orchestra mass synagogue
        mosque""",
    "VISIT": "doctor's checkup check-up scan interview exams hearing viva defense",
    "BODY": "toe collarbone rib ribs wisdom_teeth jaw thumb shin hamstring achilles",
}

_JOB = re.compile(
    r".{3,}(?:ologist|iatrist|ographer|ineer|grammer|evaluator|ulator|anager|urist|maker|keeper|therapist)$"
)
_NO_JOB = frozenset(["tourist", "troublemaker"])
_MED = re.compile(
    r".{4,}(?:pril|sartan|statin|prazole|oxetine|pram|zepam|zolam|thyroxine|formin|cillin|olol|dipine|mab|triptyline|gliptin)$"
)


_TENS = re.compile(r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?")


def _guess(symbol: str) -> Iterable[str]:
    if _TENS.fullmatch(symbol):
        yield "NUMBER"
        yield "YEARS"
    if _MED.fullmatch(symbol):
        yield "MED"
    if _JOB.fullmatch(symbol) and symbol not in _NO_JOB:
        yield "JOB"


_SHORT = {
    "i'm": "i am", "im": "i am", "i've": "i have", "ive": "i have", "i'll": "i will", "i'd": "i would",
    "we're": "we are",
    "we've": "we have", "we'll": "we will", "we'd": "we would", "he's": "he is", "she's": "she is", "it's": "it is",
    "that's": "that is", "they're": "they are", "there's": "there is", "you're": "you are", "gonna": "going to",
    "wanna": "want to", "dont": "don't", "cant": "can't", "doesnt": "doesn't", "didnt": "didn't", "wont": "won't",
    "cannot": "can't", "gotta": "got to",
}  # fmt: skip

KNOWN = vocabulary("en", CLASSES, _guess, _SHORT)
