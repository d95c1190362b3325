"""The words for everything that is remembered of a person."""

from __future__ import annotations

import re

from sidecar.language.fold import fold

_KNOW_ES = r"(?:sab(?:es|e|as)|ten[eg](?:s|as?|es)|recordas|recuerdas|guardaste|anotaste|aprendiste|memorizaste)"
_EVERYTHING = re.compile(
    rf"(?:absolutamente )?(?:todo lo que (?:(?:te )?(?:conte|dije)|{_KNOW_ES}(?: (?:guardado|anotado|registrado))?)"
    rf"(?: (?:de|sobre|acerca de) mi(?: persona| vida)?)?"
    r"|(?:toda )?(?:tu|la|mi) memoria(?: (?:de|sobre) mi)?(?: entera)?"
    r"|(?:todos )?(?:mis|los) datos(?: (?:mios|personales|(?:de|sobre) mi))?|todo (?:de|sobre|acerca de) mi"
    r"|(?:absolutely )?(?:everything|anything|all|whatever|what)(?: that)? (?:you(?:'ve| have)?"
    r" (?:know|have|remember|learned|stored|saved|got|noted)(?: (?:about|on) me)?"
    r"|i(?:'ve)? (?:ever )?(?:told|said to) you)"
    r"|(?:everything|all) about me|(?:all )?(?:of )?my (?:personal )?(?:data|information|info|memory|memories)"
    r"|(?:all )?(?:of )?your (?:memory|memories)(?: of me)?)"
)


def means_everything(words: str) -> bool:
    """Return whether words name all that is remembered: "todo lo que sabés de mí", "everything about me"."""
    return _EVERYTHING.fullmatch(fold(words).strip(" .!")) is not None
