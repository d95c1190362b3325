"""Allergies, conditions, medication, diet and operations of the person."""

from __future__ import annotations

from sidecar.domain.fact import Confidence, Domain
from sidecar.memory.extraction.grammar import parse_rules
from sidecar.memory.extraction.spanish.rules.shorthands import SHORTHANDS

_HEALTH = Domain.HEALTH

RULES = (
    *parse_rules(_HEALTH, """
        soy alergico|alergica|intolerante {item:a|al ...}
        tengo (una|un)? (severa|fuerte)? alergia|alergias|intolerancia {item:a|al ...}
        """, critical=True, each=""),
    *parse_rules(_HEALTH, """
        me da|dan|produce|produjo|provoca alergia|reaccion|urticaria|ronchas|anafilaxia|broncoespasmo
        el|la|los|las _ _? me hincha|hinchan|cierra|cierran la|los garganta|labios|lengua
        se_me hincha|hinchan|cierra la|los garganta|labios|lengua con|cuando|si _
        el|la|los|las _ _? me da|dan|produce alergia
        nada de ... que soy alergico|alergica|intolerante
        soy (un|una)? GRAVE
        me diagnosticaron|detectaron|encontraron|descubrieron !que|un_error|un_problema_en _
        me recetaron|indicaron|medicaron|subieron|bajaron|sacaron|suspendieron|cambiaron (la|el|los|las|con|una|un
        |a)* MED
        me recetaron|indicaron|medicaron ... MED|NUMBER|dosis
        me subieron|bajaron|cambiaron|aumentaron ... MED|dosis|mg|mcg
        el|la medico|medica|psiquiatra|cardiologo|cardiologa|doctora|doctor me recetó|subió|bajó|sacó|cambió|indicó
        |medicó _
        estoy|quede embarazada|embarazadisima|amamantando
        perdi|perdimos el|mi|nuestro embarazo|bebe
        tuve|tuvimos|sufri un aborto (espontaneo)? END
        """, critical=True, passing=True),
    *parse_rules(_HEALTH, """
        tengo {item:$SIZE* SERIOUS (...)?}
        """, SHORTHANDS, critical=True, each="COND"),
    *parse_rules(_HEALTH, """
        (tengo|sufro|padezco|arrastro|ando_con) {item:$SIZE* COND (...)?}
        """, SHORTHANDS, each="COND"),
    *parse_rules(_HEALTH, """
        (me)? tomo|uso|inyecto|aplico|hago {item:$PILL* MED (...)?}
        """, SHORTHANDS, critical=True, each="MED"),
    *parse_rules(_HEALTH, """
        tomo NUMBER (mg|mcg|ml|miligramos|gotas)
        tomo NUMBER (de MED)
        tomo !NUMBER|COUNT|agua|mate|cafe _ _? NUMBER (mg|mcg|miligramos|por_dia|todos|todas|al|a|cada|antes|en|END)
        tomo (algo|medicacion|pastillas|remedios|una_pastilla) para|por _
        estoy medicado|medicada
        """, critical=True),
    *parse_rules(_HEALTH, """
        soy (un|una)? ILL|DIET
        soy (del)? (grupo|factor) _
        soy (a|b|ab|o|cero|NUMBER) positivo|negativo
        mi (grupo|factor) sanguineo|rh|es _
        (mi)? grupo sanguineo (es)? _
        mi presion|colesterol|glucemia|obra_social|prepaga|medicacion es|suele|anda|está _
        ya no como DIET|carne|gluten|azucar|pescado|pollo|huevo|lacteos|nada_con
        (ya)? no soy|era|eramos (mas)? DIET|ILL
        (ya)? no soy|era|estoy (mas)? alergico|alergica|intolerante|embarazada|medicado|medicada|enfermo|enferma
        no voy a tomar|usar (mas)? (el|la|los|las)? MED
        cambie|cambiamos (el|la)? MED por MED
        termine|terminamos|acabe|complete (con)? (el|la|los|las)? MED|antibiotico|antibioticos|tratamiento|quimio
        |quimioterapia|rayos|rehabilitacion
        ya no fumo|tomo
        tengo el|la azucar|presion|colesterol|glucosa|tension alta|alto|baja|bajo
        (sufro|padezco) de|del _
        estoy|estamos|curso|voy (de|por|en|la|el|semana|mes)* NUMBER|COUNT semanas|meses (de embarazo)? END
        estoy a dieta
        estoy en|con|haciendo (un|una|la)? tratamiento|quimio|quimioterapia|dialisis|rehabilitacion|rayos|dieta
        |silla_de_ruedas
        hago|sigo (una|la|un)? dieta|keto|ayuno|dialisis|quimio|tratamiento|ayuno_intermitente
        me operaron|opere|operan|extirparon|sacaron|implantaron|trasplantaron|pusieron (!que _)* BODY|COND|NUMBER
        |marcapasos|stent
        me operaron|opere (de|en|hace|dos|la|el) _
        tuve (un|una|dos|tres|el)* infarto|acv|cancer|operacion|cirugia|cesarea|aborto|trasplante|tumor|preinfarto
        |derrame|covid|dengue
        me hice mierda|bolsa|pelota|bosta|torta|pomada|percha|puré el|la|los|las BODY
        (me dieron)? (el|de)? alta de|del|definitiva|medica _
        dia|dias NUMBER|COUNT sin fumar|alcohol|gluten|tomar|azucar|pucho|puchos|harinas
        NUMBER|COUNT dias|meses|semanas|años sin fumar|alcohol|gluten|tomar|azucar|pucho|puchos|harinas
        (ando|sigo|estoy|en_casa)* con muletas|andador|baston|yeso|bota|ferula|cabestrillo
        me quebre|fracture|rompi|esguince|lesione|desgarre (el|la|los|las|un|una|ambos|dos)* BODY|ligamento|dedo
        |costilla|clavicula
        me falta|faltan (un|una|dos|el|la) riñon|dedo|pulmon|ojo|pierna|brazo|mano|bazo|vesicula
        uso|llevo|tengo (un|una|unos|los|las)? lentes|anteojos|audifono|audifonos|baston|silla_de_ruedas|marcapasos
        |protesis|plantillas|inhalador|puff|muletas|ortodoncia|brackets|diu|implante|bomba_de_insulina|cpap
        me duele|duelen (la|el|los|las) ... siempre|años|meses|cronico|desde_chico|desde_chica
        (ya)? no puedo comer|consumir|probar (nada)? !nada|mas|tanto|tan|esto|eso|esta|en|ahora _
        no puedo tomar ALLERGEN
        tomo NUMBER|COUNT|mucha|mucho _ .. por|al dia
        me cae|caen|hace|hacen mal el|la|los|las _
        el|la|los|las ALLERGEN me cae|caen|hace|hacen mal
        como|comemos (solo|todo|sin|poca|poco|de)* carne|kosher|sano|vegano|gluten|tacc|vegetariano|pescado|halal|sal
        |azucar
        no|nunca|jamas como|comemos|comi|consumo|pruebo !nada|desde|bien|en|fuera|afuera|tanto|casi|nunca|hace|solo
        |hoy|tan _
        no|nunca fumo|fume
        fumo (un|dos|NUMBER|COUNT|medio|poco|desde|solo|de|puchos|cigarrillos|marihuana|tabaco|como) _
        soy fumador|fumadora|ex_fumador|ex_fumadora|exfumador|exfumadora
        deje|dejamos de fumar|tomar|beber|comer
        deje el|la|los tabaco|pucho|cigarrillo|alcohol|faso|azucar|gluten|cafe|carne|coca|harinas|medicacion|cigarrillos
        |vicio
        hace (!que _)* que no fumo|tomo|como|consumo
        no fumo|tomo|como mas
        volvi a comer|fumar|tomar
        me hice vegano|vegana|vegetariano|vegetariana|un_bypass|una_cirugia|la_vasectomia|una_vasectomia
        """, passing=True),
    *parse_rules(_HEALTH, """
        {what:alergico|alergica|intolerante a|al ...}
        {what:GRAVE (desde|de|hace|tipo|diagnosticada|diagnosticado|,|y|END) (...)?}
        """, telling="Es {what}", critical=True, passing=True),
    *parse_rules(_HEALTH, """
        {what:(unos)? NUMBER|COUNT (o NUMBER)? puchos|cigarrillos|cigarros|porros|fasos (por|al) dia}
        """, telling="Fuma {what}", passing=True),
    *parse_rules(_HEALTH, """
        {what:ILL|DIET (desde|de_toda|hace|por|,|y|estricto|estricta|END) (...)?}
        """, telling="Es {what}", passing=True),
    *parse_rules(_HEALTH, """
        {what:COND (leve|cronica|cronico|severa|desde|de_chico|de_chica|de_nacimiento|hace|tipo|en_la|en_el|en_las)
        & (...)?}
        """, telling="Tiene {what}", passing=True),
    *parse_rules(Domain.PREFERENCES, """
        no|nunca|jamas tomo|tomamos|bebo (nada_de|mas)? alcohol|cafe|mate|gaseosas|gaseosa|coca|vino|cerveza|leche|te
        |cafeina|END
        """, confidence=Confidence.HIGH, passing=True),
)  # fmt: skip
