"""What people tell about themselves, correct, or ask to hear again."""

from __future__ import annotations

import re

from sidecar.router.intents import CorrectFact, MemoryQuestion, TellFact
from sidecar.router.message_words import MessageWords
from sidecar.router.polite import ASKING
from sidecar.router.vetoes import holds_another_request, is_conditional, is_past

_KEEP = re.compile(
    rf"(?:(?:{ASKING}(?:acordate|acuerdate|recorda|recuerda|recuerdes|te acuerdes|memoriza|memorices|guarda"
    rf"|guardate|guardes|registra|registres|anotate|apuntate|sabe|tene en cuenta|ten en cuenta"
    rf"|tenga en cuenta|tengas en cuenta|tene presente|ten presente|no te olvides|no olvides|nunca olvides"
    rf"|grabate|quiero que sepas|que sepas|agenda en tu memoria|agrega a tu memoria|suma a tu memoria|save"
    rf"|store|keep|remember|memorize|keep in mind|bear in mind|do not forget|never forget|know"
    rf"|note for (?:the )?future|note|take into account|add to (?:your )?memory|record|learn|log)"
    rf"|para que (?:sepas|lo sepas|te lo guardes|lo tengas en cuenta)(?: y te lo guardes| y lo guardes)?"
    rf"|(?:que )?sepas|for (?:the record|future reference|your information)|fyi|dato(?: sobre mi"
    rf"| para que guardes)?|un dato(?: sobre mi)?|fact(?: about me)?)"
    rf"(?: (?:bien|siempre|always|esto|eso|este dato|este hecho|this|the fact|this fact|el hecho de"
    rf"|para siempre|en (?:tu|la) memoria|en tus (?:datos|recuerdos)|in (?:your )?memory"
    rf"|to (?:your )?memory|tambien|for me|de|y te lo guardes|about me|sobre mi|de mi|acerca de mi"
    rf"|for (?:later|next time|the future)|please|in mind))*)"
    r"(?P<that> (?:que|that))? (?P<text>.+)"
)
_NEEDS_SIGN = re.compile(
    r"\b(?:guarda|guardate|registra|save|store|record|log|note|keep|learn|know|sabe|dato|fact"
    r"|agenda en tu memoria|memoriza|memorize|recorda|recuerda|remember|acordate|fyi)\b"
)
_FIRST_PERSON_ES = (
    r"(?:(?:yo |ya )?(?:no )?(?:me|nos) (?:llamo|gusta\w*|encanta\w*|dicen|mude|case|jubile|recibi|duele"
    r"|molesta\w*|cuesta|da|dan|pone|levanto|acuesto|despierto|dedico|separe|divorcie|interesa\w*|cae\w*"
    r"|hace|hacen|apasiona\w*)|(?:yo |ya )?(?:no )?(?:soy|tengo|vivo|trabajo|laburo|estudio|prefiero|odio"
    r"|detesto|amo|uso|manejo|tomo|como|juego|toco|hablo|nac[ií]|cumplo|sufro|padezco|estoy (?:casad"
    r"|embaraz|jubilad|divorciad|separad|de novi|a dieta|aprendiendo|estudiando|desempleado)\w*|cobro|peso"
    r"|mido|puedo comer|fumo|colecciono|practico|hago|entreno|curso|entro|salgo|ando)"
    r"|(?:a )?(?:mi|mis|nuestr[oa]s?) [a-zñ]+(?: [a-zñ]+){0,3}? (?:se llaman?|es|son|esta|tiene|tienen"
    r"|vive|viven|trabaja|cumple|nacio|odia|prefiere|le gusta|les gusta|fue|va|juega|estudia|cumplen"
    r"|estan))"
)
_FIRST_PERSON_EN = (
    r"(?:i (?:am|have|live|work|study|prefer|hate|love|like|dislike|use|drive|play|speak|was born"
    r"|do not (?:eat|drink|like|smoke|have|drive)|can not (?:eat|stand|drink)|eat|drink|take|own"
    r"|got married|moved|run|teach|weigh|smoke|never|always|usually|go|wake|wear)"
    r"|my [a-z]+(?: [a-z]+){0,3}? (?:is|are|has|have|lives|live|works|likes|hates|was|turns|called|loves"
    r"|goes|plays|prefers))"
)
_STATEMENT = re.compile(rf"(?:{_FIRST_PERSON_ES}|{_FIRST_PERSON_EN})\b")
_LASTING = re.compile(
    r"(?:yo )?(?:soy (?!yo\b|de los que|el que|la que|un \w+$)|me llamo|vivo en|trabajo (?:en|de|como)"
    r"|laburo (?:en|de)|tengo (?:\d+ anos|\w+ (?:hij|herman|perr|gat|ano|nene|nena|sobrin|niet)\w*"
    r"|diabetes|asma|alergia|celiaqu|hipertension|una? (?:perr|gat|hij|herman|alergia|novi)\w*)|no (?:como"
    r"|tomo|puedo comer) |nac[ií] (?:en|el)|mi (?:cumple\w*|nombre|esposa|esposo|marido|mujer|novi[oa]"
    r"|hij[oa]|herman[oa]|mama|papa|madre|padre|vieja|viejo|perr[oa]|gat[oa]|pareja|jef[ea]|abuel[oa]"
    r"|ti[oa]|prim[oa]|sobrin[oa]|color|comida|direccion|medic[oa]|doctor[a]?"
    r"|suegr[oa])(?: \w+){0,3}? (?:se llama|es|tiene|vive|cumple|trabaja)|estoy (?:embarazada|casad[oa]"
    r"|jubilad[oa]|divorciad[oa])|me gusta|me encanta|odio|prefiero|uso \w+$"
    r"|i am (?:a |an )?(?:\w+ )?(?:allergic|vegan|vegetarian|celiac|coeliac|diabetic|asthmatic|lactose"
    r"|pregnant|married|divorced|left handed|gluten|\d+ years|from|retired|\w+(?:er|or|ist|ian|nt)$)"
    r"|my name is|i live in|i work (?:at|as|in|for|from)|i have (?:a |an |two |three "
    r"|\d+ )?(?:\w+ )?(?:asthma|diabetes|allerg\w+|kids?|sons?|daughters?|dogs?|cats?|brothers?|sisters?"
    r"|children|wife|husband)|i was born|i do not (?:eat|drink)|i can not eat|i prefer|i hate|i love"
    r"|i like"
    r"|my (?:birthday|name|wife|husband|girlfriend|boyfriend|son|daughter|brother|sister|mom|dad|mother"
    r"|father|dog|cat|partner|boss|favou?rite \w+|doctor|address|grandma|grandpa|aunt|uncle"
    r"|cousin)(?: \w+){0,2}? (?:is|has|lives|turns|works|was))\b"
)
_CORRECTION = re.compile(
    rf"(?:(?:no|en realidad|perdon|actually|sorry|me equivoque|corrijo|correccion|correction|mejor dicho"
    rf"|quise decir|i meant|de hecho|bah|que|es que) ){{1,4}}(?P<text>(?:ya no "
    rf"|no longer )?(?:se llama|es (?:el|la|un|una|celiac|alergic|vegan|vegetarian|[a-z]+$)|tiene|vive en"
    rf"|cumple|naci|{_FIRST_PERSON_ES}|{_FIRST_PERSON_EN}|(?:her|his|its|their) name is|(?:she|he"
    rf"|it) is (?:called|named)|(?:she|he) (?:is|lives|works|has)) ?.*)"
)
_KNOW_ES = (
    r"(?:sabes|sabe|conoces|recordas|recuerdas|te acordas|acordas|tenes (?:guardado|anotado|registrado"
    r"|en (?:tu|la) memoria)|tienes (?:guardado|anotado|registrado|en (?:tu|la) memoria)|guardaste"
    r"|anotaste|aprendiste|hay guardado)"
)
_WHAT_YOU_KNOW = re.compile(
    rf"{ASKING}(?:(?:(?:mostr|muestr|list|dec|d|cont|cuent|pas|ver"
    rf"|dec)\w{{0,4}}(?:me)? )?(?:todo )?(?:lo )?que (?:cosas |datos |mas |otra cosa )?{_KNOW_ES}(?: vos"
    rf"| tu)? (?:de|sobre|acerca de) mi(?: (?:hasta ahora|ya))?"
    rf"|(?:que|cuanto|cuales) (?:cosas |datos |hechos |recuerdos )?(?:de mi |mios "
    rf"|sobre mi )?{_KNOW_ES}(?: (?:de|sobre|acerca de) mi| mios)?(?: hasta ahora| en tu memoria)?"
    rf"|(?:me )?conoces|que hay en (?:tu|la) memoria(?: (?:sobre|de) mi)?"
    r"|(?:(?:mostr|muestr|list|dec|d|pas|ver|ens)\w{0,5}(?:me)? )(?:(?:todos|todas|los|las|mis|tus|el|la"
    r"|lista|de) )*(?:datos|recuerdos|hechos|memorias|memoria|cosas)(?: (?:que )?(?:guardaste|tenes|tienes"
    r"|sabes|guardados?|anotados?|guardaste|hay))*(?: (?:mios|sobre mi|de mi|acerca de mi|mias))*"
    r"|what (?:else )?(?:do|have) you (?:know|remember|remembered|saved|stored|learned|got"
    r"|have)(?: (?:saved|stored|written down|in memory|on file))?(?: (?:about|on|of) me)(?: so far)?"
    r"|what (?:things |facts |memories )?do you (?:remember|know)(?: about me)|(?:tell|show"
    r"|give) me (?:everything|what|all)(?: that)? you (?:know|remember|have)(?: (?:saved"
    r"|stored))?(?: (?:about|on) me)"
    r"|(?:show|list|display|see|view|read|open|tell me|give me|show me|let me see)(?: (?:me|all|of|the|my"
    r"|your|saved|stored))* (?:memories|facts|memory)(?: (?:you|have|know|saved|stored|about|on|of|me|that"
    r"|i told you|list))*|what is in your memory(?: about me)?|what memories do you have(?: (?:of"
    r"|about) me)?|what have i told you(?: about me| about myself)?|que te (?:conte|dije)(?: de mi"
    r"| sobre mi)?|que sabes)"
)
_KNOW_ABOUT = re.compile(
    rf"(?:que {_KNOW_ES} (?:de|del|sobre|acerca de) (?P<es>mi (?!m)\w+(?: \w+){{0,2}})|what do you (?:know"
    rf"|remember) about (?P<en>my \w+(?: \w+){{0,2}}))"
)
_LONGEST_WORDS = 16


def read_fact_request(said: MessageWords) -> TellFact | None:
    """Read a request to remember something about the person."""
    found = _KEEP.fullmatch(said.line)
    if found is None or holds_another_request(said) or is_past(found["text"]):
        return None
    words = said.select(found.span("text"))
    named = found["that"] or words[0].breaks or not _NEEDS_SIGN.search(said.line[: found.start("text")])
    if not (named or _STATEMENT.match(found["text"])):
        return None
    if not (_STATEMENT.match(found["text"]) or (found["that"] and not is_conditional(found["text"]) and not said.when)):
        return None
    return TellFact(said.quote_words(words), asked=True)


def read_correction(said: MessageWords) -> CorrectFact | None:
    found = _CORRECTION.fullmatch(said.line)
    if found is None or "?" in said.text or len(said.words) > _LONGEST_WORDS or said.when:
        return None
    return CorrectFact(said.quote(found.span("text")))


def read_statement(said: MessageWords) -> TellFact | None:
    """Read something lasting that the person tells about themselves, in one clause and without a question."""
    if "?" in said.text or len(said.words) > _LONGEST_WORDS or not _LASTING.match(said.line):
        return None
    if any(word.breaks for word in said.words[1:]) or _GOES_ON.search(said.line) or is_conditional(said.line):
        return None
    return TellFact(said.quote((0, len(said.line))), asked=False)


_GOES_ON = re.compile(
    r"\b(?:asi que|pero|aunque|porque|entonces|but|so|because|though|although|and|ayer|yesterday|que (?:me"
    r"|hago)|what)\b"
)


def read_memory_question(said: MessageWords) -> MemoryQuestion | None:
    if _WHAT_YOU_KNOW.fullmatch(said.line):
        return MemoryQuestion()
    if (found := _KNOW_ABOUT.fullmatch(said.line)) is not None:
        return MemoryQuestion(said.quote(found.span("es" if found["es"] else "en")))
    return None
