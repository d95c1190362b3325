"""A calculation written in figures, or with the words of arithmetic."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from sidecar.domain.person import LANGUAGES, Language
from sidecar.i18n import Texts
from sidecar.language.detection import detect_language
from sidecar.language.figures import format_figure
from sidecar.language.fold import fold
from sidecar.language.numerals import ARTICLES, CARDINALS, read_numeral
from sidecar.router.courtesy import read_request
from sidecar.router.intents import Calculation
from sidecar.router.message_words import MessageWords

_ASKED = re.compile(
    r"(?:y |me |a ver )*(?:(?:podes |puedes )?(?:decime|dime|decirme|sabes) )?(?:(?:a )?cuantos? (?:es|da"
    r"|dan|son|seria|hace|queda|sale|salen|resulta)"
    r"|(?:podes |puedes )?(?:calcula(?:me|r|rme)?|resolve(?:me|r)?|resuelve(?:me)?|hace(?:me)? (?:la"
    r"|esta) cuenta(?: de)?|saca(?:me)?(?: la cuenta(?: de)?)?|suma(?:me)?|dividi(?:me)?"
    r"|multiplica(?:me)?)"
    r"|(?:(?:can|could) you )?(?:how much (?:is|are|does)|calculate|compute|solve|work out|figure out"
    r"|add up|split|divide|multiply|(?:tell me )?(?:what is|what are)(?= the (?:square"
    r"|result)))(?: the result of)?)\s+"
)
_ASKED_AFTER = re.compile(
    r"[\s,=]+(?:(?:y )?(?:eso )?cuantos? (?:es|da|dan|son|seria|hace|queda|sale)|how much(?: is (?:it|that))?"
    r"|equals(?: what)?|is what)$"
)
_OF_THE_TABLES = re.compile(r"\d{1,2}x\d{1,2}")
"""What is asked by "what is" is no size then: "what's 7x8"."""
_WHAT_IS = re.compile(r"what(?:'s|s| is)\s+(?:the )?")
_NUMBER = r"\d[\d.,]*\d|\d"
_PIECE = re.compile(
    rf"\s*(?:(?P<number>{_NUMBER})|(?P<percent>%|por ?ciento\b|percent\b)|(?P<operator>\*\*|[-+*/^×÷−]"
    rf"|[x](?=[\s\d(]))"
    r"|(?P<open>\()|(?P<close>\))|(?P<word>[a-z]+))"
)
_OPERATORS: Mapping[str, str] = {
    "de descuento": "off", "multiplicado por": "*", "dividido por": "/", "dividido entre": "/", "dividido en": "/",
    "divided by": "/", "multiplied by": "*", "elevado a la": "**", "elevado a": "**", "to the power of": "**",
    "al cuadrado": "** 2", "al cubo": "** 3", "squared": "** 2", "cubed": "** 3", "dividido": "/", "entre": "/",
    "por": "*", "times": "*", "mas": "+", "plus": "+", "menos": "-", "minus": "-", "by": "/", "de": "of", "of": "of",
    "del": "of", "el": "", "un": "", "the": "", "off": "off", "discount": "off", "raiz cuadrada de": "sqrt",
    "raiz de": "sqrt", "square root of": "sqrt", "raiz cubica de": "cbrt", "la mitad de": "0.5 *", "mitad de": "0.5 *",
    "half of": "0.5 *", "el doble de": "2 *", "doble de": "2 *", "a third of": "1 / 3 *", "un tercio de": "1 / 3 *",
}  # fmt: skip
"""What words of arithmetic mean; articles mean nothing."""
_LONGEST_FIRST = sorted(
    ((tuple(words.split()), sign) for words, sign in _OPERATORS.items()), key=lambda row: -len(row[0])
)
_ARTICLE = "article"
_FIGURE = re.compile(r"\d+(?:\.\d+)?")
_SIGNS = {"÷": "/", "×": "*", "x": "*", "−": "-", "^": "**"}
_SHAPE = re.compile(r"\(*-?\(*n(?:\)*[-+*/^]\(*-?\(*n)+\)*")


def parse_calculation(text: str, language: Language | None = None) -> Calculation | None:
    """Parse figures with signs between them, and nothing else.

    Without "how much is" they may be a date, a telephone number, a range or a size: `24/7`, `15-4444-5555`,
    `2024-2025` and `1920x1080` are not sums. `language` is what the person usually writes: `1.500` is one thousand five
    hundred in Buenos Aires and one and a half in London; without it, and without words that tell, it is neither.
    """
    said = read_request(text)
    return read_calculation(said, language) if said is not None and said.words else None


def read_calculation(said: MessageWords, language: Language | None) -> Calculation | None:
    if not said.words or any(sign.isdigit() and not sign.isdecimal() for sign in said.text):
        return None  # the ² of 5² would be read as a 2
    core = _cut(said)
    after = _ASKED_AFTER.search(core)
    core = core[: after.start()] if after else core
    before = _ASKED.match(core)
    wanted = core[before.end() :] if before else _WHAT_IS.sub("", core, count=1)
    asked = before or after or (wanted != core and _OF_THE_TABLES.fullmatch(wanted))
    numbers = detect_language(said.text) or language
    read = list(_tokenize(wanted, numbers))
    followed = zip(read, [*read[1:], _ARTICLE], strict=True)
    pieces = [piece for piece, after in followed if piece != _ARTICLE or after == _ARTICLE]
    if not pieces or "" in pieces or _ARTICLE in pieces:
        return None
    if (percentage := _read_percentage(pieces)) is not None:
        return Calculation(percentage)
    if "%" in pieces or "of" in pieces or "off" in pieces:
        return None
    if pieces[0] in {"sqrt", "cbrt"} and len(pieces) == 2:
        return Calculation(f"{pieces[0]}({pieces[1]})")
    if not _is_sum(pieces) or not (asked or (_is_in_figures(wanted, pieces) and _is_unambiguous(wanted, pieces))):
        return None
    return Calculation(" ".join(pieces))


def format_result(asked: Calculation, content: str, say: Texts) -> str:
    """Format the result of the tool `calculator` as a sentence."""
    result = format_figure(content, say.language)
    if not asked.spoken:
        return say("That's {result}.", result=result)
    shown = _FIGURE.sub(lambda figure: format_figure(figure[0], say.language), asked.expression)
    return say("That's {result} ({sum}).", result=result, sum=shown.replace("*", "×").replace(" / ", " ÷ "))


def _cut(said: MessageWords) -> str:
    """Return the request, folded, with the signs that stand around its words."""
    start, end = said.words[0].start, said.words[-1].end
    before = said.text[:start].rstrip()
    while start and before and said.text[start - 1] in " (-+−":
        start -= 1
    while end < len(said.text) and said.text[end] in " )%":
        end += 1
    return fold(said.text[start:end].replace("’", "'"))


def _tokenize(text: str, language: Language | None) -> Iterator[str]:
    """Yield numbers in plain notation, signs and brackets; and "" where there is anything else."""
    place = 0
    while place < len(text):
        found = _PIECE.match(text, place)
        if found is None:
            yield ""
            return
        place = found.end()
        match found.lastgroup:
            case "number":
                yield read_number(found["number"], language)
            case "percent":
                yield "%"
            case "word":
                read, place = _read_words(text, found.start("word"))
                if not read:
                    yield ""
                    return
                yield from read.split()
            case _:
                sign = found[0].strip()
                yield _SIGNS.get(sign, sign)


def _read_words(text: str, place: int) -> tuple[str, int]:
    """Return what the words from `place` on mean, and where they end; "" for words that are not of arithmetic."""
    words = re.findall(r"[a-z]+", text[place : place + 60])
    for phrase, meaning in _LONGEST_FIRST:
        if tuple(words[: len(phrase)]) == phrase:
            return meaning or _ARTICLE, place + len(" ".join(phrase))
    for language in LANGUAGES:
        if words[0] in CARDINALS[language] and (words[0] not in ARTICLES[language]):
            numeral = read_numeral(words, 0, language)
            if numeral is not None:
                return str(numeral[0]), place + len(" ".join(words[: numeral[1]]))
    return "", place


def read_number(written: str, language: Language | None) -> str:
    """Return a number as digits with at most one point; "" where it is none, or has two readings."""
    point, comma = written.count("."), written.count(",")
    if not (point or comma):
        return written
    if point and comma:
        decimal = max(".,", key=written.rindex)
        thousands = "," if decimal == "." else "."
        whole, _, fraction = written.rpartition(decimal)
        return f"{whole.replace(thousands, '')}.{fraction}" if _is_grouped(whole, thousands) else ""
    sign = "." if point else ","
    if not _is_grouped(written, sign):
        return written.replace(",", ".") if written.count(sign) == 1 else ""
    if written.count(sign) > 1 or (language == "es" and sign == ".") or (language == "en" and sign == ","):
        return written.replace(sign, "")
    return written if language == "en" else ""


def _is_grouped(written: str, sign: str) -> bool:
    """Return whether the sign may stand between thousands."""
    return re.fullmatch(rf"[1-9]\d{{0,2}}(?:{re.escape(sign)}\d{{3}})+", written) is not None


def _read_percentage(pieces: Sequence[str]) -> str | None:
    """Read `15 % of 80`, `1250 + 21 %`, `20 % off 500`."""
    match pieces:
        case [rate, "%", "of", base] if _is_number(rate) and _is_number(base):
            return f"{rate}% * {base}"
        case [rate, "%", "off", "of", base] | [rate, "%", "off", base] | [base, "-", rate, "%"] if _is_number(
            rate
        ) and _is_number(base):
            return f"{base} * (1 - {rate}%)"
        case [*before, "+" | "-" as sign, rate, "%"] if _is_number(rate):
            if len(before) == 1 and _is_number(before[0]):
                return f"{before[0]} * (1 {sign} {rate}%)"
            return f"({' '.join(before)}) * (1 {sign} {rate}%)" if _is_sum(before) else None
        case _:
            return None


def _is_number(piece: str) -> bool:
    return piece[:1].isdigit()


def _is_sum(pieces: Sequence[str]) -> bool:
    """Return whether there are two numbers at least, and a sign between any two."""
    shape = "".join("n" if _is_number(piece) else "^" if piece == "**" else piece[0] for piece in pieces)
    return _SHAPE.fullmatch(shape) is not None


def _is_in_figures(text: str, pieces: Sequence[str]) -> bool:
    return sum(map(_is_number, pieces)) <= len(re.findall(_NUMBER, text))


def _is_unambiguous(text: str, pieces: Sequence[str]) -> bool:
    signs = {piece for piece in pieces if not _is_number(piece) and piece not in "()"}
    numbers = [piece for piece in pieces if _is_number(piece)]
    if re.search(r"\dx\d", text):
        return False  # a size
    if not signs <= {"-", "/"}:
        return True
    if re.search(r"\d-|-\d", text) or re.search(r"0\d", " ".join(n for n in numbers if n.startswith("0"))):
        return False  # a date, a telephone number
    if re.search(r"\d/|/\d", text):
        return _is_plain_division(numbers)
    return "/" in signs or _is_descending(numbers)


def _is_plain_division(numbers: Sequence[str]) -> bool:
    """Return whether `1200/3` is one: not a month of a year, a day, a blood pressure."""
    whole, *parts = numbers
    return len(parts) == 1 and len(parts[0]) == 1 and float(whole) >= 100 and not 1900 <= float(whole) <= 2100


def _is_descending(numbers: Sequence[str]) -> bool:
    """Return whether it subtracts: `9 - 18` and `1990 - 2024` are ranges."""
    sizes = [float(number) for number in numbers]
    return sizes[0] >= sum(sizes[1:])
