"""Spanish verbs: first persons and their third persons."""

from __future__ import annotations

from sidecar.language.fold import fold_letters

_REGULAR = """
abandonar abrir aceptar administrar adoptar adorar aguantar ahorrar alquilar amar andar anotar aplicar apodar aprender
apuntar armar arrancar asistir aspirar ayunar bailar bancar barrer bautizar bañar beber buscar calzar cambiar caminar
cancelar cantar casar cenar cobrar cocinar coleccionar comer compartir completar comprar comprometer confirmar
controlar convivir coordinar correr cortar coser crear cuidar cumplir cursar deber decidir dejar desarrollar desayunar
descubrir detestar dibujar dictar diseñar divorciar doctorar donar duchar editar egresar emigrar enamorar encontrar
enseñar entrar entrenar escalar escribir escuchar especializar estudiar evitar extrañar fabricar facturar firmar
fracturar fumar ganar gastar gestionar grabar graduar hablar heredar hinchar independizar inscribir instalar intentar
inyectar jubilar juntar laburar lanzar lesionar levantar liderar limpiar llamar llevar lograr mandar manejar medicar
meditar migrar militar mirar montar mudar nadar naturalizar necesitar odiar operar optar organizar pagar pasar pasear
patinar pedalear pelear perder pesar pintar planear postergar practicar preparar priorizar programar publicar quebrar
quedar radicar rechazar recibir reconciliar recuperar reformar remar renunciar reparar respetar restaurar rezar romper
sacar separar simpatizar soportar subir sufrir surfear suspender ensayar prestar reportar regresar reincorporar
reinscribir reservar cosechar tramitar engordar congelar pausar retomar promocionar presentar celebrar currar fichar
opositar veranear rentar titular chambear pillar repartir apuntar matricular empadronar aparcar chocar podar arrastrar
tejer terminar tocar tolerar tomar trabajar tratar usar vender viajar visitar vivir votar
"""
_IRREGULAR = """
acuesto:acuesta amigué:amigó amigamos:amigaron adoptamos:adoptaron almorzamos:almuerzan almuerzo:almuerza ando:anda
anduve:anduvo apruebo:aprueba arranqué:arrancó atendí:atendió atiendo:atiende cambié:cambió casamos:casaron caí:cayó
cenamos:cenan choqué:chocó cierro:cierra comencé:comenzó comienzo:comienza como:come compramos:compraron
comprometimos:comprometieron comí:comió conduzco:conduce conocemos:conocen conocimos:conocieron conocí:conoció
conozco:conoce consigo:consigue construyo:construye construí:construyó convertí:convirtió convivo:convive corto:corta
coso:cose crecimos:crecieron crecí:creció creo:cree crezco:crece crié:crió crío:cría cuento:cuenta cumplo:cumple
curso:cursa debo:debe decidimos:decidieron decidí:decidió dedico:dedica dediqué:dedicó despierto:despierta di:dio
digo:dice dije:dijo dirijo:dirige divorciamos:divorciaron dormí:durmió doy:da duermo:duerme elegimos:eligieron
elegí:eligió elijo:elige empecé:empezó empezamos:empiezan empiezo:empieza entiendo:entiende entregué:entregó era:era
escribo:escribe esquío:esquía estaba:estaba estamos:están estoy:está estuve:estuvo fui:fue fuimos:fueron gradué:graduó
hablo:habla hacemos:hacen hago:hace haré:hará he:ha hemos:han hice:hizo hicimos:hicieron hincho:hincha
invertí:invirtió invierto:invierte iré:irá juego:juega jugamos:juegan jugué:jugó leemos:leen leo:lee leí:leyó
llevo:lleva logro:logra mantenemos:mantienen mantengo:mantiene mantuve:mantuvo meriendo:merienda mido:mide
mudamos:mudaron muero:muere nacimos:nacieron nací:nació nazco:nace padecí:padeció padezco:padece pagué:pagó
paseo:pasea pasé:pasó pedaleo:pedalea peleo:pelea pensamos:piensan perdimos:perdieron pertenezco:pertenece
pienso:piensa planeo:planea podemos:pueden pongo:pone preferimos:prefieren preferí:prefirió prefiero:prefiere
probé:probó propuse:propuso pruebo:prueba publiqué:publicó pude:pudo puedo:puede puse:puso quedamos:quedaron
queremos:quieren quiero:quiere quise:quiso rendimos:rinden rindo:rinde recibo:recibe reniego:reniega
resolvimos:resolvieron resolví:resolvió resuelvo:resuelve reuní:reunió reúno:reúne riego:riega rompí:rompió salgo:sale
salimos:salieron salí:salió saqué:sacó seguí:siguió separamos:separaron siento:siente sigo:sigue somos:son soy:es
suelo:suele sueño:sueña sufro:sufre surfeo:surfea tejo:teje tendré:tendrá tenemos:tienen tengo:tiene termino:termina
tiño:tiñe tomaba:tomaba toqué:tocó traduzco:traduce traigo:trae traje:trajo tuve:tuvo tuvimos:tuvieron uso:usa
vamos:van vendimos:vendieron vengo:viene vine:vino visto:viste volvimos:volvieron devolví:devolvió devuelvo:devuelve
rindo:rinde rendí:rindió cojo:coge cogí:cogió veo:ve vemos:ven damos:dan arriendo:arrienda arrendamos:arriendan
bajé:bajó bajamos:bajaron llegué:llegó llegamos:llegaron cuelgo:cuelga colgué:colgó compito:compite traemos:traen
ponemos:ponen pusimos:pusieron hicimos:hicieron supe:supo largué:largó regalé:regaló contraté:contrató
cortamos:cortaron terminamos:terminaron dejamos:dejaron aprobé:aprobó desaprobé:desaprobó pedí:pidió sentí:sintió
conseguí:consiguió repetí:repitió creí:creyó almorcé:almorzó conté:contó cerré:cerró pensé:pensó soñé:soñó
mostré:mostró recordé:recordó acosté:acostó desperté:despertó senté:sentó renunciamos:renunciaron
arrancamos:arrancaron volví:volvió voté:votó voy:va vuelvo:vuelve
"""
_VOS = """
es:sos está:estás va:vas ha:has da:das ve:ves tiene:tenés hace:hacés puede:podés quiere:querés duerme:dormís juega:jugás
prefiere:preferís piensa:pensás sabe:sabés conoce:conocés viene:venís sale:salís pone:ponés dice:decís sigue:seguís
pide:pedís sueña:soñás entiende:entendés cuenta:contás empieza:empezás cierra:cerrás almuerza:almorzás vuelve:volvés
debe:debés cree:creés lee:leés mide:medís viste:vestís trae:traés cae:caés suele:solés siente:sentís sufre:sufrís
escribe:escribís recibe:recibís cumple:cumplís padece:padecés crece:crecés merienda:merendás maneja:manejás
fue:fuiste era:eras estaba:estabas tenía:tenías
"""
_ENDINGS = {"ar": ("a", "ó", "an"), "er": ("e", "ió", "en"), "ir": ("e", "ió", "en")}
_VOS_ENDINGS = {"ar": "ás", "er": "és", "ir": "ís"}
_PAST = (
    "ó",
    "aron",
    "eron",
    "aba",
    "á",
    "uvo",
    "hizo",
    "pudo",
    "quiso",
    "vino",
    "puso",
    "dio",
    "ijo",
    "ajo",
    "fue",
    "era",
)


def third_persons() -> dict[str, str]:
    """Return first person forms, folded, with their third persons."""
    forms: dict[str, str] = {}
    for infinitive in _REGULAR.split():
        stem, ending = infinitive[:-2], infinitive[-2:]
        present, past, plural = _ENDINGS[ending]
        forms[stem + "o"] = stem + present
        forms[f"{_spelled(stem)}é" if ending == "ar" else f"{stem}í"] = stem + past
        forms[f"{stem}{ending[0]}mos"] = stem + plural
    for pair in _IRREGULAR.split():
        first, _, third_person = pair.partition(":")
        forms[first] = third_person
    return {fold_letters(first): third_person for first, third_person in forms.items()}


def gerunds() -> dict[str, str]:
    """Return gerunds, folded, with their first persons: "tomando", "tomo"."""
    forms: dict[str, str] = {}
    for infinitive in _REGULAR.split():
        forms[infinitive[:-2] + ("ando" if infinitive.endswith("ar") else "iendo")] = infinitive[:-2] + "o"
    for pair in _IRREGULAR_GERUNDS.split():
        gerund, _, first = pair.partition(":")
        forms[gerund] = first
    return {fold_letters(gerund): first for gerund, first in forms.items()}


def subjunctives() -> list[str]:
    """Return the subjunctives that look like a past without its accent, folded: "que deje", "que me opere"."""
    return [f"{_spelled(infinitive[:-2])}e" for infinitive in _REGULAR.split() if infinitive.endswith("ar")]


def second_persons() -> dict[str, str]:
    """Return third persons of the singular, as they are written, with the form that goes with "vos"."""
    forms: dict[str, str] = {}
    for infinitive in _REGULAR.split():
        stem, ending = infinitive[:-2], infinitive[-2:]
        present, past, _ = _ENDINGS[ending]
        forms[stem + present] = stem + _VOS_ENDINGS[ending]
        forms[stem + past] = stem + ("aste" if ending == "ar" else "iste")
    for pair in _IRREGULAR.split():
        first, _, third_person = pair.partition(":")
        if first.endswith("é") and third_person.endswith("ó"):
            forms[third_person] = f"{third_person[:-1]}aste"  # arranqué, arrancó, arrancaste
        elif first.endswith(("é", "í")):
            forms[third_person] = first[:-1] + ("aste" if first.endswith("é") else "iste")
        elif first.endswith("e"):
            forms[third_person] = first[:-1] + "iste"
    for pair in _VOS.split():
        third_person, _, forms[third_person] = pair.partition(":")
    return forms


def present_forms() -> list[str]:
    """Return the first persons of the present."""
    return [first for first, third_person in third_persons().items() if not third_person.endswith(_PAST)]


def _spelled(stem: str) -> str:
    """Spell a stem before its ending: busco, busqué; pago, pagué; cruzo, crucé."""
    if stem.endswith("c"):
        return f"{stem[:-1]}qu"
    if stem.endswith("g"):
        return f"{stem}u"
    return f"{stem[:-1]}c" if stem.endswith("z") else stem


_IRREGULAR_GERUNDS = """
yendo:voy saliendo:salgo viniendo:vengo haciendo:hago jugando:juego durmiendo:duermo siguiendo:sigo teniendo:tengo
poniendo:pongo leyendo:leo viendo:veo dando:doy comiendo:como corriendo:corro fumando:fumo entrenando:entreno
"""
_PAST_ENDINGS = {"ado": ("é", "amos", "ó", "aron"), "ido": ("í", "imos", "ió", "ieron")}
_PAST_OF = {
    "hecho": "hice hicimos hizo hicieron", "puesto": "puse pusimos puso pusieron", "visto": "vi vimos vio vieron",
    "vuelto": "volví volvimos volvió volvieron", "roto": "rompí rompimos rompió rompieron",
    "escrito": "escribí escribimos escribió escribieron", "abierto": "abrí abrimos abrió abrieron",
    "muerto": "morí morimos murió murieron", "dicho": "dije dijimos dijo dijeron", "sido": "fui fuimos fue fueron",
    "ido": "fui fuimos fue fueron", "tenido": "tuve tuvimos tuvo tuvieron",
    "estado": "estuve estuvimos estuvo estuvieron", "venido": "vine vinimos vino vinieron",
    "dado": "di dimos dio dieron", "conseguido": "conseguí conseguimos consiguió consiguieron",
    "pedido": "pedí pedimos pidió pidieron",
}  # fmt: skip
PERFECT = {"he": 0, "hemos": 1, "ha": 2, "han": 3}
JUST_NOW = {"acabo": 0, "acabamos": 1, "acaba": 2, "acaban": 3}


def past_of(participle: str, person: int) -> str:
    """Return the past of a participle as patterns see it ("comprado", 0 → "compre"), empty for other words."""
    if irregular := _PAST_OF.get(participle):
        return _seen(irregular.split()[person])
    stem, ending = participle[:-3], participle[-3:]
    if len(stem) < 2 or ending not in _PAST_ENDINGS:
        return ""
    first = person == 0 and ending == "ado"
    return _seen((_spelled(stem) if first else stem) + _PAST_ENDINGS[ending][person])


def participle_of(infinitive: str) -> str:
    return infinitive[:-2] + ("ado" if infinitive.endswith("ar") else "ido")


def _seen(form: str) -> str:
    return fold_letters(form) + ("^" if form.endswith("ó") else "")


_OBJECTS = ("me", "lo", "la", "los", "las", "le", "les", "melo", "mela", "telo", "tela", "selo", "sela", "nos")
_TO_ONESELF = ("acordate", "acuerdate", "fijate", "olvidate", "imaginate", "enterate", "apurate", "calmate")
_ASKED = "agendar recordar guardar agregar mostrar contar explicar registrar saber creer memorizar poner hacer decir"


def orders() -> list[str]:
    """Return orders with their objects, folded: "anotalo", "decime"."""
    stems = (infinitive[:-1] for infinitive in (*_REGULAR.split(), *_ASKED.split()))
    return [*_TO_ONESELF, *(f"{fold_letters(stem)}{whom}" for stem in stems for whom in _OBJECTS)]


_IRREGULAR_SECOND = """
sos:soy estas:estoy vas:voy das:doy ves:veo tenes:tengo podes:puedo queres:quiero haces:hago decis:digo venis:vengo
salis:salgo pones:pongo traes:traigo sabes:sé seguis:sigo dormis:duermo jugas:juego empezas:empiezo pensas:pienso
preferis:prefiero volves:vuelvo acostas:acuesto despertas:despierto rendis:rindo cumplis:cumplo sufris:sufro
arrancas:arranco conoces:conozco andas:ando comes:como lees:leo eres:soy tenias:tenía tuviste:tuve fuiste:fui
hiciste:hice empezaste:empecé anotaste:anoté operaste:operé
"""


def first_persons() -> dict[str, str]:
    """Return second person forms ("tomás", "tomas", "tienes"), folded, with their first persons."""
    forms: dict[str, str] = {}
    for infinitive in _REGULAR.split():
        stem, ending = infinitive[:-2], infinitive[-2:]
        past = f"{_spelled(stem)}é" if ending == "ar" else f"{stem}í"
        for second, first in ((f"{ending[0]}s", f"{stem}o"), ("as" if ending == "ar" else "es", f"{stem}o"),
                              ("aste" if ending == "ar" else "iste", past)):  # fmt: skip
            forms[fold_letters(stem + second)] = first
    thirds = {fold_letters(third): first for first, third in (pair.split(":") for pair in _IRREGULAR.split())}
    forms |= {f"{third}s": first for third, first in thirds.items() if not third.endswith(_PAST) and third[-1] in "ae"}
    for pair in _IRREGULAR_SECOND.split():
        second, _, first = pair.partition(":")
        forms[second] = first
    return forms
