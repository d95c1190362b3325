"""Takes away what is around a request and asks for nothing: greetings, names, politeness, laughter, thanks."""

from __future__ import annotations

import re
from dataclasses import replace

from sidecar.router.message_words import MessageWords, read_words

_LAUGHTER = r"(?:a?(?:ja|je|ji|ha|he){2,}\w?|js(?:js)+|j[aj]{3,}|lo+l|lmao|rofl|xd+)"
_GREETING = (
    r"(?:hola+(?: (?:otra vez|de nuevo))?|holis|buen dia|buenos dias|buenas(?: (?:tardes|noches))?|hey+"
    r"|hi+|hello|hiya"
    r"|ey|good (?:morning|afternoon|evening)|morning|oye|oiga|oime|escucha(?:me)?|listen|yo|howdy|saludos)"
)
_CALLED = (
    r"(?:sidecar|che|loco|boludo|genio|capo|maestro|crack|amigo|amiga|bot|querido|querida|cielo|corazon|tio|tia|bro"
    r"|dude|man|buddy|mate|pal|friend|dear|mi vida|jefe|boss|asistente|assistant|there)"
)
_PLEASE = (
    r"(?:por favor(?:cito)?|porfa|porfis|porfi|porfavor|please|if you (?:can|could|do not mind)"
    r"|si (?:podes|puedes)|si no es molestia|te pido por favor|favor)"
)
_OPENING = (
    r"(?:eh+|este|ah+|oh|uy|uh|um+|hmm+|a ver|bueno|dale|ok|okay|okey|vale|perfecto|genial|listo|mira|mire"
    r"|y|so|and|well"
    r"|right|great|cool|sure|yes|yeah|yea|yep|yup|si|also|tambien|ademas|entonces"
    r"|ahora si|perdon|disculpa(?:me)?|perdona|sorry"
    r"|excuse me|una (?:cosa|pregunta|consulta|cosita)|un favor|(?:te hago )?una (?:consulta|pregunta)|one (?:thing"
    r"|question)|quick (?:question|one)|(?:me )?(?:haces|harias) (?:un|el) favor(?: de| y)?"
    r"|(?:can|could) you do me a favor(?: and)?|do me a favor(?: and)?|hazme (?:un|el) favor(?: de| y)?|just)"
)
_CHAT = re.compile(r"(?:como (?:va|andas|estas|estan)|todo bien|que tal|how are you(?: doing)?|how is it going) ")
_CLOSING = (
    r"(?:(?:muchas |mil )?gracias(?: (?:totales|crack|genio|de antemano))?|thanks(?: (?:a lot|so much"
    r"|a bunch|in advance"
    r"|again))?|thank you(?: (?:so|very) much)?|thx|ty|te (?:lo )?agradezco|dale|ok(?:ay|ey)?|eh"
    r"|cuando puedas"
    r"|when you (?:can|get a chance)|cheers|sos (?:un )?(?:genio"
    r"|crack|lo mas)"
    r"|nomas|nada mas|asap|(?:es )?urgente|can you|could you|will you|would you|podes|puedes|podras"
    r"|podrias|te animas)"
)
_BEFORE = re.compile(rf"(?:(?:{_GREETING}|{_CALLED}|{_PLEASE}|{_LAUGHTER}|{_OPENING}) )+")
_NOT_SAID_TO_OTHERS = r"(?<!\blas)(?<!\bsay)(?<!\bgive)(?<!rle)(?<!dar)(?<!cir)"
"""Not "darle las gracias" or "say thanks": that is what the reminder is about."""
_AFTER = re.compile(
    rf"(?:{_NOT_SAID_TO_OTHERS} (?:(?:sidecar|che|genio|crack|bro|dude|boludo)|{_PLEASE}|{_LAUGHTER}|{_CLOSING}))+$"
)


def strip_courtesy(said: MessageWords) -> MessageWords:
    """Return the request alone; nothing of it where there is none."""
    line, first = f"{said.line} ", 0
    while found := _BEFORE.match(line) or _CHAT.match(line):
        words = found[0].count(" ")
        if found.re is _CHAT and not (said.words[first + words :] and said.words[first + words].breaks):
            break
        line, first = line[found.end() :], first + words
    line = line.rstrip(" ")
    after = _AFTER.search(line)
    last = len(said.words) - (after[0].count(" ") if after else 0)
    return replace(said, words=said.words[first : max(first, last)])


def read_request(text: str) -> MessageWords | None:
    """Read a message without the courtesy around it; None for one that is too long."""
    said = read_words(text)
    return strip_courtesy(said) if said is not None else None
