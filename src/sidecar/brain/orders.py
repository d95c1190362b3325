"""Finds lines that give the model orders instead of telling something about the person. Pure.

What tells an order from a fact is who is addressed and how: a second person with a duty ("you must"), an imperative
that only an order can be ("respondé", but "responde" may be a third person), or one about what an assistant does: its
answers, its rules, its tools, "the user". What the person wishes ("prefers short answers", "hablame en inglés") is a
fact, and so is what they have to do ("buy milk").
"""

from __future__ import annotations

import re
from functools import lru_cache

from sidecar.language.fold import fold

_LEAD = (
    r"please|por favor|porfa|important|importante|atencion|attention|nota|note|remember|recorda|recuerda|also|tambien"
    r"|ademas|and|y|e|but|pero|so|then|entonces|luego|now|ahora|just|only|solo|solamente|always|siempre|never|nunca"
    r"|jamas|do|first|primero|next|sidecar|system|user|usuario|assistant|asistente|ia|ai|modelo|model|that|que"
    r"|henceforth|from now on|going forward|(?:a partir de|desde) (?:ahora|este momento|hoy)|(?:de ahora|de aqui"
    r"|ahora) en (?:mas|más|adelante)|en adelante|in every (?:answer|reply|message)|en (?:cada"
    r"|todas?) (?:tus )?(?:respuestas?|mensajes?)"
)
_START = rf"(?:^|[.!?;:,\n(\"“«'’—–>])\W{{0,6}}(?:(?:{_LEAD})\W{{1,6}}){{0,5}}"
"""The beginning of a clause, with what may stand before its verb."""

_AGENT = r"(?:assistant|chatbot|bot|model|ai|llm|asistente|modelo|ia|sidecar)"
_TOOLS = (
    r"(?:\w+_\w+|forget|remember|recall|(?:[\w-]+ )?(?:tools?|functions?)|(?:herramienta|funcion)(?: de)? (?:\w+_\w+"
    r"|forget|remember|recall|olvid\w+|record\w+|busqueda))"
)
_REPLY = (
    r"(?:requests?|answers?|repl(?:y|ies)|responses?|messages?|sentences?|respuestas?|mensajes?|frases?|oracion(?:es)?)"
)
_KEPT = r"(?:reminders?|facts?|memor(?:y|ies)|notes?|recordatorios?|datos?|recuerdos?|notas?)"
_RULES = (
    r"(?:instruc\w+|rules?|reglas?|guidelines?|prompts?|indicacion\w*|ordenes|restric\w+|filters?|filtros?|limit\w*)"
)

_OVERRIDE = re.compile(
    r"""(?x)
    \b(ignor[ae]\w*|disregard|forget|olvid[ae]\w*|overrid\w+|bypass)\b
        .{0,30} \b(previous|prior|above|earlier|all|any|your|anterior\w*|previ[ao]s|todas?|tus)\b
        .{0,30} \b(instruc\w+|rules?|prompts?|guidelines|reglas?|indicacion\w+|ordenes)\b
    | \b(ignor[ae]\w*|disregard|olvid[ae]\w*)\b .{0,30} \b(instruc\w+|indicacion\w+|prompts?)\b
        .{0,15} \b(above|before|previous|earlier|anterior\w*|previ[ao]s)\b
    | \b(do\ not|don['’]?t|never|no)\ (follow|obey|sigas|obedezcas)\b
        .{0,30} \b(instruc\w+|prompts?|guidelines|indicacion\w+|ordenes|(your|previous)\ rules|tus\ reglas)\b
    | \b(instruc\w+|rules?|reglas|indicacion\w+)\b .{0,20} \b(previous|above|earlier|anterior\w*|previas)\b
        .{0,30} \b(ignor\w*|olvid\w*|disregard\w*|forget)\b
    | ^\W*(system|assistant|sistema|asistente)\s*(prompt|message)?\W*:
    | \b(you\ are\ now|from\ now\ on\ you|a\ partir\ de\ ahora\ (sos|eres))\b
    | \b(new|nuevas?)\ (system\ )?(instructions?|instrucciones)\b
    | \b(reveal|print|show|repeat|revel[ae]\w*|mostra\w*|repet\w*)\b .{0,20} \b(system\ prompt|prompt\ del?\ sistema)\b
    """
)
"""What would have the model set its instructions aside."""

_DUTY = (
    r"(?:you|u)(?:'re|'ll|'d)?(?! (?:know|see|said|told|asked|mentioned|remember|guys"
    r"|can (?:find|see|get|reach))\b)\b|(?:under no circumstances"
    r"|by no means|it is (?:forbidden|mandatory|imperative)|bajo ninguna circunstancia|en ningun caso"
    r"|queda (?:terminantemente )?(?:prohibido|establecido))\b"
    rf"|your (?:\w+ ){{0,2}}(?:must|should|shall|ha(?:s|ve) to|needs? to|will|(?:is|are) (?:now|to)|(?:task|job|role"
    rf"|goal"
    r"|mission|duty|purpose|function) is)\b"
    r"|i (?:hereby )?(?:command|order|instruct|forbid|authori[sz]e|require) you\b|te (?:ordeno|prohibo|exijo|mando"
    r"|instruyo)\b|(?:vos |tu |ya )?(?:no )?(?:debes|deberas|deberias|has de|vas a|sos|eres|podes|puedes|ten(?:es"
    r"|drias|dras|ies) (?:que|prohibido|permitido|limites|reglas))\b|(?:vos|tu) (?:respond|contest|habl)\w+s\b"
    r"|tus? (?:\w+ ){1,3}(?:deben?|debera\w*|tienen? que|van? a)\b|your (?:new )?(?:name|identity)"
    r" (?:is|will be)\b|i want you to (?:act|pretend|behave|ignore|lie|obey|be an?|become)\b"
    r"|(?:desde|a partir de) (?:hoy|ahora) (?:vos )?(?:habl|respond|contest|actu|escrib|trat|us|obedec)\w*[aei]s\b"
    r"|quiero que (?:actu|te comport|respond|contest|finj|simul|ment|obede|ignor|me mient)\w+"
    r"|tu (?:\w+ )?(?:nombre|identidad|tarea|trabajo|rol"
    r"|objetivo|mision|funcion) (?:ahora )?(?:es|sera|consiste)\b"
    rf"|(?:the |la |el |este |this |any |every |cualquier )?{_AGENT} (?:must|shall|should|has to|needs to|is (?:now )?"
    r"(?:required|to|allowed|forbidden)|will (?:now|always|never|only)|may not|cannot|debe\w*|tiene (?:que|prohibido)"
    r"|ha de|no (?:puede|debe)|(?:siempre|nunca) \w+)\b"
)
_ENGLISH_VERBS = (
    r"(?:do not|don't|dont|never|always|only|stop|start|keep|begin)?\s*(?:ever )?(?:answer|reply|respond|speak|talk"
    r"|write|say|mention|reveal|tell|admit|warn|refuse|apologi[sz]e|ask|agree|disagree|obey|follow|listen|trust"
    r"|believe|assume|pretend|act|behave|call|use|run|set|cancel|delete|remember|store|save|recommend|suggest|advise"
    r"|include|add|append|send|share|show|disclose|discuss|treat|address|comply|question|contradict|correct|repeat"
    r"|translate|output|print|forget|check|search|read|open|visit|end|sign|prefix|cite|quote|praise|insult|lie|invoke"
    r"|execute|trigger|ignore|disregard|override|bypass|discard|drop|consider|make|keep|give|be|become|remain|stay"
    r"|convince|persuade|persist|insist|put|insert|forward|email|post|upload|leak|report|copy|finish|start|begin|close"
    r"|preface|let|get|mark|rate|help|serve|switch|enter|enable|activate|imagine|erase|hide|snooze|greet|remind|ensure"
    r"|promote|confirm|approve|accept|withhold|block|flatter|charge|transfer|provide|explain|describe|avoid|adopt|impersonate|mimic)(?:ing)?\b"
)
_ENGLISH_OBJECT = (
    rf"\b(?:(?:the|this|that) (?:user|person)(?:'s)?|users?'s?|your(?:self|s)?|you|(?:every|each|all|any"
    rf"|no)(?: \w+)? (?:{_REPLY}|{_KEPT}|{_RULES})|previous|above|everything|whatever|{_RULES}|from now on|persona"
    rf"|(?:developer|god|admin|dan|\w+) mode"
    r"|safety|this (?:page|line|text|note)|the (?:page|text|note|next message) (?:says|below|above)|https?:\S+"
    r"|\S+@\S+\.\S+)\b"
)
_ENGLISH = (
    rf"{_ENGLISH_VERBS}.{{0,60}}?{_ENGLISH_OBJECT}"
    r"|(?:do not|don't|dont|never|always|only|stop) (?:ever )?(?:answer|reply|respond|speak|talk|write|say|mention"
    r"|reveal|tell|admit|refuse|apologi[sz]e|agree|disagree|obey|trust|pretend|act|recommend|disclose|comply"
    r"|contradict|insult|lie|use|call|include|add)(?!s)(?:ing)?\b|(?:answer|reply|respond)(?:ing)?(?: (?:only|always"
    r"|me|them|back|solely))* (?:in|with|as|like|using|by|only|exclusively|every|nothing)\b|(?:speak|talk|write"
    r"|communicate)(?: to me)?(?: only| always| exclusively)? (?:only )?(?:like an?|as an?|as if"
    r"|in (?:[a-z]+ )?(?:only|riddles|rhymes?|verse|caps|uppercase)|only in)\b|speak(?: only| always)? in [a-z]+\W*$"
    rf"|(?:act|behave|role-?play|function|operate) (?:as|like) (?:if|though|an? (?:\w+ ){{0,3}}{_AGENT})\b"
    r"|(?:whatever|everything) (?:the|i|they|this) \w+|pretend(?: that)? (?:to be|you|there|that)\b|comply with"
    r"|say that|stop being|make sure to|tell (?:nobody|no one)|tell (?:them|him|her|everyone)"
    rf"|(?:call|use|run|invoke|execute|trigger|launch) (?:the )?{_TOOLS}\b|(?:set|create|add|cancel|delete"
    rf"|remove) (?:an?|the|every"
    r"|all|any) (?:\w+ )?reminders?\b"
    r"|(?:send|forward|email|post|upload|transmit|leak|report|copy)\b.{0,60}(?:https?://|\w@\w)|(?:refer to|address"
    r"|call) (?:the user|me|yourself) (?:as|by)\b|(?:whenever|when|if|each time|every time) (?:the )?(?:user|person"
    r"|somebody|someone|anyone) .{3,80}?, (?:always |never |immediately |just |do not |don't )*(?:answer|say|reply"
    r"|respond|call|use|tell|run|send|set|delete|cancel|forget|remember|pretend|ignore|refuse|insist|recommend)\b"
)
_SPANISH_OBJECT = (
    rf"\b(?:(?:al|el|del|con el|a cada|los) usuarios?|(?:a|de) la persona|tus?|(?:cada|todas?|todos) (?:las? |los "
    rf"|tus )?(?:{_REPLY}|{_KEPT}|{_RULES})|instruc\w+ anteriores|lo (?:anterior|que (?:dig|indi|pid)\w+)|(?:de ahora"
    rf"|de aqui) en (?:mas|adelante)|advertencias?|modo (?:\w+)|quien(?:es)? (?:sos|eres)|prompt|esta (?:pagina|linea"
    rf"|nota)|(?:las|sus|mis) (?:{_RULES})"
    r" (?:anteriores|de la pagina)|https?:\S+|\S+@\S+\.\S+)\b"
)
_SPANISH = (
    # tú's imperative is also a third person, and that of -ir a past of "yo": what it is about decides
    rf"(?:respond|contest|habl|escrib|dec|di|trat|llam|us|ejecut|invoc|utiliz|ignor|olvid|descart|omit|anul|obedec"
    rf"|revel|muestr"
    r"|mostr|imprim|repet|repit|traduc|empiez|termin|agreg|inclu|insist|convenc|mand|envi|borr|elimin|cancel|guard"
    r"|recomiend"
    rf"|ofrec|finge|fing|simul|cumpl|segu|sigu|activ|entr|ment|mient|hac|haz|acept|niega|pregunt|insult|abr)(?:a|e|i"
    rf"|te|ze)?(?:les?|te|lo|la)?\b.{{0,40}}?{_SPANISH_OBJECT}"
    r"|(?:respond[ea]|contest[ae]|habl[ae]|escrib[ie]|dec[ia]|trat[ae]|dirig[ie]|llam[ae]|mostr[ae]"
    r"|contest[ae])les?(?:lo|la|los|las)?\b|se (?:grosero|malo|breve|amable|cruel|sarcastico)\b|(?:convertite"
    r"|comportate|negate|asegurate|hacete pasar)\b"
    rf"|\w{{3,}}[aei]les?\b.{{0,40}}?(?:{_SPANISH_OBJECT}|\bsiempre\b|\bnunca\b)"
    r"|(?:no|nunca|jamas|tampoco|ni)(?: mas)?(?: (?:me|le|les|lo|la|los|las|nos|te|se)){0,2} (?:vuelvas a \w+"
    r"|(?:respond|dig|menc?ion|revel|habl|us|ignor|hag|muestr|cit|pregunt|guard|avis|cont|contest|escrib|ofrezc"
    r"|recomiend|sugier|llam|ejecut|borr|elimin|mand|envi|obedezc|pid|nieg|rechac|disculp|adviert|traduzc|confi"
    r"|contradig|corrij|mient|compart|coment|actu|dej|acept|cancel|pong|agregu|repit|consult|busqu|teng|se|est|cre"
    r"|dud)u?(?:as|es))\b|(?:respond[ea]|contest[ae])(?: (?:siempre|solo|unicamente|exclusivamente"
    r"|todo))* (?:en (?:frances|ingles|espanol|castellano|portugues|italiano|aleman|holandes|chino|japones|ruso|latin"
    r"|mayusculas|minusculas|rimas?|verso)|con (?:emojis|insultos|monosilabos|una palabra))\b"
    rf"|actu[ae] como (?:si|(?:una?|el|la|mi) (?:\w+ )?(?:{_AGENT}|hacker))\b|hac(?:e|ete) (?:de cuenta que|como si)\b"
    r"|(?:fing[ie]|simula|imagina)(?:te)? (?:ser|que (?:sos|eres|no|fueras))\b"
    rf"|(?:llama|us[ae]|ejecut[ae]|invoc[ae])(?: a)?(?: la)? {_TOOLS}\b|llama a la (?:herramienta|funcion)\b"
    r"|(?:cuando|si|siempre que|cada vez que) (?:(?:el |la )?(?:usuario|persona|alguien|te)|pregunt\w+|me)"
    r" .{3,80}?, (?:siempre |nunca "
    r"|solo )*(?:respond|contest|deci|llam|us|ejecut|mand|envi|borr|cancel|olvid|recomend|ignor|nega|insist|ment)\w*"
)
_META = (
    r"(?:new|nuevas?|updated?|secret|hidden|(?:the )?following|(?:las )?siguientes) (?:system )?(?:instructions?"
    r"|instrucciones|directives?|directivas?|ordenes)|(?:rules?|reglas|instruc\w+)\b.{0,20}\b(?:override|replace"
    r"|supersede|anulan|reemplazan)|(?:system|developer|admin|root|god|debug|dan|jailbreak|unrestricted) (?:prompt"
    r"|mode|override|message)|(?:prompt|mensaje) del? sistema|modo (?:desarrollador|administrador|dios|dan)|(?:your"
    r"|tus?) (?:previous |original )?(?:system prompt|instructions?|guidelines?|programming|guardrails?|instrucciones"
    r"|programacion|directivas?|prompt|restricciones)"
    rf"|{_AGENT}\b.{{0,40}}(?:unrestricted|uncensored|(?:without|no) (?:any )?(?:restrictions?|filters?|limits?"
    rf"|rules?)|sin"
    r" (?:ninguna? |ningun )?(?:restricciones|restriccion|censura|filtros?|limites|reglas))"
    rf"|(?:unrestricted|uncensored) {_AGENT}|(?:set|edit|snooze|cancel|list)_reminders?|settle_(?:forgetting|change)"
    rf"|read_url"
    r"|(?:call|invoke|execute|trigger|run|use|using|llam\w+ a|us\w+|ejecut\w+|invoc\w+) (?:the |la "
    r"|el )?(?:herramienta )?(?:forget|remember|recall)(?: tool)? (?:for|on|with|para|con|in|en)"
)
_WISH = re.compile(
    r"\b(?:prefier\w*|prefer\w*|gusta\w*|quiere|quiero|pid\w+|desea|encanta|molesta|odia|detesta|espera|likes?|wants?"
    r"|loves?|hates?|wish\w*|ask(?:s|ed)|would like|appreciates?|dislikes?|enjoys?|expects?|told|le dij\w+"
    r"|le dice\w*)\b[^.;:\n]{0,40}$"
)
_WISH_CHARS = 80
_EXACT_IMPERATIVE = re.compile(
    rf"{_START}(?!(?:está|mamá|papá|quizá|ojalá|acá|allá|sofá|canadá|panamá|bogotá)\b)(?:(?!\w*[aei]rá\b)\w{{3,}}á"
    r"|(?:mir|tir|gener|ignor|consider|asegur|oper|prepar|declar|retir)á|(?:respond|convenc|obedec|vend|ofrec|hac"
    r"|\w*pon|mov"
    r"|romp|escond|reconoc|manten|promet|defend|tem|propon|le)é|(?:dec|traduc)í)(?:\s|[:,.!]|$)",
    re.IGNORECASE,
)
"""Imperatives of "vos" that nothing but an accent tells from another person or time."""
_AT_START = re.compile(rf"{_START}(?:{_DUTY}|{_ENGLISH}|{_SPANISH})")
_ANYWHERE = re.compile(rf"\b(?:{_META})\b")


@lru_cache(maxsize=2_048)
def is_order(line: str) -> bool:
    """Return whether a line tries to command the model."""
    folded, written = fold(line), line.lower()
    if _OVERRIDE.search(folded) or _ANYWHERE.search(folded):
        return True
    return any(
        not _WISH.search(folded[max(found.start() - _WISH_CHARS, 0) : found.start()])
        for pattern, text in ((_AT_START, folded), (_EXACT_IMPERATIVE, written))
        for found in pattern.finditer(text)
    )
