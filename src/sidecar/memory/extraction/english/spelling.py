"""How people type English on a phone, and the words that are meant."""

from __future__ import annotations

from sidecar.memory.extraction.english.verbs import GERUNDS

_CONTRACTIONS = {
    "i'm": "i am", "im": "i am", "i've": "i have", "ive": "i have", "i'll": "i will", "i'd": "i would",
    "we're": "we are", "weve": "we have", "theyre": "they are", "youre": "you are", "youve": "you have",
    "we've": "we have", "we'll": "we will", "we'd": "we would", "he's": "he is", "hes": "he is",
    "she's": "she is", "shes": "she is", "it's": "it is", "its": "it is", "that's": "that is", "thats": "that is",
    "they're": "they are", "they've": "they have", "theyve": "they have", "there's": "there is",
    "theres": "there is", "you're": "you are", "gonna": "going to", "ima": "i am going to",
    "imma": "i am going to", "wanna": "want to", "gotta": "got to", "cannot": "can't", "ain't": "is not",
    "aint": "is not", "tryna": "trying to", "outta": "out of", "outa": "out of",
}  # fmt: skip
_APOSTROPHES = (
    "don't can't doesn't didn't won't isn't aren't wasn't weren't haven't hasn't hadn't couldn't wouldn't shouldn't"
)
_RESPELT = {
    "w": "with", "n": "and", "abt": "about", "thru": "through", "tonite": "tonight", "nite": "night",
    "til": "until", "till": "until", "tmrw": "tomorrow", "tmw": "tomorrow", "bc": "because", "coz": "because",
    "cos": "because", "rn": "right now", "mornin": "morning", "mornins": "mornings", "nothin": "nothing",
    "somethin": "something", "lil": "little", "u": "you", "ur": "your", "em": "them", "pls": "please",
    "plz": "please", "thx": "thanks", "favs": "favourites", "xmas": "christmas", "hubs": "husband",
    "bday": "birthday", "birthdays": "birthday 's", "bdays": "birthday 's", "mil": "mother-in-law",
    "fil": "father-in-law", "sil": "sister-in-law", "bil": "brother-in-law", "bestie": "best friend",
    "alergic": "allergic", "allergick": "allergic", "alergy": "allergy", "alergies": "allergies", "hav": "have",
    "astma": "asthma", "asma": "asthma", "diabetis": "diabetes", "diabetees": "diabetes",
    "yr": "year", "yrs": "years", "wks": "weeks", "wk": "week", "mths": "months", "mos": "months",
}  # fmt: skip
_OWNERS = "mom mum mam dad wife husband boss landlord daughter gran nan grandma grandpa"

SHORT = {
    **_CONTRACTIONS,
    **{word.replace("'", ""): word for word in _APOSTROPHES.split()},
    **_RESPELT,
    **{form[:-1]: form for form in GERUNDS},
    **{f"{owner}s": f"{owner} 's" for owner in _OWNERS.split()},
}
"""What is written as one word, and the words it stands for."""
