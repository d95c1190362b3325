"""Recognises that somebody may not want to live, and sad news: nobody gets a form, or a word about models, to that."""

from __future__ import annotations

import re

from sidecar.language.fold import fold

_MOST_CHARS = 800
"""A longer message is a pasted text."""
_AS_A_MANNER_OF_SPEAKING = re.compile(
    r"\b(?:ja(?:ja)+\w*|je(?:je)+|jsjs\w*|ha(?:ha)+|lo+l|lmao|xd+)\b|😂|🤣"
    r"|\b(?:mor(?:ir|irme)|die) (?:de|of) (?:la |el )?(?:risa|verguenza|ganas|amor|hambre|calor|frio|sueno|curiosidad"
    r"|laughter|embarrassment|boredom|hunger|curiosity)\b"
)
_CRISIS = re.compile(
    r"\bme (?:quiero|queria|voy a) (?:matar|suicidar|morir)\b"
    r"|\bse (?:quiere|queria|quiso|intento|va a) (?:matar|suicidar)\b"
    r"|\b(?:quiero|quiere|queria|ganas de|deseo|prefiero|prefiere) (?:matar[ms]e|suicidar[ms]e|morir(?:[ms]e)?"
    r"|desaparecer(?= *(?:$|[.,;!])| del mundo| para siempre)|estar muert[oa])\b"
    r"|\bno (?:quiero|quiere|aguanto|soporto) (?:mas )?(?:seguir )?(?:vivir|viviendo|existir|estar vivo|estar viva"
    r"|despertar(?:me|se)?(?! temprano| a las))\b(?! (?:mas )?(?:aca|aqui|ahi|alla|en|con|sin|sol[oa]|asi con)\b)"
    r"|\bno (?:tengo|encuentro|veo|le (?:veo|encuentro)) (?:ningun |ninguna |mas )?(?:ganas|razon(?:es)?|motivos?"
    r"|sentido) (?:de|para|a) (?:vivir|seguir viviendo|(?:la|mi) vida)\b"
    r"|\b(?:pens\w*|ideas?|planes) (?:en |de )(?:el )?(?:suicid\w+|matar[ms]e|quitar[ms]e la vida|morir[ms]e)\b"
    r"|\b(?:quitar|sacar)[ms]e la vida\b|\bla vida no tiene sentido\b|\bsuicidar[ms]e\b"
    r"|\b(?:hacer|lastimar|cortar)[ms]e (?:dano|l[oa]s (?:brazos|venas|piernas|munecas))\b|\bautolesion\w*"
    r"|\b(?:estarian|estarias|estaria|estaran|estan) mejor sin mi\b|\bojala (?:no )?me (?:muriera|despertara)\b"
    r"|\b(?:want|wants|wanna|going|gonna|ready|planning|tried) (?:to )?(?:die"
    r"|kill (?:myself|himself|herself|themsel\w+)|end (?:it all|(?:my|his|her)(?: own)? life|things for good))\b"
    r"|\b(?:kill|killing|hurt|hurting|cut|cutting|harm|harming) (?:myself|himself|herself)\b|\bself[- ]?harm\w*"
    r"|\b(?:do not|don'?t|doesn'?t|does not) (?:want to|wanna) (?:live|be alive|be here any ?more|exist|wake up)\b"
    r"(?! (?:here|there|in|with|at|near|on|early|so|by|alone)\b)"
    r"|\bsuicidal\b|\bno (?:reason|point|will) (?:to|in) (?:live|living|go(?:ing)? on)\b|\bnot worth living\b"
    r"|\bbetter off (?:dead|without me)\b|\bwish i (?:was|were) (?:dead|never born)\b"
    r"|\bwish i (?:would not|wouldn'?t|did not|didn'?t) wake up\b"
    r"|\bthink\w* (?:of|about) (?:suicide|ending (?:it|my life)|dying)\b"
)
_FEELING_ES = r"(?:triste|angustiad|deprimid|destrozad|destruid|preocupad|asustad|desesperad|quebrad|desconsolad)"
_SAD_NEWS = re.compile(
    r"\b(?:se (?:me |nos )?)?(?:murio|murieron|fallecio|fallecieron)\b|\bla muerte de\b|\bse nos fue\b|\bvelorio\b"
    r"|\bestoy de (?:duelo|luto)\b|\bperdi (?:a mi|el embarazo|un embarazo|al bebe|a la beba|el laburo|el trabajo)\b"
    r"|\bme (?:echaron|despidieron|rajaron)\b|\b(?:me|nos) separ(?:e|amos)\b|\bcorte con\b|\bme dejo mi\b"
    r"|\btengo (?:mucho |tanto |re )?miedo\b|\b(?:cancer|biopsia|tumor|metastasis)\b|\b(?:esta|estoy) internad[oa]\b"
    r"|\bterapia intensiva\b|\b(?:estoy|ando|me siento) (?:re |muy |tan |medio |super )*(?:mal|bajon|de bajon|sol[oa]"
    rf"|hech[oa] (?:mierda|pelota|bolsa|polvo)|para atras|fatal|como el orto|{_FEELING_ES}\w*)\b"
    r"|\bno (?:doy|puedo) mas\b|\b(?:llorando|no paro de llorar)\b|\bataques? de (?:panico|ansiedad)\b|\bme duele\b"
    r"|\b(?:died|passed away|passed on|funeral|miscarried|miscarriage|stillborn)\b"
    r"|\bdeath of my\b|\blost (?:my (?:mom|mum|dad|mother|father|brother|sister|son|daughter|wife|husband|partner"
    r"|grand\w+|best friend|friend|baby|job|dog|cat)|the baby|our baby)\b"
    r"|\b(?:laid off|got fired|been fired|let me go|broke up with me|dumped me|left me|we broke up|we split up)\b"
    r"|\b(?:cancer|tumou?r|biopsy|hospice|in intensive care|in the icu)\b"
    r"|\bi(?: am|'?m| feel| have been|'?ve been) (?:so |really |very |just |feeling |kind of |a bit )*"
    r"(?:scared|afraid|sad|depressed|anxious|heartbroken|worried|lonely|alone|devastated|miserable|awful|terrible|empty"
    r"|hopeless|a mess)\b"
    r"|\bcan'?t (?:stop crying|cope|take (?:it|this) any ?more)\b|\bpanic attacks?\b|\b(?:it|head|back|chest) hurts\b"
)
_QUESTION = re.compile(r"[?¿]|^\W*(?:que|quien|cuando|como|donde|cual|what|who|when|how|where|did|was|is|do)\b")


def is_crisis(text: str) -> bool:
    """Return whether somebody, the person or one close to them, may be in danger of their own hand."""
    plain = _flatten(text)
    return bool(_CRISIS.search(plain)) and not _AS_A_MANNER_OF_SPEAKING.search(plain)


def is_sad_news(text: str) -> bool:
    """Return whether the person tells that they feel bad, or something that would make anybody sad."""
    plain = _flatten(text)
    return bool(_SAD_NEWS.search(plain)) and not _QUESTION.search(plain) and not _AS_A_MANNER_OF_SPEAKING.search(plain)


def _flatten(text: str) -> str:
    return fold(text[:_MOST_CHARS].replace("’", "'")) if len(text) <= _MOST_CHARS else ""
