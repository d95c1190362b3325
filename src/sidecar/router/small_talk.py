"""What asks for nothing: a hello, a thank you, a laugh, an insult."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sidecar.language.fold import fold
from sidecar.router.intents import SmallTalk, SmallTalkKind
from sidecar.router.message_words import WHEN, MessageWords

_LAUGH = r"(?:a?(?:j+[aeiou]+){2,}j?|(?:h[aei]){2,}h?|j[aj]{2,}|jsjs\w*|lo+l|lmf?ao+|rofl|xd+|jaj\w*|ahaha\w*)"
_BESIDE = re.compile(
    r"(?:sidecar|che|loco|loca|genio|capo|crack|amig[oa]|bot|querid[oa]|tio|tia|bro|bruh|dude|man|buddy|mate"
    r"|pal|friend"
    r"|partner|folks|love|honey|dear|mom|mum|doc|boss|jefe|jefa|corazon|amor|y|e|and|but|pero|so|well|then"
    r"|bueno|ah|oh|eh"
    r"|uh|uy|ay|hey|just|even|really|also|tambien|posta|vos|tu|usted|ustedes|you|again|de nuevo|otra vez|igual"
    r"|re|muy|very"
    r"|tan|medio|kinda|kind of|ngl|tbh|btw|honestly|exactly|wait|espera|para|a todos|everyone|all|hoy|today|§"
    r"|(?:un |muchos )?(?:besos?|besitos|abrazos?)|xoxo|if you (?:say so|like))(?= |$)"
)
"""What may stand beside small talk and changes nothing of it."""
_CALLED = (
    r"(?: (?:sidecar|che|loco|boludo|genio|capo|maestro|crack|amig[oa]|bot|querid[oa]|cielo|tio|tia|bro"
    r"|dude|man|buddy|mate|pal|friend|there|again|de nuevo|otra vez|mucho|vos|tu|you|to you|amor|corazon"
    r"|por todo|for everything|so much|very much|a lot|mil))*"
)
_HELLO = (
    r"(?:hola+s?|holis|holu|buen dia|buenos dias|buenas(?: (?:tardes|noches))?|hey+|hi+|hello+|hiya|ey"
    r"|good (?:morning|afternoon|evening|day)|morning|howdy|saludos|que onda|wena|que hay(?: de nuevo)?|yo"
    r"|sup|what is up|wassup|aloha|wenas|buenas+|greetings|evening|afternoon|hola a todos|presente|llegue"
    r"|(?:nice|good|pleased) to meet you|(?:mucho |un )?(?:gusto|placer)(?: en conocer(?:te|lo))?"
    r"|encantad[oa](?: de conocer(?:te|lo))?|estas ahi|are you there|anyone there|hay alguien)"
)
_PATTERNS: Mapping[SmallTalkKind, re.Pattern[str]] = {
    SmallTalkKind.HOW_ARE_YOU: re.compile(
        rf"(?:{_HELLO}{_CALLED} )*(?:y )?(?:(?:(?:como (?:estas|andas|va(?: todo| la cosa| eso| tu dia"
        rf"| el dia)?|te va|venis|vas|estamos|amaneciste|te (?:sentis|sientes)|dormiste)|todo (?:bien|en orden"
        rf"|ok|joya|piola)|que (?:tal|haces|contas|onda|cuentas)(?: (?:estas|todo|va|contas))?|how (?:are"
        rf"|r) you(?: (?:doing|feeling|today))*|how is it going|how do you do|how have you been|you (?:ok|good"
        rf"|alright)|are you (?:ok|okay|well)|vos(?: como estas)?|y vos|and you|what are you (?:doing|up to)"
        rf"|how is (?:your day|everything|life|it going))(?: (?:hoy|today|che|sidecar|vos|tu|§|por ahi"
        rf"|ahi))*) ?)+"
    ),
    SmallTalkKind.GREETING: re.compile(rf"(?:{_HELLO}{_CALLED} ?)+"),
    SmallTalkKind.GOODBYE: re.compile(
        rf"(?:(?:bueno|ok|dale|listo|gracias|thanks|nada mas|eso es todo|well|alright"
        rf"|that is all) )*(?:(?:chau+|chaucha|chao|adios|ciao|hasta (?:luego|la (?:proxima|vista)|pronto|§"
        rf"|manana|entonces|despues|el (?:lunes|martes|miercoles|jueves|viernes|sabado|domingo))|(?:nos (?:vemos"
        rf"|hablamos|leemos)|te (?:veo|hablo|leo)|hablamos)(?: (?:luego|despues|pronto|mas tarde|§|manana"
        rf"|el (?:lunes|martes|miercoles|jueves|viernes|sabado|domingo|finde)))?"
        r"|buenas noches|que (?:descanses|duermas bien"
        r"|tengas? (?:una? )?(?:muy )?(?:buen(?:as|os|a)?|lind[oa]|hermos[oa]) \w+(?: de semana)?)"
        rf"|me voy(?: a (?:dormir|acostar|la cama))?|te dejo"
        rf"|descansa|good ?bye|bye+(?: bye)?|see (?:you|ya)"
        r"(?: (?:later|soon|around|§|next week|tomorrow"
        r"|(?:on )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)))?"
        r"|good ?night"
        rf"|night+(?: night)?|talk (?:to you )?(?:later|soon|§)|later|cya|take care|cuidate"
        rf"|i am off(?: to bed)?|i am going to bed|gotta go|g2g|have a (?:good|nice|great) \w+|sleep well|ttyl"
        rf"|gn|peace(?: out)?|laters|ta luego|nos re vimos|me despido|sweet dreams|dulces suenos"
        rf"|(?:i am )?heading (?:out|off)|i have to go|tengo que irme|me tengo que ir){_CALLED} ?)+"
    ),
    SmallTalkKind.THANKS: re.compile(
        rf"(?:(?:ok|okay|dale|listo|genial|perfecto|buenisimo|joya|barbaro|great|perfect|awesome|cool|nice|ah"
        rf"|oh|bueno|uh|no|si|yes|vale|excelente|bien|de diez) )*(?:(?:(?:(?:muchas|muchisimas|mil|infinitas"
        rf"|un millon de) )?gracias+(?: (?:totales|por (?:todo|la ayuda|avisar|eso|tu ayuda|la info|recordarme)"
        rf"|igual|de (?:verdad|nuevo|corazon)))*|grac[ie]s|te (?:lo )?agradezco(?: mucho)?|agradecid[oa]"
        rf"|(?:many )?thanks+(?: (?:a (?:lot|million|bunch)|again|so much|for (?:that|everything|the help"
        rf"|your help|reminding me)))*|thank you(?: (?:so much|very much|again|for (?:that|everything|the help"
        rf"|your help)))*|thx|tysm|ty|tks|cheers|much appreciated"
        rf"|(?:i )?appreciate (?:it|you)|muy amable|(?:that is )?(?:very |so )?kind of you|te debo una"
        rf"|(?:i )?owe you(?: one)?){_CALLED} ?)+(?:{_LAUGH})?"
    ),
    SmallTalkKind.WHO_ARE_YOU: re.compile(
        r"(?:(?:hola|hey|hi|hello|che|y|pero) )*(?:quien (?:sos|eres|es usted|te (?:creo|hizo|programo))"
        r"|como te llamas|(?:cual es )?tu nombre|que (?:sos|eres)(?: vos| tu)?(?: exactamente)?|sos (?:un"
        r"|una) (?:robot|bot|persona|ia|humano|maquina|inteligencia artificial)(?: o (?:un|una) \w+)?"
        r"|eres (?:un|una) (?:robot|bot|persona|ia|humano|maquina)(?: o (?:un|una) \w+)?|sos (?:real|humano"
        r"|humana|chatgpt|una ia)|who (?:are|r) you|what are you|what is your name|who (?:made|created"
        r"|built) you|do you have a name|are you (?:a |an )?(?:robot|bot|human|person|ai|real|machine|chatgpt"
        r"|real person)(?: or (?:a |an )?\w+)?|con quien hablo|who am i talking to|presentate"
        r"|introduce yourself)(?: (?:exactly|vos|exactamente))?"
    ),
    SmallTalkKind.WHAT_CAN_YOU_DO: re.compile(
        r"(?:(?:hola|hey|hi|hello|che|y|bueno|ok|so) )*(?:que (?:mas )?(?:podes|puedes|sabes|haces"
        r"|ofreces)(?: (?:hacer|vos|tu))*(?: (?:por mi|conmigo))?|que cosas (?:podes|puedes|sabes)(?: hacer)?"
        r"|en que (?:me )?(?:podes|puedes|podrias) ayudar(?:me)?|para que (?:servis|sirves|estas)"
        r"|como (?:funcionas|funciona(?: esto)?|te uso|se usa(?: esto)?|me (?:podes|puedes) ayudar)"
        r"|que se puede (?:hacer|pedir)|que te puedo (?:pedir|preguntar)|ayuda(?:me)?|help(?: me)?"
        r"|what (?:else )?can you do(?: for me)?|what do you do|how (?:do you work|does this work"
        r"|can you help(?: me)?|do i use (?:you|this))|what can i (?:ask|do|ask you|say)(?: here| to you)?"
        r"|what are you (?:good|useful) for|what are your (?:features|capabilities|skills)|how can you help)"
    ),
    SmallTalkKind.PRAISE: re.compile(
        r"(?:(?:jaja\w*|wow|guau|uh|che|gracias|thanks) )*(?:sos (?:un |una |re |muy |el |la )*(?:genio|genia"
        r"|crack|capo|capa|grosso|copad[oa]|grande|divin[oa]|amor|maestro|maquina|lo mas|mejor|idol[oa]"
        r"|buen[oa]|util|lind[oa]|buena onda)|eres (?:un |una |muy |el |la )*(?:genio|crack|maquina|grande"
        r"|mejor|amor|util|maravilla)|que (?:genio|crack|grande|capo|groso|bueno que sos)|(?:muy )?bien hecho"
        r"|te (?:quiero|amo|adoro)(?: mucho)?|i love you|love you|well done|good (?:job|bot|boy|girl|work)"
        r"|great (?:job|work)|nice (?:job|work)|(?:you (?:are|r)|your) (?:the |a |so |very |really )*(?:best|great"
        r"|awesome|amazing|genius|star|legend|smart|helpful|cool|lifesaver|good|nice|sweet|kind)|impresionante"
        r"|(?:that is |that was )?(?:awesome|amazing|brilliant)|me (?:encantas|caes bien)|buen trabajo"
        r"|(?:la|me) salvaste|you saved me|gen[ia][oa]|crack|capa|capo|grosa|groso|idol[ao]|maestro|te pasaste"
        r"|(?:the )?best|legend|star|splendid|lovely|brilliant|marvellous|wonderful|fantastic|espectacular"
        r"|un lujo|que amor)(?: (?:che|sidecar|man|bro|posta|en serio))?"
    ),
    SmallTalkKind.ASSENT: re.compile(
        r"(?:(?:ok+|okay|okey|oki|okis|okok|k|dale+|listo+|perfecto|genial|buenisimo|barbaro|joya|de una|vale"
        r"|bueno|bien|muy bien|excelente|entendido|entiendo|ya veo|aja|claro|claro que si|obvio|si|sisi|sip"
        r"|sep|hecho|de acuerdo|va|vamos|de diez|esta bien|ta bien|tranqui|todo bien|no pasa nada|mejor asi"
        r"|great|perfect|sure|cool|nice|fine|good|alright|all right|right|got it|i see|understood|sounds good"
        r"|yes|yeah|yep|yup|awesome|makes sense|fair enough|no problem|no worries|ah|oh|mmm*|hmm+|uh huh|aha"
        r"|copado|piola|de nada|you are welcome|nada|nothing|ya esta|eso es todo|that is all|that is it|no|nop"
        r"|nope|nah|interesante|interesting|wow|guau|uh|ups|oops) ?)+(?:che|sidecar|man|bro|then|entonces"
        r"|gracias)?"
    ),
    SmallTalkKind.APOLOGY: re.compile(
        r"(?:(?:uh|ay|oh|no|ups|oops|bueno) )*(?:perdon(?:ame|a)?|disculpa(?:me|s)?|lo siento|sorry|my bad"
        r"|i am sorry|mil disculpas|me equivoque|fue mi error|i apologi[sz]e|my mistake"
        r"|i made a mistake)(?: (?:me equivoque|che|sidecar|por eso|fue sin querer|about that|for that|my bad"
        r"|mala mia))*|mala mia"
    ),
    SmallTalkKind.LAUGHTER: re.compile(
        rf"(?:que (?:gracioso|risa|chistoso) ?|(?:that is )?(?:so )?funny ?|me (?:muero|mori|cague"
        rf"|meo) de (?:la )?risa ?|{_LAUGH} ?)+"
    ),
    SmallTalkKind.INSULT: re.compile(
        r"(?:(?:que|sos|eres|pero|la|que la|you|your|are|are you|r|un|una|re|muy|tan|such|an?|so|fucking|really"
        r"|bastante|un poco|anda a la|anda|andate a la|vete a la|la concha de|que te|the|completely|totally"
        r"|what|what a|this is|esto es|este|esta) )*(?:pelotud[oa]|bolud[oa]|idiota|estupid[oa]|tont[oa]"
        r"|inutil|imbecil|forr[oa]|tarad[oa]|gil|mierda|basura|puto|puta|concha|mogolic[oa]|bruto|bruta"
        r"|tu (?:madre|hermana|vieja)|tu vieja|chupala|chupame\w*|cagar|fuck (?:you|off)|fuck|stupid|idiot"
        r"|dumb|useless|moron|asshole|bitch|shit|crap|trash|garbage|you suck|suck|hopeless|pathetic|dumbass"
        r"|pesad[oa]|malisim[oa]|no servis para nada|no sirves para nada|no entendes nada|no entiendes nada"
        r"|hate you|te odio|carajo|hdp|lpm|ctm|gilipollas|capullo|cabron|burro|burra|terrible"
        r"|lo peor)(?: (?:de mierda|bot|robot|maquina|machine|sidecar|assistant|asistente|che|que sos"
        r"|que te pario|off|you|up|eres|piece of|todo|nada|of shit|del mundo|bot de mierda"
        r"|maquina de mierda))*"
    ),
}
_STEPS = {
    kind: re.compile(rf"(?:{pattern.pattern.replace(_CALLED, '')})(?= |$)") for kind, pattern in _PATTERNS.items()
}
_STRONGEST = (
    SmallTalkKind.INSULT,
    SmallTalkKind.WHO_ARE_YOU,
    SmallTalkKind.WHAT_CAN_YOU_DO,
    SmallTalkKind.HOW_ARE_YOU,
    SmallTalkKind.GOODBYE,
    SmallTalkKind.PRAISE,
    SmallTalkKind.THANKS,
    SmallTalkKind.APOLOGY,
    SmallTalkKind.GREETING,
    SmallTalkKind.LAUGHTER,
    SmallTalkKind.ASSENT,
)
"""Of several things said at once, the one that is answered."""
_DRAWN_OUT = re.compile(r"([a-z])\1{2,}|([aeioy])\2+(?= |$)")
"""Letters repeated for their sound: "holaaa", "byeee", "buen diaa"."""
_SOFTENING = re.compile(
    r"\b(?:even|kinda|kind of|sort of|really|just|actually|medio|un poco|un toque|bastante|tan|re) "
)
_WAVING = frozenset("👋🙋✋")
_LAUGHING = frozenset("😂🤣😆😹😄😅")
_LONGEST_WORDS = 12


def read_small_talk(said: MessageWords) -> SmallTalk | None:
    """Read a whole message, with its greetings, that asks for nothing."""
    if not said.words and _WAVING & set(said.text):
        return SmallTalk(SmallTalkKind.GREETING)
    if not said.words:
        return SmallTalk(SmallTalkKind.LAUGHTER) if _LAUGHING & set(said.text) else None
    if len(said.words) > _LONGEST_WORDS:
        return None
    line = " ".join(fold(said.quote_words([word])) if word.read == WHEN else word.read for word in said.words)
    whole = next((SmallTalk(kind) for kind, pattern in _PATTERNS.items() if pattern.fullmatch(line)), None)
    return whole or _read_phrases(_DRAWN_OUT.sub(lambda found: found[1] or found[2], line))


def _read_phrases(line: str) -> SmallTalk | None:
    """Read phrases of small talk one after the other, with nothing but fillers between them."""
    line = _SOFTENING.sub("", line)
    at, kinds = 0, set[SmallTalkKind]()
    while at < len(line):
        found = {kind: step.match(line, at) for kind, step in _STEPS.items()}
        ends = {kind: match.end() for kind, match in found.items() if match is not None and match.end() > at}
        beside = _BESIDE.match(line, at)
        longest = max(ends.values(), default=0)
        if beside is not None and beside.end() >= longest:
            longest = beside.end()
        elif longest:
            kinds.add(next(kind for kind, end in ends.items() if end == longest))
        else:
            return None
        at = longest
        while at < len(line) and line[at] == " ":
            at += 1
    return next((SmallTalk(kind) for kind in _STRONGEST if kind in kinds), None)
