"""What asks for nothing: a hello, a thank you, a laugh, an insult."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sidecar.language.fold import fold
from sidecar.router.intents import SmallTalk, SmallTalkKind
from sidecar.router.message_words import WHEN, MessageWords

_LAUGH = r"(?:a?(?:j+[aeiou]+){2,}j?|(?:h[aei]){2,}h?|j[aj]{2,}|jsjs\w*|lo+l|lmf?ao|rofl|xd+|jaj\w*|ahaha\w*)"
_CALLED = (
    r"(?: (?:sidecar|che|loco|boludo|genio|capo|maestro|crack|amig[oa]|bot|querid[oa]|cielo|tio|tia|bro"
    r"|dude|man|buddy|mate|pal|friend|there|again|de nuevo|otra vez|mucho|vos|tu|you|to you|amor|corazon"
    r"|por todo|for everything|so much|very much|a lot|mil))*"
)
_HELLO = (
    r"(?:hola+s?|holis|holu|buen dia|buenos dias|buenas(?: (?:tardes|noches))?|hey+|hi+|hello+|hiya|ey"
    r"|good (?:morning|afternoon|evening|day)|morning|howdy|saludos|que onda|wena|que hay(?: de nuevo)?|yo"
    r"|sup|what is up|wassup|aloha|presente|llegue|estas ahi|are you there|anyone there|hay alguien)"
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
        rf"|manana|entonces|despues|el (?:lunes|martes|miercoles|jueves|viernes|sabado|domingo))|nos (?:vemos"
        rf"|hablamos|leemos)|buenas noches|que (?:descanses|duermas bien|tengas (?:un )?buen(?:as|os|a)? \w+)"
        rf"|me voy(?: a (?:dormir|acostar|la cama))?|te dejo|hablamos(?: (?:luego|despues|§|mas tarde))?"
        rf"|descansa|good ?bye|bye+(?: bye)?|see (?:you|ya)(?: (?:later|soon|around|§|tomorrow))?|good ?night"
        rf"|night+(?: night)?|talk (?:to you )?(?:later|soon|§)|later|cya|take care|cuidate"
        rf"|i am off(?: to bed)?|i am going to bed|gotta go|g2g|have a (?:good|nice|great) \w+|sleep well|ttyl"
        rf"|gn){_CALLED} ?)+"
    ),
    SmallTalkKind.THANKS: re.compile(
        rf"(?:(?:ok|okay|dale|listo|genial|perfecto|buenisimo|joya|barbaro|great|perfect|awesome|cool|nice|ah"
        rf"|oh|bueno|uh|no|si|yes|vale|excelente|bien|de diez) )*(?:(?:(?:(?:muchas|muchisimas|mil|infinitas"
        rf"|un millon de) )?gracias+(?: (?:totales|por (?:todo|la ayuda|avisar|eso|tu ayuda|la info|recordarme)"
        rf"|igual|de (?:verdad|nuevo|corazon)))*|grac[ie]s|te (?:lo )?agradezco(?: mucho)?|agradecid[oa]"
        rf"|(?:many )?thanks+(?: (?:a (?:lot|million|bunch)|again|so much|for (?:that|everything|the help"
        rf"|your help|reminding me)))*|thank you(?: (?:so much|very much|again|for (?:that|everything|the help"
        rf"|your help)))*|thx|tysm|ty|tks|cheers|much appreciated"
        rf"|(?:i )?appreciate it){_CALLED} ?)+(?:{_LAUGH})?"
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
        r"|great (?:job|work)|nice (?:job|work)|you (?:are|r) (?:the |a |so |very |really )*(?:best|great"
        r"|awesome|amazing|genius|star|legend|smart|helpful|cool|lifesaver|good|nice|sweet|kind)|impresionante"
        r"|(?:that is |that was )?(?:awesome|amazing|brilliant)|me (?:encantas|caes bien)|buen trabajo"
        r"|me salvaste)(?: (?:che|sidecar|man|bro|posta|en serio))?"
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
        r"(?:(?:que|sos|eres|pero|la|que la|you|are|are you|r|un|una|re|muy|tan|such|an?|so|fucking|really"
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
_EMOJI = re.compile(r"[^\w\s]+")
_LAUGHING = frozenset("😂🤣😆😹😄😅")
_LONGEST_WORDS = 12


def read_small_talk(said: MessageWords) -> SmallTalk | None:
    """Read a whole message, with its greetings, that asks for nothing."""
    if not said.words:
        return SmallTalk(SmallTalkKind.LAUGHTER) if _LAUGHING & set(said.text) else None
    if len(said.words) > _LONGEST_WORDS:
        return None
    line = " ".join(fold(said.quote_words([word])) if word.read == WHEN else word.read for word in said.words)
    return next((SmallTalk(kind) for kind, pattern in _PATTERNS.items() if pattern.fullmatch(line)), None)
