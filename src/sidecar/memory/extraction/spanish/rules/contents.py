"""Clauses that hold a day and an hour, a price, an illness or somebody's trade, however they are worded."""

from __future__ import annotations

from sidecar.domain.fact import Domain, Subject
from sidecar.memory.extraction.grammar import parse_rules
from sidecar.memory.extraction.spanish.rules.mentions import MENTION_WORDS

_HEALTH = Domain.HEALTH
_DUES = (
    "alquiler|arriendo|expensas|cuota|sueldo|copago|prepaga|pension|jubilacion|monotributo|hipoteca|renta|plus|consulta"
    "|sesion|mensualidad|jornal|gimnasio|colegio|jardin"
)
_FIRM = (
    "!chau|adios|basta|llega|llegan|se_queda|se_quedan|sale|es|era|me_la|me_lo|se_la|se_lo|la_pasaron|lo_pasaron|lo|la_corrieron|viene"
    "|vienen|avise|dice|dijo|lo_de|NUMBER_de_MONTH_,|NUMBER_de_MONTH_y|el_presidente|la_presidenta|el_gobierno"
    "|la_seleccion|el_papa|el_ministro|boca|river|juega|cierran|abren|cobran|hay|NUMBER_los|solo_los"
    " !(_* te|tu|se_va|se_van|se_muda|se_mudan|se_casa|juega|juegan|feriado|elecciones|llueve|tengo_que"
    "|tenemos_que|hay_que)"
)
"""Not what only the words before make clear (who comes, what was put off), and no public affairs."""

_ELSE = "ella|ellos|dicen|cura|otra_vez|salio|salió|ni|rastro|descartaron|descartó|negativo|HAS|le|les|lo"
"""Somebody else, or an illness that is over or in doubt."""

_WORDS = {**MENTION_WORDS, "FIRM": _FIRM, "DUES": _DUES, "ELSE": _ELSE}

RULES = (
    *parse_rules(_HEALTH, """
        (a|al)? $THEIRS (!MED _)* MED (!NUMBER|COUNT|DAY|HALFDAY _)* NUMBER|COUNT|DAY|HALFDAY
        """, _WORDS, subject=Subject.OTHER, critical=True, passing=True),
    *parse_rules(_HEALTH, """
        (los|las)? DAY (!MED|FIRST _)* $DRUG
        """, _WORDS, critical=True, passing=True),
    *parse_rules(_HEALTH, """
        es|era|fue|resultó (que|un|una|principio|de|tengo)* {ill:COND $WHAT}
        """, _WORDS, telling="Tiene {ill}", passing=True),
    *parse_rules(Domain.SCHEDULE, """
        saque|pedi|consegui|tengo|me_dieron|conseguimos (un|una|el)* turno|cita|hora|consulta|entrevista ... NUMBER
        |DAY|MONTH
        """, _WORDS, passing=True),
    *parse_rules(Domain.SCHEDULE, """
        {event:turno|cita|consulta|control|entrevista|revision|examen|reunion|analisis|cirugia|ecografia|resonancia
        |sesion|casamiento|boda|vuelo|audiencia|visita (!NUMBER|DAY|no|fue|es|era|el|al|para|hasta|del _)* $WHEN
        & (...)?}
        """, _WORDS, telling="Tiene {event}", passing=True),
    *parse_rules(Domain.SCHEDULE, """
        (a|al)? $THEIRS (!DAY _)* DAY (!NUMBER|HALFDAY|DAY _)* NUMBER|HALFDAY|DAY
        (a|al)? $THEIRS (!NUMBER|primero _)* NUMBER|primero (de)? MONTH
        """, _WORDS, subject=Subject.OTHER, passing=True),
    *parse_rules(Domain.SCHEDULE, """
        $FIRM (!DAY|INF|dijo|dice|diga|vienen _)* DAY (!NUMBER|HALFDAY|DAY|COUNT _)* NUMBER|HALFDAY|DAY|COUNT
        $FIRM (!NUMBER|primero|dijo|dice|diga|vienen|queda|quedan _)* NUMBER|primero (de)? MONTH
        $FIRM (!DAY _)* DAY de cada mes
        $FIRM (!los|cada|DAY _)* los|cada|todos_los DAY
        $FIRM (!MONTH|FIRST|dijo|dice|diga _)* FIRST (!MONTH|dijo|dice|diga _)* a_partir_de|desde|en MONTH
        """, _WORDS, passing=True),
    *parse_rules(_HEALTH, """
        (a|al)? $THEIRS (!COND|me|nos _)* COND !las
        """, _WORDS, subject=Subject.OTHER),
    *parse_rules(_HEALTH, """
        !COND_,|NAME_,|pobre (!COND|$ELSE _)* COND !salio|salió|otra_vez|bien|las|END
        !dice|dicen|otra|pobre|descartaron|descartó|NAME_, _ (!COND|$ELSE _)* COND END
        """, _WORDS),
    *parse_rules(Domain.PERSONAL, """
        $FIRM (!$DUES _)* $DUES (!NUMBER _)* NUMBER (lucas|mil|pesos|euros|k|palos|por|al|,|END|y|con)
        $FIRM (!NUMBER _)* NUMBER (lucas|mil|pesos|euros|k|palos)? (de|por|con) (el|la|los)? $DUES
        (!VEHICLE _)* VEHICLE (!NUMBER _)* NUMBER
        """, _WORDS),
    *parse_rules(Domain.WORK, """
        (a|al)? $THEIRS (!JOB|me|nos|dijo|dice|mandó|mando|quiere _)* JOB
        """, _WORDS, subject=Subject.OTHER),
    *parse_rules(Domain.SCHEDULE, """
        (a|al)? $THEIRS (!HABIT|DAY|me|nos|estaba|dijo|dice|mandó|mando _)* HABIT
        """, _WORDS, subject=Subject.OTHER),
)  # fmt: skip
