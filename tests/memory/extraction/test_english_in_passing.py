"""What the patterns read of English as people type it: words left out, respelt, told in passing."""

from __future__ import annotations

import pytest

from sidecar.domain.fact import Domain, Subject
from sidecar.memory.extraction import extract

TOLD = {
    (Domain.WORK, Subject.USER): """
        I'm a shift supervisor at a Costco warehouse -> Is a shift supervisor at a Costco warehouse
        im a hairdresser in Cork -> Is a hairdresser in Cork
        work nights at the post office -> Works nights at the post office
        been driving for ocado since march -> Has been driving for ocado since march
        got made redundant in feb -> Got made redundant in feb
        started at the council on monday -> Started at the council on monday
        left the bank, freelancing now -> Left the bank, freelancing now
        now on four day weeks -> Is now on four day weeks
        on 32k now -> Is on 32k now
        im a nurse in Cork university hospital -> Is a nurse in Cork university hospital
        i work as a paralegal in a small firm in Leeds -> Works as a paralegal in a small firm in Leeds
        just started a new job at the library -> Started a new job at the library
        handed in my notice today -> Handed in their notice today
        my hours are 7 to 3 -> Their hours are 7 to 3
        i'm doing a plumbing apprenticeship -> Is doing a plumbing apprenticeship
        volunteer at the food bank on sundays -> Volunteers at the food bank on sundays
        i work from home on fridays -> Works from home on fridays
        applying for a phd -> Is applying for a phd
        looking for a new job -> Is looking for a new job
        applied for a job at Google -> Applied for a job at Google
        my salary is 41k -> Their salary is 41k
        new job: receptionist at a dental practice -> New job: receptionist at a dental practice
        work for the nhs -> Works for the nhs
        i'm a stay at home dad -> Is a stay at home dad
        got laid off in january -> Got laid off in january
        hours cut to 20 a week -> Hours cut to 20 a week
        got a pay rise, 29k now -> Got a pay rise, 29k now
    """,
    (Domain.RELATIONSHIPS, Subject.OTHER): """
        my new line manager is called Fiona -> Their new line manager is called Fiona
        my dad passed away in 2019 -> Their dad passed away in 2019
        my brother Declan's getting married in September -> Their brother Declan is getting married in September
        sister just had a baby girl -> Their sister just had a baby girl
        my landlord's called Mr Patel -> Their landlord is called Mr Patel
        my therapist is called Joan -> Their therapist is called Joan
        my sister in law Jo is staying with us -> Their sister in law Jo is staying with them
        my brother's in prison -> Their brother is in prison
        my sister moved to Toronto -> Their sister moved to Toronto
        nan turned 90 -> Their nan turned 90
        our baby girl Isla was born on tuesday -> Their baby girl Isla was born on tuesday
        my gran passed in april -> Their gran passed in april
    """,
    (Domain.WORK, Subject.OTHER): """
        boss is a guy called Terry -> Their boss is Terry
        my husband's a sparky -> Their husband is a sparky
        my best mate Gaz works at the airport -> Their best mate Gaz works at the airport
        my partner Sam is a chef -> Their partner Sam is a chef
        my fella's a welder -> Their fella is a welder
        daughter got her GCSE results, all 9s -> Their daughter got her GCSE results, all 9s
    """,
    (Domain.PERSONAL, Subject.USER): """
        rent's gone up to 900 -> Rent has gone up to 900
        we pay 1450 for the mortgage -> Pays 1450 for the mortgage
        moved to Bristol in may -> Moved to Bristol in may
        just got the keys to our new flat -> Got the keys to their new flat
        living with my parents until i find somewhere -> Is living with their parents until they find somewhere
        we're in Dunedin now -> Is in Dunedin now
        got a place in Fitzroy with my mate Lachie -> Got a place in Fitzroy with their mate Lachie
        drive a 2014 Golf -> Drives a 2014 Golf
        sold the van -> Sold the van
        just bought a Tesla -> Bought a Tesla
        dropped out of the course -> Dropped out of the course
        im 34 -> Is 34 years old
        turned 40 yesterday -> Turned 40 yesterday
        my birthdays 12 may -> Their birthday is 12 may
        half polish -> Is half polish
        speak a bit of french -> Speaks a bit of french
        call me Jez -> Is called Jez
        left handed -> Left handed
        studying nursing at Leeds Beckett -> Is studying nursing at Leeds Beckett
        in my second year at uni -> Is in their second year at uni
        just finished my degree -> Finished their degree
        my name's Deirdre -> Is called Deirdre
        everyone calls me Mags -> Is called Mags
        going to Greece in september -> Is going to Greece in september
        i drive a red mini -> Drives a red mini
        bought a van -> Bought a van
        my car's a ford focus -> Their car is a ford focus
        my phone's a pixel -> Their phone is a pixel
        we rent a two bed in Hackney -> Rents a two bed in Hackney
        council tax is 180 a month -> Council tax is 180 a month
        paying 650 a month for childcare -> Is paying 650 a month for childcare
        owe my brother 500 -> Owes their brother 500
        i live in Auckland -> Lives in Auckland
        originally from Lagos -> Is originally from Lagos
        i speak Punjabi at home -> Speaks Punjabi at home
        im a Capricorn -> Is a Capricorn
        im bi -> Is bi
        we moved to a village near Exeter -> Moved to a village near Exeter
        living in Leith with two flatmates -> Is living in Leith with two flatmates
        house is on the market -> House is on the market
        mortgage got approved -> Mortgage got approved
        we have an allotment -> Has an allotment
        my bike got nicked -> Their bike got nicked
        traded the astra in for a yaris -> Traded the astra in for a yaris
    """,
    (Domain.HEALTH, Subject.USER): """
        type 2 diabetic -> Is type 2 diabetic
        allergic to bees -> Is allergic to bees
        i cant have dairy -> Can't have dairy
        came off the sertraline in march -> Came off the sertraline in march
        back on the pill -> Is back on the pill
        had my gallbladder out last year -> Had their gallbladder out last year
        broke my ankle skiing -> Broke their ankle skiing
        got diagnosed with adhd last week -> Got diagnosed with adhd last week
        blood pressure was 150 over 90 -> Blood pressure was 150 over 90
        quit smoking 3 weeks ago -> Quit smoking 3 weeks ago
        3 months sober -> Is 3 months sober
        pregnant, due in october -> Is pregnant, due in october
        we're expecting a girl in may -> Is expecting a girl in may
        no longer vegan -> Is no longer vegan
        allergic to penicillin -> Is allergic to penicillin
        wear glasses -> Wears glasses
        been off sick since june with my back -> Has been off sick since june with their back
        i have hashimotos -> Has hashimotos
        taking vitamin d -> Is taking vitamin d
        allergic to ibuprofen -> Is allergic to ibuprofen
        cant eat gluten -> Can't eat gluten
        lactose intolerant -> Is lactose intolerant
        im off alcohol for january -> Is off alcohol for january
        cut out sugar -> Cut out sugar
        lost 10 lbs since march -> Lost 10 lbs since march
        i wear hearing aids -> Wears hearing aids
        i've a bad knee -> Has a bad knee
        my migraines are back -> Their migraines are back
        my blood type is O negative -> Their blood type is O negative
        just found out im anemic -> Is anemic
        gp says i have high cholesterol -> Has high cholesterol
        started on statins -> Started on statins
        cant have ibuprofen because of my kidneys -> Can't have ibuprofen because of their kidneys
        my asthma nurse put me on fostair -> Is on fostair
        on the waiting list for a knee op -> Is on the waiting list for a knee op
        sober since 2018 -> Is sober since 2018
        allergic to cats but have two -> Is allergic to cats
        cant eat anything spicy -> Can't eat anything spicy
    """,
    (Domain.SCHEDULE, Subject.USER): """
        i see a physio on thursdays -> Sees a physio on thursdays
        gym mon wed fri -> Gym mon wed fri
        play 5 a side on wednesdays -> Plays 5 a side on wednesdays
        choir practice every tuesday -> Choir practice every tuesday
        up at 5 every day for work -> Is up at 5 every day for work
        pub quiz on thursdays -> Pub quiz on thursdays
        dentist on the 14th -> Dentist on the 14th
        got an interview at Siemens on friday -> Got an interview at Siemens on friday
        mot's due in june -> Mot is due in june
        flying to Malaga on the 3rd -> Is flying to Malaga on the 3rd
        the wedding's been moved to august -> The wedding has been moved to august
        driving test is 2 may -> Driving test is 2 may
        book club first monday of the month -> Book club first monday of the month
        yoga on thursdays -> Yoga on thursdays
        i go to mass on sundays -> Goes to mass on sundays
        bin day is wednesday -> Bin day is wednesday
        appointment with the consultant on 3 march -> Appointment with the consultant on 3 march
        concert on saturday -> Concert on saturday
        exam on monday -> Exam on monday
        smear test on the 9th -> Smear test on the 9th
        got a viewing on saturday at 11 -> Got a viewing on saturday at 11
        my visa runs out in december -> Their visa runs out in december
        moving out on the 30th -> Is moving out on the 30th
        my last day was friday -> Their last day was friday
        sister's wedding is 14 june -> Their sister's wedding is 14 june
        parkrun every saturday -> Parkrun every saturday
        i finish at 2 on fridays -> Finishes at 2 on fridays
        flight to lisbon is on the 9th at 6am -> Flight to lisbon is on the 9th at 6am
        hen do is in prague in may -> Hen do is in prague in may
    """,
    (Domain.PREFERENCES, Subject.USER): """
        started running again -> Started running again
        back to vaping -> Is back to vaping
        love spicy food -> Loves spicy food
        cant stand country music -> Can't stand country music
        not a fan of seafood -> Is not a fan of seafood
        gone off coffee -> Has gone off coffee
        really into pottery these days -> Is really into pottery these days
        i prefer tea -> Prefers tea
        my favourite band is the National -> Their favourite band is the National
        i support Everton -> Supports Everton
        i take my coffee black -> Takes their coffee black
        switched to oat milk -> Switched to oat milk
        i hate mondays -> Hates mondays
        love hiking -> Loves hiking
        hate flying -> Hates flying
        not into football -> Is not into football
        cant handle spicy food -> Can't handle spicy food
        i collect vinyl -> Collects vinyl
        took up bouldering -> Took up bouldering
        took up crochet -> Took up crochet
        play in a brass band -> Plays in a brass band
        hate coriander -> Hates coriander
        i'm a big tea drinker -> Is a big tea drinker
    """,
    (Domain.HEALTH, Subject.OTHER): """
        wife's 20 weeks pregnant -> Their wife is 20 weeks pregnant
        dog's on a diet -> Their dog is on a diet
        my mum has dementia -> Their mum has dementia
        dad's in a care home now -> Their dad is in a care home now
        mum's getting a hip replacement in november -> Their mum is getting a hip replacement in november
        my cat Misty has kidney disease -> Their cat Misty has kidney disease
        the dog's on steroids -> Their dog is on steroids
        my son has dyslexia -> Their son has dyslexia
    """,
    (Domain.PERSONAL, Subject.OTHER): """
        kids are 6 and 9 -> Their kids are 6 and 9
        mum lives in Galway -> Their mum lives in Galway
        our dog Rufus is 13 -> Their dog Rufus is 13
        my daughter Aoife started secondary school -> Their daughter Aoife started secondary school
        my little one's 3 -> Their little one is 3
        my best friend is moving to Spain -> Their best friend is moving to Spain
        my parents are from Poland -> Their parents are from Poland
        twins are 4 in may -> Their twins are 4 in may
    """,
    (Domain.RELATIONSHIPS, Subject.USER): """
        seeing a girl called Nadia -> Is seeing a girl called Nadia
        me and Tom split up -> Split up with Tom
        got engaged last night!! -> Got engaged last night
        we got a kitten called Miso -> Got a kitten called Miso
        we've been together 9 years -> Has been together 9 years
        been married 12 years -> Has been married 12 years
        broke up with Jamie -> Broke up with Jamie
        dating a guy named Luis -> Is dating a guy named Luis
        we're getting married in June -> Is getting married in June
        got a rescue greyhound called Bolt -> Got a rescue greyhound called Bolt
        moved in with my girlfriend -> Moved in with their girlfriend
        got a new puppy yesterday -> Got a new puppy yesterday
        im seeing a therapist on fridays -> Is seeing a therapist on fridays
    """,
    (Domain.GOALS, Subject.USER): """
        saving for a deposit -> Is saving for a deposit
        trying to lose a stone -> Is trying to lose a stone
        want to learn welsh -> Wants to learn welsh
        thinking about getting a dog -> Is thinking about getting a dog
        training for the london marathon -> Is training for the london marathon
        learning the ukulele -> Is learning the ukulele
        hoping to buy a house next year -> Is hoping to buy a house next year
        planning to retire at 60 -> Is planning to retire at 60
        want to run a marathon -> Wants to run a marathon
        trying to quit sugar -> Is trying to quit sugar
        been learning dutch for a year -> Has been learning dutch for a year
    """,
    (Domain.PROJECTS, Subject.USER): """
        doing up the kitchen -> Is doing up the kitchen
        writing a novel -> Is writing a novel
        building a shed -> Is building a shed
        redecorating the spare room -> Is redecorating the spare room
        started a podcast -> Started a podcast
    """,
    (Domain.DECISIONS, Subject.USER): """
        cancelled netflix -> Cancelled netflix
        quit bowling -> Quit bowling
        lisbon trip fell through -> Lisbon trip fell through
        gave up the piano -> Gave up the piano
        stopped going to the gym -> Stopped going to the gym
        decided not to renew the lease -> Decided not to renew the lease
        we've decided to homeschool -> Has decided to homeschool
    """,
    (Domain.SCHEDULE, Subject.OTHER): """
        the baby's due on the 4th of July -> Their baby is due on the 4th of July
        kids are with their mum at weekends -> Their kids are with their mum at weekends
    """,
}
"""By domain and subject: a message, and the one fact it holds."""
SILENT = """
    i could murder a pizza
    so tired today
    remind me to call mum on friday
    what's a good recipe for lasagne
    my mum thinks i should get a dog
    if i won the lottery i'd buy a yacht
    lol im basically an accountant now
    im on the bus
    the kids are driving me mad
    had a sandwich for lunch
    dave's late again
    going to the shops
    my back is killing me today
    book me a table for 7
    can you write an email to my boss
    he's a doctor on that show
    watching the match tonight
    the weather's awful
    my phone died
    my boss is doing my head in
    ordered a pizza
    just got home
    i'm so bored
    this traffic is insane
    got soaked on the way in
    my flatmate left the oven on again
    saw emma at the gym
    mike said he might come
    the cat brought in a mouse
    work was mad today
    meeting ran late
    lost my keys again
    need coffee
    i love that idea
    took the kids to the park
    made soup
    messi lives in miami
    taylor swift is touring in june
    biden is 82
    the shop opens at 9
    is 150 over 90 bad
    translate "i am a nurse" to french
    pretend i'm a pirate
    wish i had a dog
    maybe we should move to spain
    apparently coffee is good for you
    my friend says she's allergic to everything
    im starving
    that film was class
    ugh mondays
    been on hold for 40 minutes
    got a parking ticket
    finished the book
    lunch with sarah was nice
    booked a taxi
    30 today and no aircon
    put the kettle on
    feeling rough
    on my way
    running late
    it's 30 degrees here
    tom's asleep
    i'm dying of boredom
    i have a headache
    sam's at the shop
    jack is crying
    i've got a cold
    the dog needs a bath
    my sister called me last night
    dad said he'd fix it
    emma's car broke down
    mum made a roast
    my husband bought the wrong milk
    tom is cooking
    the boss bought us pizza
    my son lost his shoe
    the cat's on the sofa
    we had chinese for dinner
    off to bed
    back in a bit
    on the phone to the bank
    in the bath
    at the pub with dave
    dave's buying
    my friend's wedding was lovely
    just saw a movie about a nurse
    it's a dog
    nice, 5 a side it is
    do you know any jokes
    what time is the match on saturday
    set an alarm for 7
    wake me up at 6
    add milk to the list
    remind me dentist on the 14th
    i need to book the dentist
    i have to take the car in on friday
    i should quit my job
    i might go to the gym
    if i get the job we'll move
    can't wait for the weekend
    tired of this weather
    the neighbours are loud again
    i feel like a vegetable
    had a great time at the concert on saturday
    went to the dentist on monday
    met sarah for coffee
    paid 4 quid for a coffee
    bought milk
    got a haircut
    sold out of tickets
    lost 2-1
    won 3-0
    arsenal lost again
    that's my favourite emoji
    hes such a child
    im a mess
    i'm an idiot
    im a bit of a nerd about this
    i'm the worst
    i'm the king of the world
    my wife says i snore
    my mum says i should eat more
    people say i look like brad pitt
    the doctor on tv said coffee is bad
    she told me she's pregnant lol jk
    dear sir, i am writing to complain
    i'd kill for a coffee
    working on a presentation
    making dinner
    watching tv
    listening to the radio
    reading the news
    thinking about lunch
    looking for my keys
    going to the gym now
    going out tonight
    having a beer
    waiting on a parcel
    stuck in traffic on the m25
    in london for the day
    i'm in a meeting
    i'm at work
    at the airport
    running to the shop
    my train's at 5
    flight delayed
    landed!
    home safe
    kids in bed
    happy birthday to me lol
    it's sunday
    30 degrees tomorrow
    2 for 1 on pizzas
    half 7 works
    friday works for me
    see you at 8
    sounds good
    ok perfect thanks
    how old is taylor swift
"""

_ROWS = [(*row.strip().split(" -> "), *kind) for kind, rows in TOLD.items() for row in rows.splitlines() if row.strip()]


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize(("message", "told", "domain", "subject"), _ROWS)
def test_reads_what_people_tell_in_passing(message: str, told: str, domain: Domain, subject: Subject):
    assert [(fact.text, fact.domain, fact.subject) for fact in extract(message, "en")] == [(told, domain, subject)]


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize("message", [row.strip() for row in SILENT.splitlines() if row.strip()])
def test_is_silent_about_the_moment_jokes_requests_and_others(message: str):
    assert extract(message, "en") == []
