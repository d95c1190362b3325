"""Parts of patterns that several Spanish rules share."""

from __future__ import annotations

SHORTHANDS = {
    "DAYS": "(los|las|todos|todas|cada|todos_los|todas_las|un|de DAY|SPAN|HALFDAY | cada NUMBER"
    "|COUNT? SPAN | dia por medio"
    " | a diario | NUMBER|COUNT|una veces|vez por|a|al la? SPAN | de DAY a DAY | DAY (, DAY)* y|e DAY)",
    "DATE": "(el|del|al|este (dia|proximo)* NUMBER|primero|DAY de? MONTH? | en MONTH | mañana | de mañana"
    " | el|este mes|año|verano|invierno que_viene|proximo | la semana que_viene | la proxima semana)",
    "THEIRS": "((mi|mis|nuestro|nuestra|nuestros|nuestras (hijo|hija|mejor|ex|otro|otra|segundo|segunda)?"
    " KIN|PERSON|PET|JOB (mayor|menor|grande|chico|chica|del_medio|nuevo|nueva | mas chico|chica|grande|pequeño"
    "|pequeña)? (de LANG|HABIT|yoga|la_facu)?"
    " | mama|papa|mami|papi | el|la|al|a_la jefe|jefa|nene|nena|bebe|beba|perro|perra|gato|gata|gatito|gatita|viejo"
    "|vieja|abuela|abuelo|suegra|suegro|tia|tio|nona|nono|peque|ahijado|ahijada (mayor"
    "|menor|grande|chico|chica | mas chico|chica|grande|pequeño|pequeña)?)"
    "( ,? (el|la)? NAME|NICK NAME? ,? | que vive en NAME)?"
    " | (el|la)? GIVEN !NAME ,? | el|la NICK ,?) !hace_un|hace_una|hace_como|hace_NUMBER"
    "|hace_COUNT|hace_mucho|hace_rato",
    "WHEN": "(el|al|del|para|hasta|los|este|proximo|dia|,)* (DAY NUMBER | DAY (de|por) la HALFDAY | DAY (a)? las"
    " NUMBER|COUNT | NUMBER de MONTH | NUMBER MONTH | el (dia)? NUMBER|primero | al NUMBER|primero | el|al DAY"
    " | en|de|a fin|fines|principios|mediados de MONTH | en MONTH | NUMBER (a)? las NUMBER | DATE)",
    "CASH": "lucas|mil|pesos|euros|k|palos|palo|millones|dolares|usd|mangos|eur",
    "WHAT": "(!, !que|porque|pero|aunque|asi_que|y_me|por_lo _)*",
    "SIZE": "(de|del|un|una|unos|la|el|los|las|algo|poco|cierta|leve|cronica|cronico|fuerte|severa|mucha"
    "|problemas|NUMBER|COUNT)",
    "PILL": "(un|una|el|la|los|las|media|medio|dos|NUMBER|mg|mcg|ml|gotas|mi|mis|de|pastilla|pastillas"
    "|comprimido|comprimidos|puf|pufs|puff|puffs|paff|paffs|disparo|disparos|ampolla|ampollas|parche|parches|crema|gota"
    "|spray|inyeccion|capsula|capsulas|COUNT)",
}
