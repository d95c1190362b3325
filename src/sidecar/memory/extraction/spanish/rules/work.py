"""Work."""

from __future__ import annotations

from sidecar.domain.fact import Confidence, Domain
from sidecar.memory.extraction.grammar import parse_rules
from sidecar.memory.extraction.spanish.rules.shorthands import SHORTHANDS

_WORK = Domain.WORK

RULES = (
    *parse_rules(_WORK, """
        trabajo|laburo|curro|chambeo|trabajamos|curramos (hace .. (que)? | desde NUMBER)? en|de|como|para|por|con|al
        |haciendo|vendiendo|programando|diseñando !eso|esto|algo|lo|pijama|un_rato|la_mesa|el_sillon|cosas|mas|menos
        |pedo|gusto|fiaca|ojotas|favor|DAY _
        trabajo|laburo|curro (!, _)* remoto|freelance|presencial|hibrido|part_time|full_time|independiente|noche
        |turno|turnos|medio_dia|home_office
        trabajo|laburo|curro de NUMBER a NUMBER
        trabajo|laburo|curro de DAY a DAY
        estoy trabajando|laburando en|de|como|para|con|remoto|freelance !eso|esto|algo|lo|un|casa|el|una|mi|la _
        estoy|quede|ando desempleado|desempleada|desocupado|desocupada|jubilado|jubilada|de_licencia|sin_laburo
        |sin_trabajo|sin_empleo
        ya no trabajo|laburo
        estoy en un|una empresa|startup|petrolera|multinacional|consultora|agencia|fabrica|pyme|fundacion|minera
        |constructora|aseguradora|escuela|banco
        soy|fui (un|una|el|la|primer|gran|medio)* (jefe|jefa|JOB)
        soy recibido|recibida|egresado|egresada|graduado|graduada|licenciado|licenciada|doctor|doctora|magister de|en
        & _
        me dedico a|al _
        me recibi|recibo|gradue|egrese de|en|como|hace _
        me|nos cogieron|contrataron|despidieron|echaron|corrieron|botaron|ascendieron|trasladaron|ficharon|renovaron
        estoy de baja|licencia|excedencia|erte|paro
        estoy en paro|el_paro|la_calle|erte|excedencia
        me jubile|jubilo|echaron|despidieron|ascendieron|contrataron|efectivizaron|promovieron|rajaron|suspendieron
        me nombraron|trasladaron|pasaron|cambiaron a|de|en|del|al|gerente|JOB _
        renuncie|renuncio (!a_las|a_eso|a_todo_lo)
        empece|arranque|entre|empiezo|arranco a trabajar|laburar
        empece|arranque|entre|empiezo|arranco (como|de|en|un|el|la|mi|en_un|en_una|a)* nuevo|trabajo|laburo|NAME
        |empresa|startup|JOB|puesto
        entre|empece|arranque|empiezo|arranco a|en un|una|el|la despacho|fabrica|hospital|escuela|tienda|pyme|banco
        |consultora|colegio|bar|restaurante|negocio|supermercado|gestoria|clinica|sanatorio|estudio|oficina
        |call_center|constructora
        (ya)? volvi|regrese|vuelvo|regreso|me_reincorporo|reincorpore al trabajo|laburo|curro|pega|chamba
        consegui|tengo|cambie_de (un|otro|nuevo)* nuevo|otro|trabajo|laburo|curro|pega|chamba|empleo|puesto
        & (de|en|como|END|nuevo|trabajo|laburo)
        cambie de trabajo|laburo|curro|pega|chamba|empleo
        deje|perdi el|mi trabajo|laburo|curro|pega|chamba|estudio|puesto|empleo
        deje la|el docencia|gastronomia|empresa|agencia|consultora|fabrica
        en|para el|la|mi trabajo|laburo|curro|pega|chamba|oficina|estudio ,? uso|usamos|hago|manejo|programo _
        uso|usamos (!, _)* en|para el|la|mi trabajo|laburo|curro|pega|chamba|oficina
        doy|dicto clases|talleres|cursos (de|particulares|en|a)
        enseño (en|a)? LANG|INSTRUMENT|matematica|historia|musica|yoga|NAME|programacion|fisica|literatura|plastica
        (me|nos) pasaron|trasladaron|mandaron|promovieron|ascendieron a|al|de !NUMBER|DAY|buscar|fines|mañana _
        NUMBER|COUNT años en|de (la|el|un|una)* administracion|empresa|fabrica|escuela|hospital|banco|oficina|estudio
        |negocio|rubro|docencia|gremio|frigorifico|municipalidad|colegio|liceo|tienda|taller|obra|campo
        me subieron|aumentaron|bajaron (el|la|un|mi|de)* (sueldo|hora|paga)? (a|al|un)? NUMBER
        (pase|empece a)? ganar|cobrar NUMBER
        me hicieron|pusieron|nombraron (de)? JOB|fijo|fija|efectivo|efectiva|indefinido|indefinida
        pedi|tome|pedimos (una|la|un|el)? licencia|excedencia|traslado|reduccion
        reparto|reparte con|en|para|por _
        vendo !mi|el|la|un|una|entradas|todo|humo|esto|eso|lo _
        fabrico|produzco|reparo|arreglo|diseño|confecciono !esto|eso|todo|un|una|el|la|lo|mi|las _
        hago tortas|ropa|comida|artesanias|velas|muebles|pan|empanadas|viandas|jabones|joyas|cuadros|tejidos
        |alfajores|budines|remeras|fletes|changas|mudanzas|traducciones|guardias|delivery|repartos|uber|home
        |home_office|freelance|trabajo_remoto|electricidad
        manejo|hago (un|el)? taxi|remis|uber|didi|cabify|camion|colectivo|rappi|pedidosya
        programo en|con|hace|desde _
        cobro|facturo|gano en|por|NUMBER|como|hora|al|unos _
        entro|salgo|arranco|empiezo (a_las NUMBER)? a|de trabajar|laburar|trabajo|laburo|curro|pega|chamba
        tengo|manejo|abri|abrimos|puse|pusimos|funde|fundamos|llevo|atiendo (un|una|mi|el|la|propio|propia|pequeño
        |pequeña)* estudio|consultorio|negocio|local|kiosco|pyme|empresa|emprendimiento|panaderia|taller|tienda
        |imprenta|vivero|restaurante|bar|peluqueria|agencia|startup|productora|escuela|ferreteria|almacen|verduleria
        |cafeteria|libreria|heladeria|pizzeria|parrilla|farmacia
        lidero|coordino|dirijo|gestiono|superviso un|el|la|una|equipo _
        tengo NUMBER|COUNT empleados|personas_a_cargo|clientes
        """, passing=True),
    *parse_rules(_WORK, """
        mi trabajo|laburo|curro|pega|chamba|empresa|turno|horario|jornada|sueldo|oficina|profesion|oficio|puesto|cargo
        |especialidad (actual)? es|queda|se_llama !un|una|lo|re|muy|que|tan|insoportable|agotador|horrible|genial|mas _
        mi jefe|jefa|socio|socia (nuevo|nueva)? es un_tal|una_tal _
        mi jefe|jefa|socio|socia (nuevo|nueva)? es !un|una|lo|re|muy|que|tan|insoportable|mas|de NAME
        """, confidence=Confidence.MEDIUM),
    *parse_rules(_WORK, """
        {what:(un|una)? JOB (JOB)? (de)? (!en|desde|hace|me|FIRST|,|que _)? (jubilado|jubilada|en|desde|hace
        |freelance|independiente) (...)?}
        """, telling="Es {what}"),
    *parse_rules(Domain.SCHEDULE, "entro|salgo (a) trabajar|laburar", SHORTHANDS),
)  # fmt: skip
