"""Spanish phrases for words that change, blur or forbid a reading, over the vocabulary's symbols."""

from __future__ import annotations

from sidecar.dates.languages.es.clocks import HALF, LOOSE, TAIL
from sidecar.dates.languages.es.days import HOW_LONG, IN
from sidecar.dates.languages.patterns import PLACE, phrase

_SOME = r"(?:unos|unas|algunos|algunas|pocos|pocas|varios|varias|una par de|una|una par)"
_A_DAY = (
    r"(?:(?:el|la|este|proximo|al|Ud) )*(?:manana|pasado|hoy|W\d|\d|M\d|navidad|nochebuena|Pnoon|medianoche|Uy|ano)"
)
_UNKNOWN_DAYS = (  # days whose date nobody knows: an hour beside them is not today's
    r"(?:(?:(?:en|para) (?:mi|tu|su|nuestro|el)|el Ud de (?:mi|tu|su)) cumple(?:anos)?"
    r"|(?:el|en el|para el) Ud (?:de la|del|de los|de las|de) [a-z]{3,}|(?:en |para |la )?Uw santa"
    r"|(?:en|para) pascuas?|(?:en|este|para el|el proximo|el) (?:el )?(?:verano|invierno|otono|primavera)"
    r"|(?:un|una|algun|cualquier) W\d|\d{1,2} de [a-z]{4,}|(?<!todos )los Ud)(?= (?:a las?|al Pnoon|tipo) )"
)
_UNCLEAR_DAYS = (
    r"(?:la )?vispera(?: de)?|casi todos|(?<=W\d )(?:impares|pares|alternos|alternados)"
    r"|(?<=W\ds )(?:impares|pares|alternos|alternados)"
    r"|(?:del |el |al )?Ud (?:habil|laborable)(?: siguiente| proximo)?"
    r"|(?:del |el |al )?(?:siguiente|proximo) Ud (?:habil|laborable)"
)
SIGNS = (
    phrase("mark", _UNKNOWN_DAYS, mark="refused", weak=True),
    phrase("mark", _UNCLEAR_DAYS, mark="refused"),
    phrase("mark", rf"(?:hora|Uh) (?:(?:de|en) )?(?P<text>{PLACE})", mark="zone"),
    phrase("lasting", rf"(?:por|durante)(?: (?:los|las))?(?: proximo)? (?P<dur>{HOW_LONG})", weak=True),
    phrase("lasting", r"(?:en )?(?:los|las) proximo (?P<dur>\d{1,3} U[dwoy])", weak=True),
    phrase(
        "times",
        r"(?:(?:por|solo|solamente) )?(?P<n>\d{1,3}|una) (?:vez|veces)(?! (?:por|al|a la|cada|en|mas|que))",
        weak=True,
    ),
    phrase("mark", rf"hasta(?= {_A_DAY})", mark="until"),
    phrase("mark", r"hasta(?! luego)", mark="until", weak=True),  # without an end that can be read it is refused
    phrase("until_clock", rf"hasta las? {LOOSE}{TAIL}"),
    phrase(
        "until_day", r"hasta (?:el |la )?(?:fin|fines|final|finales) (?:de|del)(?: este)? Uo", day="last", months="0"
    ),
    phrase("until_day", r"hasta (?:el )?ULTIMO Ud (?:de|del)(?: este)? Uo", day="last", months="0"),
    phrase(
        "until_date",
        r"hasta (?:el |la )?(?:fin|fines|final|finales) (?:de|del)(?: este)? Uy",
        day="31",
        month="M12",
    ),
    phrase("mark", r"hasta que", mark="refused"),
    phrase("mark", r"a esta(?: misma)? Uh", mark="same_time"),
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
        r"mas (?:tarde|Pafternoon|adelante)|(?:el |la |una )?(?:ratito|rato|toque|cach(?:it)?o|moment(?:it)?o)(?: mas)?"
        r"|despues|luego|pronto|prontito|ahora(?: mismo)?|ahorita"
        r"|al toque|en breve|enseguida|ya mismo|en cualquier momento|otro Ud|otra vez|una Ud de estos|algun Ud"
        r"|lo antes posible|lo mas pronto posible|a la brevedad|cuando (?:pueda|puedas|tenga|llegue|salga"
        r"|vuelva|termine)"
        r"|(?:(?:a|para|el|al) )?(?:fin|fines|final|finales|mediados|mitad|principios?|comienzos?) (?:de|del)"
        r" (?:(?:este|esta|la|el) )?(?:Uo|M\d{1,2}|Uo que viene|proximo Uo)"
        r"|(?:(?:a|para|el|al) )?(?:fines|mediados|mitad|principios?|comienzos?) (?:de|del) (?:(?:este|la) )?(?:Uy|Uw)",
        mark="vague",
    ),
    phrase(
        "mark",
        r"(?:antes|despues|luego|pasadas)(?: de| del| el| las?| que)*(?= (?:\d|una|W\d|manana|hoy"
        r"|Pnoon|M\d|medianoche|navidad|nochebuena|ano|Uy))",
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
