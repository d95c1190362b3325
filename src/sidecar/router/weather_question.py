"""Questions for the weather, now or to come, here or elsewhere."""

from __future__ import annotations

import re

from sidecar.language.tokens import split_words
from sidecar.router.courtesy import read_request
from sidecar.router.intents import WeatherQuestion
from sidecar.router.message_words import WHEN, MessageWords
from sidecar.router.place_names import is_known_place, read_place

_WEATHER = frozenset(
    split_words("""
        clima meteorologia meteorologico meteorologica meteorologicas pronostico pronosticos pronosticado
        temperatura temperaturas lluvia lluvias llueve llover llovera lloviendo lluvioso llovizna lloviznar
        nieve nieva nevar nevara nevando nublado nubes nublar nuboso soleado despejado viento vientos ventoso
        tormenta tormentas granizo granizar humedad humedo niebla neblina helada heladas helar tornado tornados
        huracan chaparrones chaparron precipitaciones precipitacion nevada nevadas relampagos truenos ola brisa
        aguanieve ventisca clima weather forecast forecasts temperature temperatures temp temps rain rains
        raining rainy snow snowing snowy cloudy clouds sunny overcast wind windy winds storm storms stormy
        thunderstorm thunderstorms hail hailing humidity humid fog foggy freezing frost tornado tornados
        tornadoes hurricane hurricanes drizzle drizzling showers sleet blizzard precipitation breezy lightning
        thunder snowfall rainfall snows hailstorm flood muggy celsius fahrenheit windchill
    """)
)
_OUTDOORS = frozenset(
    split_words("""
        sol calor frio fresco calido caluroso calurosa fria templado agradable grados paraguas campera abrigo
        abrigarme abrigado chaqueta chamarra sueter impermeable botas bufanda guantes gorro piloto protector
        solar bloqueador sombrilla lentes ropa pantalones cortos shorts capas sandalias gafas sombrero sun hot
        cold warm chilly cool warmer colder cooler hotter degrees umbrella coat jacket sweater raincoat boots
        rainboots scarf gloves sunscreen sunglasses hat shorts layers parka hoodie galoshes poncho mittens
        cardigan snowboots sandals sunblock high low highs lows humid nice beautiful mild dry wet uv index
    """)
)
"""These speak of the weather in a question about today or what is to come."""

_AROUND = frozenset(
    split_words("""
        como que cual cuales cuanto cuanta cuantos cuantas cuando donde quien es esta estan estara estaran hay
        habra hace haces hacia hara va van vas ir ira a al ser sera seran estar haber hacer tener tendra
        tendremos tiene tenemos tendre el la los las lo un una unos unas de del en para por con sin y o u ni si
        no me te se nos mi tu su hoy ahora mismo dia dias semana tarde noche manana mas menos muy mucho mucha
        muchos muchas tan tanto algo algun alguna poco bien mal necesito necesita necesitare necesitaremos
        necesitamos necesitaria necesitas debo deberia deberiamos debemos puedo podria tengo llevar llevo lleve
        ponerme poner usar uso sacar traer salir salgo afuera exterior aca aqui alli alla zona ciudad esperar
        espera esperan pronostica pronostican anuncian anuncia dan da dice dicen decime dime dame di dar
        mostrame muestrame muestra mostrar enseñame ensename ver saber sabes decir decirme decis informe
        informacion reporte reportes actualizacion actualizaciones condiciones condicion estado actual actuales
        actualmente tiempo probabilidad probabilidades posibilidad posibilidades chance chances hacen falta vale
        pena conviene recomiendas recomendas crees pensas piensas maxima maximas minima minimas centigrados
        celsius fahrenheit bajo sobre alrededor encima debajo cero entre hasta sigue seguir seguira va siente
        siento sensacion termica promedio alta baja mayor menor minuto hora horas momento pasando pasa cae caer
        caera cielo viene vienen venir llega llegara tocara toca quiero quisiera gustaria busca buscame consulta
        consultame chequea revisa proximo proxima proximos proximas siguiente siguientes este esta estos estas
        fin finde mes resto todo toda todos toda cada mañana madrugada mediodia detiene parar para parara
        termina terminara empieza empezara comienza comenzara fuerte fuertes local locales extendido tal ya
        todavia aun lindo feo bueno malo buena mala hora alguna alerta alertas aviso necesitaremos habria
        deberia deberias haya este usted ustedes necesitan abierta how what which when where will is are be been
        being am was would should could can do does did going to go get getting gets got it there that this the
        a an any some of in on at for from by with without and or if not no i me my we us our you your need want
        wear wearing bring bringing take taking carry pack put use have has had having expect expected expecting
        like look looking looks feel feels much many more less above below around about over under than between
        chance chances probability likelihood possibility percent percentage amount level levels current
        currently now right today tonight day days week weeks weekend month morning afternoon evening night tell
        show give check find know let see please report reports update updates conditions condition outside out
        here there near area city town local extended daily hourly average maximum minimum degree c f so very
        too really pretty still yet anytime soon later next coming upcoming rest all predicted prediction
        predictions calling call forecasted supposed possible likely heavy light strong bad good up down start
        starting stop stopping end begin ending continue come calling fall fast hard does as just whats
        windchill outdoors think recommend necessary advisable time hour hours minute kind type sort warning
        warnings alert alerts looks your info information details status quickly
    """)
)
_ASKS = re.compile(
    r"(?:(?:§ )?(?:y |o )?(?:como|que|cual|cuales|cuanto|cuanta|cuantos|cuantas|cuando|donde|a que"
    r"|a cuanto|va a|van a|va|esta|estan|estara|hay|habra|hace|hara|"
    r"es|sera|llueve|llovera|nieva|nevara|necesito|necesitare|debo|deberia|tengo que|hace falta|sabes|crees|dan|se|"
    r"decime|dime|dame|mostrame|muestrame|muestra|quiero|quisiera|me gustaria|puedo|podes|puedes|podrias"
    r"|me podes|me puedes"
    r"|how|what|which|when|where|will|is|are|am|do|does|should|could|can|would|tell|show|give|check|find"
    r"|let me|i (?:need|want"
    r"|would like) to|get|any|look)\b)"
)
_NOUN_FIRST = re.compile(
    r"(?:§ )?(?:(?:el|la|los|las|the|my|local|current|weekly|daily|hourly|extended) )*"
    r"(?:clima|pronosticos?|temperaturas?|weather|forecast|temperatures?|condiciones (?:meteorologicas"
    r"|del clima)|temp"
    r"|actualizaciones|actualizacion|informe|reporte|probabilidad(?:es)?|posibilidad(?:es)?|chances?|prediccion)\b"
)
_TIME_SENSE = re.compile(
    r"(?:como|que|que tal|cual|sobre|prevision|condicion|informe|estado|pronostico|reporte"
    r"|actualizacion(?:es)?)(?: \w+){0,4} tiempo"
    r"|tiempo (?:hace|hara|va a hacer|hay|habra|esta|estara|tendremos|esperan|se espera)"
    r"|^(?:el )?tiempo (?:en|para|de|§|hoy|actual)"
)
_LENGTH_SENSE = re.compile(
    r"(?:cuanto|mucho|mas|poco|hace|tanto|cuantos?|perder|tengo|tenes|tienes|falta|queda|a) tiempo\b"
    r"|tiempo (?:libre|tengo|falta|queda|lleva)"
    r"|\b(?:what|the|how much) time\b"
)
_PLACE = re.compile(
    r" (?:en|in|de|del|para|for|at|near|cerca de|around|over in|alrededor de|over|of"
    r"|desde) (?P<place>[^§]+?)(?= §| (?:hoy|ahora|today|now|right now|ahora mismo|actualmente|currently"
    r"|outside|like|going to be|be|is)\b|$)"
)
_MOST_WORDS = 22


def parse_weather_question(text: str) -> WeatherQuestion | None:
    said = read_request(text)
    return read_weather_question(said) if said is not None else None


def read_weather_question(said: MessageWords) -> WeatherQuestion | None:
    """Read a question all of whose words speak of the weather, of when, of where, or ask."""
    line = said.line
    words = line.split()
    if not 0 < len(words) <= _MOST_WORDS or not _asks(said, line):
        return None
    rest, place = _take_place(said)
    if rest is None or not _speaks_of_weather(rest, said):
        return None
    return WeatherQuestion(place, said.when)


def _asks(said: MessageWords, line: str) -> bool:
    return "?" in said.text or _ASKS.match(line) is not None or _NOUN_FIRST.match(line) is not None


def _take_place(said: MessageWords) -> tuple[list[str] | None, str]:
    """Return the words without the place, and the place; None for words that are not accounted for."""
    line, place = said.line, ""
    for found in _PLACE.finditer(said.line):
        name = found["place"]
        if all(
            word in _AROUND or word in _WEATHER or word in _OUTDOORS for word in name.split()
        ) and not is_known_place(name):
            continue
        if read_place(name) is None:
            return None, ""
        if read_place(name):
            place = said.quote(found.span("place"))
        line = line[: found.start()] + line[found.end() :]
        break
    words = [word for word in line.split() if word != WHEN]
    if not place:
        words, place = _take_bare_place(said, words)
    known = all(word in _AROUND or word in _WEATHER or word in _OUTDOORS or word.isdigit() for word in words)
    return (words, place) if known else (None, "")


def _take_bare_place(said: MessageWords, words: list[str]) -> tuple[list[str], str]:
    """Take a known place from the end: "clima rosario", "temperature new york"."""
    for count in (3, 2, 1):
        name = " ".join(words[-count:])
        if len(words) > count and is_known_place(name):
            start = said.line.rfind(name)
            return words[:-count], said.quote((start, start + len(name)))
    return words, ""


def _speaks_of_weather(words: list[str], said: MessageWords) -> bool:
    if _LENGTH_SENSE.search(said.line) and not any(word in _WEATHER for word in words):
        return False
    if any(word in _WEATHER for word in words):
        return True
    if "tiempo" in words and _TIME_SENSE.search(said.line):
        return True
    return any(word in _OUTDOORS for word in words) and (bool(said.when) or _ABOUT_NOW.search(said.line) is not None)


_ABOUT_NOW = re.compile(
    r"\b(?:hace|hara|hay|habra|va a (?:hacer|estar|haber)|esta|estara|afuera|llevar|ponerme|necesito"
    r"|necesitare|outside|is it|will it|it is"
    r"|going to (?:be|get)|should i|do i need|wear|bring|here|ahora|now)\b"
)
