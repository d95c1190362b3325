"""English verbs with which people begin a sentence about themselves, and their forms."""

from __future__ import annotations

import re

from sidecar.memory.extraction.words import folded_words

_REGULAR = """
accept adopt adore apply arrange ask attend audition avoid await bake bike binge blog bowl box brew bump call cancel
change check clean climb close coach code collect commute compete confirm convert cook cover crave crochet cycle
dance date decide declare decorate delay delete demote design detest develop diagnose dislike dislocate ditch donate
double drop dump elope emigrate enjoy enrol enroll explain fail file finalise finalize finish fire fish fix forage
foster fracture freelance garden golf graduate grill halve hand happen hate haul help hike hire hospitalise host
hunt increase inherit injure intern jog join juggle kick knit land last learn lease like live lodge look love lower
manage marry meditate mentor miss move need nick notice offer open order pack paint park pass pay perform pick
pierce plan plant play podcast postpone practice practise prefer prescribe promise promote propose pull push qualify
quilt raise recover redecorate reduce register rehome relapse relocate remodel remortgage renew renovate rent
repaint replace reschedule rescue resign restore retire return row sack sail save scrap sculpt seem sew sign skate
skip smoke snap sort sound spar sprain start stay stitch stop strain stream struggle study suffer supervise surf
swap swear swell switch talk tape taste tattoo temp text thank trade train transfer travel try turn tweak twist
upgrade use vape visit volunteer vote wait walk want wash watch weigh work wrap wreck wrestle
"""
_IRREGULAR = {
    "become": "became", "begin": "began", "break": "broke", "bring": "brought", "build": "built", "buy": "bought",
    "catch": "caught", "choose": "chose", "come": "came", "cut": "", "do": "did", "draw": "drew",
    "drink": "drank", "drive": "drove", "eat": "ate", "fall": "fell", "feed": "fed", "find": "found",
    "fly": "flew", "get": "got", "give": "gave", "go": "went", "grow": "grew", "have": "had", "hear": "heard",
    "keep": "kept", "lay": "laid", "lead": "led", "leave": "left", "lend": "lent", "lose": "lost", "make": "made",
    "meet": "met", "pay": "paid", "put": "", "quit": "quit", "read": "", "rent": "rented", "ride": "rode",
    "run": "ran", "see": "saw", "sell": "sold", "set": "", "sing": "sang", "sleep": "slept", "speak": "spoke",
    "spend": "spent", "swim": "swam", "take": "took", "teach": "taught", "tear": "tore", "think": "thought",
    "throw": "threw", "wake": "woke", "wear": "wore", "win": "won", "write": "wrote", "let": "", "hurt": "",
    "hit": "", "say": "said", "tell": "told", "know": "knew", "stand": "stood", "sit": "sat", "die": "died",
    "lie": "lied", "tie": "tied", "swear": "swore", "hold": "held", "feel": "felt", "show": "showed", "split": "",
    "shut": "", "bet": "", "blow": "blew", "bite": "bit", "breed": "bred", "bleed": "bled", "deal": "dealt",
    "dig": "dug", "fight": "fought", "forget": "forgot", "freeze": "froze", "hide": "hid", "light": "lit",
    "rise": "rose", "send": "sent", "shake": "shook", "shoot": "shot", "sink": "sank", "steal": "stole",
    "stick": "stuck", "sweep": "swept", "understand": "understood", "up": "upped",
}  # fmt: skip
_DOUBLED = re.compile(r"(?:[^aeiou]|^)[aeiou][bdgklmnprt]$|^quit$")
_SINGLE = folded_words("""
    open visit offer order register recover cover garden foster travel row sew crochet develop happen inherit
    lower mentor suffer
""")


def _stem(verb: str, ending: str) -> str:
    if verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")):
        return (verb[:-2] + "y" if verb.endswith("ie") and ending == "ing" else verb[:-1]) + ending
    if ending == "ed" and re.search(r"[^aeiou]y$", verb):
        return verb[:-1] + "ied"
    return verb + (verb[-1] if _DOUBLED.search(verb) and verb not in _SINGLE else "") + ending


_BASES = [*(verb for verb in _REGULAR.split() if "_" not in verb), *_IRREGULAR]
PASTS = frozenset({past for verb in _BASES if (past := _IRREGULAR.get(verb, _stem(verb, "ed")))})
GERUNDS = frozenset(_stem(verb, "ing") for verb in _BASES)

_THIRD = {
    "am": "is", "are": "is", "have": "has", "do": "does", "go": "goes", "don't": "doesn't", "haven't": "hasn't",
    "were": "was", "aren't": "isn't", "have've": "has", "weren't": "wasn't",
}  # fmt: skip
_AS_IT_IS = folded_words("""
    been was can can't could couldn't will won't would wouldn't should must might may had hadn't didn't wasn't never
    grew went left got lost broke quit took became began bought sold built wrote came came met had gave put cut
    hurt tore fell spent taught thought found kept made ran swam drove spoke chose fought said told won is has
    does isn't doesn't hasn't split let set up
""")


def third_person(verb: str) -> str:
    """Return the third person of a present verb; a past or modal one as it is."""
    if verb in _THIRD:
        return _THIRD[verb]
    if verb in _AS_IT_IS or (verb.endswith("ed") and verb not in {"need", "feed", "breed", "bleed", "speed"}):
        return verb
    if re.search(r"(?:s|sh|ch|x|z|o)$", verb):
        return verb + "es"
    return verb[:-1] + "ies" if re.search(r"[^aeiou]y$", verb) else verb + "s"


PRESENTS = frozenset(third_person(verb) for verb in _BASES)
"""Third person: "works", "goes"."""
