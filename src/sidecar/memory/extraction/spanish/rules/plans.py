"""Goals, decisions, projects, routines and appointments."""

from __future__ import annotations

from sidecar.domain.fact import Confidence, Domain
from sidecar.memory.extraction.grammar import parse_rules
from sidecar.memory.extraction.spanish.rules.shorthands import SHORTHANDS

_BIG = (
    "aprender|bajar|dejar|correr|leer|estudiar|comprar|comprarme|comprarnos|viajar|conocer|ahorrar|escribir"
    "|poner|ponerme|abrir|mudarme"
    "|mudarnos|vivir|recibirme|adelgazar|terminar|volver_a|cambiar|ser|tener_un|tener_una|tener_mi|tener_hijos"
    "|tener_mas|hacer_un|hacer_una"
    "|aprobar|sacar_el|sacarme|subir_de|mejorar|entrenar|participar|publicar|emprender|renovar|construir|montar"
    "|lograr|jubilarme|casarme"
    "|casarnos|adoptar|independizarme|irme|irnos|ganar|meditar|levantarme|dormir_mas|dormir_mejor|engordar"
    "|perder|graduarme|anotarme|retomar"
    "|armar|empezar|tramitar|cruzar|subir|recorrer|doctorarme|tocar|formar|criar|reformar|hacerme|operarme|dar_la"
)
_MINOR = (
    "!rato|comida|algo|la_luz|volumen|esto|eso|tiempo|hambre|info|razon|la_musica|el_tema|un_poco|una_cosa"
    "|una_duda|una_pregunta|una_nota"
    "|un_recordatorio|un_turno|la_ventana|un_archivo|una_lista|un_mail|un_mensaje|una_pizza|el_archivo|la_app"
    "|claro|feliz|bueno|un_documento"
    "|a_casa|ya|END|hoy|comer|cenar|el_nombre|mas_sobre|sobre|mi_contraseña|el_idioma|una_mesa|una_reunion"
    "|un_resumen|una_tarea|un_mate|un_cafe"
)
_SMALL_WORK = (
    "!rato|cafe|mate|asado|cena|comida|torta|pausa|fila|cola|informe|mail|quilombo|monton|cosa|presentacion"
    "|trabajo|tp|reunion|siesta|pizza"
    "|guiso|ensalada|lista|compras|llamada|mensaje|resumen|examen|desayuno|almuerzo|valija|bolso|tramite|gripe"
    "|dolor|hambre|sueño|resfrio|fiebre"
)
_MADE = (
    "app|aplicacion|libro|novela|blog|tesis|cocina|casa|web|pagina|baño|juego|videojuego|banda|disco|corto"
    "|documental|podcast|quincho|mueble"
    "|robot|curso|tienda|emprendimiento|huerta|sitio|startup|casita|bot|biblioteca|cuento|obra|guion|proyecto"
    "|reforma|mesa|barco|quinta"
)

AIMS = (
    *parse_rules(Domain.GOALS, """
        quiero|quisiera|queremos|sueño|aspiro|pretendo|planeo|pienso|planeamos|pensamos (con|a|en)? {item:$BIG $MINOR
        & _ (...)?}
        """, {"BIG": _BIG, "MINOR": _MINOR}, each="INF"),
    *parse_rules(Domain.GOALS, """
        quiero|queremos (ser|jubilarme|casarme|casarnos|mudarme|mudarnos|adelgazar|emprender|recibirme|independizarme
        |tener_hijos) END|de|en|a
        quiero|queremos que mi|mis|nuestro|nuestra KIN
        meta|objetivo|proposito (de|del|para|este|año|NUMBER)* : _
        (estoy|estamos|ando) viendo|pensando|planeando de|en|si INF|poner|arreglar|abrir
        (hoy)? hablamos|quedamos|arreglamos (con _ _?)? de|en poner|abrir|armar|montar|arreglar|restaurar|lanzar _
        (el|la|los|las)? (unico|unica|ultimo|ultima)? final|materia|materias|finales|asignatura (que)? debo|falta
        |faltan|queda|quedan
        (me|nos)? queda|quedan|falta|faltan (!, _)* materia|materias|final|finales|asignatura|asignaturas|tfg|tesis
        |cuota|cuotas|pagos|sesiones
        estoy|estamos|ando|sigo buscando (un|una|el|otro|otra)* laburo|trabajo|empleo|curro|depto|departamento|piso
        |casa|alquiler|pareja|terreno|local|pasantia|practicas _?
        termine|acabe|complete|terminamos (el|la|mi|por_fin)* curso|carrera|tratamiento|posgrado|secundario|master
        |tesis|obra|reforma|libro|novela
        no va mas (el|la|lo)? _
        (se)? cayó|canceló|cancelamos|suspendió|suspendimos|pospuso|postergamos|pincho el|la viaje|casamiento|boda
        |mudanza|fiesta|vacaciones|venta|operacion|EVENT
        me propuse _
        mi meta|objetivo|sueño|proposito|desafio|plan (es|para|de|del|este) _
        estoy|estamos|vengo|ando ahorrando|juntando|entrenando|preparandome|practicando|estudiando (plata|guita
        |un_poco)* para !el_parcial|un_parcial|mañana|la_prueba _
        estoy|ando aprendiendo (a)? _
        estoy intentando|tratando de dejar|bajar|aprender|adelgazar|leer|ahorrar|dormir|comer|hacer
        ahorro|entreno|me_preparo|juntamos|ahorramos para _
        me anote|inscribi|reinscribi|apunte|matricule (por_fin|al_final)? en|a|al|para _
        (me)? saque|obtuve (el|la|mi|un|una|por_fin)* NUMBER|final|registro|carnet|titulo|licencia|beca|permiso|visa
        |ciudadania
        aprobe|rendi|promocione|meti|desaprobe|suspendi (el|la|los|mi|un|una|final|parcial|materia|examen|de)* _
        debo|adeudo|me_falta|me_faltan|me_queda|me_quedan (el|la|los|un|una|NUMBER|COUNT|dos|solo)* final|finales
        |materia|materias|examen|tesis|asignatura|asignaturas
        congelo|congele|pause|retomo|retome|deje|largue|abandone|cuelgo|colgue (el|la|los|las|mi)* carrera|facu
        |facultad|tecnicatura|curso|estudios|cursada|profesorado|maestria|master|tesis|grado|universidad|oposicion
        |oposiciones|uni
        """, passing=True),
    *parse_rules(Domain.DECISIONS, """
        decidi|decidimos|resolvi|resolvimos|elegi|elegimos|opte !esto|eso|ya|nada|todo|END _
        tome|tomamos la decision de
        me decidi por|a _
        me quede|quedo con !hambre|ganas|la|el|sueño|mi|las|los|eso|esto|todo|sed|bronca _
        el|la (!FIRST|que _)* va_a ser en|el _
        """, passing=True),
    *parse_rules(Domain.PROJECTS, """
        estoy|estamos|sigo|ando|seguimos escribiendo|armando|desarrollando|construyendo|programando|diseñando
        |reformando|haciendo|grabando|restaurando|filmando|montando|remodelando|creando|componiendo|refaccionando
        |lanzando|con|pintando|editando (un|una|el|la|mi|nuestra|nuestro|los|unos)* (mini|pequeña|nueva|nuevo)* MADE
        estoy|estamos|sigo escribiendo|desarrollando|construyendo|programando|diseñando|reformando|restaurando
        |remodelando|componiendo|lanzando un|una|el|la|mi|nuestra|nuestro $SMALL _
        (le|les)? estoy|estamos tejiendo|bordando|cosiendo|restaurando|armando|haciendo|pintando un|una|el|la $SMALL _
        escribo|edito|grabo|mantengo|desarrollo|publico|tengo|hago|lance|lanzamos (un|una|el|mi|la)* blog|newsletter
        |podcast|canal|app|juego|proyecto|fanzine|videojuego
        escribo (un|una|mi)* libro|novela|cuentos|poesia|tesis|guiones
        mi proyecto|blog|podcast|canal|newsletter|app|tesis|novela|libro|emprendimiento|startup|tienda es|se|trata
        |sale|va|vende|usa _
        el proyecto|backend|frontend|repo|lanzamiento (de|del|web)? (NAME)? es|está|vence|usa _
        """.replace("MADE", _MADE), {"SMALL": _SMALL_WORK}, passing=True),
)  # fmt: skip

ROUTINES = (
    *parse_rules(Domain.SCHEDULE, """
        tengo (un|una|el|la|mi|final|parcial|de)* VISIT|HABIT|vuelo|casamiento|parcial|examen|final (!, _)* el|este
        & (dia)? NUMBER|primero
        tengo (un|una|el|la|mi|final|parcial|de)* VISIT|HABIT|vuelo|casamiento|parcial|examen|final (!, _)* en MONTH
        viajo|viajamos|rindo|rendimos|vuelvo|empiezo|arranco|corro|expongo|entrego|me_voy|nos_vamos|me_opero
        |me_operan|me_caso|nos_casamos|me_mudo|nos_mudamos|cumplimos|debuto|toco (!, _)* $DATE
        el (dia)? NUMBER|primero (de MONTH)? (tengo|viajo|rindo|me|nos|empiezo|entrego|cumplimos|vence|viajamos|cobro
        |pago|me_toca|me_operan|corro) _
        el|la|mi (VISIT|viaje|vuelo|casamiento|boda|turno|examen|parcial|final|mudanza|entrevista|operacion) (!FIRST
        |que|, _)* es|son $DATE
        el NUMBER (de MONTH)? es|cumplimos mi|nuestro|años (aniversario|cumple|cumpleaños|de)
        mi|nuestro aniversario (de_casados|de_casamiento|de_bodas|de_novios)? es|cae _
        pago|cobro (el|la|los|mi|las)* _ .. el NUMBER
        cobro (el|los) NUMBER|primero|primeros|fin_de_mes|ultimo
        pago el|la|los|las alquiler|expensas|monotributo|tarjeta|luz|prepaga|cuota|hipoteca|credito (el|los|del|antes)
        me levanto|despierto|acuesto|duermo (siempre|todos_los_dias|temprano|muy)* a|tipo|temprano|tarde|cerca|NUMBER
        |todos
        entro|salgo|arranco|ceno|almuerzo|desayuno|meriendo|curso|entreno|empiezo (siempre|todos_los_dias|a_laburar
        |a_trabajar|al_laburo|al_trabajo|del_laburo|del_trabajo|a_la_facu)* a|tipo las|la|eso|NUMBER
        (no|nunca|siempre)? desayuno|ceno|almuerzo|meriendo (siempre|nunca|mate|cafe|tostadas|temprano|tarde|END)
        """, SHORTHANDS, passing=True),
    *parse_rules(Domain.SCHEDULE, """
        (no)? (me|nos)? !odio|amo|quiero|detesto|extraño|necesito|se|digo|creo|como_un|como_una NOW (!, _)* $DAYS
        $DAYS (!FIRST|me|que|no|es|hay _)* (no)? (me|nos)? !odio|amo|quiero|necesito|puedo|soy|estoy|digo NOW|toca
        |tocan
        mis clases|ensayos|turnos|entrenamientos|guardias|reuniones|dias|sesiones (de _)? son|es|arrancan _
        salgo|salimos|voy|vamos a correr|caminar|nadar|andar|bailar|pescar|pedalear|trotar|entrenar|escalar|remar _
        voy|hago|practico|tomo|tengo (a|al|de|clases|la|el)* gimnasio|gym|gimnasia|yoga|pilates|natacion|terapia
        |crossfit|boxeo|coro|ceramica|danza|teatro|running|spinning|kinesio|kinesiologia|psicologa|psicologo|ingles
        |canto|misa|escalada|karate|judo|taekwondo|meditacion|atletismo|patin|tango|zumba|guitarra|piano|funcional
        |calistenia|salsa|folklore (END|a|al|con|en|desde|hace|por|todas|NUMBER|COUNT)
        juego|jugamos (al|a|a_la)* futbol|tenis|padel|basquet|voley|rugby|hockey|ajedrez|truco|golf|poker|ping_pong
        |handball|bochas
        corro|nado|pedaleo|camino|medito|entreno NUMBER|COUNT|todos|siempre|maratones|carreras
        home_office|oficina|HABIT $DAYS
        empece|arranque|empiezo|arranco|comence|retome|retomo|volvi|vuelvo|deje|largue|abandone|colgue|cancele
        |suspendi|pause (a|al|con|de|la|el|las|los|hacer|haciendo|clases|mis|mi|otra_vez|ir)* terapia|gimnasio|gym
        |HABIT|INSTRUMENT|LANG
        DAY ,? (a|por|de)? HALFDAY? ,? :? HABIT
        """, SHORTHANDS, confidence=Confidence.MEDIUM),
)  # fmt: skip
