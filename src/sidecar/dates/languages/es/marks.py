"""Spanish phrases for words that change, blur or forbid a reading, over the vocabulary's symbols."""

from __future__ import annotations

from sidecar.dates.languages.es.clocks import HALF
from sidecar.dates.languages.es.days import IN
from sidecar.dates.languages.patterns import phrase

_SOME = r"(?:unos|unas|algunos|algunas|pocos|pocas|varios|varias|una par de|una|una par)"
SIGNS = (
    phrase(
        "mark",
        r"(?:por|durante) (?:\d{1,3}|una) U[dwoy]|(?:los|las) proximo \d{1,3}"
        r" U[dwoy]",
        mark="refused",
        weak=True,
    ),
    phrase(
        "mark",
        r"(?:una )?(?:HALF|QUARTER de) Uh (?:antes|despues)(?: de| del)?|rato (?:antes"
        r"|despues)",
        mark="refused",
    ),
    phrase("mark", r"(?:el|la|los|las|del|al|ese|este|un) (?!W\d)[A-Za-z]{2,} pasad[oa]s?(?! manana)", mark="refused"),
    phrase("mark", r"(?:he|has|ha|hemos|han|habia|habiamos) pasado", mark="refused"),
    phrase("mark", r"antes (?:de|del|que)(?! (?:ayer|manana))", mark="refused"),
    phrase(
        "mark",
        r"(?:el |cada |en )?(?:\d{1,2}º?|QUARTER|ULTIMO|proximo) Ud (?:habil|habiles|laborables?"
        r"|laborales?)",
        mark="refused",
    ),
    phrase(
        "mark",
        rf"(?:{IN} )?(?:\d{{1,2}}|una) W\ds?|(?:y )?no (?:el|este)(?: W\d)? (?:otro|proximo|que viene)",
        mark="refused",
    ),
    phrase(
        "mark",
        r"(?:empezando|arrancando|comenzando|a partir|desde)(?: el| del| de)?(?: proximo)?(?= (?:a las?|hoy|manana"
        r"|pasado|W\d|\d|Uw|1º|M|Pnoon|este))",
        mark="start",
    ),
    phrase("mark", r"(?:empezando|arrancando|comenzando|a partir)(?= (?:el|del|de))", mark="start"),
    phrase(
        "mark",
        rf"{IN} {_SOME} (?:rato|ratito|ratos|momento|momentito|instante|tiempo|toque|cacho|Us|Um|Uh|Hs|Ud"
        rf"|Uw|Uo|Uy)(?<!una U\w)(?<! una Hs)",
        mark="vague",
    ),
    phrase(
        "mark",
        r"mas (?:tarde|Pafternoon|adelante)|(?:el |la )?rato|despues|luego|pronto|prontito|ahora(?: mismo)?|ahorita"
        r"|al toque|en breve|enseguida|ya mismo|en cualquier momento|otro Ud|otra vez|una Ud de estos|algun Ud"
        r"|lo antes posible|lo mas pronto posible|a la brevedad|cuando (?:pueda|puedas|tenga|llegue|salga"
        r"|vuelva|termine)"
        r"|(?:a|para) (?:fin|fines|mediados|principios|comienzos) de (?:Uo|Uy)",
        mark="vague",
    ),
    phrase(
        "mark",
        r"(?:antes|despues|luego|pasadas|hasta)(?: de| del| el| las?| que)*(?= (?:\d|una|W\d|manana|hoy"
        r"|Pnoon|M\d|medianoche))",
        mark="refused",
    ),
    phrase(
        "mark",
        r"(?:excepto|salvo|menos)(?: los| las| el| la)? (?:W\d[as]?|Ud|finde|fin|fines|feriados?|Pnoon)"
        r"|feriados?|(?:dos|tres|cuatro|\d|una) (?:vez|veces) (?:por|al|a la|cada) (?:Ud|Uw|Uo|Uy)"
        r"|durante|(?:hora|Uh) (?:de|del|en) [a-z]{4,}(?<! la)|(?:hora|Uh) (?:argentina|espanola|local)|est"
        r"|edt|cst|cdt|mst|mdt|pst|pdt|cet|cest|bst",
        mark="refused",
        weak=True,
    ),
    phrase(
        "mark",
        rf"(?:de|desde|entre)(?: las?)? \d{{1,2}}(?:[:.]\d\d)?(?: y HALF| am| pm| Hs)? (?:a|hasta|y)(?:"
        rf" las?)? \d{{1,2}}(?:[:.]\d\d)?(?: Hs| Uh)?{HALF}?",
        mark="span",
        weak=True,
    ),
    phrase("mark", r"(?:del) W\d (?:al) W\d", mark="span"),
)
