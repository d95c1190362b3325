"""What is told in passing, in the middle of a clause: names, medicines, illnesses, appointments, changes."""

from __future__ import annotations

from sidecar.domain.fact import Domain, Subject
from sidecar.memory.extraction.grammar import parse_rules
from sidecar.memory.extraction.spanish.rules.shorthands import SHORTHANDS

_PEOPLE, _HEALTH = Domain.RELATIONSHIPS, Domain.HEALTH
MENTION_WORDS = {
    **SHORTHANDS,
    "RELATIVE": "(ex|mejor|otro|otra)? KIN|PERSON|PET|suegro|suegra (mayor|menor|grande|chico|chica|del_medio)?"
    " (de la facu|secundaria|escuela|colegio|infancia|vida|cole|barrio|trabajo|laburo)?",
    "CALLED": "(se_llama|llamado|llamada|que_se_llama|de_nombre|:)",
    "WHO": "(el|la)? NAME NAME? | el|la NICK",
    "STAFF": "PERSON|JOB|VISIT",
    "DRUG": "!pastilla|pastillas|comprimido|comprimidos|remedio|remedios|medicamento|medicamentos|medicacion MED",
    "NEXT": "(tomar|tomando|a|al|con|la|el|las|los|de|por|un|una|me|esta|dosis|mi|nuevo|nueva|ya|ahora)*",
    "DOSE": "(,? de|por|x|la|con|,)* (NUMBER|COUNT|medio|media|cada|antes|en_ayunas|ayunas|todas"
    "|todos|HALFDAY|SPAN|a_la)",
}

NAMES = (
    *parse_rules(Domain.WORK, """
        mi|nuestro|nuestra {who:jefe|jefa|encargado|encargada|gerente|supervisor|supervisora (nuevo|nueva)?} ,? ,?
        & (es|se_llama)? {name1:$WHO}
        {who:jefe|jefa|encargado|encargada|gerente|supervisor|supervisora nuevo|nueva} ,|:|es
        & (es|se_llama)? {name1:$WHO}
        el|la|al|del (nuevo|nueva)? {who:jefe|jefa|encargado|encargada (nuevo|nueva)?} ,? (se_llama|es)? {name1:GIVEN}
        """, MENTION_WORDS, telling="Su {who} se llama {name1}", subject=Subject.OTHER, passing=True, anywhere=True),
    *parse_rules(Domain.WORK, """
        {name1:(el|la)? NAME|NICK NAME?} ,|es (el|la|que_es)* mi|nuestro|nuestra {who:jefe|jefa|encargado|encargada
        |gerente}
        """, MENTION_WORDS, telling="{name1} es su {who}", subject=Subject.OTHER, passing=True, anywhere=True),
    *parse_rules(_HEALTH, """
        mi|el|la|un|una {who:psicologo|psicologa|psico|psiquiatra|kinesiologo|kinesiologa|kine|medico|medica|clinico
        |clinica|traumatologo|traumatologa|cardiologo|cardiologa|dentista|odontologo|odontologa|nutricionista
        |ginecologo|ginecologa|reumatologo|reumatologa|neurologo|neurologa|pediatra|obstetra|terapeuta|fisio
        |endocrinologo|endocrinologa|dermatologo|dermatologa|oculista} ,? (nuevo|nueva)? ,? (se_llama|es)? {name1:(el
        |la)? GIVEN}
        """, MENTION_WORDS, telling="Su {who} se llama {name1}", subject=Subject.OTHER, passing=True, anywhere=True),
    *parse_rules(_PEOPLE, """
        mi|mis|nuestro|nuestra {who:$RELATIVE} ,? ,? $CALLED? ,? {name1:$WHO}
        un|una|otro|otra {who:KIN|PET|PERSON|JOB} ,? $CALLED {name1:!FIRST|que|asi|como _}
        un|una {who:PET|PERSON|profe|psicologa|psicologo} , {name1:(el|la)? GIVEN}
        el|la|al|del {who:jefe|jefa|profe|psico|$STAFF} ,? ,? (nuevo|nueva)? (se_llama|es|de_nombre)? {name1:GIVEN}
        """, MENTION_WORDS, telling="Su {who} se llama {name1}", subject=Subject.OTHER, passing=True, anywhere=True),
    *parse_rules(_PEOPLE, """
        {name1:(el|la)? NAME|NICK NAME?} , (el|la|que_es)* mi|nuestro|nuestra {who:$RELATIVE}
        {name1:(el|la)? GIVEN|NICK} es|era mi|nuestro|nuestra {who:$RELATIVE}
        """, MENTION_WORDS, telling="{name1} es su {who}", subject=Subject.OTHER, passing=True, anywhere=True),
    *parse_rules(_PEOPLE, """
        {name1:(el|la)? GIVEN|NICK} , {who:el|la|un|una PERSON|KIN (de (al|la|el|mi|los)* _ (vida|lado)?)?}
        """, MENTION_WORDS, telling="{name1} es {who}", subject=Subject.OTHER, passing=True, anywhere=True),
    *parse_rules(_PEOPLE, """
        {who:el|la|mi KIN|PERSON|JOB de (la|el|mi)? NAME|KIN|PET} ,? ,? (es|se_llama|el|la)* {name1:GIVEN}
        el|la|nuevo|nueva {who:JOB} , {name1:(la|el|señora|señor|doctor|doctora)* NAME}
        """, MENTION_WORDS, telling="{who} se llama {name1}", subject=Subject.OTHER, passing=True, anywhere=True),
    *parse_rules(_HEALTH, """
        atendió|vió|vio|revisó|operó|opera|atiende|control_con|consulta_con .. {name1:la|el doctor|doctora|dra|dr
        & NAME}
        """, MENTION_WORDS, telling="Le atiende {name1}", subject=Subject.OTHER, passing=True, anywhere=True),
    *parse_rules(_HEALTH, """
        {who:$STAFF} ,? (es|se_llama|el|la)* {name1:dr|dra|doctor|doctora NAME NAME?}
        """, MENTION_WORDS, telling="Su {who} es {name1}", subject=Subject.OTHER, passing=True, anywhere=True),
)  # fmt: skip

AGES = parse_rules(Domain.PERSONAL, """
    {name1:(el|la)? GIVEN} ,? de|tiene|cumplió|cumple|ya (de|tiene|ya)* {age:YEARS} (años)? (, | END | y !tantos)
    {name1:(el|la)? GIVEN} , {age:YEARS} (años)? (, | END | y !tantos)
    {name1:(el|la)? GIVEN} {age:YEARS} años|añitos
    {name1:!MONTH|DAY|HAS|FIRST NAME} de {age:YEARS} (años)? (, | END | y !tantos)
    KIN ,|: {name1:GIVEN} {age:YEARS} (, | END | y !tantos)
    """, telling="{name1} tiene {age} años", subject=Subject.OTHER, passing=True, anywhere=True)  # fmt: skip

MEDICINE = (
    *parse_rules(_HEALTH, """
        {told:le|les recetó|mandó|agregó|sumó|subió|subieron|bajó|bajaron|dio|dieron|recetaron|cambió|cambiaron
        |indicó|doy|damos|pongo|toca|saco|sacó|sacaron|quitó|quitaron $NEXT MED $WHAT}
        """, MENTION_WORDS, telling="{told}", subject=Subject.OTHER, passing=True, anywhere=True),
    *parse_rules(_HEALTH, """
        deje|corte|suspendi|abandone|largue|termine|dejamos|chau|adios|me_sacaron|sacaron|me_sacó|sacó|suspendieron
        |quitaron|quito|quitó $NEXT {med:$DRUG}
        no tomo|uso (mas)? $NEXT {med:$DRUG}
        {med:$DRUG} (ya)? (lo|la|los|las|me_lo|me_la)* deje|corte|suspendi|largue|sacaron|sacó|quitaron|suspendieron
        """, MENTION_WORDS, telling="Ya no toma {med}", passing=True, anywhere=True),
    *parse_rules(_HEALTH, """
        {told:me|nos subió|subieron|bajó|bajaron|aumentó|aumentaron|duplicó|duplicaron|ajustó|ajustaron|cambió
        |cambiaron|reguló|regularon (la|el|las|los|a|dosis|de|del)* MED $WHAT}
        {told:me subió|subieron|bajó|bajaron|aumentó|aumentaron (la|a)* dosis $WHAT}
        {told:arranque|empece|arranco|empiezo|volvi|pase $NEXT MED $WHAT}
        {told:me pasó|pasaron|cambió|cambiaron $NEXT MED $WHAT}
        """, MENTION_WORDS, telling="{told}", critical=True, passing=True, anywhere=True),
    *parse_rules(_HEALTH, """
        {med:$DRUG} pasa|pasó|baja|sube|bajó|subió|queda|sigue|va a|en {dose:NUMBER $WHAT}
        """, MENTION_WORDS, telling="Toma {med} {dose}", critical=True, passing=True, anywhere=True),
    *parse_rules(_HEALTH, """
        tomo|tomando|uso|usando|recetó|recetaron|indicó|indicaron|sumó|sumaron|agregó|agregaron|mandó|mandaron|sigo
        |ando|estoy|dejaron|inyecto|pincho|medicaron|medicó $NEXT {med:$DRUG $WHAT}
        """, MENTION_WORDS, telling="Toma {med}", critical=True, passing=True, anywhere=True),
    *parse_rules(_HEALTH, """
        dieron|dio|dió $NEXT {med:$DRUG $DOSE $WHAT}
        !penicilina {med:$DRUG $DOSE $WHAT}
        """, MENTION_WORDS, telling="Toma {med}", critical=True, passing=True, anywhere=True),
)  # fmt: skip

ILLNESS = parse_rules(_HEALTH, """
    (me diagnosticaron|diagnosticó|detectaron|detectó|encontraron|salió|descubrieron | confirmaron|confirmó|resultó
    |resulta_que_tengo) (que|tengo|es|una|un|la|el|con|principio|de|soy)* {ill:COND $WHAT}
    guardia|medico|medica|doctor|doctora|clinico|clinica|traumatologo|traumatologa|neurologo|neurologa , {ill:COND}
    """, MENTION_WORDS, telling="Tiene {ill}", passing=True, anywhere=True)  # fmt: skip

APPOINTMENTS = parse_rules(Domain.SCHEDULE, """
    {event:VISIT|EVENT (!, !que|y|pero|porque|no|es|son|fue|era _)* $WHEN $WHAT}
    {event:VISIT|EVENT ,? $WHEN $WHAT}
    """, MENTION_WORDS, telling="Tiene {event}", passing=True, anywhere=True)  # fmt: skip

RELATIVES = (
    *parse_rules(_PEOPLE, """
        {name1:GIVEN|NICK} que {rest:vive|trabaja|labura|estudia|juega|toca|vende|enseña $WHAT}
        """, MENTION_WORDS, telling="{name1} {rest}", subject=Subject.OTHER, anywhere=True),
    *parse_rules(_PEOPLE, """
        murió|falleció (mi)? {who:papa|mama|KIN}
        """, MENTION_WORDS, telling="Murió su {who}", subject=Subject.OTHER, passing=True, anywhere=True),
    *parse_rules(_PEOPLE, """
        se|ya|hoy|ayer|anoche (se)? (me|nos)? murió (el|la)? {name1:GIVEN|NICK|NAME END|,|ayer|hoy|anoche|esta}
        (tuve|tuvimos|hubo) que sacrificar|dormir a|al (la|el)? {name1:GIVEN|NICK|NAME END|,|ayer|hoy|anoche|esta}
        """, MENTION_WORDS, telling="{name1} murió", subject=Subject.OTHER, passing=True, anywhere=True),
    *parse_rules(_PEOPLE, """
        {told:tengo|tenemos a (la|el|mi)? NAME , (la|el|mi|que|es)* mayor|menor|unica|unico|del_medio|KIN|PERSON}
        """, MENTION_WORDS, telling="{told}", subject=Subject.OTHER, passing=True, anywhere=True),
)  # fmt: skip

WORK = (
    *parse_rules(Domain.WORK, """
        {told:me|nos pasaron|trasladaron|mandaron|ascendieron|promovieron a|al !NUMBER|DAY|buscar|fines|mañana _
        & $WHAT}
        {told:me|nos echaron|rajaron|despidieron|contrataron|tomaron|efectivizaron|nombraron de|en|como|del $WHAT}
        """, MENTION_WORDS, telling="{told}", passing=True, anywhere=True),
    *parse_rules(Domain.WORK, """
        {what:_ por encargo}
        """, MENTION_WORDS, telling="Vende {what}", passing=True, anywhere=True),
    *parse_rules(_PEOPLE, """
        {told:la|el que manda es NAME|NICK}
        {told:le reporto a NAME|NICK}
        """, MENTION_WORDS, telling="{told}", subject=Subject.OTHER, passing=True, anywhere=True),
    *parse_rules(_HEALTH, """
        {what:_} _ mi obra_social|prepaga|mutua|isapre|eps
        """, MENTION_WORDS, telling="Su obra social es {what}", passing=True, anywhere=True),
    *parse_rules(_HEALTH, """
        {told:me|nos operan|operaron|internan|internaron $WHAT}
        """, MENTION_WORDS, telling="{told}", passing=True, anywhere=True),
)  # fmt: skip

MENTIONS = (*WORK, *RELATIVES, *NAMES, *AGES, *MEDICINE, *ILLNESS, *APPOINTMENTS)
