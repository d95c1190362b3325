"""Questions for the weather, now or to come, here or elsewhere."""

from __future__ import annotations

import re

from sidecar.language.stop_words import STOP_WORDS
from sidecar.language.tokens import split_words
from sidecar.router.intents import WeatherQuestion
from sidecar.router.message_words import WHEN, MessageWords
from sidecar.router.place_names import find_known_place, is_known_place, read_place

_WEATHER = frozenset(
    split_words("""
        escarcha rained storming snowed hailed temperate temperatura congele congelada congelado polvareda
        monzon monsoon llueva lloviera nieve congelar congela congelara inundacion inundaciones inundara rafaga
        rafagas ventarron sunshine flood floods flooding gusts gust frost freeze freezes hurricane cyclone
        ciclon heatwave blizzards smog pollen advisories advisory thunderstorming soleados nublados ventosa
        lluviosa tropical snowstorm rainstorm sprinkles clima meteorologia meteorologico meteorologica
        meteorologicas pronostico pronosticos pronosticado temperaturas lluvia lluvias llueve llover llovera
        lloviendo lluvioso llovizna lloviznar nieva nevar nevara nevando nublado nubes nublar nuboso soleado
        despejado viento vientos ventoso tormenta tormentas granizo granizar humedad humedo niebla neblina
        helada heladas helar tornado tornados huracan chaparrones chaparron precipitaciones precipitacion nevada
        nevadas relampagos truenos ola brisa aguanieve ventisca weather forecast forecasts temperature
        temperatures temp temps rain rains raining rainy snow snowing snowy cloudy clouds sunny overcast wind
        windy winds storm storms stormy thunderstorm thunderstorms hail hailing humidity humid fog foggy
        freezing tornadoes hurricanes drizzle drizzling showers sleet blizzard precipitation breezy lightning
        thunder snowfall rainfall snows hailstorm muggy celsius fahrenheit windchill
    """)
)
_OUTDOORS = frozenset(
    split_words("""
        caliente calientes calida helado sudadera pantalon corto mojare mojar seco seca sudar abrigada calor
        bochorno heat sweaty swim dress sandal sweatshirt pants jeans beach playa uv chill warmth colder coldest
        hottest warmest freezing sol frio fresco calido caluroso calurosa fria templado agradable grados
        paraguas campera abrigo abrigarme abrigado chaqueta chamarra sueter impermeable botas bufanda guantes
        gorro piloto protector solar bloqueador sombrilla lentes ropa pantalones cortos shorts capas sandalias
        gafas sombrero sun hot cold warm chilly cool warmer cooler hotter degrees umbrella coat jacket sweater
        raincoat boots rainboots scarf gloves sunscreen sunglasses hat layers parka hoodie galoshes poncho
        mittens cardigan snowboots sandals sunblock high low highs lows humid nice beautiful mild dry wet index
    """)
)
"""These speak of the weather in a question about today or what is to come."""

_AROUND = frozenset(
    split_words("""
        recibiremos recibir nuestra nuestras nuestro duraran durara durar contar cuenta advertencia advertencias
        severo severa severe suficiente suficientemente enough previsto prevista prevision supone suponen
        aclarara aclarar aclare despejara indice index tormentoso cualquier any ultimo ultima noticia noticias
        reciente recientes mas again overnight rapido rapida rapidos seran quedar quedare bad short one two
        three four five six seven eight nine ten uno dos tres cuatro cinco seis siete ocho nueve diez quince
        navidad verano invierno primavera otono summer winter spring fall holiday party picnic game fiesta
        partido paseo caminata viaje trip walk run outing drive work trabajo trabajar caminar correr pasear
        lavar tender ropa celcius farenheit centigrade grado degree scheduled reach beginning half latest
        everyone clothes clothing kind recommended suggested sky skies visibility pressure dew point feels rate
        puedes podes podras podrias puede pueden podemos podremos vamos voy vas iremos son seria serian pondra
        pone ponen ve ven veo veremos vera fuera conmigo vez veces mira miro miramos llegar llegue volvera
        volver vuelve localidad pueblo centro costa sierra montana campo pulgadas pulgada inches inch milimetros
        continuan continua continuara esperando esperamos acercando acerca segun durante debe deben deberian mis
        mios sus caeran cayendo caiga ponga dejara dejar deja parar pare porcentaje aspecto times suppose range
        leave leaving before after outlook radar mapa map largas mangas sentire reportaje reporta news say says
        said they long last lasts hold enfria enfriara bajara subira suba baje subir bajar aumentara cambiara
        cambiar cambio temprano early late quedarme salgamos salimos viajar cualquiera sido predice predicen
        recomendable recomendado aconsejable protegerme protejo mojarme secarme oportunidad oportunidades
        estacion season actualiza actualizame actualizado averigua inform current actually usual usually normal
        humeda buen gran grande big much little lot lots kinda sort shall need needed able safe good comfortable
        comodo como que cual cuales cuanto cuanta cuantos cuantas cuando donde quien es esta estan estara
        estaran hay habra hace haces hacia hara va van ir ira a al ser sera estar haber hacer tener tendra
        tendremos tiene tenemos tendre el la los las lo un una unos unas de del en para por con sin y o u ni si
        no me te se nos mi tu su hoy ahora mismo dia dias semana tarde noche manana menos muy mucho mucha muchos
        muchas tan tanto algo algun alguna poco bien mal necesito necesita necesitare necesitaremos necesitamos
        necesitaria necesitas debo deberia deberiamos debemos puedo podria tengo llevar llevo lleve ponerme
        poner usar uso sacar traer salir salgo afuera exterior aca aqui alli alla zona ciudad esperar espera
        esperan pronostica pronostican anuncian anuncia dan da dice dicen decime dime dame di dar mostrame
        muestrame muestra mostrar enseñame ensename ver saber sabes decir decirme decis informe informacion
        reporte reportes actualizacion actualizaciones condiciones condicion estado actual actuales actualmente
        tiempo probabilidad probabilidades posibilidad posibilidades chance chances hacen falta vale pena
        conviene recomiendas recomendas crees pensas piensas maxima maximas minima minimas centigrados celsius
        fahrenheit bajo sobre alrededor encima debajo cero entre hasta sigue seguir seguira siente siento
        sensacion termica promedio alta baja mayor menor minuto hora horas momento pasando pasa cae caer caera
        cielo viene vienen venir llega llegara tocara toca quiero quisiera gustaria busca buscame consulta
        consultame chequea revisa proximo proxima proximos proximas siguiente siguientes este estos estas fin
        finde mes resto todo toda todos cada mañana madrugada mediodia detiene parara termina terminara empieza
        empezara comienza comenzara fuerte fuertes local locales extendido tal ya todavia aun lindo feo bueno
        malo buena mala alerta alertas aviso habria deberias haya usted ustedes necesitan abierta how what which
        when where will is are be been being am was would should could can do does did going to go get getting
        gets got it there that this the an some of in on at for from by with without and or if not i my we us
        our you your want wear wearing bring bringing take taking carry pack put use have has had having expect
        expected expecting like look looking looks feel many more less above below around about over under than
        between probability likelihood possibility percent percentage amount level levels currently now right
        today tonight day days week weeks weekend month morning afternoon evening night tell show give check
        find know let see please report reports update updates conditions condition outside out here near area
        city town extended daily hourly average maximum minimum c f so very too really pretty still yet anytime
        soon later next coming upcoming rest all predicted prediction predictions calling call forecasted
        supposed possible likely heavy light strong up down start starting stop stopping end begin ending
        continue come fast hard as just whats windchill outdoors think recommend necessary advisable time hour
        hours minute type warning warnings alert alerts info information details status quickly
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
    r"(?:§ )?(?:(?:el|la|los|las|the|my|local|current|weekly|daily|hourly|extended|low|high|heat|\d+|five|seven"
    r"|ten|three"
    r"|day"
    r"|week|hour|[a-z]+(?= weather\b)) )*(?:clima|pronosticos?|prevision|temperaturas?|weather|forecast"
    r"|temperatures?|temps?|index|condiciones (?:meteorologicas|del clima|del tiempo)"
    r"|informacion (?:meteorologica|del tiempo|del clima)"
    r"|tiempo actual|lluvias?|tormentas?|llover|nevar|nieve|rain|snow|wind|humidity|humedad|viento|actualizaciones"
    r"|actualizacion|actualiza\w*|informe|reporte|probabilidad(?:es)?|posibilidad(?:es)?|oportunidad(?:es)?|chances?"
    r"|prediccion|averigua|inform me|read me|enseñame|ensename|shall i|did it)\b"
)
_EXPLANATION = re.compile(
    r"\b(?:por que|why|how come|significa|mean(?:s|ing)?|chiste|joke|cancion|song|pelicula|movie|libro|book|poema"
    r"|poem|historia"
    r"|history|horno|oven|fiebre|fever|cpu|heladera|freezer|fridge)\b"
)
"""A question about the weather in general, or about something else's temperature."""
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
    r" (?P<led>en|in|de|del|para|for|at|near|cerca de|around|over in|alrededor de|over|of|desde) (?P<place>[^§]+?)"
    r"(?= §| (?:hoy|ahora|today|now|right now|ahora mismo|actualmente|currently|outside|like|going to be|be|is|to be)\b"
    r"| (?:for|in|over|during|para|en|durante|por) (?:the next|los proximos|las proximas|el proximo|la proxima"
    r"|celsius|celcius"
    r"|fahrenheit|farenheit|degrees?|c|f|grados)\b| (?:this|next|esta|este|tonight|tomorrow|manana)\b|$)"
)
_EVENT = re.compile(r"(?:the|my|our|a|an|el|la|mi|los|las|un|una|nuestro|nuestra) ")
_SURELY_WEATHER = re.compile(r"\b(?:weather|clima|rain\w*|llu\w+|snow\w*|nev\w+|sunny|soleado|storms?|tormentas?)\b")
_MOST_WORDS = 22


def read_weather_question(said: MessageWords) -> WeatherQuestion | None:
    """Read a question all of whose words speak of the weather, of when, of where, or ask."""
    line = said.line
    words = line.split()
    if not 0 < len(words) <= _MOST_WORDS or not _asks(said, line) or _EXPLANATION.search(line):
        return None
    rest, place = _take_place(said)
    if rest is None or not _speaks_of_weather(rest, said):
        return None
    return WeatherQuestion(place, said.when)


def asks_with_weather_word(said: MessageWords) -> bool:
    asks = "?" in said.text or _ASKS.match(said.line) is not None
    return asks and any(word.read in _WEATHER for word in said.words)


def read_likely_weather(said: MessageWords) -> WeatherQuestion | None:
    """Read when and where a question is about that is surely of the weather, whatever its other words are."""
    if _EXPLANATION.search(said.line):
        return None
    found = _PLACE.search(said.line)
    named = found is not None and read_place(found["place"])
    return WeatherQuestion(said.quote(found.span("place")) if found and named else find_known_place(said), said.when)


def _asks(said: MessageWords, line: str) -> bool:
    return "?" in said.text or _ASKS.match(line) is not None or _NOUN_FIRST.match(line) is not None


def _take_place(said: MessageWords) -> tuple[list[str] | None, str]:
    """Return the words without the place, and the place; None for words that are not accounted for."""
    line, place = said.line, ""
    for found in _PLACE.finditer(said.line):
        name = found["place"]
        if all(map(_is_accounted_for, name.split())) and not is_known_place(name):
            continue
        if read_place(name) is None:
            if not (found["led"] in {"for", "para"} and _EVENT.match(name) and _SURELY_WEATHER.search(said.line)):
                return None, ""
            name = ""  # "for the match": the day says when
        if name and read_place(name):
            place = said.quote(found.span("place"))
        line = line[: found.start()] + line[found.end() :]
        break
    words = [word for word in line.split() if word != WHEN]
    if not place:
        words, place = _take_bare_place(said, words)
    known = all(map(_is_accounted_for, words))
    return (words, place) if known else (None, "")


def _take_bare_place(said: MessageWords, words: list[str]) -> tuple[list[str], str]:
    """Take a known place that stands without "in": "clima rosario", "boston weather"."""
    unknown = [index for index, word in enumerate(words) if not _is_accounted_for(word)]
    if not unknown:
        return words, ""
    first, last = unknown[0], unknown[-1] + 1
    for start, end in ((first, last), (first - 1, last), (first, last + 1)):
        name = " ".join(words[max(start, 0) : end])
        at = said.line.find(name)
        if is_known_place(name) and at >= 0:
            return words[: max(start, 0)] + words[end:], said.quote((at, at + len(name)))
    return words, ""


def _is_accounted_for(word: str) -> bool:
    return word in _AROUND or word in _WEATHER or word in _OUTDOORS or word in STOP_WORDS or word.isdigit()


def _speaks_of_weather(words: list[str], said: MessageWords) -> bool:
    if _LENGTH_SENSE.search(said.line) and not any(word in _WEATHER for word in words):
        return False
    if any(word in _WEATHER for word in words):
        return True
    if "tiempo" in words and _TIME_SENSE.search(said.line):
        return True
    about_now = bool(said.when) or _ABOUT_NOW.search(said.line) is not None
    return about_now and (any(word in _OUTDOORS for word in words) or _DEGREES.search(said.text) is not None)


_DEGREES = re.compile(r"\b(?:degrees?|grados?|celsius|celcius|fahrenheit|farenheit)\b|\d ?°?[CF]\b", re.IGNORECASE)
_ABOUT_NOW = re.compile(
    r"\b(?:hace|hara|hay|habra|va a (?:hacer|estar|haber)|esta|estara|afuera|llevar|ponerme|necesito"
    r"|necesitare|outside|is it|will it|it is"
    r"|going to (?:be|get)|should i|shall i|do i need|debo|deberia|usar|sera|se siente|suficiente"
    r"|wear|bring|here|ahora|now)\b"
)
