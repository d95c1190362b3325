"""Requests to cancel, to move or to say again a reminder that there is."""

from __future__ import annotations

import re

from sidecar.language.fold import fold
from sidecar.router.courtesy import read_request
from sidecar.router.intents import CancelReminder, EditReminder, SnoozeReminder
from sidecar.router.message_words import WHEN, MessageWords
from sidecar.router.polite import ASKING
from sidecar.router.reminder_list import REMINDER_NOUN
from sidecar.router.vetoes import holds_another_request, is_conditional, is_past

_CANCEL = (
    r"(?:(?:(?:no )?(?:cancel|borr|elimin|quit|sac|anul|descart|desactiv|apag|suprim|remuev|remov|limpi"
    r"|deten|par|ignor|tach|deshabilit|desprogram|suspend|despej)"
    r"(?:a|ar|ame|arme|e|es|as|emos|o|er|ir|erme|irme|eme)?(?:l[oa]s?)?|deshac[ea]te? de|deshazte de"
    r"|desestima|vacia(?:r)?|detener|olvida(?:te)?(?: de)?)"
    r"|(?:cancel|delete|remove|erase|clear|get rid of|turn off|disable|stop|drop|scrap|dismiss|discard"
    r"|deactivate|unset|kill|wipe|shut off|end|forget|undo|take off|trash|void|cut|nix|abort|eliminate"
    r"|switch off|clean)(?: (?:out|off|away))?"
    r"|i (?:no longer|do not) (?:need|want)|ya no (?:necesito|quiero|hace falta|va)|no (?:necesito|quiero) mas)"
)
_WHICH_WORD = (
    r"(?:todos|todas|todo|cada|all|every|each|any|of|de|both|ambos|ambas|los|las|el|la|mis?|tus?|my|the"
    r"|your|our|this|that|these|those|ese|esa|esos|esas|este|esta|estos|estas"
    r"|ultim[oa]s?|proxim[oa]s?|siguientes?|next|last|first|primer[oa]?|second|segund[oa]|upcoming|active"
    r"|current|activ[oa]s?|actual(?:es)?|existing|un|una|a|an|uno|una|one|two|three|dos|tres|remaining"
    r"|other|otr[oa]s?|anterior(?:es)?|previous|recent|latest|only|just|diari[oa]s?|daily|weekly|§|on|for"
    r"|antigu[oa]s?|viej[oa]s?|old|recurring)"
)
_ABOUT = (
    r"(?:(?: (?:sobre|acerca de|de|del|para|por|con|que|about|for|regarding|to|on|of|with|called|named"
    r"|from|at|in|en|a|as|saying|where|llamad[oa]))+ (?P<about>[^§]+?)| (?P<tail>(?:puse|hice|cree|i set"
    r"|i made|i put|i have|set|que puse|que hice|scheduled|programad[oa]s?|configurad[oa]s?|actual(?:es)?"
    r"|activ[oa]s?|pendientes?|now|ahora|mas|anymore|alarm|ya|also|please|off)(?: (?:set|up|for me|ayer"
    r"|yesterday|ahora))*))?"
)
_TIME = rf"(?: (?:para|de|del|for|on|of|from|at|en|in|a|by|que es|set for|due|scheduled for))?(?: {WHEN})"
_CANCEL_NAMED = (
    rf"{ASKING}{_CANCEL} (?:{_WHICH_WORD} )*?(?:(?P<before>[^§]+?) )??(?:{_WHICH_WORD}"
    rf" )*(?P<noun>{REMINDER_NOUN})(?: (?:actuales|activ[oa]s"
    rf"|list))?(?:{_TIME})?{_ABOUT}(?:{_TIME})?(?: (?:only|solo|solamente|nomas|too|tambien|si es posible"
    rf"|borra(?:lo|la)|cancela(?:lo|la)|delete it|ya))?"
)
_CANCEL_ONE = (
    rf"{ASKING}(?:cancel|borr|elimin|quit|sac|anul)(?:a|ar|ame)? (?:el|la) (?:de "
    rf"|del )(?P<about>[^§]+?)(?:{_TIME})?|{ASKING}(?:cancel|delete|remove) the (?:one (?:about|for"
    rf"|to) (?P<about2>[^§]+?)|(?P<about3>[^§]+?) one)(?:{_TIME})?"
)
_NO_MORE = (
    rf"(?:{ASKING}(?:ya )?no me (?:recuerdes|avises|recordes)(?: mas)?(?: lo)?|deja de (?:recordarme"
    rf"|avisarme)|(?:do not|stop|quit) (?:remind|reminding) me(?: anymore)?)(?: (?:de que|de|del|que|lo de"
    rf"|lo del|to|about|of))*(?: (?P<about>[^§]+?))?(?:{_TIME})?(?: (?:anymore|mas|nunca mas))?"
)
_LATER = (
    r"(?:(?:pospon|aplaz|snooz|snuz|retras|atras|demor|pate|posterg|prorrog|difier|difer|paus)(?:e|a|ea|ar"
    r"|er|ir|ear|ga|gas|game|eme|ame|earme|i|eala?o?)?(?:me|l[oa]s?|mel[oa])*"
    r"|(?:hit |press )?snooze|postpone|delay|defer|push back|put off|hold off on)"
)
_SOMETHING = (
    rf"(?:(?:{_WHICH_WORD} )*(?:(?P<before>[^§]+?) )??(?P<noun>{REMINDER_NOUN})(?: (?:de|del|para|sobre"
    rf"|about|for|to|of) (?P<about>[^§]+?))?|(?:el|la) (?:de |del )(?P<about2>[^§]+?)"
    rf"|the (?P<about3>[^§]+?) one|it|that|this|eso|todo|everything|them)"
)
_AMOUNT = (
    r"(?:(?:another|otros?|otras?|unos|unas|about) )?(?:\w+|half an|a half) (?:min|mins|minutos?|minutes?"
    r"|horas?|hours?|hrs?|h|hs|dias?|days?|semanas?|weeks?)(?: y media| and a half)?"
)
_LENGTH = (
    rf"(?: (?:por|para|de|durante|hasta|a|en|for|until|till|til|to|by|in|another|otr[oa]s?|unos|unas|un|una"
    rf"|mas|the next|cada|every|after|despues de|en|at|on))*(?: {WHEN})(?: (?:mas|more|minutos|later"
    rf"|despues))?"
)
_SNOOZE = (
    rf"{ASKING}{_LATER}(?: (?:{_SOMETHING}))??(?: (?:for|por"
    rf"|durante))?(?: (?P<while>{_AMOUNT}))?(?:(?P<length>{_LENGTH})| (?:por |for )?(?:un rato|later"
    rf"|un poco|more|mas tarde|para despues|a while|a bit|again))?"
)
_AGAIN = (
    rf"{ASKING}(?:(?:recorda|avisa|recuerda|recorde|recorda|recuerde)(?:mel[oa]|rmel[oa])(?: (?:de nuevo"
    rf"|otra vez|nuevamente|again|mas tarde|despues))?(?:{_LENGTH})|(?:recordame|avisame|recuerdame"
    rf"|remind me|ping me|tell me)(?: (?:eso|esto|it|that|this|about (?:it|this|that)))? (?:de nuevo"
    rf"|otra vez|nuevamente|again)(?:{_LENGTH})|volve(?:me)? a (?:avisar|recordar)(?:me"
    rf"|melo)?(?:{_LENGTH})(?: con eso)?|vuelve a (?:avisarme|recordarme|recordarmelo)(?:{_LENGTH}))"
)
_MOVE = (
    r"(?:(?:cambi|pas|muev|mov|corr|adelant|reprogram|modific|edit|actualiz|mud|traslad|lleva|atras"
    r"|retras)(?:a|e|ar|er|é|i|ame|eme|arme|erme|emos|ale|gale|ele)?(?:me|l[oa]s?|mel[oa]s?|le)?"
    r"|change|move|reschedule|shift|push|update|modify|edit|bump|switch|bring forward|set back)"
)
_TO = r"(?:a|al|para|para el|hasta|to|for|until|till|at|de|on|por|a la|a las|back|forward|up|it)"
_MOVE_NAMED = (
    rf"{ASKING}{_MOVE}(?: (?:la hora|el dia|el horario|la fecha|the time|the date|the day)(?: (?:de|del|of"
    rf"|for))?)? (?:{_WHICH_WORD} )*(?:(?P<before>[^§]+?) )??(?P<noun>{REMINDER_NOUN})(?: (?:de|del|para"
    rf"|sobre|about|for|to|of) (?P<about>[^§]+?))?(?: {_TO})* {WHEN}"
)
_MOVE_THING = rf"{ASKING}{_MOVE} (?:{_WHICH_WORD} )*(?:lo (?:de |del ))?(?P<about>[^§]+?)(?: {_TO})* {WHEN}"
_PRONOUN = (
    rf"{ASKING}(?:{_MOVE}(?: (?:it|that|this|that one|this one))?|(?:mejor|better|make it|actually"
    rf"|en realidad|no))(?: {_TO})* {WHEN}"
)
_CANCEL_PRONOUN = re.compile(
    rf"{ASKING}(?:(?:(?:no|nah|nope|deja|mejor|actually|better|che) )*"
    r"(?:(?:cancel|borr|elimin|quit|sac|anul|descart)a(?:me|r)?l[oa]s?"
    r"|(?:cancel|delete|remove|undo|scrap|scratch|kill|bin|ditch|drop|forget|erase)"
    r" (?:it|that|this|that one|the last one|them)"
    r"|(?:cancel|borr|elimin|sac|quit)a(?:r)? (?:es[oae]|est[oae]|ese ultimo|el ultimo|la ultima"
    r"|lo ultimo))|mejor no(?: me (?:recuerdes|avises)(?: nada)?)?|(?:never ?mind|scratch that|dejalo|deja"
    r"|no importa|ya no hace falta)(?: (?:about )?(?:it|that|eso))?)(?: (?:mejor|ya|better|now"
    r"|the reminder|please))*"
)
_CANCEL_PATTERNS = tuple(map(re.compile, (_CANCEL_NAMED, _CANCEL_ONE, _NO_MORE)))
_SNOOZE_PATTERNS = tuple(map(re.compile, (_SNOOZE, _AGAIN)))
_EVERY = re.compile(
    r"\b(?:tod[oa]s?|all|every|each|everything)\b|\b(?:recordatorios|alarmas|avisos|reminders|alarms"
    r"|timers|alertas)\b"
)
ALARM = re.compile(r"(?:alarma|alarm|timer|temporizador|despertador|cronometro)(?:es|s)?")
_FROM_TO = re.compile(r"(?:[ap]\.? ?m\b|\d:\d\d|\blas? \d+\b).*(?:\d ?[ap]\.? ?m\b|\d:\d\d|\blas? \d+\b)")
"""Two hours: what it was, and what it is to be."""
_ABOUT_SOMETHING_ELSE = re.compile(
    r"\b(?:lista|list|email|mail|reserva\w*|vuelo|flight|order|subscription|suscripcion|orden)\b"
)


def read_reminder_change(said: MessageWords) -> CancelReminder | SnoozeReminder | EditReminder | None:
    """Read a request that says by a noun or by a verb of its own that a reminder is meant."""
    if holds_another_request(said) or is_past(f"{said.line} {fold(said.when)}"):
        return None
    for pattern in _CANCEL_PATTERNS:
        if (found := pattern.fullmatch(said.line)) is not None:
            return _make_cancel(said, found)
    for pattern in _SNOOZE_PATTERNS:
        if (found := pattern.fullmatch(said.line)) is not None and (said.when or found.groupdict().get("noun")):
            return _make_snooze(said, found)
    if (found := re.fullmatch(_MOVE_NAMED, said.line)) is not None and not is_conditional(said.line):
        which = _read_which(said, found) or said.quote(found.span("noun"))
        unclear = any(sign.isdigit() for sign in which) or _FROM_TO.search(fold(said.when))
        return None if unclear else EditReminder(which, said.when)
    return None


def parse_possible_change(text: str) -> CancelReminder | EditReminder | SnoozeReminder | None:
    """Parse what is about a reminder only where there are some: "cancelalo", "pasá lo del gym al lunes"."""
    said = read_request(text)
    if said is None:
        return None
    if _CANCEL_PRONOUN.fullmatch(said.line):
        return CancelReminder()
    for pattern in _SNOOZE_PATTERNS:
        if (found := pattern.fullmatch(said.line)) is not None and found.groupdict().get("while"):
            return _make_snooze(said, found)
    if said.when and re.fullmatch(_PRONOUN, said.line):
        return EditReminder("", said.when)
    if said.when and (found := re.fullmatch(_MOVE_THING, said.line)) is not None and not holds_another_request(said):
        return EditReminder(said.quote(found.span("about")), said.when)
    return None


def _make_snooze(said: MessageWords, found: re.Match[str]) -> SnoozeReminder:
    which = _read_which(said, found)
    when = said.when or said.quote(found.span("while") if "while" in found.groupdict() else (0, 0))
    if not when and (length := re.search(rf"(?:^| )(?P<length>{_AMOUNT})$", which)):
        which, when = which[: length.start()], length["length"]
    return SnoozeReminder(which, when)


def _make_cancel(said: MessageWords, found: re.Match[str]) -> CancelReminder | None:
    which = _read_which(said, found)
    if is_conditional(fold(which)) or _ABOUT_SOMETHING_ELSE.search(fold(which)):
        return None
    every = _EVERY.search(said.line[: found.end("noun")] if "noun" in found.groupdict() else "") is not None
    return CancelReminder(which, said.when, every)


def _read_which(said: MessageWords, found: re.Match[str]) -> str:
    """Return the words that a reminder is known by; an alarm's name is one of them."""
    groups = {name: words for name, words in found.groupdict().items() if words}
    named = [name for name in ("before", "about", "about2", "about3") if name in groups]
    if ALARM.fullmatch(groups.get("noun", "")):
        named.insert(1 if "before" in groups else 0, "noun")
    return " ".join(said.quote(found.span(name)) for name in named)
