"""Parts of patterns that several Spanish rules share."""

from __future__ import annotations

SHORTHANDS = {
    "DAYS": "(los|las|todos|todas|cada|todos_los|todas_las|un|de DAY|SPAN|HALFDAY | cada NUMBER"
    "|COUNT? SPAN | dia por medio"
    " | a diario | NUMBER|COUNT|una veces|vez por|a|al la? SPAN | de DAY a DAY | DAY (, DAY)* y|e DAY)",
    "DATE": "(el|del|al|este (dia|proximo)* NUMBER|primero|DAY de? MONTH? | en MONTH | mañana | de mañana"
    " | el|este mes|año|verano|invierno que_viene|proximo | la semana que_viene | la proxima semana)",
    "THEIRS": "(mi|mis (hijo|hija|mejor|ex|otro|otra|segundo|segunda)? KIN|PERSON|PET"
    " (mayor|menor|grande|chico|chica)? (de LANG|HABIT|yoga|la_facu)?"
    " | mama|papa|mami|papi)( , NAME ,? | NAME NAME? | que vive en NAME)?",
    "SIZE": "(de|del|un|una|unos|la|el|los|las|algo|poco|cierta|leve|cronica|cronico|fuerte|severa|mucha"
    "|problemas|NUMBER|COUNT)",
    "PILL": "(un|una|el|la|los|las|media|medio|dos|NUMBER|mg|mcg|ml|gotas|mi|mis|de|pastilla|pastillas"
    "|comprimido|comprimidos|COUNT)",
}
