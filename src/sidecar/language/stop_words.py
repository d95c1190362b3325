"""Stop words of Spanish and English, folded."""

from __future__ import annotations

from collections.abc import Mapping

from sidecar.domain.person import Language

_ENGLISH = """
a about above after again against all also am an and any are aren as at be because been before being below between both
but by can could couldn d did didn do does doesn doing don down during each few for from further get got had hadn has
hasn have haven having he her here hers herself hey him himself his how i if in into is isn it its itself just ll m me
might more most must my myself need no nor not now o of off on once only or other our ours ourselves out over own re
really s same shan she should shouldn so some such t than that the their theirs them themselves then there these they
this those through to too under until up ve very was wasn we were weren what when where which while who whom whose why
will with won would wouldn yeah you your yours yourself yourselves
"""

_SPANISH = """
a aca ademas ahi al algo alguien algun alguna algunas alguno algunos alla ante aquel aquella aquellas aquello aquellos
aqui asi aun aunque bien cada como con contra cosa cosas cual cuales cualquier cuando cuanta cuantas cuanto cuantos de
del desde donde e el ella ellas ello ellos en entonces entre era eran eras eres es esa esas ese eso esos esta estaba
estaban estabas estado estamos estan estar estas este esto estos estoy estuve estuvo etc fue fuera fueron fui fuimos ha
haber habia habian hace han hasta hay haya he hemos hubo igual incluso la las le les lo los mas me mi mia mias mientras
mio mios mis misma mismas mismo mismos mucha muchas mucho muchos muy nada ni ningun ninguna ninguno no nos nosotras
nosotros nuestra nuestras nuestro nuestros o os otra otras otro otros para pero poca poco por porque pues que quien
quienes se sea segun ser sera si sido siendo sin sino sobre sos soy su sus suya suyas suyo suyos tal tambien tampoco tan
tanta tanto te tenemos tener tenes tenia tengo ti tiene tienen tienes toda todas todavia todo todos tras tu tus tuve
tuvo tuya tuyo u un una unas uno unos usted ustedes va vamos van vas vos voy y ya yo
"""

STOP_WORDS_BY_LANGUAGE: Mapping[Language, frozenset[str]] = {
    "es": frozenset(_SPANISH.split()),
    "en": frozenset(_ENGLISH.split()),
}

STOP_WORDS = STOP_WORDS_BY_LANGUAGE["es"] | STOP_WORDS_BY_LANGUAGE["en"]
"""Those of both languages: many texts mix them."""
