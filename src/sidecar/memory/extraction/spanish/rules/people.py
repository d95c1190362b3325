"""Family, partners, friends and animals: who they are, and what they are like."""

from __future__ import annotations

from sidecar.domain.fact import Confidence, Domain, Subject
from sidecar.memory.extraction.grammar import parse_rules
from sidecar.memory.extraction.spanish.rules.shorthands import SHORTHANDS

_PEOPLE, _HEALTH = Domain.RELATIONSHIPS, Domain.HEALTH

MINE = (
    *parse_rules(_PEOPLE, """
        tengo|tenemos|adopte|adoptamos {item:(un|una|dos|tres|otro|otra|COUNT|NUMBER|lindo|linda|viejo|vieja|mi
        |a)* PET (...)?}
        """, each="PET", passing=True),
    *parse_rules(_PEOPLE, """
        tengo|tenemos {item:(un|una|dos|tres|COUNT|NUMBER|solo|a|mis|mi|otro|otra|otros|medio|media)* KIN (...)?}
        """, each="KIN"),
    *parse_rules(_PEOPLE, """
        no tengo (mas)? hijos|hermanos|pareja|novia|novio|padres|mascotas|familia|primos|abuelos
        (estoy|ando|estamos|sigo) (de|en|re)* novio|novia|novios|pareja|casado|casada|casados|comprometido
        |comprometida|comprometidos
        |soltero|soltera|separado|separada|separados|divorciado|divorciada|divorciandome|separandome|viudo|viuda
        |juntado|juntada
        (estoy|ando|estamos) saliendo con
        (estoy|estamos) en pareja|una_relacion
        salgo|convivo con|hace|desde _
        me case|caso|separe|divorcie|divorcio|comprometi|enamore|pelee|peleo|reconcilie|amigue|junte con|hace|en
        |de|el|y _
        me case|separe|divorcie|enviude|comprometi|junte END
        me estoy separando|divorciando|mudando|por_casar
        me puse de novio|novia
        nos casamos|separamos|divorciamos|comprometimos|juntamos|peleamos (con|hace|en|el|END|por|de|NUMBER)
        corte|termine|volvi|rompi|rompimos|terminamos con mi|NAME
        soy|somos (el|la|los|un|una)* padrino|madrina|papa|mama|padre|madre|tio|tia|abuelo|abuela|abuelos|hijo
        |hija|hermano|hermana
        |hijo_unico|hija_unica|mellizo|melliza|gemelo|gemela|viudo|viuda|soltero|soltera|casado|casada|divorciado
        |divorciada|separado
        |separada|mayor|menor|padres|huerfano|huerfana|madre_soltera|padre_soltero|tutor|tutora (de|END|hace|y
        |desde|en|del|,|NUMBER)
        soy el|la mayor|menor|unico|unica|segundo|segunda|del_medio|tercero|tercera
        somos NUMBER|COUNT hermanos|hermanas|en_casa
        extraño|cuido a|al (mi|mis|la|el)? KIN|NAME
        no me hablo con mi|mis KIN
        no hablo con mi|mis KIN
        perdi a mi KIN
        adopte|adoptamos un|una|dos|a _
        fui|voy_a_ser|vamos_a_ser|vamos_a_tener papa|mama|padre|madre|tio|tia|abuela|abuelo|padres|mellizos
        |un_hijo|una_hija
        le debo plata|guita
        (ya)? nació _
        """, passing=True),
    *parse_rules(Domain.PERSONAL, "vivo|vivimos con|solo|sola|solos"),
)  # fmt: skip

_OTHER = {
    **SHORTHANDS,
    "IS": "es|son|está|están|tiene|tienen|sufre|padece|usa|quedó|se_hizo|anda",
}

OTHERS = (
    *parse_rules(_HEALTH, """
        $THEIRS $IS (de|un|una|la|el|muy|re|algo)* alergico|alergica|alergia|alergicos|intolerante|intolerancia
        |GRAVE|SERIOUS
        $THEIRS toma $PILL* MED
        a $THEIRS le dieron|recetaron|subieron MED
        """, _OTHER, subject=Subject.OTHER, critical=True, passing=True),
    *parse_rules(_HEALTH, """
        a $THEIRS lo|la|le|los|las (van_a)? operaron|operan|operar|diagnosticaron|detectaron|encontraron
        |internaron|trasplantaron
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
        $THEIRS (se)? falleció|murió|fallecieron|murieron
        $THEIRS nació|se_casa|se_casó|se_separó|se_separaron|se_recibió|se_recibe|se_mudó|se_fue_a_vivir|se_jubiló
        |se_divorció|se_jubila|espera|se_peleó|se_pelearon|se_amigaron|se_puso_de_novio|se_puso_de_novia
        |se_enfermó|se_fueron_a_vivir|se_mudaron|me_extraña|me_debe
        $THEIRS se llama|llaman
        mis|nuestros KIN|PET|PERSON se llaman _
        $THEIRS cumple|cumplen (NUMBER|COUNT|años|el)
        se (me)? murió (mi) KIN|PET|PERSON
        (falleció|murió) (mi) KIN|PET|PERSON
        """, _OTHER, subject=Subject.OTHER, passing=True),
    *parse_rules(Domain.WORK, """
        $THEIRS trabaja|trabajan|labura|laburan !mal|bien|todo|mucho|demasiado|como_un|como_una _
        $THEIRS es|son|era (un|una|el|la|los)* JOB
        $THEIRS tiene|abrió|atiende un|una|su negocio|kiosco|panaderia|local|pyme|empresa|consultorio|taller
        |estudio|restaurante|bar|tienda|campo
        """, _OTHER, subject=Subject.OTHER),
    *parse_rules(Domain.PERSONAL, """
        $THEIRS vive|viven !quejando|quejandose|haciendo|diciendo|peleando|enojado|enojada|cansado|cansada|en_una_nube _
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
        $THEIRS de NUMBER|COUNT (y COUNT)? (años|meses)?
        a $THEIRS (no)? le|les gusta|gustan|encanta|encantan|dicen|interesa|copa _
        $THEIRS juega|juegan|toca|habla|hablan|cursa|maneja|baila|canta
        |milita|colecciona|vende|enseña|da_clases|va_a !mal|bien|todo|que|lo|mucho|a_ver|demasiado _
        $THEIRS hace danza|teatro|yoga|futbol|natacion|patin|gimnasia|HABIT
        $THEIRS tiene|tienen (un|una|dos|tres|NUMBER|COUNT)* hijos|hijas|hijo|hija|nenes|hermanos|KIN|PET|THING
        |VEHICLE|negocio
        $THEIRS es|son|era (un|una|el|la|los|mi)* NAME|PET|hincha|fanatico|fanatica|fan|mayor|menor|abstemio|abstemia
        $THEIRS está|están casado|casada|casados|jubilado|jubilada|divorciado|divorciada|separado|separada
        |separados|de_novio|de_novia
        |en_pareja|estudiando|viviendo|trabajando|soltera|soltero|preso|presa
        el|la|mi|nuestro|nuestra perro|perra|gato|gata|michi|nene|nena|bebe|PET se llama _
        !el|la|eso|esto|esa|ese|este|esta|que|quien|FIRST _ es mi|nuestro|nuestra KIN|PET|PERSON
        !el|la|eso|esto|que|FIRST _ , mi|el|la KIN|PET|PERSON (de mi KIN)? ,? es|tiene|vive|se|trabaja|labura
        |estudia|cumple|juega _
        no|nunca (me hablo|hablo|veo) con|a (mi) KIN
        KIN|PERSON ,? NAME ,? es|tiene|vive|se_llama _
        """, _OTHER, subject=Subject.OTHER),
    *parse_rules(_PEOPLE, """
        mi KIN|PERSON|PET es|son !un|una|re|muy|tan|lo|mi|mas|medio|el|la|mas|insoportable|genial|bueno|buena
        |lindo|linda|hermoso
        |hermosa|tremendo|divino|divina|terrible|pesado|pesada|de|quien|así _ END
        """, subject=Subject.OTHER, confidence=Confidence.MEDIUM),
)  # fmt: skip
