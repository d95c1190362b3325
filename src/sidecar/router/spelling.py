"""Forgives one slip of the finger in a word of the router's grammar."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from sidecar.language.tokens import split_words

_SHORTEST = 5
_STEM = 4
_WORDS = frozenset(
    split_words("""
        recordame recordarme recordanos recordar recuerdame recuerdanos recuerdes recordas recordatorio
        recordatorios acordate acordame acordar acuerdame avisame avisarme avisas avises alarma alarmas timer
        temporizador agenda agendame agendar despertame despiertame remind reminder reminders alarm alarms
        timers notify alert cancela cancelar cancelame cancelalo borra borrar borrame borralo elimina eliminar
        delete remove cancel pospone posponer posponelo posponga aplaza aplazar snooze postpone clima tiempo
        pronostico temperatura llueve llover lluvia lloviendo nublado weather forecast temperature raining anota
        anotame anotar apunta apuntar notas olvida olvidate olvidar forget remember programa programame agrega
        agregame mostrame muestrame muestra cuanto calcula calculame convierte convert calculate
    """)
)
"""Folded. Shorter words have too many neighbours."""

_OTHER_WORDS = frozenset(
    split_words("""
        anita anitas recorda acorda recordado recordada recordamos recordara recordaba recordaron recordarte recordate
        recordale recordarle recordarlo recordare recorde recuerdos recuerda recuerdo recuerden acordaba
        acordado acorde acuerdate recordando recordas avisale avisarle avisado avisamos avisare avisaron
        avisaste avisara avisa avisan aviso avisos alarmado alarmar alarme tamer times timed tiber tiempos
        remainder remained reminded reminds remine alarmed alerts alerted cancer canela cancelo cancele cancelas
        cancelado cancelale borre borro borran barra burra corra borras borrado borrale eliminado elimino
        elimine deleted deletes removed removes cancels canceled channel pospuso pospuse aplauza plaza climas
        cima calma llueva llover llovio llueven lluvias lluvioso leather feather heather whether weathers anoto
        anote anotas anotan anotale apunto apunte apuntes apuntan puntos punta notar notan nota botas motas
        notes olvido olvide olvidas olvidan olvidar olvidado forgot forgets remembers remembered members member
        programas programe programo agrego agregue agregas muestras muestro mostrar mostrale cuantos cuanta
        cuantas cuando calculo calcule calculas convierta converts convent concert covert recordad agendas
        agenda agendo agende brama forte forged target snoozed snoozes noticed notified ancla acordar recorrer
        recortar recortame ahora hora despertar despertarme minder rewind remand behind romper
    """)
)
"""Words of their own that are one letter away."""


def correct_word(word: str) -> str:
    """Return the word of the grammar that the folded `word` is a slip away from.

    `word` itself where there is none, or several that are not forms of one word.
    """
    if len(word) < _SHORTEST or word in _WORDS or word in _OTHER_WORDS:
        return word
    near = {known for clipped in _clip(word) for known in _BY_CLIPPED.get(clipped, ()) if _is_one_slip(word, known)}
    if len({known[:_STEM] for known in near}) != 1:
        return word
    return min(near, key=lambda known: (not known.startswith(word), len(known), known))


def _clip(word: str) -> Iterator[str]:
    """Yield the word, and the word without each one of its letters."""
    yield word
    for place in range(len(word)):
        yield word[:place] + word[place + 1 :]


def _is_one_slip(word: str, known: str) -> bool:
    """Return whether one letter is missing, too many, or another, or two neighbours have changed places."""
    start = next((i for i, (a, b) in enumerate(zip(word, known, strict=False)) if a != b), min(len(word), len(known)))
    said, meant = word[start:], known[start:]
    return (
        said[1:] == meant
        or said == meant[1:]
        or said[1:] == meant[1:]
        or (said[2:] == meant[2:] and said[:2] == meant[1::-1])
    )


def _index(words: frozenset[str]) -> Mapping[str, set[str]]:
    clipped: defaultdict[str, set[str]] = defaultdict(set)
    for word in words:
        for form in _clip(word):
            clipped[form].add(word)
    return dict(clipped)


_BY_CLIPPED = _index(_WORDS)
