"""Requests to be left alone for a while, and questions about how Sidecar itself is doing."""

from __future__ import annotations

import re

from sidecar.router.intents import BeQuiet, StatusQuestion
from sidecar.router.message_words import WHEN, MessageWords
from sidecar.router.polite import ASKING

_FOR = (
    rf"(?: (?:por|durante|hasta|for|until|till|til|unos|unas|un|una|the next|las proximas|el resto del dia"
    rf"|toda|todo|a)*(?: )?(?:{WHEN}|rato|ratito|momento|(?:un|el) (?:rato|ratito|momento|dia)|poco|while"
    rf"|bit|a (?:while|bit|moment)|(?:the )?rest of the day|next hour"
    r"|(?:una|dos|tres|media|unas|algunas|un par de|an|one|two|three|half an|a few|a couple of)"
    r" (?:horas?|hours?|minut\w+|dias?|days?)|el resto del dia|que te (?:avise"
    rf"|diga)|(?:i say|further notice)))*"
)
_QUIET = re.compile(
    rf"{ASKING}(?:callate(?: la boca)?|calla|silencio|silenciate|silenciar|shush|shh+|sh|hush"
    rf"|quiet(?: please)?|be quiet|shut up|mute(?: yourself)?|stay (?:quiet|silent)|go (?:quiet|silent)"
    r"|(?:(?:activ|pon|prend|entr|quiero|pas)\w{0,4} )?(?:(?:el|en|a) )*modo (?:silencio|silencioso"
    r"|no molestar|callado)|(?:turn on |enable |activate |switch to |set "
    r"|go (?:in)?to )?(?:the )?(?:silent|quiet|do not disturb|dnd)(?: mode)?"
    r"|(?:pon(?:ete|te)|quedate|mantenete|estate) (?:en silencio|callad[oa]|quiet[oa]|piola)"
    r"|no (?:me )?(?:molestes|hables|escribas|mandes|envies|interrumpas|avises|notifiques|jodas"
    r"|digas)(?: (?:nada|mas|mensajes|notificaciones|avisos|mas nada|nada mas))*"
    r"|(?:que )?nadie me moleste|deja(?:me)? de (?:molestar|escribir|mandar(?:me)?"
    r"|hablar)(?:me)?(?: (?:mensajes|notificaciones|cosas))?|do not (?:disturb|bother|message|text|talk to"
    r"|write|write to|notify|send)(?: me)?(?: (?:anything|messages|notifications))?"
    r"|(?:stop|quit|no more) (?:messaging|texting|bothering|notifying|sending|writing(?: to)?"
    r"|notifications|messages)(?: (?:to )?me)?(?: (?:messages|notifications|anything))?|leave me (?:alone"
    r"|be)|dejame (?:tranquil[oa]|en paz|sol[oa])|silenci(?:a|ar|ame) (?:los avisos|las notificaciones"
    r"|todo|los mensajes)"
    rf"|(?:mute|silence|pause|pausa|pausar) (?:(?:the|all|your|las|los|mis|todas|todos) )*(?:notifications"
    rf"|messages|notificaciones|avisos|mensajes)){_FOR}"
)
_STATUS = re.compile(
    rf"{ASKING}(?:(?:(?:mostr|muestr|dec|d|pas|ver|dim|dam|show|give|check|tell|display|get"
    rf"|see)\w{{0,5}}(?:me| me)? )?(?:(?:el|tu|the|your|current|system|sidecar) )*(?:estado"
    rf"|status)(?: (?:actual|del sistema|de sidecar|tuyo|del servicio|report|please|update|of (?:the system"
    rf"|sidecar)|general))?"
    r"|(?:que|cual|cuales|what|which) (?:(?:ai|language|llm) )?(?:modelo|modelos|model|models"
    r"|llm)(?: de (?:lenguaje|ia))?(?: (?:es|estas|are you|do you|sos|tenes|tienes|is this|is it"
    r"|are you currently|usas|use|uses|using|usando|running|running on|corriendo|corres|configurado|activo"
    r"|on|run on|you|i am i|am i|estoy|powered by|powers you|puesto|ahora|now|right now|el que usas))+"
    r"|(?:que|cuales|what|which) (?:canales|channels) (?:(?:tenes|tienes|hay|estan|are|do you have"
    r"|have you got|esta) ?)+(?:activos|conectados|configurados|active|connected|enabled|on"
    r"|up)?(?: (?:ahora|now))?"
    r"|(?:como (?:venis|vienes|estas|andas|anda|esta) (?:de |el )sistema)(?: mostrame el (?:status"
    r"|estado))?|(?:is everything|are you|are all systems|esta todo|estas) (?:running|working|up|online"
    r"|operational|funcionando|andando|conectado|on line)(?: (?:ok|fine|properly|bien|and running|right"
    r"|normally))?"
    r"|(?:how much (?:memory|disk|space) are you using|cuanta memoria (?:usas|estas usando)"
    r"|what version are you(?: running)?|que version (?:sos|eres|tenes|usas|es esta)|system (?:info|status"
    r"|health)|uptime))"
)


def read_quiet_request(said: MessageWords) -> BeQuiet | None:
    return BeQuiet(said.when) if _QUIET.fullmatch(said.line) else None


def read_status_question(said: MessageWords) -> StatusQuestion | None:
    return StatusQuestion() if _STATUS.fullmatch(said.line) else None
