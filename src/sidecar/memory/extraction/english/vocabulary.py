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
        live work play take have love hate like own drive run swim cycle study teach speak support prefer want need
        use go do eat drink smoke enjoy rent sell make build write read listen watch wake get sleep train practice
        practise volunteer coach sing dance paint draw cook bake garden collect commute travel fly suffer struggle
        wear avoid am are was were can can't don't do didn't quit moved lost got married left started stopped
        decided grew went graduated studied retired switched bought sold adopted dropped gave became lived worked
        used broke finished raised foster manage lead run help plan hope try keep pay see attend coach freelance
        code program design serve wouldn't won't couldn't haven't would will had have've never always usually also
        both ride walk bike hike climb surf ski knit sew meditate pray donate follow root stream edit host miss owe
        share adore despise loathe dislike""",
    "ELIDED": """
        want can't don't retired moved quit got started live grew lost bought sold adopted prefer used trying
        planning hoping thinking training studying working living saving learning engaged just have've freelance
        own graduated dropped stopped switched""",
    "KIN": """
        mum mom mommy mam mother dad father daddy parents sister brother sisters brothers sis bro half-sister
        half-brother stepsister stepbrother twin daughter son daughters sons kid kids child children boy girl boys
        girls baby toddler newborn twins triplets grandma grandpa grandmother grandfather gran granny nan nana
        grandad granddad grandparents grandson granddaughter grandkids grandchildren aunt auntie uncle cousin
        cousins niece nephew nieces nephews wife husband hubby partner spouse fiancé fiancée girlfriend boyfriend
        gf bf ex ex-wife ex-husband ex-girlfriend ex-boyfriend stepdad stepmom stepmum stepson stepdaughter
        mother-in-law father-in-law sister-in-law brother-in-law in-laws son-in-law daughter-in-law godson
        goddaughter godmother godfather family siblings sibling missus eldest youngest teenager""",
    "PERSON": """
        friend friends best_friend best_mate mate bestie boss manager supervisor coworker colleague roommate
        flatmate housemate neighbour neighbor landlord landlady therapist shrink doctor gp dentist psychiatrist
        psychologist cardiologist dermatologist coach trainer tutor mentor teacher professor nanny babysitter
        lawyer accountant mechanic plumber business_partner cofounder co-founder client assistant gynecologist
        oncologist physio vet""",
    "PET": """
        dog dogs puppy puppies pup cat cats kitten kittens kitty rabbit rabbits bunny hamster hamsters parrot
        budgie budgies canary tortoise turtle goldfish fish snake gecko lizard guinea_pig guinea_pigs horse horses
        pony chickens hens chicken ferret rat rats goat goats pet pets beagle labrador lab poodle collie corgi
        dachshund terrier greyhound retriever golden_retriever husky pug spaniel whippet bulldog shepherd
        german_shepherd cockatiel axolotl tabby rescue doodle ducks alpaca donkey bearded_dragon""",
    "COND": """
        asthma diabetes type_1 type_2 epilepsy celiac coeliac celiac_disease coeliac_disease hypertension
        high_blood_pressure low_blood_pressure hypothyroidism hyperthyroidism arthritis migraines migraine eczema
        psoriasis anxiety depression adhd add ocd ptsd bipolar autism asperger's aspergers dyslexia dyspraxia
        crohn's crohns crohn's_disease colitis ibs gerd acid_reflux endometriosis pcos lupus fibromyalgia ms
        multiple_sclerosis parkinson's alzheimer's dementia cancer breast_cancer leukemia lymphoma hiv hepatitis
        anemia anaemia hemophilia scoliosis sciatica tinnitus insomnia sleep_apnea sleep_apnoea narcolepsy glaucoma
        cataracts vertigo gout osteoporosis rosacea vitiligo arrhythmia afib heart_condition heart_disease
        heart_murmur pacemaker panic_attacks panic_disorder eating_disorder anorexia bulimia chronic_pain
        chronic_fatigue back_pain herniated_disc slipped_disc tendonitis carpal_tunnel hay_fever hayfever
        long_covid cerebral_palsy cystic_fibrosis down_syndrome hearing_aid hearing_aids prosthetic wheelchair
        disability stoma thyroid heart_problems kidney_disease kidney_stones gallstones thrombosis allergy
        allergies intolerance seizures color_blindness bad_knee bad_knees bad_back high_cholesterol cholesterol
        insulin_pump one_kidney concussion raynaud's hashimoto's graves prediabetes gestational_diabetes stammer
        stutter sickle_cell lactose_intolerance rheumatoid_arthritis""",
    "SERIOUS": """
        asthma diabetes type_1 type_2 epilepsy celiac coeliac celiac_disease coeliac_disease cancer breast_cancer
        leukemia lymphoma hiv lupus ms multiple_sclerosis parkinson's alzheimer's hemophilia arrhythmia afib
        heart_condition heart_disease pacemaker cystic_fibrosis kidney_disease thrombosis allergy allergies
        intolerance seizures insulin_pump one_kidney hypertension high_blood_pressure crohn's crohns sickle_cell
        lactose_intolerance""",
    "ILL": """
        diabetic asthmatic epileptic celiac coeliac hypertensive hypotensive anemic anaemic autistic bipolar
        dyslexic dyspraxic deaf blind colorblind colourblind color-blind colour-blind color_blind colour_blind
        hard_of_hearing allergic intolerant lactose_intolerant lactose-intolerant gluten_intolerant gluten-free
        gluten_free insomniac nearsighted short-sighted shortsighted farsighted hypothyroid immunocompromised
        immunosuppressed disabled neurodivergent prediabetic hiv_positive arthritic narcoleptic paraplegic anorexic
        bulimic claustrophobic agoraphobic alcoholic paralysed paralyzed wheelchair-bound legally_blind infertile
        in_remission""",
    "GRAVE": """
        diabetic asthmatic epileptic celiac coeliac allergic intolerant lactose_intolerant lactose-intolerant
        gluten_intolerant immunocompromised immunosuppressed hiv_positive hypertensive""",
    "DIET": """
        vegan vegetarian veggie pescatarian pescetarian flexitarian kosher halal keto carnivore teetotal sober
        dairy-free dairy_free plant-based plant_based""",
    "JOB": """
        nurse teacher doctor lawyer engineer programmer developer dev designer accountant plumber electrician
        carpenter chef cook baker waiter waitress barista bartender driver pilot vet veterinarian pharmacist
        dentist surgeon physio physiotherapist paramedic firefighter cop police_officer soldier marine librarian
        journalist writer author editor translator interpreter photographer musician actor actress artist
        illustrator architect scientist researcher biologist chemist physicist economist professor lecturer tutor
        student postdoc phd_student grad_student undergrad intern consultant analyst manager director ceo cto
        founder cofounder co-founder entrepreneur freelancer contractor builder roofer welder mechanic farmer
        gardener landscaper hairdresser barber beautician receptionist secretary admin clerk cashier salesman
        saleswoman salesperson realtor broker banker trader auditor actuary statistician mathematician
        data_scientist sysadmin devops qa tester product_manager project_manager pm social_worker therapist
        counselor counsellor psychologist psychiatrist midwife carer caregiver nanny au_pair childminder cleaner
        janitor security_guard bouncer courier postman mailman trucker bricklayer painter decorator plasterer
        butcher fishmonger florist tailor jeweler potter blacksmith sommelier brewer dj producer streamer youtuber
        podcaster influencer model coach trainer personal_trainer yoga_teacher judge solicitor barrister paralegal
        civil_servant politician priest pastor rabbi imam monk nun stay-at-home stay_at_home homemaker housewife
        retiree veteran apprentice trainee technician operator supervisor superintendent principal headteacher dean
        optician optometrist radiographer sonographer anesthetist dietitian nutritionist zookeeper ranger
        copywriter marketer recruiter animator geologist astronomer historian archaeologist software sales
        dentist's flight_attendant bus_driver truck_driver taxi_driver teaching_assistant game_developer
        web_developer""",
    "NATION": """
        american british english scottish welsh irish canadian australian kiwi french german italian spanish
        portuguese dutch belgian swiss austrian danish swedish norwegian finnish polish czech slovak hungarian
        romanian bulgarian greek turkish russian ukrainian indian pakistani bangladeshi sri_lankan nepali chinese
        japanese korean taiwanese vietnamese thai filipino filipina indonesian malaysian singaporean mexican
        brazilian argentinian argentine chilean peruvian colombian venezuelan cuban dominican puerto_rican jamaican
        nigerian ghanaian kenyan ethiopian south_african egyptian moroccan algerian tunisian israeli lebanese
        syrian iranian persian iraqi saudi afghan lithuanian latvian estonian serbian croatian bosnian slovenian
        albanian icelandic maltese cypriot georgian""",
    "TRAIT": """
        left-handed left_handed lefty right-handed ambidextrous redhead single married divorced widowed separated
        engaged gay lesbian bi bisexual trans transgender nonbinary non-binary queer asexual pansexual straight
        jewish muslim christian catholic protestant hindu buddhist sikh atheist agnostic mormon quaker orthodox
        an_only_child only_child adopted widow widower introvert extrovert night_owl morning_person early_bird""",
    "PRONOUNS": "they_⁄_them she_⁄_her he_⁄_him they_⁄_she she_⁄_they he_⁄_they",
    "SIGN": "aries taurus gemini leo virgo libra scorpio sagittarius capricorn aquarius pisces",
    "LANG": """
        english spanish french german italian portuguese mandarin cantonese chinese japanese korean russian arabic
        hebrew hindi urdu bengali punjabi tamil telugu polish dutch swedish norwegian danish finnish greek turkish
        czech hungarian romanian ukrainian vietnamese thai tagalog swahili yoruba igbo welsh gaelic irish catalan
        basque farsi persian latin esperanto asl bsl sign_language bahasa malay gujarati marathi""",
    "DAY": """
        monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays
        sunday sundays weekend weekends weekday weekdays mon tue tues wed thu thurs fri sat sun weeknights""",
    "DAYS": """
        mondays tuesdays wednesdays thursdays fridays saturdays sundays weekends weekdays weeknights mornings
        evenings nights""",
    "ALWAYS": "from_now_on going_forward in_future at_all_times every_time",
    "SPAN": """
        day morning afternoon evening night week month year weekend summer winter spring autumn fall christmas
        lunchtime hour fortnight quarter""",
    "MONTH": """
        january february march april may june july august september october november december jan feb mar apr jun
        jul aug sep sept oct nov dec""",
    "COUNT": """
        a an one two three four five six seven eight nine ten eleven twelve couple few several twenty thirty forty
        fifty sixty twenty-one both some another twice once three_times four_times five_times""",
    "VEHICLE": """
        car truck van motorcycle motorbike bike bicycle scooter suv pickup minivan campervan camper rv boat kayak
        moped ebike e-bike ford toyota honda chevy chevrolet nissan mazda subaru volkswagen vw bmw audi mercedes
        tesla hyundai kia jeep dodge ram volvo fiat renault peugeot citroen skoda seat mini lexus acura corolla
        civic camry prius focus fiesta golf polo outback forester rav4 accord f-150 mustang tacoma yaris astra
        corsa clio leaf ducati harley vespa triumph yamaha kawasaki""",
    "THING": """
        house flat apartment condo cottage cabin allotment garden loft townhouse bungalow land studio_flat iphone
        android pixel samsung mac macbook laptop pc kindle ipad ps5 xbox switch guitar piano keyboard violin drums
        bass ukulele banjo cello passport citizenship green_card visa mortgage tattoo tattoos greenhouse pool
        scholarship degree phd masters licence license visa practice dual_citizenship""",
    "INSTRUMENT": """
        guitar piano bass drums keyboard keys violin viola cello ukulele uke banjo mandolin harp flute clarinet
        oboe saxophone sax trumpet trombone tuba accordion harmonica bagpipes fiddle percussion organ double_bass""",
    "MED": """
        lisinopril metformin levothyroxine sertraline zoloft escitalopram lexapro citalopram fluoxetine prozac
        paroxetine venlafaxine bupropion wellbutrin duloxetine cymbalta trazodone mirtazapine alprazolam xanax
        clonazepam lorazepam adderall ritalin vyvanse concerta methylphenidate strattera insulin humira
        methotrexate prednisone ibuprofen aspirin paracetamol tylenol omeprazole lansoprazole atorvastatin lipitor
        simvastatin rosuvastatin amlodipine losartan ramipril bisoprolol propranolol metoprolol warfarin eliquis
        apixaban xarelto clopidogrel lithium lamotrigine lamictal quetiapine seroquel olanzapine abilify gabapentin
        pregabalin topiramate keppra albuterol ventolin salbutamol inhaler montelukast cetirizine zyrtec loratadine
        claritin antihistamines antihistamine antidepressants antidepressant ssri ssris blood_thinners
        blood_thinner beta_blockers beta_blocker statins statin birth_control the_pill hrt estrogen testosterone
        spironolactone finasteride accutane ozempic semaglutide mounjaro wegovy melatonin iron magnesium vitamin
        meds medication medicine steroids painkillers antibiotics immunosuppressants tamoxifen allopurinol
        furosemide hydrochlorothiazide creatine supplements""",
    "ALLERGEN": """
        gluten wheat dairy lactose milk peanuts peanut nuts nut tree_nuts shellfish seafood fish eggs egg soy
        sesame meat red_meat pork beef chicken lamb sugar carbs alcohol caffeine coffee spicy cheese mushrooms
        animal_products processed_food fast_food""",
    "HABIT": """
        gym yoga pilates therapy choir church class classes lesson lessons practice rehearsal training swimming
        meeting standup stand-up 1:1 shift shifts crossfit spin boxing tennis football soccer padel basketball
        volleyball band book_club dance piano physio pottery climbing improv karate judo bjj band_practice
        orchestra mass synagogue mosque""",
    "VISIT": """
        appointment dentist doctor doctor's checkup check-up surgery scan mri interview exam exams flight trip
        wedding test hearing viva defense therapy operation""",
    "BODY": """
        knee hip back shoulder wrist ankle foot arm leg hand finger toe collarbone nose rib ribs elbow spine neck
        acl meniscus appendix gallbladder tonsils wisdom_teeth heart eye eyes kidney uterus jaw thumb shin
        hamstring achilles""",
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

KNOWN = vocabulary(CLASSES, _guess, _SHORT)
