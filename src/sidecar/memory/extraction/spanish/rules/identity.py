"""Who one is: name, age, birthday, measures; where one lives and comes from, languages, possessions, studies."""

from __future__ import annotations

from sidecar.domain.fact import Domain
from sidecar.memory.extraction.grammar import parse_rules
from sidecar.memory.extraction.spanish.rules.shorthands import SHORTHANDS

_NAME = {**SHORTHANDS, "WORD": "(!FIRST|y|e|pero|que|por|para|en|de|como|, _)"}

NAMES = (
    *parse_rules(Domain.PERSONAL, """
        me dicen|llaman|apodan !que|mi|mis|los|las|el|en|loco|loca|de|si|la|lo|por|siempre|cosas|todos|al
        |cuando|a {name1:_}
        """, telling="Le dicen {name1}", only=True),
    *parse_rules(Domain.PERSONAL, """
        me llamo !la|el|los|las|al|a|mi|mis|tu|su|como|igual|así|un|una|ayer|hoy {name1:$WORD NAME? NAME?}
        mi nombre (completo|real|verdadero)? es {name1:$WORD NAME? NAME?}
        soy {name1:!TEAM|JOB|TRAIT|NATION|DIET|ILL NAME NAME? NAME?} END
        soy {name1:!TEAM|JOB|TRAIT|NATION|DIET|ILL NAME NAME?} , _
        """, _NAME, telling="Se llama {name1}", only=True),
    *parse_rules(Domain.PERSONAL, "mi apellido|apodo|segundo (nombre)? es !que|muy|raro|comun|largo _"),
    *parse_rules(Domain.PREFERENCES, "llamame|decime {name1:NAME} END", telling="Prefiere que le digan {name1}"),
)  # fmt: skip

AGES = (
    *parse_rules(Domain.PERSONAL, """
        tengo NUMBER|COUNT (y COUNT)? años|añitos|pirulos !de
        cumplo|cumpli|cumplimos NUMBER|COUNT (y COUNT)? (años)?
        cumplo (años)? (el|en) NUMBER|MONTH|DAY|primero
        (mi|el) cumple|cumpleaños|cumplea (mio)? es|cae (el|en|a) !DAY|finde _
        mi fecha de nacimiento es _
        naci (el|en|un) _
        mido|peso|calzo NUMBER|COUNT
        mi talle|numero|celular|telefono|mail|correo|email|direccion|patente|dni|cuit|signo|altura|usuario|domicilio
        & ... es|termina _
        mi talle|numero|celular|telefono|mail|correo|email|direccion|patente|dni|cuit|signo|altura|usuario|github
        |instagram es _
        mi usuario|cuenta de|en github|instagram|twitter|telegram es _
        """, passing=True),
    *parse_rules(Domain.PERSONAL, """
        tengo {age:YEARS} END
        {age:YEARS} pirulos|añitos END
        {age:YEARS} años , =_
        """, telling="Tiene {age} años"),
    *parse_rules(Domain.PERSONAL, """
        me puse|pusimos|pongo|quedo {name1:NAME} de nombre
        """, telling="Se llama {name1}"),
)  # fmt: skip

_NOT_HOME = (
    "!luna|nube|joda|pijama|pedo|las_nubes|la_luna|la_nube|una_nube|un_pedo|una_burbuja|un_infierno|el_celu"
    "|el_celular|el_baño|el_pasado"
    "|la_oficina|la_cocina|la_cama|el_laburo|mi_cabeza|modo|otra|otro|un_estres|un_quilombo|un_caos|paz|peligro"
    "|este_lio"
)

_BILL = (
    "alquiler|arriendo|renta|expensas|cuota|clase|clases|gym|gimnasio|piso|copago|colegio|guarderia|internet|luz|gas"
    "|prepaga|seguro|monotributo|abono|terapia|sesion|consulta|hipoteca|psicologa|profe|jardin|obra_social|moto|auto"
)

RULES = (
    *parse_rules(Domain.PERSONAL, """
        pago|pagamos|pago_de .. NUMBER (lucas|mil|pesos|palos|euros|k|por|al|de|,|END)
        (puse|pusimos|ponemos|bajamos|vendo|vendemos|vendimos|alquilo|arriendo) (en_venta|en_alquiler|el|la|mi
        |por_fin)* casa|depto|departamento|piso|auto|moto|coche|terreno|local (...)?
        nunca|jamas aprendi|tuve|maneje|viaje|anduve _
        (el|la|los|las $BILL (!FIRST|que _)* (me|nos)? | el|la|los|las (!FIRST|que _)* me|nos | mi|mis (!FIRST|que
        & _)*) sale|salen|cuesta|cuestan|subió|pasó|bajó|aumentó|quedó|queda|vale|se_fue|se_va|está|estan (ahora)? (a
        |en|por)? NUMBER (lucas|mil|pesos|palos|euros|k|por|al|dolares|usd|el_mes)
        alquiler|expensas|cuota|monotributo|prepaga|sueldo (de|:|,)* NUMBER
        me robaron|chorearon|afanaron|hurtaron|chocaron|quitaron|mangaron (el|la|mi|los|un|una|las)* _
        alquile|alquilamos|señe|señamos|firme|firmamos|escrituramos|reserve|reservamos (el|la|un|una|mi|por_fin)*
        |contrato _
        (por_fin)? me|nos compre|compramos|regale|regalaron|llego|cambie|compré (un|una|el|la|unos|unas|otro|otra|de
        |nuevo|nueva)* (!, _)? THING|VEHICLE|PHONE|celu|movil|portatil|cocina|heladera|lavarropas|lavadora|cama
        |sillon|bicicleta|patinete|monopatin|tele|auriculares|reloj|guitarra|teclado|maquina|freidora|cafetera
        |INSTRUMENT
        vendi|vendimos|doné|regale (por_fin)? el|la|los|mi _
        vivo|vivimos|resido|alquilo|alquilamos|rento|rentamos|arriendo|arrendamos (hace ..
        & | desde NUMBER)? (ahora)? en|por|cerca|al|a|un|una|entre
        & $NOTHOME _
        estoy|estamos viviendo en|con|por|cerca|solo|sola $NOTHOME
        me|nos quedo|quedamos a vivir|en_NAME
        ($DATE | en verano|invierno|vacaciones|semana_santa|navidad|año_nuevo (de invierno|verano)?) (nos|me)? vamos|voy
        |viajamos|viajo (!INF|FIRST|a|al|para _)* a|al|para !INF|la_playa _
        ya no vivo|manejo|uso|estudio _
        (ahora|ya|por_ahora)? estoy|estamos|ando|me_instale|me_quede|me_vine|me_fui|caí en|a lo de mi|NAME|el|la
        duermo en lo|casa de
        soy (originalmente|nacido|nacida|oriundo|oriunda|criado|criada)* de|del|en NAME
        soy de !NUMBER|DAY|TEAM|los|las|la_idea|esos|esas|ir|poco|pocas|mucho|mucha|no|madera|hierro|verdad|goma
        |piedra|terror|buen|mal|carne|letras|numeros|ciencias|humanidades|otro|otra|esas|aca|allá|ahi|tener|comer
        |leer|hablar|dormir|salir|tomar|levantarme|llorar|reir|lo|todo|nadie|a|que|los_que|quienes|vos _ NAME? END
        soy (del|de) interior|campo|norte|sur|conurbano|litoral|capital|provincia|caba|barrio
        soy (un|una)? (mitad|hijo_de|hija_de|nieto_de|nieta_de)? NATION
        crecí|me_crié|nací|nacimos (en|a|de|con|por|al) _
        me mude|mudo|independice|radique|instale _
        me fui|vine|volvi a vivir|lo_de
        me volvi a|para NAME|mi
        me vine|fui de NAME
        nos mudamos|vinimos|instalamos a|al|de|con|el|hace|en _
        vivi|vivimos NUMBER|COUNT|en|muchos _
        mi casa|depto|departamento queda|está|tiene _
        leo|entiendo|manejo (el)? (fluido|bien|algo|un|poco|de|perfecto|solo|tambien|y|,)* LANG|idiomas
        mi lengua|idioma (materna|materno|nativo|nativa)? es _
        no manejo END|auto|todavia|porque|hace|desde
        no se manejar|nadar|andar_en_bici|cocinar
        no tengo registro|auto|carnet|redes|redes_sociales|tele
        (me|nos)? compre|compramos (un|una|dos|otro|otra|la|el|por_fin)* casa|depto|departamento|piso
        |terreno|local|campo|quinta
        (me|nos) voy|vamos (unos_dias|el DAY|de_viaje|de_vacaciones|este_finde)* a|para !INF|casa|la|el|lo|un|una|tu
        |las|los|ver (!, _) (con|en|por|los|el|del|de|desde|a|,)
        tengo|compre|compramos (un|una|dos) VEHICLE
        ando|manejo|uso (en)? (un|una|el|mi|la)? VEHICLE
        me|nos compre|compro|compramos|compré (un|una|el|la|mi)? (VEHICLE|THING)
        vendi|cambie|vendimos el|la|mi VEHICLE|THING
        me robaron|chocaron el|la|mi VEHICLE|celu|celular
        cambie|cambiamos el|la|mi celu|celular|movil|telefono|auto|coche|moto|compu|ordenador por _
        cambie|cambiamos de obra_social|prepaga|banco|medico|medica|psicologa|psicologo|dentista|horario|numero|casa
        |barrio|piso|depto
        no vivo|manejo|trabajo|laburo|curro|juego|voy|uso|estudio|corro|entreno|toco|canto mas
        tengo|tenemos un|una (!, _)* del|modelo NUMBER
        debo|debemos NUMBER|COUNT _
        comparto|compartimos piso|depto|departamento|casa|cuarto|habitacion con _
        estoy|estamos en !el|la|un|una|casa|eso|esto|ello (!, _) desde|hace _
        llevo|llevamos NUMBER|COUNT años|meses|semanas|dias con|sin|en|de|viviendo|trabajando|saliendo|casado|casada
        |casados|estudiando|juntos _?
        mi movil|portatil|ordenador|piso|furgo|tablet|telefono es _
        mi auto|coche|moto|bici|signo|religion|camioneta|celu|celular|compu|notebook es (un|una|el|la|de)? _
        tengo (un|una|dos|tres|COUNT|doble|varios|la|NATION)* THING|ciudadania|pasaporte|registro|doble_nacionalidad
        voy|ando|viajo (al|a)* (laburo|trabajo|todos_lados|la_facu|la_oficina|siempre|todas_partes)* en bici|moto
        |auto|bondi|tren|subte|colectivo
        soy (un|una)? TRAIT
        soy (de)? SIGN
        soy del signo|de_signo _
        uso NAME para|en|como|todos|desde _
        """, {"NOTHOME": _NOT_HOME, "BILL": _BILL, **SHORTHANDS}, passing=True),
    *parse_rules(Domain.PERSONAL, """
        hablo {item:(fluido|bien|algo|un|poco|de|perfecto|solo)* LANG (...)?}
        """, each="LANG"),
    *parse_rules(Domain.PERSONAL, """
        estudio|curso|estudiamos !mucho|para|mañana|hoy|poco|un_monton|todo|con|toda|mejor|a|,|desde|cada|los|las
        |esto|eso|el|la (!, _)
        estoy estudiando|cursando !para|mucho|hoy|un_monton|ahora|los|las|esto|algo|un_poco|a|el_parcial|el_tema
        |el_capitulo|el_final _
        (me)? estoy sacando|sacandome el|la|los _
        (ya)? me titule|recibi|gradue END|de|en|como
        estoy haciendo (la|el|una|un)* carrera|maestria|doctorado|posgrado|master|secundario|curso|licenciatura
        |tecnicatura|diplomatura|residencia|profesorado|especializacion|tesis|cbc
        estoy en primer|segundo|tercer|cuarto|quinto|sexto|ultimo|NUMBER año
        estoy en primero|segundo|tercero|cuarto|quinto de _
        estudie|curse !mucho|para|toda|todo|hoy|ayer|poco|un|anoche|el|los _
        hice la|el|un|una primaria|secundaria|secundario|carrera|maestria|doctorado|posgrado|cbc|colegio|master
        |curso_de
        fui a|al (la|el|un|una)* universidad|facultad|colegio|escuela|secundario|industrial|normal|nacional|tecnica
        |uba|utn|unla|unlp|unc|uca|itba|uade|unr|unsam|ungs|undav|unq|untref|unt|jardin
        fui a la ACRONYM
        voy|asisto a|al (la|el)? facultad|facu|universidad|colegio|escuela|uba|utn|secundario (de|en|del|nacional
        |tecnica|NAME|a)
        termine|abandone|deje|retome|empece|arranque (el|la|los|mi)? secundario|secundaria|carrera|facultad|facu
        |primaria|universidad|tesis|estudios|doctorado|maestria|colegio|profesorado|posgrado
        """, passing=True),
)  # fmt: skip
