"""How English speaks of people and animals, refers back to them, and tells what happened from what is to come."""

from __future__ import annotations

import re

from sidecar.dates import Tense
from sidecar.memory.extraction.correction_words import CorrectionWords
from sidecar.memory.extraction.english.vocabulary import KNOWN
from sidecar.memory.extraction.language_pack import compile_choice
from sidecar.memory.extraction.reference_words import Gender, PeopleWords, ReferenceWords
from sidecar.memory.extraction.words import folded_words
from sidecar.memory.lexicon.lexicon import lexicon

PEOPLE = PeopleWords(
    own=folded_words("my our"),
    yours=folded_words("your"),
    told=folded_words("their"),
    mine="my",
    having=folded_words("have has got adopted rescued own"),
    articles=folded_words("a an another"),
    definite=folded_words("the"),
    belonging=folded_words("'s his her"),
    belonging_to=folded_words("of"),
    name_classes=frozenset({"NAME", "FIRST"}),
    before_role=folded_words("older younger elder big little eldest youngest oldest best late ex only new old twin"),
    after_role=frozenset(),
    naming=(
        (), (",",), ("(",), (":",), ("named",), ("called",), ("is", "called"), ("is", "named"),
        ("'s", "called"), ("'s", "name", "is"), ("name", "is"), ("is",), ("'s",),
    ),
    being=folded_words("is 's"),
    not_names=lexicon("en").stops,
    plural=re.compile(r"(?:\w+s(?<!ss)(?<!s's)|children|kids)"),
    female=folded_words(
        "mother mom mum mommy mam stepmom stepmum sister sis half-sister stepsister daughter stepdaughter wife gf "
        "girlfriend fiancée grandmother grandma granny nana gran nan granddaughter aunt auntie niece mother-in-law "
        "sister-in-law daughter-in-law godmother goddaughter ex-wife ex-girlfriend girl missus landlady"
    ),
    male=folded_words(
        "father dad daddy stepdad brother bro half-brother stepbrother son stepson husband hubby boyfriend bf fiancé "
        "grandfather grandpa granddad grandad grandson uncle nephew father-in-law brother-in-law son-in-law godfather "
        "godson ex-husband ex-boyfriend boy landlord"
    ),
    female_form=re.compile(r"(?!)"),
    first_person=folded_words("i me my mine myself we us our ours"),
    second_person=folded_words("you your yours yourself"),
    third_person=folded_words("he she him her his hers vet vets puppy kitten"),
)  # fmt: skip

REFERENCES = ReferenceWords(
    pronouns={"he": Gender.MALE, "she": Gender.FEMALE, "it": Gender.UNKNOWN},
    after_pronoun=re.compile(""),
    for_pets_only=frozenset({"it"}),
    possessives={"his": Gender.MALE, "her": Gender.FEMALE, "its": Gender.UNKNOWN},
    named=frozenset({"name", "birthday"}),
    missing_subject=compile_choice(
        KNOWN,
        "lives|works|has|takes|plays|studies|loves|hates|goes|wants|needs|teaches|runs|wears|speaks|drives|owns|eats"
        "|doesn't|can't",
    ),
    missing_object=re.compile(r"(?!)"),
    naming=compile_choice(KNOWN, "{pronoun:he|she|it} is|'s|was called|named _"),
    newcomer=re.compile(
        r"\bmy (?P<who>(?:older |younger |little |big )?[a-z-]+) (?:[a-z]+ )?(?:had|has|got|adopted|rescued) "
        r"(?:an? |the |twin )(?:[a-z]+ )?(?P<being>baby|boy|girl|son|daughter|kid|dog|cat|puppy|kitten|pup)\b"
    ),
    theirs=dict.fromkeys(Gender, "my {who}'s {being}"),
    state=compile_choice(KNOWN, "(severely|mildly|type_1|type_2|NUMBER|COUNT|weeks|months)* ILL|DIET|COND|pregnant"),
    being="is",
    before_subject=folded_words("and now also but so"),
    left_out=folded_words("and now also but so"),
)

_PLANNED = re.compile(
    r"\b(?:booked|signed|scheduled|bought|set|planned|registered|reserved|pushed|postponed|rescheduled|decided|agreed"
    r"|accepted|swapped|changed|got (?:an?|the|my|their|tickets)|was pushed|put down)\b"
)
"""What was done, where the day is that of the plan: "booked a flight for May 3"."""
_VERB = re.compile(
    r"\b(?:(?P<present>is|are|am|has|have|'s|will|can|can't|won't|does|doesn't|isn't|aren't|goes|gets|starts|wants|plans"
    r"|needs|takes|hopes)"
    r"|(?P<past>was|were|had|got|left|lost|broke|quit|took|became|began|sold|built|wrote|came|met|gave|hurt|tore|fell"
    r"|spent|taught|found|made|ran|swam|drove|chose|said|won|went|grew|did|didn't|\w{2,}(?<!ne)(?<!fe)(?<!spe)ed))\b"
)
RECURRING = re.compile(
    r"\b(?:birthdays?|bday|anniversary|born (?:on|in|the)|turns|turning)\b"
    r"|\b(?:pays?|paid|due|paycheck)\b.*\bthe \d{1,2}(?:st|nd|rd|th)\b(?! of)"
)


def read_tense(text: str) -> Tense:
    """Return the tense of a statement in the third person, by its first verb."""
    small = text.lower()
    if _PLANNED.search(small):
        return Tense.UNCLEAR
    first = _VERB.search(small)
    return Tense.PAST if first and first["past"] else Tense.COMING


_VALUE = r"(?:(?:to|a|an|the|in|at) )?[\w'-]+(?: [\w'-]+)?"

CORRECTIONS = CorrectionWords(
    marked=re.compile(
        r"(?:(?:oh|oops|whoops|no|wait|ah)[\s,]+)*(?:sorry|i meant?|correction|i (?:was|got (?:it|that)) wrong"
        r"|my bad|actually|typo|scratch that"
        r"|make that|turns out|in the end|wait,? no)\b[\s,:.]*"
        r"(?:(?:i meant?|meant|it's|its|it is|they (?:named|called) (?:her|him|it)|(?:he|she)'s (?:called|named))\s+)?"
    ),
    behind=re.compile(r"[\s,]+(?P<mark>actually|sorry|i mean)\W*$"),
    opening=re.compile(
        r"\W*(?:(?:oh|oops|whoops|no|wait|ah)[\s,]+)*(?:sorry|i meant?|correction|my bad|actually|scratch that"
        r"|i got it wrong)\b"
    ),
    denied=re.compile(
        r"(?:(?:oh|oops|ah|um)[\s,]*)?(?:no+|nope|nah)(?:[\s,]+no+)*[\s,]+(?!thank|thx|worries|problem|idea|way)"
    ),
    filler=re.compile(r"(?:(?:it's|its|it is|he's|she's|is|called|named|actually|in fact)\s+)+"),
    instead=(
        re.compile(rf"(?P<new>{_VALUE}),? not (?P<old>{_VALUE})\s*(?=$|[,.!])"),
        re.compile(rf"not (?P<old>{_VALUE}),? (?:but |it's |its |it is |i'm |im |i am )?(?P<new>{_VALUE})\W*$"),
    ),
    spelled=re.compile(
        r"(?:(?:no|sorry|actually|oh)[\s,]+)*(?:(?:it's|its|it is|that's|spelled)\s+)*(?P<new>[^\W\d_][\w'-]+),? "
        r"(?:with|without) (?:an?|one|two|no|double)\b.{1,12}$"
    ),
    moved=re.compile(
        r"\b(?:(?:been|got|was|getting|'s) (?:moved|pushed|shoved|bumped|switched|shifted|put)"
        r"|(?:moved|pushed|shoved|bumped|switched|shifted|put) (?:it|me|us|that)|rescheduled)\b"
        r"|\b(?:so|now) (?:it's|its|it is)\b"
        r"|\b(?:it's|its) now\b|\b(?=(?:the )?\d{1,2}(?:st|nd|rd|th) now\b)"
    ),
    hour=re.compile(r",? (?:at \d{1,2}(?::\d\d)?(?: ?[ap]m)?|\d{1,2}(?::\d\d)? ?[ap]m)\b"),
    same_hour=re.compile(r"\bsame (?:time|hour)\b"),
)
