"""How Sidecar asks in English, and what the answers say."""

from __future__ import annotations

import re

from sidecar.memory.extraction.answer_frames import AnswerKind, AnswerWords, make_frames
from sidecar.memory.extraction.reference_words import Gender

_SWAPS = {"you": "i", "your": "my", "yours": "mine", "yourself": "myself", "currently": "", "now": "", "these": "",
          "days": ""}  # fmt: skip


def _say(asked: str) -> str:
    """Return what is asked as the person would say it."""
    return " ".join(filter(None, (_SWAPS.get(word.lower(), word) for word in asked.split())))


_WHO = r"(?P<who>(?:your|the) [a-z -]+?|[a-z]+)"
_NAMED = r"(?P<name>(?!that|this|it|he|she|your|the|there)[a-z]+)"
_HOW_MUCH = (
    r"(?:how much|how many (?:mg|milligrams)|what(?:'s| is)? (?:the|your)? ?(?:dose|dosage)|which dose|what strength)"
)
_KIN = "mom|mum|dad|mother|father|brother|sister|son|daughter|wife|husband|partner|girlfriend|boyfriend|boss|dog|cat"
_HOUR = r"\d{1,2}(?::\d\d)?(?: ?[ap]m)?"
FRAMES = [
    *make_frames(
        AnswerKind.NAME,
        (r"what(?:'s| is) your name|what (?:should|can) i call you", "my name is {a}"),
        (r"what do (?:people|friends) call you", "my name is {a}"),
        (rf"what(?:'s| is) {_WHO}(?:'s)? name", "{who}'s name is {a}"),
        (rf"what(?:'s| is) {_WHO} called", "{who}'s name is {a}"),
        (rf"what did you (?:call|name) {_WHO}", "{who}'s name is {a}"),
        (r"does (?P<who>he|she|it) have a name(?: yet)?", "{who}'s name is {a}"),
    ),
    *make_frames(
        AnswerKind.NAMES,
        (r"what are (?:your|the) (?P<noun>[a-z]+)(?:'s|s'|') names", "my {noun} are called {a}"),
        (r"what are (?:your|the) (?P<noun>[a-z]+) called", "my {noun} are called {a}"),
        (r"do you have(?: any)? (?P<noun>[a-z]+)", "my {noun} are called {a}"),
    ),
    *make_frames(
        AnswerKind.AGE,
        (r"how old are you", "I am {a}"),
        (rf"how old(?:'s| is) {_WHO}(?: now)?", "{who} is {a}"),
    ),
    *make_frames(AnswerKind.HOURS, (r".*\b(?:hours|shifts?|schedule)\b.*", "I work {a}")),
    *make_frames(
        AnswerKind.NUMBER,
        (rf"{_HOW_MUCH}(?: (?:of )?(?P<medicine>(?!are|do|did)[a-z]{{6,}}))?"
         r"(?: (?:do you take|are you (?:on|taking)|did they give you))?(?: (?:now|a day|per day))*",
         "I take {medicine} {a}"),
        (r"(?:do you still take|(?:are you )?(?:still )?(?:on|taking))(?: (?:the|your))? (?P<medicine>[a-z]{6,})",
         "I take {medicine} {a}"),
        (r"did (?:they|he|she|the [a-z]+|your [a-z]+) (?:raise|up|bump|lower|change|drop|increase)(?: the dose of)?"
         r"(?: the| your)? (?P<named>[a-z]{6,})(?: dose)?", "I take {taken} {a}"),
    ),
    *make_frames(AnswerKind.ROLE, (r"who(?:'s| is) (?P<name>(?!your|the|that|this|he|she)[a-z]+)", "{name} is {a}")),
    *make_frames(
        AnswerKind.COUNT,
        (r"how many (?P<noun>[a-z]+) do you (?P<said>(?!have)[a-z]+.*)", "I {said} {a} {noun}"),
        (r"(?:how many|do you have(?: any)?) (?P<noun>[a-z]+)(?: do you have)?", "I have {a} {noun}"),
    ),
    *make_frames(AnswerKind.SOME, (r"do you have .+", "I have {a}")),
    *make_frames(
        AnswerKind.YES,
        (rf"{_NAMED} is your (?P<what>.+)", "{name} is my {what}"),
        (rf"is {_NAMED} your (?P<what>(?!.*\bor\b).+)", "{name} is my {what}"),
        (r"do you still (?P<said>.+)", "I {said}"),
        (r"are you still (?P<said>.+)", "I am {said}"),
        (rf"(?!.*\b(?:or|any\w*|ok|okay|there|coming)\b)is (?P<who>your (?:{_KIN})) (?P<does>(?:an? )?[a-z-]+)",
         "{who} is {does}"),
        (r"(?!.*\b(?:or|any\w*|some\w*|me|mind|want|think|know|remember|need|feel)\b)do you (?P<said>.+)", "I {said}"),
        (r"(?!.*\b(?:or|any\w*|some\w*|me|sure|ok|okay|ready|feeling|going|saying|asking|there)\b)are you (?P<said>.+)",
         "I am {said}"),
    ),
    *make_frames(AnswerKind.NO_BUT, (r"do you still (?P<said>.+)", "I no longer {said}. I {verb} {a}")),
    *make_frames(AnswerKind.NO, (r"do you still (?P<said>.+)", "I no longer {said}")),
    *make_frames(AnswerKind.INSTEAD, (r"(?:.* )?\d+(?: .*)?", "I take {medicine} {a}")),
    *make_frames(
        AnswerKind.TEXT,
        (r"what does (?P<who>your [a-z -]+|he|she) do(?: for (?:work|a living))?", "{who} is {a}"),
        (r"where does (?P<who>your [a-z -]+|he|she) live", "{who} lives in {a}"),
        (r"where does (?P<who>your [a-z -]+|he|she) work", "{who} works at {a}"),
        (r"are you allergic to .*|what are you allergic to", "I am allergic to {a}"),
        (r"(?:do you have )?any (?:known )?allergies(?: .*)?", "I am allergic to {a}"),
        (r"(?:what|which) (?:town|city|village|area|neighbou?rhood|state|country) (?:are you|do you live) in"
         r"(?: now| these days)?", "I live in {a}"),
        (r"(?:what's|what is|how much is) the (?P<what>rent|salary|pay|mortgage)(?: .*)?", "my {what} is {a}"),
        (r"where do you work(?: now)?", "I work at {a}"),
        (r"where (?:do you live|are you living)(?: now)?", "I live in {a}"),
        (r"where are you from", "I am from {a}"),
        (r"(?:what|who|when|how much|which day)(?:'s| is) your (?P<what>(?!name|plan|day)[a-z ]+)", "my {what} is {a}"),
        (r"what time do you (?P<said>.+)", "I {said} at {a}"),
        (r"(?:what|which|who|when|how often|how many|how much)(?: [a-z]+)? do you (?P<said>.+)", "I {said} {a}"),
        (r"when are you (?P<said>[a-z]+ing .+)", "I am {said} {a}"),
    ),
]  # fmt: skip

ANSWERS = AnswerWords(
    frames=FRAMES,
    opening=re.compile(r"^\W*(?:(?:and|so|oh|ah|ok|okay|wait|but|ha|then|also|by the way|btw)\b[\s,:]*)+"),
    closing=re.compile(r"(?:[\s,]+(?:then|right|again|btw|by the way))?\s*$"),
    count=re.compile(r"(?P<count>\d{1,2}|an?|one|two|three|four|five|six)\b(?!\s*(?:%|[.,:]\d))"),
    continuing=re.compile(r"(?:since|at|in|for|as|with)\b"),
    task=re.compile(
        r"\b(?:remind\w*|alarm|list|note|delete|remove|cancel|save|schedule (?:it|that)|shall i|should i (?!call you)"
        r"|want me|do you want|would you like|set (?:it|that|up)|look (?:it|that) up)\b"
    ),
    yes=re.compile(r"(?:yes|yeah|yep|yup|yea|ya|sure|of course|exactly|correct|right|indeed)\b[\s,.!]*"),
    no=re.compile(r"(?:no+|nope|nah|not (?:any ?more|really|yet)|none|nothing|nobody|never)\b[\s,.!]*"),
    filler=re.compile(
        r"(?:(?:ha\w*|lol|oh|ah|uh|um|well|it's|its|it is|she's|shes|he's|hes|they're|to|just|now|i'm|im)\b[\s,:]*)+"
    ),
    doubt=re.compile(r"\b(?:think|dunno|not sure|no idea|maybe|perhaps|guess|depends|probably|might)\b"),
    hours=re.compile(rf"(?P<hours>{_HOUR} (?:to|till|til|until) {_HOUR})(?=\W|$)"),
    age=re.compile(r"(?P<age>\d{1,3}(?: (?:months|weeks|years)(?: old)?)?)(?![\w%])"),
    named="called",
    aged="{name} is {age}",
    and_word="and",
    role=re.compile(r"^(?:my|an?|the)\s+"),
    sentence=re.compile(r"(?:i|i'm|im|we|my|it)\b"),
    own=re.compile(r"(?:your|the)\s+(?P<role>.+)", re.IGNORECASE),
    dose=re.compile(
        r"^(\d+)(?: ?mg)?,? (?:now,? )?(?:the |my )?(?:doc|doctor|gp|endo|psych|dr|she|he|they)\b.{0,12}"
        r"\b(?:said|says|told|upped|bumped|put)\b"
        r"|\b(?:upped|bumped|raised|lowered|dropped|increased|cut) (?:it|me) (?:up |down )?to (\d+)\b"
    ),
    taking="I take {medicine} {a}",
    genders={
        "she": Gender.FEMALE, "her": Gender.FEMALE, "he": Gender.MALE, "his": Gender.MALE, "him": Gender.MALE,
        "it": Gender.UNKNOWN, "its": Gender.UNKNOWN,
    },
    say=_say,
)  # fmt: skip
