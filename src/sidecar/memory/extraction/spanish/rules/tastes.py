"""What one likes, cannot stand, prefers and plays."""

from __future__ import annotations

from sidecar.domain.fact import Confidence, Domain
from sidecar.memory.extraction.grammar import parse_rules
from sidecar.memory.extraction.spanish.rules.shorthands import SHORTHANDS

_LIKES = Domain.PREFERENCES
_VAGUE = (
    "como|tu|tus|que_me|que_hagas|que_seas|esa|ese|esta|este|esto|eso|lo|la_idea|saber|cuando|donde|esas|esos|estos"
    "|estas|mucho_esto|END"
)
_TELL = "hablame|respondeme|responde|contestame|contesta|escribime|tratame|llamame|mandame|explicame|resumime|usá|evitá"

TEAMS = (
    *parse_rules(_LIKES, """
    soy (un|una|re|muy|medio)* hincha|fanatico|fanatica|fana|fan|simpatizante|amante|seguidor|seguidora de|del|a|al _
    soy (de|re|bien|hincha)* TEAM|bostero|bostera|gallina|cuervo|cuerva|quemero|millonario|pincha|tripero|canalla
    |leproso|xeneize
    hincho|simpatizo por|con _
    mi cuadro|equipo|club es _
    le|les voy|vamos al|a_la|a_los|a_las|a_TEAM|a_NAME _?
    """),
    *parse_rules(_LIKES, """
    {what:hincha|fanatico|fanatica|fana|fan de|del|a (...)?}
    """, telling="Es {what}"),
)  # fmt: skip

RULES = (
    *parse_rules(_LIKES, """
        me gusta|gustan|encanta|encantan|copa|copan|fascina|fascinan|apasiona|apasionan|interesa|interesan|divierte
        |obsesiona|rebota !$VAGUE _
        me carga|cargan|revienta|revientan|repugna|chifla|flipa|mola|molan|apasionan|pierde|pierden|priva|emociona
        & !$VAGUE _
        el|la|los|las _ (!FIRST|que|es|me _)? me pone|ponen|cae|caen|carga|cargan violenta|violento|mal|gordo|loca
        |loco|END
        el|la|los|las _ (!FIRST|que|es|me _)* no (lo|la|los|las)? soporto|banco|perdono|trago|aguanto|toco|tolero|paso
        lo unico|que que? no? como|toco|soporto|banco|aguanto|odio son|es _
        me pase al|a_la|a_los _
        no me banco|cabe|copa|fumo|va !nada|que|eso|mas _
        estoy|estamos|ando leyendo (a|un|una|el|la|los|las)? !esto|eso|el_mail|el_mensaje|algo _
        soy mas|muy|re de !lo|la_idea|que|esos|esas|los_que _
        escucho (mucho|mucha|siempre)? a _
        no puedo con el|la|los|las _
        no|nunca me gusta|gustan|gusto|gustaron|interesa|interesan|copa|copan|cabe|va !$VAGUE|nada|eso _
        el|la|los|las !que _ (!FIRST|que|es|me _)? (no)? me encanta|encantan|gusta|gustan|fascina|vuelve_loco
        |vuelve_loca|aburre
        amo|adoro|odio|detesto|aborrezco !que|cuando|esto|eso|este|esta|ese|esa|tu|tus|como|DAY|a|mi|mis|te|estar
        |tener|los_DAY|el_DAY|ser|,|END _
        no soporto|aguanto|banco|tolero|trago !mas|esto|este|esta|eso|ese|esa|a|un|tu|que|al|la_lluvia|el_calor
        |el_frio|END _
        no puedo ver ni el|la _
        prefiero !no|eso|este|ese|esta|esa|el_primero|el_segundo|la_primera|la_segunda|morir|ni|esto|lo|que_sea
        |opcion|END _
        prefiero no comer|tomar|usar|viajar
        me da|dan miedo|panico|fobia|asco|terror|impresion el|la|los|las|volar|hablar|manejar|viajar
        el|la|los|las !que _ me da|dan miedo|panico|fobia|asco|terror|impresion
        le|les tengo miedo|fobia|panico|terror|asco a|al
        tengo miedo|panico|terror a|al volar|las|los|la|el|avion|aviones|alturas
        mi _ _? favorito|favorita|preferido|preferida|favoritos|favoritas|de_cabecera (ahora)? es|son _
        en casa nadie|todos come|comen|comemos|toma|toman|tomamos|fuma|fuman|fumamos _
        mi hobby|pasatiempo|pasion|debilidad es|son _
        escucho|leo|miro|colecciono|junto (mucho|mucha|muchas|muchos|solo|a)* novelas|musica|rock|jazz|podcasts
        |series|manga|anime|documentales|peliculas|libros|poesia|ciencia|tango|folklore|cumbia|metal|discos|vinilos
        |estampillas|monedas|figuritas|comics|historietas|mangas|clasica|reggaeton|trap|pop|policiales|biografias
        |ciencia_ficcion|fantasia|terror|autos_a_escala
        tomo (el|mi)? mate|te|cafe|vino|fernet (siempre|el)* sin|con|amargo|dulce|negro|cortado|solo|lavado
        (el|mi)? cafe|mate|te (siempre|lo_tomo)* amargo|sin|con_leche|negro|dulce
        toco|practico|estudio (un_poco_de|un_poco)? (la|el|un|una|de)* INSTRUMENT
        uso (siempre|el|la|solo)* modo_oscuro|android|iphone|linux|mac|windows|firefox|vim|emacs|notion|obsidian
        |ubuntu|debian
        no uso redes|redes_sociales|maquillaje|efectivo|instagram|facebook|tarjeta|reloj|whatsapp
        me pase|cambie a android|iphone|linux|mac|windows|NAME
        pasame|poneme (siempre) _
        """, {**SHORTHANDS, "VAGUE": _VAGUE}, passing=False),
    *parse_rules(_LIKES, """
        ALWAYS ,? {asked:(no me|te)? $TELL _ (...)?}
        {asked:(no)? $TELL _ (...)?} ALWAYS
        {asked:(no)? $TELL (!, _)* (corto|cortito|largo|castellano|vos|usted|emojis|emoji|ingles|español|breve
        |directo|respuestas|vueltas|resumido|listas|viñetas|formal|informal) (...)?}
        {asked:tuteame|voseame (...)?}
        {asked:no me tires|mandes|pongas|digas|hagas|expliques|des|metas|llames|vengas|uses (!, _)* emojis|emoji
        |parrafos|textos|audios|listas|largo|largos|sermon|sermones|usted|eternos|consejos|vueltas|chistes|nunca
        |exclamaciones (...)?}
        {asked:no me llames|digas NAME|asi|mas|señora|señor|don|doña (...)?}
        {asked:(siempre)? cortito|corto|breve|clarito (y|,)* al|sin|directo|por _ (...)?}
        {asked:no me respondas|contestes|hables|trates|escribas|tutees !ahora|hoy|esto|eso|todavia _ (...)?}
        {asked:no uses emojis|emoji|listas|viñetas|lunfardo|tecnicismos|palabras (...)?}
        """, {"TELL": _TELL},
        telling="Pide: {asked}"),
)  # fmt: skip

PASTIMES = parse_rules(_LIKES, """
    juego|entreno|nado|corro|bailo|canto|cocino|pinto|dibujo|tejo|medito|escalo|surfeo|pesco|coso|patino en|al|a
    |tango|salsa|folklore|desde|hace
    """, confidence=Confidence.MEDIUM)  # fmt: skip
