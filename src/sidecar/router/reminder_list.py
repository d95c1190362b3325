"""Questions for the reminders that are to come: all of them, those of a day, those about something."""

from __future__ import annotations

import re

from sidecar.router.intents import ListReminders
from sidecar.router.message_words import LENGTH, WHEN, MessageWords
from sidecar.router.polite import ASKING
from sidecar.router.vetoes import holds_another_request, is_conditional

REMINDER_NOUN = (
    r"(?:recordatorios?|alarmas?|avisos?|alertas?|timers?|temporizador(?:es)?|despertador(?:es)?"
    r"|cronometros?|reminders?"
    r"|alarms?|alerts?|notificaci(?:on|ones)|countdowns?)"
)
_SHOW = (
    r"(?:(?:mostr|muestr|list|ense[nñ]|dec|dic|d|pas|lee|le|trae|revis|cheque|busc|consult|indic|cont"
    r"|enumer|recit|mir"
    r"|despleg|visualiz|ver|abr|present|inform|verific|comprueb|encuentr|nombr|repas)\w{0,4}(?:me|nos)?"
    r"|dime|dame|ver|hace(?:me)? una lista de|haz(?:me)? una lista"
    r" de|show|list|tell me|give me (?:my|the|all)|read|display|check|see|view|pull up|bring up|open"
    r"|let me (?:see|know|hear)|find|look (?:up|at)"
    r"|go over|recite|what are|what is|which are|which|cual(?:es)? (?:son|es)|a ver|quiero ver|i (?:want|need"
    r"|would like) to (?:see|know|hear)"
    r"|what about|search|review|tell me about)(?: (?:me|us|for|a))*(?: (?:la |una |the |a )?(?:lista"
    r"|list)(?: (?:de|of))?)?"
)
_OF = (
    r"(?:(?:todos|todas|todo|cada|all|every|any|each|of|de|los|las|el|la|mis?|tus?|my|the|your|our|mios"
    r"|ultimos?|proxim[oa]s?|siguientes?|next|last|upcoming|active|current|activ[oa]s|actuales|pendientes"
    r"|pending|existing|scheduled|set|new|first|primer|recurring|recurrentes|programad[oa]s|diari[oa]s"
    r"|daily|weekly|§|lista|list|que|cuales|other|otros|latest|recent|recientes|saved|guardad[oa]s"
    r"|futur[oa]s|future) )*"
)
_STATE = (
    r"(?: (?:tengo|tenemos|hay|tenes guardad[oa]s|te pedi|puse|guarde|configure|cree|hice|quedan|me quedan"
    r"|estan|son|existen|que|activ[oa]s?|pendientes?|puest[oa]s?"
    r"|programad[oa]s?|guardad[oa]s?|configurad[oa]s?|establecid[oa]s?|fijad[oa]s?|cread[oa]s?"
    r"|agendad[oa]s?|anotad[oa]s?|listad[oa]s?|se han|he|ya|actuales|actualmente|ahora|list|lista"
    r"|do i (?:still )?have|i have|have i|did i|are|is|there|set(?: up)?|pending|active|scheduled"
    r"|currently"
    r"|coming up|left|saved|that|which|i set|i have set|you have|on|in place|made|created|upcoming|still"
    r"|so far|to me|for me|para mi|please|mios|mias|back|going off|going to go off|due|planned|times))*"
)
_ABOUT = (
    r"(?: (?:(?:sobre|acerca de|de|del|para|por|con|que|about|for|regarding|to|on|of|with|at|from|in|en"
    r"|a) )?(?P<about>[^§]+?))?"
)
_TAIL = (
    rf"(?: (?:para|de|del|for|on|of|from|en|in|por|at)?(?: )?{WHEN}| (?:para|de|en|for|in|on) (?:el dia"
    rf"|la semana|el mes|the (?:day|week|month)|hoy))?"
)
_NAMED = rf"{ASKING}{_SHOW} {_OF}{REMINDER_NOUN}\b{_STATE}{_TAIL}{_ABOUT}{_TAIL}"
_WHICH = (
    rf"(?:que|cual(?:es)?|cuant[oa]s|which|what"
    rf"|how many) {_OF}{REMINDER_NOUN}\b{_STATE}{_TAIL}{_STATE}(?: (?:sobre|para|de|about|for"
    rf"|to) (?P<about>[^§]+?))?{_TAIL}"
)
_ANY = (
    rf"(?:(?:que )?(?:tengo|tenemos|hay|existen|tenes|me queda|do i (?:still )?have|do i currently have"
    rf"|have i got|are there|is there|did i (?:set|make|create|put|schedule)|have i set|puse|configure"
    rf"|programe|cree)) (?:(?:algun[oa]?s?|any|a|an|un|una|otro|otra|el|la|the|more|mas|pendientes?(?: de)?"
    rf"|set|up|{WHEN}) )*{REMINDER_NOUN}\b{_STATE}{_TAIL}{_ABOUT}{_TAIL}"
)
_WHEN_IS = (
    rf"(?:cuando (?:es|son|suena|sonara|esta(?: programad[oa]| puest[oa])?)|a que horas? (?:es|suena|sonara"
    rf"|va a sonar|esta|puse|tengo)(?: programad[oa]| puest[oa])?|para (?:cuando|que hora) (?:es|esta|puse"
    rf"|tengo)(?: programad[oa]| puest[oa])?|when (?:is|are|does|will|did i set)|what time (?:is|are|does"
    rf"|will|did i set)|(?:cuanto(?: tiempo)? (?:falta|queda|me queda)|how (?:long"
    rf"|much time)(?: do i have)?(?: left| remaining)?(?: is left)?)(?: (?:para|hasta|until|till|on|before"
    rf"|en|de))?)"
    rf" {_OF}{REMINDER_NOUN}\b{_STATE}(?: (?:set|go(?:es)? off|suene|ring|due|scheduled|set for|going off"
    rf"|for))*{_TAIL}{_ABOUT}{_TAIL}"
)
_BARE = (
    rf"(?:(?:mis|todos mis|todos los|my|all my|all|list|lista de|list of|los|ver|upcoming|active"
    rf"|§) )*(?:recordatorios|alarmas|reminders|alarms)(?: (?:activ[oa]s|pendientes|pending|active|list"
    rf"|actuales))?{_TAIL}"
)
_HAVE = (
    r"(?:pendientes?|agendad[oa]s?|anotad[oa]s?|programad[oa]s?|planead[oa]s?|previst[oa]|para hacer"
    r"|que hacer|hay|en (?:la|mi) agenda|en el calendario|de recordatorios|scheduled|planned|going on"
    r"|coming up|on(?: my (?:calendar|agenda|schedule|plate))?|to do|lined up|booked|on my (?:calendar"
    r"|agenda|schedule|plate)|in my (?:calendar|agenda|schedule)|happening)"
)
_AGENDA = (
    rf"(?:y )?(?:(?:para )?{WHEN} )?(?:(?:decime|dime|contame|cuentame|mostrame|muestrame|tell me|show me|sabes) )?"
    rf"(?:(?:que|algo|cual|cuales)(?: cosas| mas| es lo que| otra cosa)? (?:tengo|tenemos|hay|me espera"
    rf"|me toca|tenia)(?: algo)?(?: {_HAVE})*"
    rf"|(?:tengo|hay) (?:algo|alguna cosa|cosas|eventos|compromisos|planes|pendientes)(?: {_HAVE})*"
    rf"|(?:que (?:hay|tengo)|que dice) (?:en|de) (?:mi|la) agenda|(?:mi |la )?agenda(?: de| del| para)?"
    rf"|cual es mi agenda|(?:mis )?pendientes|mostrame (?:mi|la) agenda"
    rf"|what (?:do i have|have i got|is|i have)(?: {_HAVE})*|(?:do i have|have i got|is there) (?:anything"
    rf"|something|any plans|plans|any events|any appointments|appointments|any meetings)(?: {_HAVE})*"
    rf"|what is (?:on|in) (?:my|the) (?:agenda|calendar|schedule|plate|reminder list|reminders list)"
    rf"|(?:what is|show me|check|tell me|read) my (?:agenda|schedule|plan|calendar|day"
    rf"|reminder list)(?: like| look like)?|my agenda|what does my (?:day|week|agenda|schedule"
    rf"|calendar) look like"
    rf"|what appointments do i have|what meetings do i have)(?: (?:para|de|en|for|on|del"
    rf"|por))?(?: {WHEN})?(?: (?:like|look like))?"
)
_LIST = tuple(map(re.compile, (_NAMED, _WHICH, _ANY, _WHEN_IS, _BARE)))
_AGENDA_QUESTION = re.compile(_AGENDA)
_OWN_SOON = re.compile(
    r"\b(?:agenda|pendiente|agendad|calendar|schedule|plan|appointments|meetings|reminder list|anotad|programad)"
)
_NOT_ABOUT = re.compile(
    r"(?:que (?:hora|tal)|how|work|works|app|feature|sirve|funciona\w*|gusta\w*|odi\w+|me llega|son[oó]"
    r"|code|codes|pin|password|combination|company|system|codigo|clave|contrasena|pass)\b"
)


def read_list_request(said: MessageWords) -> ListReminders | None:
    if LENGTH.fullmatch(said.when):  # "pasta timer 8 min" sets one
        return None
    for pattern in _LIST:
        if (found := pattern.fullmatch(said.line)) is not None:
            words = found.groupdict().get("about") or ""
            if _NOT_ABOUT.search(words) or is_conditional(words) or holds_another_request(said):
                return None
            return ListReminders(said.when, said.quote(found.span("about")) if words else "")
    if _AGENDA_QUESTION.fullmatch(said.line) and (said.when or _OWN_SOON.search(said.line)):
        return ListReminders(said.when)
    return None
