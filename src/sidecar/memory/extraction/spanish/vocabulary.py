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
        es son está están tiene tienen viven trabajan laburan estudian juegan toca usan va van le les cumplen hablan
        sufre padece hace""",
    "KIN": """
        viejos hije nenas bebés beba peque gordo_menor pibe piba pibas chicas abuelas tías tíos primas sobrinas
        sobrinos cuñados nietas melli consuegra consuegro bisabuela bisabuelo hijo_mayor hija_mayor hijo_menor
        hija_menor hermano_mayor hermana_mayor hermano_menor hermana_menor hijo_del_medio hija_del_medio""",
    "PERSON": "amigovio jefes socios roommate dueña dueño gestor tutor tutora",
    "PET": "perritas gatitos gatitas michis cacatúa border chinchilla",
    "COND": """
        diabetes_tipo tda bipolaridad asperger hiv sida leucemia linfoma tumor esclerosis taquicardia insuficiencia
        insuficiencia_renal insuficiencia_cardíaca osteopenia apnea_del_sueño narcolepsia hipermetropía presbicia
        queratocono discalculia trastorno_de_ansiedad trastorno_de_pánico trastorno estrés_postraumático síndrome
        síndrome_de intestino_irritable ovarios_poliquísticos enfermedad_de_crohn colitis hígado_graso
        piedras_en_la_vesícula divertículos hemofilia trombofilia certificado_de_discapacidad cud claustrofobia
        agorafobia fobias vaginismo chagas tiroiditis hashimoto un_stent stent bypass epoc enfisema fibrosis_quística
        angina_de_pecho problema_de_tiroides problemas_de_tiroides problemas_cardíacos problemas_de_corazón
        problemas_del_corazón problemas_renales problemas_de_espalda pie_plano pies_planos estrabismo
        discapacidad_visual discapacidad_motriz síndrome_de_down factor_v colon covid_largo resistencia_a_la_insulina
        insulinorresistencia trasplante un_riñón un_solo_riñón""",
    "SERIOUS": """
        diabetes_tipo hiv sida leucemia linfoma tumor esclerosis hemofilia trombofilia epoc insuficiencia_renal
        insuficiencia_cardíaca insuficiencia stent fibrosis_quística angina_de_pecho problemas_cardíacos
        problemas_de_corazón chagas trasplante bypass un_riñón un_solo_riñón problemas_renales""",
    "ILL": """
        hipotenso hipotensa hemofílico hemofílica insulinodependiente cardíaco cardíaca trasplantado trasplantada
        astigmático astigmática hipoacúsico hipoacúsica insomne asperger discapacitado discapacitada parapléjico
        paraplégica claustrofóbico claustrofóbica oncológico depresiva ansioso_crónico migrañoso migrañosa
        neurodivergente fóbico fóbica alcohólico alcohólica ludópata hipocondríaco hipocondríaca adicto adicta""",
    "GRAVE": "hemofílico hemofílica insulinodependiente cardíaco cardíaca trasplantado trasplantada",
    "DIET": """
        veganos veganas vegetarianos vegetarianas ovolactovegetariano ovolactovegetariana flexitariano flexitariana
        kosher halal crudívoro crudívora carnívoro carnívora""",
    "JOB": """
        developer remisero cosmetóloga psicopedagogo fonoaudiólogo bioquímico bioquímica geóloga comerciante
        empresario empresaria autónoma pensionado becario becaria intérprete productor productora jefe_de jefa_de
        project_manager herrero niñero fiscal martillero repositor repositora cadete instrumentadora radiólogo
        radióloga técnico técnica obrero obrera productor_agropecuario ama_de_casa asistente_social
        acompañante_terapéutico acompañante_terapéutica preparador_físico preparadora_física youtuber tatuador
        tatuadora socióloga historiadora filósofa residente dueño dueña fundador fundadora cofundador cofundadora ceo
        cto encargada supervisor supervisora preceptor preceptora vigilador seguridad custodio funcionario funcionaria
        zapatero ceramista artesano artesana viajante preventista auditor auditora actuario reclutador reclutadora
        product_owner fullstack ux""",
    "NATION": """
        brasilera cubana gallega catalana vasca ucraniano ucraniana ecuatoriana dominicano dominicana australiana
        porteño porteña cordobés cordobesa rosarino rosarina mendocino mendocina tucumano tucumana salteño salteña
        jujeño jujeña misionero correntino correntina chaqueño chaqueña entrerriano entrerriana santafesino
        santafesina sanjuanino sanjuanina puntano riojano riojana santiagueño santiagueña formoseño formoseña neuquino
        neuquina rionegrino chubutense santacruceño fueguino fueguina pampeano pampeana bonaerense platense
        marplatense bahiense quilmeño""",
    "TRAIT": """
        ambidiestro ambidiestra pelirrojo pelirroja evangélica musulmana agnóstico agnóstica mormón mormona
        testigo_de_jehová cristiano cristiana gay lesbiana bisexual trans no_binario no_binaria asexual pansexual
        huérfano huérfana adoptado adoptada madre_soltera padre_soltero peronista radical socialista feminista
        noctámbula donante""",
    "SIGN": "",
    "LANG": "aymara mapudungun esperanto lsa ucraniano rumano idish",
    "DAY": "",
    "SPAN": "feriados veranos inviernos",
    "ALWAYS": "de_ahora_en_adelante en_adelante siempre",
    "HALFDAY": "la_mañana la_tarde la_noche mediodías",
    "ACRONYM": "uba utn unla unlp unc uncuyo uca itba uade unr unsam ungs undav unq untref unt unne unsl unahur",
    "INF": "ser ir",
    "MONTH": "",
    "COUNT": """
        un una uno dos tres cuatro cinco seis siete ocho nueve diez once doce quince veinte treinta cuarenta cincuenta
        sesenta setenta ochenta noventa varios varias muchos muchas par""",
    "VEHICLE": """
        camión utilitario cuatri lancha gol focus ranger partner berlingo prisma up fox vento bora polo megane logan
        kwid fit 207 308 c4 ecosport tracker spin agile fun yamaha zanella""",
    "THING": "casita terreno pc ipad kindle play playstation licencia departamentito",
    "INSTRUMENT": "percusión cajón trombón contrabajo quena sikus órgano",
    "MED": """
        alplazolam aspirineta valproato topiramato pregabalina gabapentina anticonceptivas ansiolíticos
        anticoagulantes anticoagulante acenocumarol sintrom hidroclorotiazida furosemida espironolactona alopurinol
        hidroxicloroquina antihistamínicos medicamentos remedios hormonas testosterona estrógenos aripiprazol
        risperidona olanzapina minoxidil roacután""",
    "ALLERGEN": "huevos carnes harinas frituras embutidos",
    "TEAM": "ferro chacarita platense godoy_cruz aldosivi almirante_brown nueva_chicago all_boys peñarol",
    "HABIT": "coro misa análisis guardia guardias",
    "VISIT": "entrevista control ecografía tomografía análisis",
    "BODY": "vista apendicitis ovario próstata colon cesárea cerebro peroné tibia fémur",
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


KNOWN = vocabulary("es", CLASSES, _guess, {"pa": "para", "xq": "porque", "q": "que", "tmb": "tambien", "toy": "estoy"})
