"""Patterns of what surrounds a Spanish statement, and of what makes a sentence no statement."""

from __future__ import annotations

from sidecar.memory.extraction.language_pack import compile_anywhere, compile_choice
from sidecar.memory.extraction.spanish.vocabulary import KNOWN

LIGHT = """
muy re super tambien tmb ademas todavia aun actualmente igual medio bastante solamente justo recien mucho tanto
obvio posta literalmente oficialmente finalmente encima che viste basicamente siempre totalmente completamente hoy
particularmente normalmente generalmente habitualmente tipo onda realmente mas_que_nada"""

TRAILING = """
che gracias jaja jajaja jajajaja jaj ja jeje xd lol obvio posta viste igual dale ok bueno boludo boluda nomas no eh
& ponele
creo saludos abrazo besos porfa y pero , ; : - – — ( ) e o digo entonces"""

PASSING = "hoy ayer anoche anteayer mañana recién esta_noche esta_tarde ahorita ahora_mismo esta_mañana pasado_mañana"
SINCE = (" desde", " a partir de")

FRAMING = r"""(?x)
    \b(traduci\w*|traduzca\w*|traduccion|como\ se\ (dice|escribe|traduce|diria)|como\ (digo|dirias)|resumi(me|lo
    |la)?\b|resumime
    |corregi(me|lo|r)?\b|reescribi\w*|parafrasea\w*|redacta(me|lo|la)?\b|transcribi(me|lo)?\b|escribi(me|le)\ (un
    |una|el|la)\b
    |arma(me)?\ (un|una)\ (cuento|historia|poema|chiste|mail|mensaje|carta)|inventa(me|te)?\b|continua\ (el|la
    |este|esta)
    |hace(me)?\ de\ cuenta|imagina(te|me|remos)?\b|supon(e|gamos|ete|iendo)\b|pongamos\ que|ponele\ que|finjamos|finge
    |actua\ como|jugue?mos\ a|juego\ de\ rol|roleplay|sos\ (mi|un|una|el|la)\ \w+|hace\ como\ (que|si)|si\ fueras
    |mi\ personaje|(un|el|la|este|esta)\ (personaje|protagonista|narrador)|cuento\ corto|obra\ de\ teatro|guion
    |(la|una|esa|esta)\ (cancion|letra|peli|pelicula|novela|serie)\ (dice|decia|va|empieza|que\ dice|de)|letra\ de
    |estribillo
    |el\ (tango|tema|poema|meme|chiste|texto|cartel|refran|mail|aviso|post|tuit)\ (dice|decia|que\ dice|va)
    |como\ dice\ (el|la)|sinonimos?\ de|analiza(me)?\ (la|el|esta|este)\ (oracion|frase|texto)|en\ la\ oracion
    |(?<!no\ )es\ (un\ )?(joda|chiste|broma|mentira|decir|ejemplo|hipotetico)|na+h?,?\ mentira|mentira[!.]*$|te\ (jodo
    |estoy\ jodiendo)
    |es\ broma|jodiendo|(un|de|por)\ ejemplo|ejemplo:|era\ (joda|chiste|broma)|de\ mentira|chiste:|adivinanza
    |que\ significa|dicho\ popular
    |en\ (el|un|mi|mis)\ sueños?|en\ la\ tele|sarcasmo|ironia|test\ de\ prueba|esto\ es\ una\ prueba)"""

PRELUDE = compile_choice(
    KNOWN,
    "ahora|ya =FIRST|me|nos|no_tengo|hace",
    "ahorita|orita =FIRST|me|nos|no|ya",
    "che|bueno|bue|ah|ey|hola|buenas|buen|eh|uh|uf|mira|mirá|dale|ok|oka|gracias|jaja|jajaja|ay|sisi|sip|claro|obvio"
    "|igual|encima|tambien|ademas|entonces|pero|y|e|porque|xq|aunque|o_sea|asi|pd|nota|ojo|sabe|aviso|aclaro"
    "|pues|bah|buah|jo|joder|ostras|vaya|venga|vale|orale|hijole|chale|oiga|uff|ufff|total|nada|mmm|wey|guey|weon|parce"
    "|confieso|recordatorio|dato|perdon|disculpa|no_se|o|sino|actualizacion|update|novedad|novedades|genial"
    "|perfecto|listo",
    "que !SUBJUNCTIVE|me_SUBJUNCTIVE|nos_SUBJUNCTIVE",
    "la neta|verdad|posta (es que)?",
    "fijate|fijese que",
    "buenos|buenas dias|tardes|noches",
    "por cierto|suerte|desgracia|las_dudas|lo_general|si_acaso|eso|otro_lado",
    "por las dudas",
    "por si acaso|sirve",
    "a proposito",
    "al final",
    "te|les|os cuento|comento|aviso|aclaro|informo|digo|recuerdo|confieso que|:",
    "te|les|le quiero|queria|quería contar|comentar|decir|avisar que",
    "te|les cuento|comento|aviso|digo",
    "acordate|recordá|recorda|anotá|anota|guardá|guarda|sabé|sabe|registrá|agendá|memorizá|ojo|fijate"
    "|acuerdate de? que|:",
    "no te olvides de? que",
    "tené|tene|ten en cuenta que|:",
    "tené|tene presente que|:",
    "para que sepas|tengas|conste|te|lo? (acuerdes|ubiques|sepas|tengas)? ,?",
    "es que",
    "la verdad es? que?",
    "resulta que",
    "o sea que?",
    "asi que",
    "ya que",
    "dado|puesto que",
    "sabes|sabias que",
    "en realidad",
    "en fin",
    "de hecho",
    "de paso",
    "como =soy|tengo|estoy|vivo|trabajo|laburo|no",
    "un dato|detalle|tema :?",
    "a todo esto",
    "desde ya",
    "como te dije|conté|conte|decia|decía",
    "como sabes|sabés",
    "ya te dije|conté|conte que",
    "una cosa :?",
    "importante :?",
    "te|les hago|paso|dejo|armo|tiro el|un|la|una resumen|dato|lista|ficha|data (de _)? :?",
    "(la)? lista de|del (la|el)? _ :?",
    "yo =no|FIRST|me|nunca|ya|siempre|tampoco|jamas",
)

SETTING = compile_choice(
    KNOWN,
    "(desde)? hace (!FIRST|que _)* que",
    "los|las|el|todos|todas|cada|de|desde|hace|en|a|al|por|durante|antes|despues|casi|dia|una|dos|tres|DAY|entre|NUMBER|con"
    " (!FIRST|me|no|nos|le|que|donde|quien|es|son|tiene|si|como|, !(mi|mis KIN|PET|PERSON) _)* ,?",
    "hace .. que",
    "la|el semana|mes|año|verano|finde pasada|pasado|que_viene",
    "este|esta año|mes|verano|invierno|cuatrimestre|temporada",
    "(NAME | mi KIN|PERSON NAME?) y yo",
    "hace (!FIRST|me|no|que _)* que?",
)

OPENING = compile_choice(
    KNOWN,
    "FIRST|HAS",
    "(el|la)? GIVEN !END|,|y|e",
    "el|la NICK !END|,|y|e",
    "me|nos|te|se|le|les _",
    "lo|la FIRST|tengo|uso|quiero",
    "no|ya|nunca|tampoco|casi|todavia|siempre|tambien|ahora|hoy|mañana|ayer|despues|antes|encima .. FIRST|me|nos"
    "|lo|le|se|te|hay|es",
    "yo|vos|ella|nosotros|ellos|usted|ustedes",
    "a mi",
    "a mi|mis KIN|PERSON|PET",
    "a|al|el|la|los|las|todos|cada|en|de|desde|hace|por|con|un|una|DAY|NUMBER|mi|mis (!FIRST|que|donde|me"
    "|no _)* FIRST|me|no",
    "mi|mis|el|la|los|las|un|una|al|a|su (!que|donde|FIRST _)* es|son|esta|estan|tiene|tienen|vive|viven|trabaja"
    "|labura|estudia|se|va|van|queda"
    "|falleció|murió|nació|cumple|cumplen|toma|juega|fue|era|hace|sale|le|empieza|viene|dice|dijo|quiere|puede"
    "|necesita|padece"
    "|sufre|lo|me",
    "NAME .. es|son|esta|tiene|vive|trabaja|labura|estudia|se|va|le|me",
    "qué|que|cual|como|donde|cuando|cuanto|cuantos|quien|podes|podrias|puedo|sabes|conoces|hay|recomendame|tenes"
    "|querés",
    "es|son|esta|estan|hay|fue|era|habia|puede|debe|tiene|va|queda|sirve",
    "pasame|decime|dame|mostrame|buscame|busca|recordame|poneme|pone|haceme|hace|ayudame|contame|explicame"
    "|mandame|avisame"
    "|agendame|anotame|agrega|agregá|subi|subí|baja|apaga|prende|fijate|mira|recomendame|armame|necesito|mandale"
    "|decile",
    "gracias|dale|ok|jaja|jajaja",
    "si|aunque|cuando|mientras",
)

ASKING = compile_choice(
    KNOWN,
    "recuerdame|recuerdeme|avisame|aviseme|digame|dime|deme|pongame|ponme|cuenteme|cuentame|expliqueme|explicame|ayudeme"
    "|mandeme|busqueme|buscame|pasame|hazme|hagame|recomiendame|recomiendeme|escribeme|escribame|anoteme|apuntame|apunteme"
    "|traduceme|traduzcame|corrigeme|resumeme|ensename|muestrame|muestreme|perdone|perdona|oiga|oye|digale|dile",
    "opinas|opinás|opina|pensas|pensás|piensas|crees|creés|dirias|dirías|sabes|conoces|recomiendas",
    "recordame|recordale|recordar|recordá|acordame|avisame|avisa|avisá|buscame|busca|buscá|poneme|pone|poné|pon"
    "|agendame|agenda"
    "|agendá|anotame|anota|anotá|agrega|agregá|agregame|mandale|mandame|manda|mandá|decime|decile|deci|decí|dame"
    "|pasame|mostrame"
    "|mostrá|contame|explicame|explica|explicá|ayudame|ayuda|recomendame|recomenda|armame|arma|armá|haceme"
    "|hace_me|calculame"
    "|calcula|calculá|abri|abrí|cerra|cerrá|borra|borrá|borrame|elimina|eliminá|cambia|cambiá|cambiame|subi|subí"
    "|baja|bajá"
    "|apaga|apagá|prende|prendé|encende|encendé|escribi|escribí|escribime|escribile|lee|leé|leeme|listame|lista"
    "|crea|creá|creame"
    "|programa|programá|reserva|reservá|comprá|compra|llama|llamá|despertame|fijate|chequea|chequeá|revisa"
    "|revisá|revisame"
    "|sugerime|tirame|preparame|prepará|planifica|planificá|organizame|ordename|copia|copiá|imaginá|pensá|dejame"
    "|dejá|segui|seguí"
    "|olvidate|olvida|olvidá|traducí|traduci|convertí|convertime|compara|compará|comparame|resolve|resolvé"
    "|guardame|busquemos"
    "|hagamos|veamos|pongamos|mira|mirá|andá|anda_a|vení|probá|usá|quedate|callate|respondé|responde|contestá",
    "podes|podés|podrias|podrías|podria|puedes|podemos|querés|queres|sabes|sabés|tenes|tenés|crees|creés|te",
    "me podes|podés|podrias|podrías|recomendas|recomendás|decis|decís|ayudas|ayudás|pasas|pasás|explicas"
    "|explicás|haces|hacés"
    "|mostras|mostrás|armas|armás|buscas|buscás|recordas|recordás|avisas|avisás|das|tiras|tirás",
    "qué|cuál|cuáles|dónde|quién|quiénes|cuánto|cuánta|cuántos|cuántas|cual|cuanto|cuanta|cuantos|cuantas|quien"
    "|adonde|donde",
    "a|de|en|con que hora|dia|edad|precio|distancia",
    "que onda|hora|tal|dia|hago|pasa|opinas|opinás|significa|puedo|me|le|regalo|hay|tiempo|es|serie|peli|libro",
    "como hago|se|puedo|te|va|estas|andas|es|esta|era|hacer|seria",
    "necesito|quiero|quisiera|queria|preciso que !mi|mis",
    "necesito|quisiera|queria|quería|quiero|preciso saber|ver|preguntar|preguntarte|pedirte|consultarte"
    "|consultar|una|un",
    "me gustaria|gustaría saber|que|ver|preguntar|preguntarte|pedirte|consultar",
    "hay|existe",
)

ASKING_WORD = compile_choice(
    KNOWN,
    "qué|que|cuál|cual|cuales|cómo|como|dónde|donde|cuándo|cuando|quién|quien|cuánto|cuanto|cuantos|cuanta"
    "|cuantas|adonde",
    "por|para|en|a|con|de qué|que|cual|quien|donde|cuanto",
    "podes|podés|podrias|puedo|podria|puede|sabes|sabés|conoces|conocés|hay|tenes|tenés|me|te|querés|queres"
    "|deberia|debería|será"
    "|sera|es|está|esta|existe|algun|alguna|recomendas|recomendás|alguno|hace|sirve|conviene|vale|tengo_que",
)

DOUBT = compile_choice(
    KNOWN,
    "que (me|nos|te|lo|la|le)? SUBJUNCTIVE",
    "si _",
    "ojala|quizas|quiza|capaz|talvez|ponele|supuestamente|aparentemente|segun|imaginate|suponete|acaso|ni",
    "tal vez",
    "a lo mejor",
    "puede ser|que",
    "parece que",
    "dicen|dice|dijo|dijeron|cuentan que|:|,",
    "lei|leí|vi|escuche|escuché|soñe|soñé|sueño|oi|oí que|:",
    "me dijo|dijeron|dice|contó|contaron|dicen|preguntó|preguntaron|pregunta|escribió|escribe|respondió"
    "|mandó que|:|si|,",
    "soñe|soñé",
    "mi|mis|el|la|un|una !medico|medica|doctor|doctora|dr|dra|VISIT KIN|PERSON|_ .. dice|dijo|decia"
    "|cuenta|contó|piensa|cree|opina|asegura|insiste que|:|,|END",
    "NAME dice|dijo|contó|cree|piensa que|:",
    "no se|sé|creo|pienso si|que|qué|como|donde",
    "como si",
    "me siento como",
    "en otra vida",
    "estaria|estaría|seria|sería|tendria|tendría|viviria|viviría|me_encantaria",
    "cuando sea|tenga|pueda|me|era",
    "antes|de chico|chica|pibe|nene|nena|joven era|tenia|tenía|vivia|vivía|trabajaba|laburaba|jugaba|iba",
)

VOID = compile_anywhere(
    KNOWN,
    "me muero|mató|mata|mato|quiero_morir|parto",
    "un_riñon|riñon|huevo|dineral|ojo_de_la_cara (me|te|le|nos)? sale|salió|salen|cuesta|costó",
    "sale|salió|cuesta|costó (un|medio)? un_riñon|riñon|huevo|dineral|ojo_de_la_cara",
    "quiero matar|morir|matarme|morirme",
    "estoy muerto|muerta|frito|frita|liquidado|liquidada|hecho|hecha|podrido|podrida",
    "de hambre|sueño|risa|frio",
    "ni loco|loca|ahi|en_pedo|a_palos|borracho|mamado|muerto",
    "ni en pedo",
    "como si",
    "cualquiera en mi lugar",
    "mil veces|años|cosas|vidas|dramas",
    "un millon",
    "en otra vida",
    "en mi vida pasada",
    "en (un|mis|el|los) sueño|sueños",
    "las nubes",
    "soñe|soñé|soñaba",
    "en la|el|una|un novela|serie|peli|pelicula|libro|cuento|juego|cancion",
    "todo oidos",
    "odio|amo|prefiero|detesto|banco|soporto|gusta esto|eso|aquello|ese|esa",
    "tu|tus",
    "tupper|termo|raviol|frasco",
    "no te creo",
    "alergico|alergica a todo|todos|todas",
    "alergico|alergica a|al (los|las|la)? lunes|trabajo|laburo|compromiso|gente|boludos|pelotudos|drama|INF",
    "si FIRST|me|fuera|tuviera|pudiera|hubiera|no|vos|te|puedo|es",
    "fuera|fuese|tuviera|tuviese|pudiera|hubiera|hubiese",
    "esta|este noche|tarde|finde|rato|momento",
    "pasado mañana",
    "en un rato|toque|cacho",
    "dentro de un|una|unos|unas|NUMBER",
)

ASIDE = compile_choice(
    KNOWN,
    "ORDER",
    "(que)? no te|se|me|lo|la te|me|le|lo|la? olvides|olvide|olvidés|olvidas",
    "tene|tené|ten en cuenta|presente|mente",
    "tenelo|tenlo|tengalo en cuenta|presente|mente",
    "(para)? que (te)? conste|sepas|acuerdes|tengas|lo_sepas|lo_tengas",
    "te (lo)? aviso|digo|recuerdo|comento|cuento END|por|para",
    "por las dudas|si_acaso",
    "por favor|fa|fis|favorcito",
    "(asi que|y|pero)? ojo|cuidado|ojito con|al|END",
    "porfa|porfi|porfis|plis|please|eh|ojo|viste|sabes|sabés END|,",
)

SUBJECT = compile_choice(
    KNOWN,
    "NAME|yo END",
    "(a)? (mi|mis|la|el)? (mejor)? KIN|PERSON|PET (mayor|menor)? ,? NAME? END",
    "!FIRST _ , mi|el|la KIN|PERSON|PET (mayor|menor)? END",
)

INTRODUCTION = compile_choice(
    KNOWN,
    "soy NAME (NAME)? END",
    "me llamo _ (NAME)? (NAME)? END",
    "mi nombre es _ (NAME)? END",
    "YEARS años|añitos|pirulos END",
)

CUT = compile_choice(
    KNOWN,
    "y|e|pero|aunque|porque|xq|sino|entonces",
    "asi que",
    "que soy|tengo|estoy !intolerante|alergico|alergica ILL|DIET|COND|embarazada",
)
