"""Facts in Spanish as people type them: fragments, kin and friends in passing, changes, days, prices, medicines."""

from __future__ import annotations

import pytest

from sidecar.domain.fact import Domain, Subject
from sidecar.memory.extraction import extract

TRAITS = """
    vegetariana desde los 19 = Es vegetariana desde los 19
    enfermera en un hospital de niños hace 6 años = Es enfermera en un hospital de niños hace 6 años
    divorciado, dos nenas = Está divorciado, dos nenas
    celíaco de toda la vida = Es celíaco de toda la vida
    alérgica a los mariscos, ojo = Es alérgica a los mariscos
    asma desde chiquito = Tiene asma desde chiquito
"""
PEOPLE = """
    mi marido, Ernesto, es plomero = Su marido, Ernesto, es plomero
    fui al cine con mi prima Delfi = Su prima se llama Delfi
    salí a cenar con Rodri, mi hermano, y su mujer = Rodri es su hermano
    el perro se llama Tobías y la gata Frida = El perro se llama Tobías y la gata Frida
    mi suegra cumplió 70 el sábado = Su suegra cumplió 70 el sábado
    mi hermana se casó con un francés = Su hermana se casó con un francés
    mi viejo se jubilo en marzo = Su viejo se jubiló en marzo
    la abuela Chicha está en un hogar en Lanús = La abuela Chicha está en un hogar en Lanús
    mi jefa nueva se llama Silvina = Su jefa nueva se llama Silvina
    mi vecino Oscar tiene la llave de casa = Su vecino Oscar tiene la llave de casa
"""
HEALTH = """
    me subieron la levotiroxina a 112 = Le subieron la levotiroxina a 112
    arranqué con sertralina 50 la semana pasada = Arrancó con sertralina 50 la semana pasada
    dejé el ibuprofeno = Ya no toma ibuprofeno
    me sacaron el enalapril = Le sacaron el enalapril
    el neurólogo me cambió a topiramato 50 de noche = Le cambió a topiramato 50 de noche
    ando con muletas por un esguince = Anda con muletas por un esguince
    me diagnosticaron hipotiroidismo = Le diagnosticaron hipotiroidismo
    me salió intolerancia a la lactosa = Tiene intolerancia a la lactosa
    me operan de la vesícula el 12 de mayo = Le operan de la vesícula el 12 de mayo
"""
DAYS = """
    el martes tengo traumatólogo a las 10 = El martes tiene traumatólogo a las 10
    turno con la dentista el jueves 8 a las 17 = Tiene turno con la dentista el jueves 8 a las 17
    la ecografía me la pasaron al lunes 22 = La ecografía se la pasaron al lunes 22
    saqué turno para el oculista, 14 de junio = Sacó turno para el oculista, 14 de junio
    los miércoles a las 20 tengo taller de teatro = Los miércoles a las 20 tiene taller de teatro
    pilates lunes y jueves a las 9 = Pilates lunes y jueves a las 9
"""
CHANGES = """
    retomé terapia = Retomó terapia
    dejé el gimnasio = Dejó el gimnasio
    me anoté en un curso de fotografía = Se anotó en un curso de fotografía
    empecé natación dos veces por semana = Empezó natación dos veces por semana
"""
WORK = """
    me echaron del trabajo = Le echaron del trabajo
    renuncié al banco = Renunció al banco
    me pasaron al turno noche = Le pasaron al turno noche
    entré a trabajar en una panadería = Entró a trabajar en una panadería
    laburo de 9 a 18 en una oficina en Retiro = Labura de 9 a 18 en una oficina en Retiro
    curro en una gestoría en Vallecas = Curra en una gestoría en Vallecas
    soy camarera en un bar de Triana = Es camarera en un bar de Triana
    me ascendieron a encargada = Le ascendieron a encargada
"""
MONEY_AND_THINGS = """
    cobro 900 lucas por mes = Cobra 900 lucas por mes
    pago 410 de alquiler = Paga 410 de alquiler
    el alquiler se me fue a 520 mil = El alquiler se le fue a 520 mil
    la cuota del jardín sale 180 mil = La cuota del jardín sale 180 mil
    mi primo me debe 200 dólares = Su primo le debe 200 dólares
    le presté 50 lucas a Nacho = Le prestó 50 lucas a Nacho
    me compré una bici usada = Se compró una bici usada
    vendí el auto, ahora ando en bondi = Vendió el auto + Anda en bondi
    cambié el celu por un Motorola = Cambió el celu por un Motorola
    me robaron la mochila con la notebook = Le robaron la mochila con la notebook
"""
HOMES_AND_JOURNEYS = """
    me mudo el 1 de agosto a Córdoba = Se muda el 1 de agosto a Córdoba
    nos mudamos con Pato a un depto en Flores = Se mudaron con Pato a un depto en Flores
    vivo en un tercero sin ascensor en Once = Vive en un tercero sin ascensor en Once
    alquilo una pieza en lo de mi tía = Alquila una pieza en lo de su tía
    nos vamos a Bariloche del 10 al 17 de julio = Se van a Bariloche del 10 al 17 de julio
    en octubre viajo a México con mi hermana = En octubre viaja a México con su hermana
    quiero recibirme antes de fin de año = Quiere recibirse antes de fin de año
    estoy juntando plata para una moto = Está juntando plata para una moto
"""
TASTES = """
    odio el cilantro = Odia el cilantro
    no me banco el picante = No se banca el picante
    me copa la cerámica = Le copa la cerámica
    el hígado no lo soporto = El hígado no lo soporta
    soy fan de Charly = Es fan de Charly
    no fumo más, llevo dos meses = No fuma más
    dejé el pucho en enero = Dejó el pucho en enero
"""
LIVES = """
    cortamos con Fede después de 5 años = Cortaron con Fede después de 5 años
    estoy saliendo con una chica, Maru = Está saliendo con una chica, Maru
    volvimos con Juli = Volvieron con Juli
    estoy embarazada de 14 semanas = Está embarazada de 14 semanas
    nació Benicio, mi sobrino = Nació Benicio, su sobrino
    se murió mi abuelo = Se murió su abuelo
    adoptamos un gatito, se llama Ramón = Adoptaron un gatito + Su gatito se llama Ramón
    Frida tiene insuficiencia renal = Frida tiene insuficiencia renal
    el gato toma benazepril cada 24 horas = El gato toma benazepril cada 24 horas
    cumplo 33 el 9 de noviembre = Cumple 33 el 9 de noviembre
    ya tengo 41 = Tiene 41 años
    calzo 39 = Calza 39
    mido 1,72 = Mide 1,72
    mi hija empieza jardín en marzo = Su hija empieza jardín en marzo
    Tomi pasó a segundo grado = Tomi pasó a segundo grado
    mi hijo juega al rugby los sábados = Su hijo juega al rugby los sábados
    a mi vieja le dieron losartán 50 = A su vieja le dieron losartán 50
    mi hermano labura en Mercado Libre = Su hermano labura en Mercado Libre
    mi mejor amiga vive en Barcelona desde 2019 = Su mejor amiga vive en Barcelona desde 2019
    me pidieron que sea padrino de Emma = Le pidieron que sea padrino de Emma
    no me mandes audios largos = Pide: no me mandes audios largos
    rindo análisis 2 el 3 de diciembre = Rinde análisis 2 el 3 de diciembre
    me queda una sola materia para recibirme = Le queda una sola materia para recibirse
    aprobé el examen de conducir = Aprobó el examen de conducir
    la entrevista es el martes 14 a las 11 = La entrevista es el martes 14 a las 11
    mi psicóloga es Andrea = Su psicóloga es Andrea
    mi odontólogo se llama Quiroga = Su odontólogo se llama Quiroga
    trabajo desde casa los lunes y viernes = Trabaja desde casa los lunes y viernes
    en casa somos cuatro: mi mujer, los mellizos y yo = En casa son cuatro: su mujer, los mellizos
    soy zurda = Es zurda
    tengo miedo a volar = Tiene miedo a volar
    vosotros no sé, pero yo soy de Zaragoza = Es de Zaragoza
    cojo el metro a las 7 todos los días = Coge el metro a las 7 todos los días
    mi móvil es un Pixel 7 = Su móvil es un Pixel 7
    tomo Adiro 100 por la mañana = Toma Adiro 100 por la mañana
    estoy de baja por la espalda = Está de baja por la espalda
    llevo tres años con lentillas = Lleva tres años con lentillas
"""

MANY_LIVES = """
    jaja no sabes, la conoci a la nueva jefa, Patricia, es un amor = Su jefa se llama Patricia
    termine el curso de excel, me dieron diploma y todo = Terminó el curso de excel
    no va mas el viaje a brasil, cayo el dolar = No va mas el viaje a brasil, cayo el dolar
    me dejo mi novia. 3 años a la basura = Le dejó su novia
    pase a ganar 1200 en mano = Pasó a ganar 1200 en mano
    mi hermana cambio de laburo, ahora esta en globant = Su hermana cambió de laburo, ahora esta en globant
    ahora vivo sola, la roomie se fue = Vive sola
    ya no uso la prepaga, me pase a la obra social = Ya no usa la prepaga + Se pasó a la obra social
    cambie de psicologa, la nueva se llama Marina Sosa = Cambió de psicologa
    me hicieron encargada del local = Le hicieron encargada del local
    arranco el gym el lunes, 3 veces por semana = Arranca el gym el lunes, 3 veces por semana
    me pusieron brackets, 2 años con esto = Le pusieron brackets, 2 años con esto
    mi abuelo cumplio 90 y le hicimos fiesta = Su abuelo cumplió 90 y le hicimos fiesta
    vendo tortas los fines de semana, me va bien = Vende tortas los fines de semana
    se nos caso la Juli con el flaco = Se casó la Juli con el flaco
    mi viejo tuvo un acv en marzo, quedo con el brazo izquierdo duro = Su viejo tuvo un acv en marzo
    me diagnosticaron tdah a los 35, tomo metilfenidato 20 = Le diagnosticaron tdah a los 35 + Toma metilfenidato 20
    no puedo con el lacteo, me hincha = No puede con el lacteo
    soy mas de gatos que de perros = Es mas de gatos que de perros
    mi serie favorita es succession = Su serie favorita es succession
    me levanto 6.30, mate y a correr 5k = Se levanta 6.30, mate y a correr 5k
    trabajo remoto para una empresa de canada, me pagan en dolares = Trabaja remoto para una empresa de canada
    somos 5 hermanos, yo soy la tercera = Son 5 hermanos + Es la tercera
    estamos esperando mellizos!! para fin de enero = Están esperando mellizos
    mi tia Marta fallecio anoche = Su tia Marta falleció anoche
    me operaron de apendicitis a los 12 = Le operaron de apendicitis a los 12
    debo 3 meses de expensas = Debe 3 meses de expensas
    nos mudamos el viernes a lanus, calle 9 de julio 1450 = Se mudaron el viernes a lanus, calle 9 de julio 1450
    pedi licencia sin goce hasta marzo = Pidió licencia sin goce hasta marzo
    hola! me llamo tincho, 34, de rosario, bancario = Se llama Tincho + Tiene 34 años + Es de rosario + Es bancario
    tengo hipotiroidismo, tomo t4 de 88 en ayunas = Tiene hipotiroidismo + Toma t4 de 88 en ayunas
    mi novio labura en sistemas, home office casi siempre = Su novio labura en sistemas, home office casi siempre
    empece a ir a una nutricionista, se llama valeria = Su nutricionista se llama Valeria
    no como mas carne desde enero = No come mas carne desde enero
    mi cuñada ana esta embarazada de 5 meses = Su cuñada Ana esta embarazada de 5 meses
    mi mama es viuda y vive sola en san luis = Su mama es viuda + Su mama vive sola en san luis
    tengo un taller de costura en casa = Tiene un taller de costura en casa
    soy de piscis = Es de piscis
    cumplo el 3 de marzo = Cumple el 3 de marzo
    mi numero de la suerte es el 7 = Su numero de la suerte es el 7
    me da terror volar = Le da terror volar
    amo los dias nublados = Ama los dias nublados
    las arañas me dan panico = Las arañas le dan panico
    no tomo mate, me cae pesimo = No toma mate
    cafe sin azucar siempre = Cafe sin azucar siempre
    colecciono vinilos de jazz = Colecciona vinilos de jazz
    salgo a correr a las 6 antes del laburo = Sale a correr a las 6 antes del laburo
    estoy leyendo a mariana enriquez, me vuela la cabeza = Está leyendo a Mariana enriquez
    quiero cambiar de laburo antes de junio = Quiere cambiar de laburo antes de junio
    estoy buscando depto en villa crespo = Está buscando depto en villa crespo
    vendemos la casa de mi abuela en moron = Venden la casa de su abuela en moron
    me quedan 3 cuotas del auto = Le quedan 3 cuotas del auto
    le debo 40 mil a mi viejo = Le debe 40 mil a su viejo
    mi mejor amiga flor se va a vivir a madrid en agosto = Su mejor amiga flor se va a vivir a madrid en agosto
    nos separamos con lucas en abril = Se separaron con lucas en abril
    volvi con mi ex, no me juzgues = Volvió con su ex
    tengo dos hijas: juana (9) y olivia (4) = Tiene dos hijas: Juana (9) y Olivia (4)
    juana hace gimnasia artistica los martes = Juana hace gimnasia artistica los martes
    olivia es alergica al huevo = Olivia es alergica al huevo
    mi jefe nuevo es un tal perez = Su jefe nuevo es un tal perez
    me mudo el mes q viene a un monoambiente en boedo = Se muda el mes que viene a un monoambiente en boedo
    el 15 me operan de la nariz = El 15 le operan de la nariz
    tomo pastillas anticonceptivas, yasmin = Toma pastillas anticonceptivas, yasmin
    estoy yendo a terapia los lunes con una psicologa nueva = Está yendo a terapia los lunes con una psicologa nueva
    uso lentes de contacto = Usa lentes de contacto
    tengo la presion alta, me medican con losartan 50 = Tiene la presion alta + Toma losartan 50
    mi gata se escapo hace un mes y no volvio = Su gata se escapo hace un mes y no volvió
    entro a las 8 y salgo a las 17 = Entra a las 8 + Sale a las 17
    trabajo part time en una libreria de calle corrientes = Trabaja part time en una libreria de calle corrientes
    doy clases de ingles particulares por zoom = Da clases de ingles particulares por zoom
    estudio abogacia en la uba, estoy en tercer año = Estudia abogacia en la uba + Está en tercer año
    me falta la tesis para recibirme = Le falta la tesis para recibirse
    el parcial de quimica es el 22 = El parcial de quimica es el 22
    prefiero que me hables corto = Prefiere que le hables corto
    trabajo de noche, duermo hasta las 2 = Trabaja de noche
    mi casa tiene un jardin grande con un limonero = Su casa tiene un jardin grande con un limonero
    tengo una huerta en el balcon = Tiene una huerta en el balcon
    mi coche es un seat leon del 2015 = Su coche es un seat leon del 2015
    vivo en alcorcon con mis padres = Vive en alcorcon con sus padres
    oposito a policia nacional, examen en mayo = Oposita a policia nacional, examen en mayo
    me he apuntado a boxeo = Se ha apuntado a boxeo
    he dejado el curro en la gestoria = Ha dejado el curro en la gestoria
    el piso me cuesta 750 al mes = El piso le cuesta 750 al mes
    mi hermana ha tenido un niño, hugo = Su hermana ha tenido un niño, Hugo
    estoy de erte desde febrero = Está de erte desde febrero
    mi abuela ingreso en una residencia en getafe = Su abuela ingreso en una residencia en getafe
    estudio filologia hispanica, cuarto año = Estudia filologia hispanica, cuarto año
    soy intolerante a la lactosa desde los 12 = Es intolerante a la lactosa desde los 12
    he quedado con la psiquiatra el 14 de mayo = Ha quedado con la psiquiatra el 14 de mayo
    me voy de erasmus a bolonia en septiembre = Se va de erasmus a bolonia en septiembre
    mi abuelo Joxe se ha muerto esta mañana = Su abuelo Joxe se ha muerto esta mañana
    soy jubilado de ancap, 68 años, viudo hace 4 = Es jubilado de ancap, 68 años, viudo hace 4
    los nietos son Mateo (7) y Agustina (5) = Mateo tiene 7 años + Agustina tiene 5 años
    el cardiologo es el doctor Bentancur, control cada seis meses = Su cardiologo es doctor Bentancur
    camino por la rambla todas las mañanas, una hora = Camina por la rambla todas las mañanas, una hora
    soy de peñarol hasta la muerte = Es de peñarol hasta la muerte
    tengo un chevette del 88 que es una joya = Tiene un chevette del 88 que es una joya
    me operan de cataratas el 20, primero el ojo izquierdo = Le operan de cataratas el 20, primero el ojo izquierdo
    soy contadora pero deje el trabajo cuando nacio la bebe = Es contadora + Dejó el trabajo cuando nació la bebe
    quiero poner un negocio de pasteles = Quiere poner un negocio de pasteles
    mi hermana Karla me va a ayudar con las redes = Su hermana se llama Karla
    a Romi le salio alergia a la proteina de la leche = A Romi le salio alergia a la proteina de la leche
    ya regrese al trabajo, medio tiempo, de 8 a 1 = Regresó al trabajo, medio tiempo, de 8 a 1
    mi jefa se llama licenciada Ortega, muy estricta = Su jefa se llama licenciada Ortega, muy estricta
    ya nos entregaron la casa, estamos en cholula desde el sabado = Están en cholula desde el sabado
    compramos una camioneta crv usada = Compraron una camioneta crv usada
    le digo Romi pero se llama Romina Guadalupe = Romi se llama Romina Guadalupe
    odio manejar en la autopista = Odia manejar en la autopista
    estoy tomando omeprazol de 20 por eso = Toma omeprazol de 20 por eso
    cumplimos 5 años de casados el 9 de julio = Cumplen 5 años de casados el 9 de julio
    deje de amamantar en agosto = Dejó de amamantar en agosto
    el gym me sale 450 al mes = El gym le sale 450 al mes
    vamos a ser papas otra vez = Van a ser papas otra vez
"""

SILENT = """
    el jueves 5 juega la selección|el 9 de julio es feriado|en enero hace un calor terrible acá
    cuántos días faltan para el 24 de diciembre|el martes 13 no te cases ni te embarques
    viste que el alquiler en capital está carísimo|hoy a las 8 hay asamblea en el edificio|el dólar pasó a 1500
    la nafta subió a 1400 pesos|mi amiga dice que el omeprazol engorda
    qué opinas del clonazepam 2 mg para dormir|mi vieja quiere que me case, jaja|Ana Frank vivía escondida
    Frida Kahlo tuvo un accidente en un tranvía|el gordo de navidad se sortea el 22|el turco ese me estafó
    un tal Ramiro me escribió por facebook|Carlos Gardel nació en Toulouse o en Tacuarembó
    Julio Cortázar vivía en París|si Ana viene el sábado le digo|y si me mudo a Córdoba en marzo?
    me imagino viviendo en la playa|soñé que tenía tres perros
    anoche soñé que me operaban de la rodilla el 5 de mayo|decime qué día cae el 14 de febrero
    agendame dentista el 20 a las 10|recordame el martes a las 9 llamar al banco
    haceme una lista: leche, pan, 2 kilos de papa|mandale un mail a Pedro el lunes
    estoy viendo una serie de un médico con cáncer|en la novela Leandro tiene leucemia
    el protagonista toma morfina 10 mg|leí que Juan Román Riquelme es el presidente
    mañana martes tengo que ir al súper a las 5|jaja mi perro es más vivo que vos|no, no soy alérgico, era broma
    qué tal si arranco pilates|por qué no dejé de fumar antes?|te debo una|me debés un asado
    me quiero morir de vergüenza|qué calor hace acá|hoy almorcé milanesas|estoy re cansado del laburo
    mi jefe es insoportable|si me gano la lotería me compro un yate|capaz me anoto en yoga
    ojalá me suban el sueldo|mi tía dice que tengo diabetes, nada que ver|¿te conté que vivo en Flores?
    recordame pagar la luz el 10 de mayo|poneme una alarma a las 7|anotá: comprar pan y leche
    buscame vuelos a Lima en julio|traducí "tengo 30 años y soy médico"
    la canción dice "vivo en un país libre"|leí que el omeprazol hace mal a largo plazo
    Messi vive en Miami con su familia|Lionel Messi juega en el Inter|el presidente viaja el 3 de junio
    imaginá que soy astronauta y vivo en Marte|cómo se dice me llamo Juan en alemán
    mañana tengo que lavar el auto|ayer comimos pizza con los chicos|me duele un poco la cabeza
    estoy en el colectivo|ya llegué a casa|gracias por todo, sos lo más
    qué hago si soy alérgico a la penicilina?|cuánto sale un pasaje a Madrid en enero?
    una amiga de una amiga se casó con un conde|dicen que va a llover el sábado
    si fuera millonario viviría en la playa|no sé si tengo turno el martes o el miércoles
    el médico de la tele recomienda tomar aspirina|mi horóscopo dice que voy a viajar|jaja soy un desastre
    me muero por unas vacaciones|esta noche juega Boca|estaría bueno aprender chino
    hacé de cuenta que sos mi abuela
"""


def _rows(*tables: str) -> list[tuple[str, list[str]]]:
    lines = [line.split(" = ") for table in tables for line in table.strip().splitlines()]
    return [(message.strip(), told.strip().split(" + ")) for message, told in lines]


_TALK = _rows(
    MANY_LIVES, TRAITS, PEOPLE, HEALTH, DAYS, CHANGES, WORK, MONEY_AND_THINGS, HOMES_AND_JOURNEYS, TASTES, LIVES
)


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize(("message", "told"), _TALK)
def test_tells_what_people_say_as_they_type_it(message: str, told: list[str]):
    assert [fact.text for fact in extract(message, "es")] == told


@pytest.mark.req("MEM-52")
@pytest.mark.parametrize(
    "message", [entry.strip() for line in SILENT.strip().splitlines() for entry in line.split("|")]
)
def test_is_silent_about_the_rest(message: str):
    assert extract(message, "es") == []


@pytest.mark.req("MEM-10")
@pytest.mark.parametrize(
    ("message", "domain", "subject"),
    [
        ("mi suegra cumplió 70 el sábado", Domain.RELATIONSHIPS, Subject.OTHER),
        ("fui al cine con mi prima Delfi", Domain.RELATIONSHIPS, Subject.OTHER),
        ("mi hermano labura en Mercado Libre", Domain.WORK, Subject.OTHER),
        ("Frida tiene insuficiencia renal", Domain.HEALTH, Subject.OTHER),
        ("asma desde chiquito", Domain.HEALTH, Subject.USER),
        ("pilates lunes y jueves a las 9", Domain.SCHEDULE, Subject.USER),
        ("enfermera en un hospital hace 6 años", Domain.WORK, Subject.USER),
    ],
)
def test_knows_what_it_is_about(message: str, domain: Domain, subject: Subject):
    assert [(fact.domain, fact.subject) for fact in extract(message, "es")] == [(domain, subject)]


@pytest.mark.req("MEM-10")
@pytest.mark.parametrize(
    "message",
    [
        "alérgica a los mariscos",
        "ahora ando con sertralina 100",
        "a mi vieja le dieron losartán 50",
        "celíaco desde chico",
    ],
)
def test_marks_what_may_be_dangerous(message: str):
    assert [fact.critical for fact in extract(message, "es")] == [True]


@pytest.mark.req("MEM-17")
@pytest.mark.parametrize(
    ("message", "told"),
    [
        (
            "ayer vino mi prima Lore. vive en Morón y labura de moza",
            ["Su prima se llama Lore", "Su prima Lore vive en Morón"],
        ),
        ("arranqué cerámica!! sábados a las 10", ["Arrancó cerámica, sábados a las 10"]),
    ],
)
def test_goes_on_with_the_sentence_before(message: str, told: list[str]):
    texts = [fact.text for fact in extract(message, "es")]
    assert [text for text in told if text in texts] == told


def test_names_written_small_are_written_large():
    assert [fact.text for fact in extract("vivo en tandil con mi novia cami", "es")][-1] == "Su novia se llama Cami"


@pytest.mark.req("MEM-10")
@pytest.mark.parametrize(
    "message",
    [
        "le preparo el pastillero: valsartan 80 a la mañana",
        "a mi suegro le cambiaron la insulina, ahora lantus 20",
        "la veterinaria le mandó prednisolona 5 por una semana",
        "mi hermana está con sertralina 50",
    ],
)
def test_the_medicine_of_another_is_not_ones_own(message: str):
    assert {fact.subject for fact in extract(message, "es")} == {Subject.OTHER}


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("se nos murió Félix", "Félix murió"),
        ("anoche se me murió la Negra, no paro de llorar", "Negra murió"),
        ("tuvimos que sacrificar a Lola", "Lola murió"),
        ("uso un puf de salbutamol", "Usa un puf de salbutamol"),
        ("me aplico una ampolla de vitamina b12", "Se aplica una ampolla de vitamina b12"),
    ],
)
def test_reads_a_death_by_name_and_the_form_of_a_medicine(message: str, told: str):
    assert told in [fact.text for fact in extract(message, "es")]
