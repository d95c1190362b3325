"""A calculation written in figures."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sidecar.i18n import Texts
from sidecar.language.figures import format_figure
from sidecar.router.intents import Calculation
from sidecar.router.normalization import normalize_request

_ASKED = re.compile(r"(?:y )?(?:cuanto (?:es|da|son|seria)|cuantos son|calcula(?:me)?|how much is|calculate)\s+")
_WHAT_IS = re.compile(r"what(?:'s| is)\s+")
_PERCENT_OF = re.compile(r"(?:el )?(\d[\d.,]*)\s*(?:%|por ?ciento|percent) (?:de|of) (\d[\d.,]*)")
_TWO_READINGS = re.compile(r"(?<![\d.,])[1-9]\d{0,2}[.,]\d{3}(?![\d.,])")
"""`1.500` is one thousand five hundred in Buenos Aires, and one and a half in London."""
_PIECE = re.compile(
    r"\s*(?:(?P<number>\d[\d.,]*)|(?P<operator>\*\*|[-+*/^x×÷−]|por|mas|menos|dividido(?: por)?"
    r"|times|plus|minus|divided by)(?=[\s\d(+-])|(?P<open>\()|(?P<close>\)))"
)
_SIGNS = {
    "dividido": "/", "dividido por": "/", "divided by": "/", "÷": "/", "por": "*", "times": "*", "×": "*", "x": "*",
    "mas": "+", "plus": "+", "menos": "-", "minus": "-", "−": "-",
}  # fmt: skip


def parse_calculation(text: str) -> Calculation | None:
    """Parse figures with signs between them, and nothing else.

    Without "how much is" they may be a date, a telephone number, a range or a size: `24/7`, `15-4444-5555`,
    `2024-2025` and `1920x1080` are not sums.
    """
    if _TWO_READINGS.search(text) or any(sign.isdigit() and not sign.isdecimal() for sign in text):
        return None  # the ² of 5² would be read as a 2
    core = normalize_request(text).removesuffix("=").rstrip()
    asked = _ASKED.match(core)
    wanted = core[asked.end() :] if asked else _WHAT_IS.sub("", core, count=1)
    if percentage := _PERCENT_OF.fullmatch(wanted):
        return Calculation(f"{percentage[1]}% * {percentage[2]}")
    pieces = _tokenize(wanted)
    if not _is_sum(pieces) or not (asked or _is_unambiguous(wanted, pieces)):
        return None
    return Calculation(" ".join(pieces))


def format_result(content: str, say: Texts) -> str:
    """Format the result of the tool `calculator` as a sentence."""
    return say("It is {result}.", result=format_figure(content, say.language))


def _tokenize(text: str) -> Sequence[str]:
    """Split into numbers, signs and brackets; return nothing if there is anything else."""
    pieces: list[str] = []
    place = 0
    while place < len(text):
        found = _PIECE.match(text, place)
        if found is None:
            return ()
        piece = found[0].strip()
        pieces.append(_SIGNS.get(piece, piece))
        place = found.end()
    return pieces


def _is_sum(pieces: Sequence[str]) -> bool:
    """Return whether there are two numbers at least, and a sign between any two."""
    shape = "".join("n" if piece[0].isdigit() else piece[0] for piece in pieces)
    return re.fullmatch(r"\(*-?\(*n(?:\)*[-+*/^]\(*-?\(*n)+\)*", shape) is not None


def _is_unambiguous(text: str, pieces: Sequence[str]) -> bool:
    signs = {piece for piece in pieces if not piece[0].isdigit() and piece not in "()"}
    numbers = [piece for piece in pieces if piece[0].isdigit()]
    if re.search(r"\dx\d", text):
        return False  # a size
    if not signs <= {"-", "/"}:
        return True
    if re.search(r"\d[-/−]|[-/−]\d", text) or any(re.match(r"0\d", number) for number in numbers):
        return False  # a date, a telephone number, a fraction, 24/7
    return "/" in signs or _is_descending(numbers)


def _is_descending(numbers: Sequence[str]) -> bool:
    """Return whether it subtracts: `9 - 18` and `1990 - 2024` are ranges."""
    sizes = [_approximate(number) for number in numbers]
    return sizes[0] >= sum(sizes[1:])


def _approximate(number: str) -> float:
    """Return about how large the number is: enough to compare."""
    plain = number.rstrip(".,").replace(",", ".")
    return float(plain if plain.count(".") < 2 else plain.replace(".", ""))
