"""Spanish words by what they mean for a fact; mostly as people in Argentina say them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sidecar.memory.extraction.spanish.verb_forms import present_forms, third_persons
from sidecar.memory.extraction.words import vocabulary

THIRD = third_persons()
PRESENT = present_forms()

CLASSES = {
    "FIRST": " ".join(THIRD),
    "NOW": " ".join(PRESENT),
    "HAS": """
        es son está están tiene tienen vive viven trabaja trabajan labura laburan estudia estudian juega juegan
        toca usa usan va van se le les cumple cumplen toma come habla hablan maneja baila canta sufre padece
        cursa vende enseña hace""",
    "KIN": """
        mamá mama mami vieja viejo papá papa papi viejos padres madre padre hermana hermano hermanas hermanos
        hermanita hermanito hermanastro hermanastra medio_hermano media_hermana hija hijo hijas hijos hije nena
        nene nenas nenes bebé bebe bebés beba peque gordo_menor pibe piba pibes pibas chicos chicas abuela abuelo
        abuelos abuelas nona nono tía tío tías tíos prima primo primos primas sobrina sobrino sobrinas sobrinos
        sobri cuñada cuñado cuñados suegra suegro suegros yerno nuera nieta nieto nietos nietas marido esposo
        esposa mujer señora pareja novia novio prometida prometido ex exmarido exmujer exnovio exnovia padrastro
        madrastra padrino madrina ahijada ahijado mellizos mellizas melli gemelos gemelas familia consuegra
        consuegro bisabuela bisabuelo hijastro hijastra hijo_mayor hija_mayor hijo_menor hija_menor hermano_mayor
        hermana_mayor hermano_menor hermana_menor hijo_del_medio hija_del_medio""",
    "PERSON": """
        amigo amiga amigos amigas mejor_amigo mejor_amiga amigovio jefe jefa jefes socia socio socios vecina vecino
        vecinos roommate compañera compañero compañera_de_piso compañero_de_piso compañero_de_depto
        compañera_de_depto psicóloga psicólogo psiquiatra terapeuta analista entrenador entrenadora profe profesor
        profesora médico médica doctor doctora dentista cardióloga cardiólogo nutricionista kinesióloga kinesiólogo
        ginecóloga ginecólogo obstetra pediatra dermatóloga dermatólogo oculista neuróloga neurólogo contador
        contadora abogada abogado plomero gasista electricista niñera encargado portero dueña dueño casero
        inquilino clienta cliente gestor veterinaria veterinario empleada empleado tutor tutora mentora mentor
        personal_trainer""",
    "PET": """
        perro perra perrito perrita perros perras perritos perritas gato gata gatito gatita gatos gatas gatitos
        gatitas cachorro cachorra conejo coneja tortuga loro canario hámster cobayo cobaya pez peces caballo yegua
        gallinas mascota mascotas michi michis caniche labrador labradora salchicha bulldog gallina hurón cacatúa
        cotorra galgo galga callejero iguana ovejero beagle border pajarito pájaro cuis chinchilla acuario""",
    "COND": """
        asma diabetes diabetes_tipo celiaquía hipertensión hipotiroidismo hipertiroidismo epilepsia artritis
        artrosis migraña migrañas jaquecas gastritis reflujo colesterol anemia lupus psoriasis fibromialgia
        endometriosis escoliosis ansiedad depresión tdah tda toc bipolaridad autismo asperger vih hiv sida cáncer
        leucemia linfoma tumor parkinson alzheimer esclerosis esclerosis_múltiple hernia hernia_de_disco ciática
        rinitis dermatitis eczema rosácea vitíligo soplo arritmia taquicardia presión_alta presión_baja
        insuficiencia insuficiencia_renal insuficiencia_cardíaca gota osteoporosis osteopenia apnea apnea_del_sueño
        insomnio narcolepsia vértigo tinnitus acúfenos glaucoma cataratas miopía astigmatismo hipermetropía
        presbicia queratocono daltonismo dislexia discalculia ataques_de_pánico trastorno_de_ansiedad
        trastorno_de_pánico trastorno_bipolar trastorno estrés_postraumático síndrome síndrome_de colon_irritable
        intestino_irritable ovario_poliquístico ovarios_poliquísticos crohn enfermedad_de_crohn colitis
        hígado_graso hepatitis cálculos piedras_en_la_vesícula divertículos hemofilia trombofilia trombosis várices
        marcapasos prótesis audífono audífonos silla_de_ruedas discapacidad certificado_de_discapacidad cud
        claustrofobia agorafobia fobia fobias vaginismo túnel_carpiano tendinitis chagas dengue tiroides tiroiditis
        hashimoto un_stent stent bypass ulcera úlcera sinusitis bronquitis epoc enfisema fibrosis_quística
        angina_de_pecho problema_de_tiroides problemas_de_tiroides problemas_cardíacos problemas_de_corazón
        problemas_del_corazón problemas_renales problemas_de_espalda pie_plano pies_planos estrabismo
        discapacidad_visual discapacidad_motriz síndrome_de_down factor_v hipoacusia sordera colon covid_largo
        resistencia_a_la_insulina insulinorresistencia prediabetes bruxismo acné anorexia bulimia tea trasplante
        un_riñón un_solo_riñón intolerancia alergia alergias""",
    "SERIOUS": """
        asma diabetes diabetes_tipo celiaquía epilepsia vih hiv sida cáncer leucemia linfoma tumor parkinson
        alzheimer esclerosis esclerosis_múltiple lupus marcapasos hemofilia trombofilia trombosis epoc
        insuficiencia_renal insuficiencia_cardíaca insuficiencia arritmia stent hipertensión presión_alta
        fibrosis_quística angina_de_pecho problemas_cardíacos problemas_de_corazón chagas trasplante bypass
        un_riñón un_solo_riñón problemas_renales alergia alergias intolerancia crohn""",
    "ILL": """
        diabético diabética asmático asmática epiléptico epiléptica hipertenso hipertensa hipotenso hipotensa
        celíaco celíaca celiaco celiaca hemofílico hemofílica bipolar autista hipotiroideo hipotiroidea anémico
        anémica insulinodependiente cardíaco cardíaca trasplantado trasplantada alérgico alérgica intolerante
        daltónico daltónica miope astigmático astigmática sordo sorda ciego ciega hipoacúsico hipoacúsica disléxico
        disléxica insomne asperger discapacitado discapacitada parapléjico paraplégica claustrofóbico
        claustrofóbica oncológico prediabético prediabética depresivo depresiva ansioso_crónico migrañoso migrañosa
        neurodivergente tdah fóbico fóbica alcohólico alcohólica ludópata hipocondríaco hipocondríaca adicto adicta""",
    "GRAVE": """
        diabético diabética asmático asmática epiléptico epiléptica hipertenso hipertensa celíaco celíaca
        hemofílico hemofílica insulinodependiente cardíaco cardíaca trasplantado trasplantada alérgico alérgica
        intolerante""",
    "DIET": """
        vegano vegana veganos veganas vegetariano vegetariana vegetarianos vegetarianas pescetariano pescetariana
        ovolactovegetariano ovolactovegetariana flexitariano flexitariana kosher halal keto crudívoro crudívora
        carnívoro carnívora""",
    "JOB": """
        médico médica medico medica abogado abogada enfermero enfermera maestro maestra profe profesor profesora
        docente ingeniero ingeniera arquitecto arquitecta contador contadora programador programadora desarrollador
        desarrolladora dev developer diseñador diseñadora electricista plomero carpintero mecánico mecánica chofer
        taxista remisero camionero colectivero policía bombero bombera militar cocinero cocinera chef pastelero
        pastelera panadero panadera mozo moza barista peluquero peluquera manicura cosmetóloga veterinario
        veterinaria psicólogo psicóloga psiquiatra psicopedagogo psicopedagoga kinesiólogo kinesióloga
        fonoaudióloga fonoaudiólogo nutricionista farmacéutico farmacéutica bioquímico bioquímica biólogo bióloga
        químico química físico física matemático matemática geólogo geóloga economista administrativo
        administrativa empleado empleada cajero cajera vendedor vendedora comerciante empresario empresaria
        emprendedor emprendedora autónomo autónoma freelance freelancer monotributista jubilado jubilada pensionado
        estudiante becario becaria investigador investigadora científico científica periodista escritor escritora
        editor editora traductor traductora intérprete fotógrafo fotógrafa músico música actor actriz bailarín
        bailarina cantante guionista director directora productor productora gerente jefe_de jefa_de analista
        consultor consultora community_manager product_manager project_manager scrum_master qa tester sysadmin
        data_scientist jardinero jardinera albañil gasista pintor pintora herrero soldador costurera modista
        portero encargado niñera niñero azafata piloto marinero bibliotecario bibliotecaria secretaria secretario
        recepcionista escribano escribana juez jueza fiscal martillero corredor_inmobiliario repositor repositora
        repartidor repartidora cadete cartero odontólogo odontóloga dentista cirujano cirujana pediatra obstetra
        partera cardiólogo cardióloga anestesista instrumentadora radiólogo radióloga técnico técnica tecnico
        tecnica operario operaria obrero obrera productor_agropecuario agrónomo agrónoma ama_de_casa
        trabajador_social trabajadora_social asistente_social acompañante_terapéutico acompañante_terapéutica
        guardavidas personal_trainer entrenador entrenadora preparador_físico preparadora_física streamer youtuber
        influencer tatuador tatuadora ilustrador ilustradora animador animadora sociólogo socióloga antropólogo
        antropóloga politólogo politóloga historiador historiadora filósofo filósofa residente pasante dueño dueña
        socio socia fundador fundadora cofundador cofundadora ceo cto encargada supervisor supervisora coordinador
        coordinadora preceptor preceptora vigilador seguridad custodio funcionario funcionaria sommelier bartender
        zapatero joyero relojero ceramista artesano artesana viajante preventista auditor auditora actuario rrhh
        reclutador reclutadora product_owner frontend backend fullstack full_stack ux devops maquillador
        maquilladora""",
    "NATION": """
        argentino argentina uruguayo uruguaya chileno chilena paraguayo paraguaya boliviano boliviana peruano
        peruana venezolano venezolana colombiano colombiana brasileño brasileña brasilero brasilera mexicano
        mexicana cubano cubana español española italiano italiana francés francesa alemán alemana inglés inglesa
        portugués portuguesa gallego gallega catalán catalana vasco vasca ruso rusa ucraniano ucraniana polaco
        polaca chino china japonés japonesa coreano coreana ecuatoriano ecuatoriana dominicano dominicana
        estadounidense canadiense australiano australiana porteño porteña cordobés cordobesa rosarino rosarina
        mendocino mendocina tucumano tucumana salteño salteña jujeño jujeña misionero correntino correntina
        chaqueño chaqueña entrerriano entrerriana santafesino santafesina sanjuanino sanjuanina puntano riojano
        riojana santiagueño santiagueña formoseño formoseña neuquino neuquina rionegrino chubutense santacruceño
        fueguino fueguina pampeano pampeana bonaerense platense marplatense bahiense quilmeño""",
    "TRAIT": """
        zurdo zurda ambidiestro ambidiestra pelirrojo pelirroja viudo viuda soltero soltera casado casada
        divorciado divorciada separado separada judío judía católico católica evangélico evangélica budista
        musulmán musulmana ateo atea agnóstico agnóstica mormón mormona testigo_de_jehová cristiano cristiana
        creyente gay lesbiana bisexual trans no_binario no_binaria asexual pansexual hijo_único hija_única huérfano
        huérfana adoptado adoptada madre padre mamá papá mellizo melliza gemelo gemela abuelo abuela tía tío
        padrino madrina madre_soltera padre_soltero peronista radical socialista feminista escorpiana escorpiano
        taurino sagitariana geminiana geminiano introvertido introvertida tímido tímida extrovertido extrovertida
        noctámbulo noctámbula madrugador madrugadora donante""",
    "SIGN": "aries tauro géminis leo virgo libra escorpio sagitario capricornio acuario piscis",
    "LANG": """
        inglés ingles español castellano portugués portugues francés frances italiano alemán aleman chino mandarín
        japonés japones coreano ruso árabe hebreo guaraní quechua aymara mapudungun catalán gallego vasco euskera
        holandés sueco polaco griego turco hindi latín esperanto lengua_de_señas lsa ucraniano noruego danés rumano
        idish idiomas""",
    "DAY": """
        lunes martes miércoles jueves viernes sábado sábados domingo domingos finde findes fin_de_semana
        fines_de_semana""",
    "SPAN": """
        día días semana semanas mes meses año años noche noches mañana mañanas tarde tardes finde findes mediodía
        quincena feriado feriados verano veranos invierno inviernos enero""",
    "ALWAYS": "de_ahora_en_más de_ahora_en_mas desde_ahora a_partir_de_ahora de_ahora_en_adelante en_adelante siempre",
    "HALFDAY": "la_mañana la_tarde la_noche mañana mañanas tarde tardes noche noches mediodía mediodías madrugada",
    "ACRONYM": "uba utn unla unlp unc uncuyo uca itba uade unr unsam ungs undav unq untref unt unne unsl unahur",
    "INF": "ser ir",
    "MONTH": """
        enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre""",
    "COUNT": """
        un una uno dos tres cuatro cinco seis siete ocho nueve diez once doce quince veinte treinta cuarenta
        cincuenta sesenta setenta ochenta noventa varios varias muchos muchas par""",
    "VEHICLE": """
        auto autito coche camioneta moto bici bicicleta camión utilitario kangoo monopatín cuatri lancha velero
        kayak fiat ford renault peugeot citroën citroen toyota honda chevrolet volkswagen nissan jeep corsa gol
        clio fiesta ka focus corolla etios hilux amarok ranger duster sandero partner berlingo palio cronos onix
        prisma suran up fox vento bora golf polo megane logan kwid yaris civic fit 208 206 207 308 c3 c4 ecosport
        tracker spin agile fun yamaha zanella""",
    "THING": """
        casa casita depto departamento terreno quinta campo iphone android samsung motorola notebook mac macbook
        compu computadora pc tablet ipad kindle play playstation guitarra piano bajo batería teclado violín ukelele
        bandoneón charango saxo flauta huerta pileta pasaporte ciudadanía residencia osde swiss_medical galeno
        prepaga obra_social pami ioma tatuaje tatuajes carnet registro licencia balcón jardín terraza
        departamentito monoambiente ph cabaña carpa colección beca hipoteca seguro""",
    "INSTRUMENT": """
        guitarra piano bajo batería teclado violín viola violonchelo chelo ukelele bandoneón acordeón charango saxo
        saxofón flauta trompeta armónica percusión cajón bombo arpa clarinete trombón contrabajo quena sikus órgano""",
    "MED": """
        levotiroxina t4 losartán losartan enalapril sertralina escitalopram fluoxetina paroxetina clonazepam
        alplazolam alprazolam rivotril metformina insulina omeprazol esomeprazol atorvastatina rosuvastatina
        aspirina aspirineta ibuprofeno paracetamol amoxicilina corticoides prednisona salbutamol budesonida litio
        quetiapina lamotrigina valproato topiramato pregabalina gabapentina metilfenidato ritalina anticonceptivas
        anticonceptivos pastillas pastilla antidepresivos antidepresivo ansiolíticos anticoagulantes anticoagulante
        acenocumarol sintrom warfarina rivaroxabán clopidogrel bisoprolol atenolol carvedilol amlodipina valsartán
        hidroclorotiazida furosemida espironolactona alopurinol metotrexato hidroxicloroquina ozempic semaglutida
        vitamina hierro melatonina antihistamínicos antihistamínico loratadina cetirizina medicación medicamentos
        medicamento remedio remedios comprimidos comprimido hormonas testosterona estrógenos tamoxifeno venlafaxina
        bupropión duloxetina aripiprazol risperidona olanzapina finasteride minoxidil isotretinoína roacután
        magnesio creatina""",
    "ALLERGEN": """
        gluten trigo lactosa lácteos leche maní nuez nueces frutos_secos mariscos pescado huevo huevos soja sésamo
        carne carne_roja carnes cerdo chancho pollo azúcar sal harinas harina picante frituras alcohol cafeína café
        mate tacc embutidos miel queso""",
    "TEAM": """
        boca river racing independiente san_lorenzo vélez huracán gimnasia rosario_central newell's newells
        talleres ferro chacarita platense atlético_tucumán godoy_cruz aldosivi almirante_brown nueva_chicago
        all_boys peñarol real_madrid barça""",
    "HABIT": """
        gimnasio gym gimnasia yoga pilates natación terapia coro facultad facu misa iglesia psicóloga psicólogo
        psiquiatra crossfit boxeo pileta inglés clase clases taller ensayo tango salsa kinesiología análisis fútbol
        tenis pádel básquet vóley rugby hockey running spinning entrenamiento reunión reuniones guardia guardias
        curso ensayo""",
    "VISIT": """
        turno médico médica dentista cardiólogo cardióloga psicóloga psicólogo oculista ginecóloga ginecólogo
        pediatra dermatóloga dermatólogo traumatólogo traumatóloga operación cirugía examen parcial final
        entrevista vuelo viaje mudanza casamiento control resonancia ecografía tomografía análisis""",
    "BODY": """
        rodilla cadera columna espalda corazón hombro mano muñeca tobillo pie vista ojos vesícula apéndice
        apendicitis hernia amígdalas útero ovario próstata riñón hígado pulmón estómago colon tiroides menisco
        meniscos ligamentos ligamento cesárea nariz cabeza cerebro brazo pierna cuello cintura codo peroné tibia
        fémur mama muela""",
}

_JOB = re.compile(
    r".{3,}(?:olog[oa]|iatra|graf[oa]|urg[oa]|dor(?:a)?|tor(?:a)?|ista|ogerente|enfermer[oa]|analista|i[cs]tr[oa])$"
)
_NO_JOB = re.compile(
    r"(?:optim|pesim|ego|perfeccion|real|femin|mach|tur|minimal|peron|social|rac|material|ideal|derech|izquierd|fatal"
    r"|capital|comun|anarqu|nacional|narcis|alarm|detall|bromist|especial|conform|l|v|p)ista$|(?:trabaj|soñ|encant|ganad"
    r"|perded|luchad|jod|romp|ador|compr|am|mej|pe|may|men|horr|calor|terr|err)(?:ador|edor|or)a?$"
    r"|^(?:trabajador|sonador|ganador|perdedor|luchador|jugador|conocedor|seguidor|lector|fumador|bebedor|madrugador"
    r"|consumidor|procrastinador|encantador|pecador|motor|tractor|doctor_de|acreedor|deudor|admirador|soltador)a?$"
)
_INFINITIVE = re.compile(
    r"(?!lugar|hogar|mujer|azucar|bar$|mar$|ayer|taller|alquiler|celular|particular|popular|familiar)"
    r"\w{2,}(?:ar|er|ir)(?:me|se|nos|l[oae]s?|mel[oa]s?)?"
)
_MED = re.compile(
    r".{4,}(?:pril|sartan|statina|prazol|oxetina|pram|zepam|zolam|tiroxina|formina|cilina|olol|dipina|mab)$"
)


def _guess(symbol: str) -> Iterable[str]:
    if _MED.fullmatch(symbol):
        yield "MED"
    if _JOB.fullmatch(symbol) and not _NO_JOB.search(symbol):
        yield "JOB"
    if _INFINITIVE.fullmatch(symbol):
        yield "INF"


KNOWN = vocabulary(CLASSES, _guess, {"pa": "para", "xq": "porque", "q": "que", "tmb": "tambien", "toy": "estoy"})
