"""Family, partners, friends and animals: who they are, and what they are like."""

from __future__ import annotations

from sidecar.domain.fact import Confidence, Domain, Subject
from sidecar.memory.extraction.grammar import parse_rules
from sidecar.memory.extraction.spanish.rules.shorthands import SHORTHANDS

_PEOPLE, _HEALTH = Domain.RELATIONSHIPS, Domain.HEALTH

MINE = (
    *parse_rules(_PEOPLE, """
        tengo|tenemos|adopte|adoptamos {item:(un|una|dos|tres|otro|otra|COUNT|NUMBER|lindo
        |linda|viejo|vieja|mi|a)* PET (...)?}
        """, each="PET", passing=True),
    *parse_rules(_PEOPLE, """
        tengo|tenemos {item:(un|una|dos|tres|COUNT|NUMBER|solo|a|mis|mi|otro|otra|otros|medio|media)* KIN (...)?}
        """, each="KIN"),
    *parse_rules(_PEOPLE, """
        no tengo (mas)? hijos|hermanos|pareja|novia|novio|padres|mascotas|familia|primos|abuelos
        (estoy|ando|estamos|sigo) (de|en|re)* novio|novia|novios|pareja|casado|casada|casados|comprometido
        |comprometida|comprometidos|soltero|soltera|separado|separada|separados|divorciado|divorciada|divorciandome
        |separandome|viudo|viuda|juntado|juntada
        (estoy|ando|estamos) saliendo con
        (estoy|estamos) en pareja|una_relacion
        salgo|convivo con|hace|desde _
        me case|caso|separe|divorcie|divorcio|comprometi|enamore|pelee|peleo|reconcilie|amigue|junte con|hace|en|de
        |el|y _
        me case|separe|divorcie|enviude|comprometi|junte END
        me estoy separando|divorciando|mudando|por_casar
        me puse de novio|novia
        nos casamos|separamos|divorciamos|comprometimos|juntamos|peleamos (con|hace|en|el|END|por|de|NUMBER)
        me pidieron|eligieron que_sea|de|para|como padrino|madrina|testigo
        (en_casa)? somos NUMBER|COUNT (en_casa|:|,|END)
        cambie|cambiamos de jefe|jefa|pareja|roommate _?
        estoy|estamos esperando un|una|mellizos|mellizas|gemelos|bebe|familia|nuestro|nuestra|otro|otra
        corte|termine|volvi|rompi|rompimos|terminamos|cortamos|volvimos|cortemos (por_fin|al_final)? con mi|NAME
        sali|salimos|salgo (hace_poco)? con un|una (piba|pibe|chico|chica|mina|tipo|flaco|flaca|hombre|mujer|PERSON)
        & , NAME
        sali|salimos|salgo|saliendo|me_veo|ando|noviando|me_mude|me_case|me_pelee|me_amigue|me_arregle con (el|la
        |mi)? NAME
        la|el que manda es NAME
        le reporto a NAME
        NAME|el|la _? le debo|devolvi|devuelvo|preste|presto NUMBER
        (me)? debe|deben|prestó|presté NUMBER _
        le|les debo|devolvi|preste|presto (a)? .. NUMBER
        (NUMBER lucas|mil|euros|pesos|palos) (me|le)* (las|los)* debe|debo|prestó|preste
        soy|somos (el|la|los|un|una)* padrino|madrina|papa|mama|padre|madre|tio|tia|abuelo|abuela|abuelos|hijo|hija
        |hermano|hermana|hijo_unico|hija_unica|mellizo|melliza|gemelo|gemela|viudo|viuda|soltero|soltera|casado
        |casada|divorciado|divorciada|separado|separada|mayor|menor|padres|huerfano|huerfana|madre_soltera
        |padre_soltero|tutor|tutora (de|END|hace|y|desde|en|del|,|NUMBER)
        soy el|la mayor|menor|unico|unica|segundo|segunda|del_medio|tercero|tercera
        somos NUMBER|COUNT hermanos|hermanas|en_casa
        extraño|cuido a|al (mi|mis|la|el)? KIN|NAME
        no me hablo con mi|mis KIN
        no hablo con mi|mis KIN
        perdi a mi KIN
        adopte|adoptamos un|una|dos|a _
        fui|voy_a_ser|vamos_a_ser|vamos_a_tener papa|mama|padre|madre|tio|tia|abuela|abuelo|padres|papas|mamas
        |abuelos|tios|mellizos|un_hijo|una_hija
        le debo plata|guita
        """, passing=True),
    *parse_rules(_PEOPLE, """
        {what:casado|casada|separado|separada|divorciado|divorciada|viudo|viuda|soltero|soltera|juntado|juntada (con
        |desde|hace|sin|de|y|,|END) (...)?}
        """, telling="Está {what}", passing=True),
    *parse_rules(_PEOPLE, "me dejó|plantó {who:mi KIN | (el|la)? NAME}", telling="Le dejó {who}", passing=True),
    *parse_rules(_PEOPLE, """
        se (nos|me)? casó {who:(el|la|mi)? NAME|KIN|NICK (...)?}
        """, telling="Se casó {who}", subject=Subject.OTHER, passing=True),
    *parse_rules(_PEOPLE, "{what:de novio|novia|pareja con (la|el)? _ (...)?}", telling="Está {what}", passing=True),
    *parse_rules(Domain.PERSONAL, """
        vivo|vivimos con|solo|sola|solos
        me|nos|le|les pasa|paga|pagan|pago|deposita|deposito|depositan NUMBER (!, _)? $CASH
        (le|les|nos)? pago|pagamos|pasa|paga NUMBER ($CASH | por | al | la)
        """, SHORTHANDS, passing=True),
)  # fmt: skip

_OTHER = {
    **SHORTHANDS,
    "IS": "es|son|está|están|tiene|tienen|sufre|padece|usa|quedó|se_hizo|anda",
}

OTHERS = (
    *parse_rules(_HEALTH, """
        (el|la)? NAME HAS (!COND|FIRST|me|nos|que _)* COND
        """, subject=Subject.OTHER, passing=True),
    *parse_rules(_HEALTH, """
        $THEIRS $IS (de|un|una|la|el|muy|re|algo)* alergico|alergica|alergia|alergicos|intolerante|intolerancia|GRAVE
        |SERIOUS
        $THEIRS toma $PILL* MED
        a $THEIRS le dieron|recetaron|subieron MED
        le|les !MED _ (!MED|me|nos|que _)* !remedio|remedios|pastilla|pastillas|medicacion|medicamentos MED
        el|la vete|veterinario|veterinaria (!MED|me|nos _)* MED
        """, _OTHER, subject=Subject.OTHER, critical=True, passing=True),
    *parse_rules(_HEALTH, """
        a $THEIRS lo|la|le|los|las (van_a)? operaron|operan|operar|diagnosticaron|detectaron|encontraron|internaron
        |trasplantaron
        $THEIRS $IS (de|un|una|la|el|muy|re|algo)* ILL|DIET|COND|embarazada|internado|internada|postrado|postrada
        |oxigeno|anteojos|lentes|audifonos|audifono
        $THEIRS es (del)? (grupo|factor)? a|b|ab|o|cero|NUMBER positivo|negativo
        $THEIRS se operó|quebró|fracturó|esguinzó|accidentó
        $THEIRS tuvo (un|una|el)? infarto|acv|COND|operacion|cirugia|derrame|accidente
        $THEIRS no come|puede_comer|fuma|puede_tomar
        a $THEIRS le|se_le duele|falta|cuesta_caminar
        a $THEIRS le da|dan alergia
        """, _OTHER, subject=Subject.OTHER, passing=True),
    *parse_rules(_PEOPLE, """
        (ya)? nació !en|el|un|cuando|para _
        $THEIRS (se)? falleció|murió|fallecieron|murieron
        $THEIRS nació|se_casa|se_casó|se_separó|se_separaron|se_recibió|se_recibe|se_mudó|se_fue_a_vivir|se_divorció
        |se_jubila|espera|se_peleó|se_pelearon|se_amigaron|se_puso_de_novio|se_puso_de_novia|se_enfermó
        |se_fueron_a_vivir|se_mudaron|me_extraña|me_debe
        $THEIRS se llama|llaman
        mis|nuestros KIN|PET|PERSON se llaman _
        $THEIRS cumple|cumplen (NUMBER|COUNT|años|el)
        se (me)? murió (mi) KIN|PET|PERSON
        (falleció|murió) (mi) KIN|PET|PERSON
        """, _OTHER, subject=Subject.OTHER, passing=True),
    *parse_rules(_HEALTH, """
        (a|al)? $THEIRS (!MED _)* le|la|lo|toma|tomando|usa|dio|dieron|recetó|recetaron|subió|subieron|bajó|sumó
        & (!MED _)* MED
        (a|al)? $THEIRS .. le|la|lo (van_a)? dio|dieron|salió|diagnosticó|detectó|encontró|operó|opera|internó (un
        |una)* COND
        (a|al)? $THEIRS .. lo|la operan|operaron|internan|internaron|castran|castraron|medicaron
        $THEIRS está|quedó embarazada|internado|internada|en_terapia|con_oxigeno
        $THEIRS (no)? puede comer|tomar
        """, _OTHER, subject=Subject.OTHER, passing=True),
    *parse_rules(_PEOPLE, """
        $THEIRS (ya|por_fin|al_final|recien|ahora)* se (me|nos|le)? va|fue|van|vuelve|volvió|viene|vino|mudó|mudan (a
        |para|de|al|vivir|laburar|trabajar|estudiar|la)* (NAME|españa|europa|costa|exterior)
        $THEIRS (ya|por_fin|al_final|recien|se)* casó|separó|mudó|jubiló|divorció|tuvo|aprobó|dejó|consiguió|empezó
        |arrancó|comenzó|compró|vendió|nació|operó|terminó|retomó|renunció|abrió|cerró|adoptó|recibió|cortó|rompió
        |encontró|murió|falleció|ingresó|cumplió|quedó_embarazada|casaron|separaron|mudaron|divorciaron|compraron
        |tuvieron !que|de|un_sueño|ganas|hambre|la_boca|los_ojos _
        le|les pusimos|puse|pusieron|pongo (de_nombre)? NAME
        $THEIRS (ya)? cambió de trabajo|laburo|curro|casa|escuela|colegio|carrera|barrio|novio|novia
        $THEIRS tuvo un|una|el|al niño|niña|bebe|hijo|hija|nene|nena|varon
        $THEIRS se_escapó|se_perdió|ingresó_en|se_quebró|se_cayó_y
        $THEIRS (ya|por_fin|al_final|recien|ahora)* se (me|nos|le)? volvió|mudó END
        $THEIRS (se (me|nos|le)?)? va|fue|vino|viene|volvió a vivir|laburar|trabajar|estudiar
        $THEIRS se_pasó|se_cambió|se_paso|se_cambio|se_dedica a|al _
        (a|al) $THEIRS lo|la|los echaron|despidieron|rajaron|ascendieron|contrataron|trasladaron|operan|operaron
        |internaron|internan|jubilaron|nombraron|efectivizaron
        (a|al)? $THEIRS (!dijo|dice _)* geriatrico|residencia|hogar|hogar_de|silla_de_ruedas|andador|oxigeno|prision
        $THEIRS .. primer|segundo|tercer|cuarto|quinto|sexto|septimo|1ro|2do|3ro|4to|5to|6to|7mo|1º|2º|3º|primero
        |segundo|tercero|cuarto|quinto|jardin|preescolar|salita|primaria|secundaria|bachillerato|1er|infantil
        |primer_año|primer_grado (!lugar|puesto|vez _)?
        $THEIRS calza|mide|pesa NUMBER
        $THEIRS cumple|cumplió|cumplen !un|una NUMBER|COUNT
        $THEIRS está embarazada|esta_embarazada|de_novia|de_novio
        $THEIRS (ya|por_fin|al_final|recien)* consiguió|renunció|se_anotó|se_inscribió|aprobó|se_operó|se_opera|nace
        |debe|se_retiró|se_quedó_sin|se_quedo_sin|se_graduó|egresó|se_embarazó|perdió_el|entró_a|entró_en|arrancó_en
        |empezó_en|arrancó_a|empezó_a_trabajar|empezó_la|empezó_el|empezó_jardin|trabajó|le_dieron_el_alta|cortó_con
        |volvió_con|sale_con|está_saliendo|vuelve_de|viene_a_vivir|vino_a_vivir|pasó_a|dejó_de|dejó_la|dejó_el
        $THEIRS me|nos debe|prestó|dejó|vendió|vende|alquila|regaló NUMBER|el|la|su|un|una
        $THEIRS compró|vendió|vende|cambió|adoptó|abre|abrió|cerró (un|una|el|la|su)* THING|VEHICLE|PET|casa|depto
        |local|negocio|piso
        """, _OTHER, subject=Subject.OTHER, passing=True),
    *parse_rules(Domain.PREFERENCES, """
        $THEIRS (no)? odia|ama|adora|prefiere|detesta|come|fuma|colecciona|soporta|banca _
        """, _OTHER, subject=Subject.OTHER),
    *parse_rules(Domain.WORK, """
        $THEIRS (ya|por_fin)? se jubiló|retiró|jubila
        $THEIRS (ya)? (no)? trabaja|trabajan|labura|laburan !mal|bien|todo|mucho|demasiado|como_un|como_una _
        $THEIRS es|son|era (un|una|el|la|los)* JOB
        $THEIRS (ahora)? se_dedica|da_clases|dirige|maneja_un|hace_changas|reparte|está_de|está_trabajando
        |está_sin_laburo _
        $THEIRS (es|era|trabaja|labura|hace) (de|como|un|una|el|la)* JOB
        $THEIRS tiene|abrió|atiende un|una|su negocio|kiosco|panaderia|local|pyme|empresa|consultorio|taller|estudio
        |restaurante|bar|tienda|campo
        """, _OTHER, subject=Subject.OTHER),
    *parse_rules(Domain.PERSONAL, """
        $THEIRS vive|viven !quejando|quejandose|haciendo|diciendo|peleando|enojado|enojada|cansado|cansada
        |en_una_nube _
        $THEIRS tiene|cumplió NUMBER (y COUNT)? (años|añitos|meses)? END|y|,|pero
        $THEIRS tiene NUMBER|COUNT (y COUNT)? años|añitos|meses
        $THEIRS es|son (un|una)* NATION|TRAIT
        $THEIRS es|son de NAME|TEAM
        $THEIRS estudia|estudian|cursa|habla|hablan|maneja !mal|bien|todo|mucho|demasiado|con|de _
        """, _OTHER, subject=Subject.OTHER),
    *parse_rules(Domain.SCHEDULE, """
        $THEIRS tiene|va|entra|sale|empieza|juega|hace|entrena|viene|rinde|arranca|cursa (!, _)* $DAYS
        $THEIRS tiene|va|entra|sale|empieza|rinde|arranca|se_casa|viaja|llega (!, _)* $DATE
        """, _OTHER, subject=Subject.OTHER),
    *parse_rules(_PEOPLE, """
        mi|mis KIN|PERSON|PET de NUMBER|COUNT (y COUNT)? (años|meses)?
        a $THEIRS (no)? le|les gusta|gustan|encanta|encantan|dicen|interesa|copa _
        $THEIRS juega|juegan|toca|habla|hablan|cursa|maneja|baila|canta|milita|colecciona|vende|enseña|da_clases|va_a
        & !mal|bien|todo|que|lo|mucho|a_ver|demasiado _
        $THEIRS hace danza|teatro|yoga|futbol|natacion|patin|gimnasia|HABIT
        $THEIRS tiene|tienen (un|una|dos|tres|NUMBER|COUNT)* hijos|hijas|hijo|hija|nenes|hermanos|KIN|PET|THING
        |VEHICLE|negocio
        $THEIRS es|son|era (un|una|el|la|los|mi)* NAME|PET|hincha|fanatico|fanatica|fan|mayor|menor|abstemio|abstemia
        $THEIRS está|están casado|casada|casados|jubilado|jubilada|divorciado|divorciada|separado|separada|separados
        |de_novio|de_novia|en_pareja|estudiando|viviendo|trabajando|soltera|soltero|preso|presa
        el|la|mi|nuestro|nuestra perro|perra|gato|gata|michi|nene|nena|bebe|PET se llama _
        !el|la|eso|esto|esa|ese|este|esta|que|quien|FIRST _ es mi|nuestro|nuestra KIN|PET|PERSON
        !el|la|eso|esto|que|FIRST _ , mi|el|la KIN|PET|PERSON (de mi KIN)? ,? es|tiene|vive|se|trabaja|labura|estudia
        |cumple|juega _
        no|nunca (me hablo|hablo|veo) con|a (mi) KIN
        KIN|PERSON ,? NAME ,? es|tiene|vive|se_llama _
        """, _OTHER, subject=Subject.OTHER),
    *parse_rules(_PEOPLE, """
        $THEIRS $MODE vive|viven|trabaja|labura|estudia|dirige|organiza|lidera|alquila|cuida|ayuda|enseña|ensaya
        |canta|mide|pesa|escribe|pinta|teje|cose|cocina|fabrica|atiende|cobra|gana|debe|colecciona|entrena|compite
        |surfea|nada|corre|baila|toca|juega|maneja|conduce|fuma|toma|usa|lleva|reza|milita|vota|arregla|administra
        |coordina|corta|prepara|compra|reparte|viaja|pinta|actúa|da|duerme|pertenece|sufre|padece|necesita|odia|ama
        |adora|prefiere|detesta|cursa !la_razon|lata|cuenta|bola|bolilla|ganas|pena|miedo|risa|asco|verguenza|cosa
        |que|mal|bien|todo|como|mucho|poco|me|el_lujo !que|dijo _
        $THEIRS $MODE tiene|tienen !razon|ganas|hambre|sueño|frio|calor|miedo|sed|que|fiebre|ni|pinta|cara|la_culpa
        |un_sueño _
        $THEIRS $MODE viene|vienen|va|van|llega|llegan|sale|salen|entra|empieza|arranca|parte|vuelve|vuelven|se_queda
        |se_va|se_viene|me_llama|nos_visita|me_visita|nos_visitan|hace|cena|almuerza (!, _)* $WHEN|$DAYS
        $THEIRS $MODE cumple|cumplió|cumplen|hace !un|una NUMBER|COUNT
        $THEIRS $MODE es|son|era|fue (un|una|el|la|los|las|de)* JOB|KIN|PERSON|PET|NATION|TRAIT|TEAM|hincha|fan
        |fanatica|fanatico|celiaca|celiaco|padrino|madrina|ahijado|ahijada|macho|hembra|amigo|amiga|amigos|jubilado
        |jubilada
        $THEIRS está|están $MODE (en NAME|PLACE|reposo|tratamiento|silla|el_hospital|un_geriatrico | jubilado
        |jubilada|embarazada|internado|internada|casado|casada|separado|separada|soltero|soltera|viudo|viuda|de_novio
        |de_novia|en_pareja|sin_laburo|sin_trabajo|desempleado|desempleada|de_licencia|de_baja|de_vacaciones|a_cargo
        |medio_sordo|medio_sorda|operado|operada|enfermo|enferma|preso|presa|postrado|postrada|viviendo|trabajando
        |estudiando)
        $THEIRS $MODE anda en|con silla|andador|baston|muletas|bici|moto|COND
        NAME|NICK , (que_es|es)? el|la|mi KIN|PERSON (de|del (el|la|mi)? NAME|KIN)? END
        """, {**_OTHER, "MODE": "(ya|no|ya_no|nunca|siempre|todavia|ahora|se|me|nos|le|les|igual)*"},
        subject=Subject.OTHER, confidence=Confidence.MEDIUM),
    *parse_rules(_PEOPLE, """
        mi KIN|PERSON|PET es|son !un|una|re|muy|tan|lo|mi|mas|medio|el|la|mas|insoportable|genial|bueno|buena|lindo
        |linda|hermoso|hermosa|tremendo|divino|divina|terrible|pesado|pesada|de|quien|así _ END
        """, subject=Subject.OTHER, confidence=Confidence.MEDIUM),
)  # fmt: skip
