"""What is told in passing, in the middle of a clause: names, medicines, illnesses, appointments, changes."""

from __future__ import annotations

from sidecar.domain.fact import Domain, Subject
from sidecar.memory.extraction.grammar import parse_rules
from sidecar.memory.extraction.spanish.rules.shorthands import SHORTHANDS

_PEOPLE, _HEALTH = Domain.RELATIONSHIPS, Domain.HEALTH
_WORDS = {
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
    *parse_rules(_PEOPLE, """
        mi|mis|nuestro|nuestra {who:$RELATIVE} ,? ,? $CALLED? ,? {name1:$WHO}
        un|una|otro|otra {who:KIN|PET|PERSON|JOB} ,? $CALLED {name1:!FIRST|que|asi|como _}
        un|una {who:PET|PERSON|profe|psicologa|psicologo} , {name1:(el|la)? GIVEN}
        el|la|al|del {who:jefe|jefa|profe|psico|$STAFF} ,? ,? (nuevo|nueva)? (se_llama|es|de_nombre)? {name1:GIVEN}
        """, _WORDS, telling="Su {who} se llama {name1}", subject=Subject.OTHER, passing=True, anywhere=True),
    *parse_rules(_PEOPLE, """
        {name1:(el|la)? NAME|NICK NAME?} , (el|la|que_es)* mi|nuestro|nuestra {who:$RELATIVE}
        {name1:(el|la)? GIVEN|NICK} es|era mi|nuestro|nuestra {who:$RELATIVE}
        """, _WORDS, telling="{name1} es su {who}", subject=Subject.OTHER, passing=True, anywhere=True),
    *parse_rules(_PEOPLE, """
        {name1:(el|la)? GIVEN|NICK} , {who:el|la|un|una PERSON|KIN (de (al|la|el|mi|los)* _ (vida|lado)?)?}
        """, _WORDS, telling="{name1} es {who}", subject=Subject.OTHER, passing=True, anywhere=True),
    *parse_rules(_PEOPLE, """
        {who:el|la|mi KIN|PERSON|JOB de (la|el|mi)? NAME|KIN|PET} ,? ,? (es|se_llama|el|la)* {name1:GIVEN}
        el|la|nuevo|nueva {who:JOB} , {name1:(la|el|señora|señor|doctor|doctora)* NAME}
        """, _WORDS, telling="{who} se llama {name1}", subject=Subject.OTHER, passing=True, anywhere=True),
    *parse_rules(_HEALTH, """
        atendió|vió|vio|revisó|operó|opera|atiende|control_con|consulta_con .. {name1:la|el doctor|doctora|dra|dr NAME}
        """, _WORDS, telling="Le atiende {name1}", subject=Subject.OTHER, passing=True, anywhere=True),
    *parse_rules(_HEALTH, """
        {who:$STAFF} ,? (el|la)? {name1:dr|dra|doctor|doctora NAME NAME?}
        """, _WORDS, telling="Su {who} es {name1}", subject=Subject.OTHER, passing=True, anywhere=True),
)  # fmt: skip

AGES = parse_rules(Domain.PERSONAL, """
    {name1:(el|la)? GIVEN} ,? (de|tiene|cumplió|cumple|ya)* {age:YEARS} (años)? (, | END | y !tantos)
    """, telling="{name1} tiene {age} años", subject=Subject.OTHER, passing=True, anywhere=True)  # fmt: skip

MEDICINE = (
    *parse_rules(_HEALTH, """
        deje|corte|suspendi|abandone|largue|termine|dejamos|chau|adios|me_sacaron|sacaron|me_sacó|sacó|suspendieron
        |quitaron|quito|quitó $NEXT {med:$DRUG}
        no tomo|uso (mas)? $NEXT {med:$DRUG}
        {med:$DRUG} (ya)? (lo|la|los|las|me_lo|me_la)* deje|corte|suspendi|largue|sacaron|sacó|quitaron|suspendieron
        """, _WORDS, telling="Ya no toma {med}", passing=True, anywhere=True),
    *parse_rules(_HEALTH, """
        {told:me|nos subió|subieron|bajó|bajaron|aumentó|aumentaron|duplicó|duplicaron|ajustó|ajustaron|cambió
        |cambiaron|reguló|regularon (la|el|las|los|a|dosis|de|del)* MED $WHAT}
        {told:me subió|subieron|bajó|bajaron|aumentó|aumentaron (la|a)* dosis $WHAT}
        {told:arranque|empece|arranco|empiezo|volvi|pase $NEXT MED $WHAT}
        {told:me pasó|pasaron|cambió|cambiaron $NEXT MED $WHAT}
        """, _WORDS, telling="{told}", critical=True, passing=True, anywhere=True),
    *parse_rules(_HEALTH, """
        {med:$DRUG} pasa|pasó|baja|sube|bajó|subió|queda|sigue|va a|en {dose:NUMBER $WHAT}
        """, _WORDS, telling="Toma {med} {dose}", critical=True, passing=True, anywhere=True),
    *parse_rules(_HEALTH, """
        tomo|tomando|uso|usando|recetó|recetaron|indicó|indicaron|sumó|sumaron|agregó|agregaron|mandó|mandaron|sigo|ando
        |estoy|dejaron|inyecto|pincho|medicaron|medicó $NEXT {med:$DRUG $WHAT}
        """, _WORDS, telling="Toma {med}", critical=True, passing=True, anywhere=True),
    *parse_rules(_HEALTH, """
        dieron|dio|dió $NEXT {med:$DRUG $DOSE $WHAT}
        !penicilina {med:$DRUG $DOSE $WHAT}
        """, _WORDS, telling="Toma {med}", critical=True, passing=True, anywhere=True),
)  # fmt: skip

ILLNESS = parse_rules(_HEALTH, """
    diagnosticaron|diagnosticó|detectaron|detectó|confirmaron|confirmó|encontraron|salió|descubrieron|resultó
    |resulta_que_tengo (que|tengo|es|una|un|la|el|con|principio|de|soy)* {ill:COND $WHAT}
    guardia|medico|medica|doctor|doctora|clinico|clinica|traumatologo|traumatologa|neurologo|neurologa , {ill:COND}
    """, _WORDS, telling="Tiene {ill}", passing=True, anywhere=True)  # fmt: skip

APPOINTMENTS = parse_rules(Domain.SCHEDULE, """
    {event:VISIT|EVENT !$WHEN (!, !que|y|pero|porque|no _)* $WHEN $WHAT}
    {event:VISIT|EVENT ,? $WHEN $WHAT}
    """.replace("!$WHEN ", ""), _WORDS, telling="Tiene {event}", passing=True, anywhere=True)  # fmt: skip

_DUES = (
    "alquiler|arriendo|expensas|cuota|sueldo|copago|prepaga|pension|jubilacion|monotributo|hipoteca|renta|plus|consulta"
    "|sesion|mensualidad|jornal|gimnasio|colegio|jardin"
)
_FIRM = (
    "!me_la|me_lo|se_la|se_lo|la_pasaron|lo_pasaron|lo|la_corrieron|viene|vienen|avise|dice|dijo|lo_de"
    "|NUMBER_de_MONTH_,|NUMBER_de_MONTH_y|el_presidente|la_presidenta|el_gobierno|la_seleccion|el_papa|el_ministro|boca|river"
    "|juega|cierran|abren|cobran|hay"
)
"""Not what only the words before make clear: who comes, what was put off."""

SOLID = (
    *parse_rules(Domain.SCHEDULE, """
        saque|pedi|consegui|tengo|me_dieron|conseguimos (un|una|el)* turno|cita|hora|consulta|entrevista ... NUMBER|DAY
        |MONTH
        """, _WORDS, passing=True),
    *parse_rules(Domain.SCHEDULE, """
        {event:turno|cita|consulta|control|entrevista|revision|examen|reunion|analisis|cirugia|ecografia|resonancia
        |sesion
        |casamiento|boda|vuelo|audiencia|visita (!NUMBER|DAY|no|fue|es|era _)* DAY|NUMBER (...)?}
        """, _WORDS, telling="Tiene {event}", passing=True),
    *parse_rules(Domain.SCHEDULE, """
        $THEIRS (!DAY _)* DAY (!NUMBER|HALFDAY|DAY _)* NUMBER|HALFDAY|DAY
        $THEIRS (!NUMBER|primero _)* NUMBER|primero (de)? MONTH
        """, _WORDS, subject=Subject.OTHER, passing=True),
    *parse_rules(Domain.SCHEDULE, """
        $FIRM (!DAY|INF _)* DAY (!NUMBER|HALFDAY|DAY|COUNT _)* NUMBER|HALFDAY|DAY|COUNT
        $FIRM (!NUMBER|primero _)* NUMBER|primero (de)? MONTH
        $FIRM (!DAY _)* DAY de cada mes
        $FIRM (!los|cada|DAY _)* los|cada|todos_los DAY
        $FIRM (!MONTH _)* a_partir_de|desde|en MONTH
        """, {**_WORDS, "FIRM": _FIRM}, passing=True),
    *parse_rules(_HEALTH, """
        $THEIRS (!COND|me|nos _)* COND !las
        """, _WORDS, subject=Subject.OTHER),
    *parse_rules(_HEALTH, """
        (!COND|ella|ellos|dicen|cura|otra_vez|salio|salió|ni|rastro _)* COND !salio|salió|otra_vez|bien|las|END
        _ (!COND|ella|ellos|dicen|cura|otra_vez|salio|salió|ni|rastro _)* COND END
        """, _WORDS),
    *parse_rules(Domain.PERSONAL, """
        $FIRM (!$DUES _)* $DUES (!NUMBER _)* NUMBER (lucas|mil|pesos|euros|k|palos|por|al|,|END|y|con)
        $FIRM (!NUMBER _)* NUMBER (lucas|mil|pesos|euros|k|palos)? (de|por|con) (el|la|los)? $DUES
        (!VEHICLE _)* VEHICLE (!NUMBER _)* NUMBER
        """, {**_WORDS, "FIRM": _FIRM, "DUES": _DUES}),
    *parse_rules(Domain.WORK, """
        $THEIRS (!JOB|me|nos|dijo|dice|mandó|mando|quiere _)* JOB
        """, _WORDS, subject=Subject.OTHER),
    *parse_rules(Domain.SCHEDULE, """
        $THEIRS (!HABIT|DAY|me|nos|dijo|dice|mandó|mando _)* HABIT
        """, _WORDS, subject=Subject.OTHER),
)  # fmt: skip
"""What holds a day and an hour, an illness or somebody's trade, however it is said."""

WORK = (
    *parse_rules(Domain.WORK, """
        {told:me|nos pasaron|trasladaron|mandaron|ascendieron|promovieron a|al !NUMBER|DAY|buscar|fines|mañana _ $WHAT}
        {told:me|nos echaron|rajaron|despidieron|contrataron|tomaron|efectivizaron|nombraron de|en|como|del $WHAT}
        """, _WORDS, telling="{told}", passing=True, anywhere=True),
    *parse_rules(Domain.WORK, """
        {what:_ por encargo}
        """, _WORDS, telling="Vende {what}", passing=True, anywhere=True),
    *parse_rules(_PEOPLE, """
        {told:la|el que manda es NAME|NICK}
        {told:le reporto a NAME|NICK}
        """, _WORDS, telling="{told}", subject=Subject.OTHER, passing=True, anywhere=True),
    *parse_rules(_HEALTH, """
        {what:_} _ mi obra|prepaga|mutua|isapre social?
        """, _WORDS, telling="Su obra social es {what}", passing=True, anywhere=True),
    *parse_rules(_HEALTH, """
        {told:me|nos operan|operaron|internan|internaron $WHAT}
        """, _WORDS, telling="{told}", passing=True, anywhere=True),
)  # fmt: skip

MENTIONS = (*WORK, *NAMES, *AGES, *MEDICINE, *ILLNESS, *APPOINTMENTS)
