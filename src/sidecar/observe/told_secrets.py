"""Secrets that people tell in a sentence: "my password is hunter2", "la clave del wifi es casa2024", "PIN 4821"."""

from __future__ import annotations

import re

_LOCK = (
    r"(?:puerta|port[oó]n|entrada|edificio|alarma|cochera|garage|garaje|caja(?: fuerte| de seguridad)?|cerradura"
    r"|candado|reja|llavero|desbloqueo)"
)
_TOLD = re.compile(
    r"(?i)(?<![\w/.-])(?P<label>contrase[ñn]as?|clave token|clave|passwords?|pass(?:code|phrase|wd)?|pwd|pin|cvv|cvc"
    r"|otp|token|(?:c[oó]digo|combinaci[oó]n) de (?:seguridad|verificaci[oó]n|(?:(?:la |mi |su )?|l )"
    rf"{_LOCK})|c[oó]digo del {_LOCK}"
    r"|(?:security|verification|door|front door|alarm|gate|garage|building|entry|safe|lock|lockbox|keypad|access) code"
    r"|(?:safe|lock|padlock|locker) combination|api[-_ ]?key|secret key|wi-?fi (?:key|password))"
    r"(?:(?P<owner>(?:\s+[\w@.-]{1,30}){0,5}?)(?P<link>'s|\s*[:=]|\s+(?:es|era|is|was|son|are)\b:?)\s*"
    r"|(?P<owner_before_value>(?:\s+(?!contras|pass|pin\b)[\w-]{1,20}){0,3}?)\s+(?=\S*\d))"
    r"(?P<quote>[\"'“«`]?)(?P<value>[^\s\"'“”«»`\\]{3,})"
)
_PASSWORD = ("contras", "pass", "pwd")
_AT_LOCK = re.compile(rf"(?i)\b(?:{_LOCK}|door|alarm|gate|safe|locker|padlock)$")
_NUMBER = re.compile(
    r"pin|cvv|cvc|otp|clave token|c[oó]digo\b.*|combinaci[oó]n\b.*|.* (?:code|combination)", re.IGNORECASE
)
_HOLDER = re.compile(
    r"(?i)\b(?:wi-?fi|router|home ?banking|bank|banco|card|tarjeta|sim|netflix|spotify|instagram|facebook|gmail"
    r"|e?-?mail|correo|cuenta|account|compu(?:tadora|ter)?|laptop|notebook|celu(?:lar)?|phone)$"
)
"""What a secret opens: after `pin del` or `contraseña`, other words begin a sentence about something else."""
_OF_PLACE = re.compile(
    r"(?i)\b(?:de casa|del? (?:el )?(?:edificio|trabajo|consultorio|depto|departamento|oficina)|to the \w+)$"
)
_LONGEST_NAME = 40
_ACCOUNT = re.compile(
    r"(?i)\b(?:wi-?fi|router|home ?banking|netflix|spotify|instagram|facebook|gmail|e?-?mail|correo|laptop|notebook"
    r"|compu(?:tadora|ter)?|celu(?:lar)?)"
    r"(?: (?:password|key|de (?:la |mi )?(?:casa|oficina)|del (?:depto|trabajo)|at home))?$"
)
"""What is opened by a word, and nothing else that people say of it is one: `la clave del wifi es mariposa`."""
_LONG = 12
"""Characters of a value that is surely a key or a token, though no verb or colon links it to that word."""
_LONGEST_NUMBER = 12

_STRONG = re.compile(r"(?=.*[^\W\d_])(?=.*(?:\d|\w[@#$%^&*_+=~!?]\w|[a-zñ][A-ZÑ])).{4,}")
"""A word with digits, signs or capitals inside: no word of a sentence."""
_ONE_WORD = re.compile(r"[^\W\d_]{4,}(?=[ \t]*(?:$|[\r\n.,;!?)\"\\]))")
_DESCRIPTION = re.compile(
    r"(?i)(?:wrong|right|weak|strong|safe|secure|same|optional|later|none|unknown|private|important|secret|incorrect"
    r"|easy|hard|long|short|good|fine|bad|that|this|there|here|simple|common|dif[ií]cil|f[aá]cil|larg[oa]|cort[oa]|fe[oa]"
    r"|lind[oa]|buen[oa]|mal[oa]|es[oa]|est[oa]|aquell[oa]|igual|distint[oa]|otr[oa]|rar[oa]|simple|com[uú]n|esa|gratis|free"
    r"|d[eé]bil|fuerte|segur[oa]|mism[oa]|opcional|despu[eé]s|ningun[oa]|secret[oa]|(?:in)?correct[oa]|nuev[oa]|viej[oa]"
    r"|\w+(?:[ai]d[oa]|ed|ing|[ai]ble|ori[oa]|ente|ante))"
)
"""How a password is, not what it is: `contraseña: pendiente`."""
_PLACEHOLDER = re.compile(
    r"[$<{%(\[*]|os\.|process\.|env\b|config|settings|input\(|getenv|none$|null$|true$|false$|x{4}|…|\.{3}", re.I
)
_LOGIN = re.compile(
    r"(?i)(\b(?:log[- ]?in|credenciales|credentials|usuario y (?:clave|contraseña)|user(?:name)? and password)\b"
    r"(?:\s+[\w@.-]{1,30}){0,4}?(?:\s*:|\s+(?:es|son|is|are)\b)\s*[\w@.+-]{2,40}(?:\s*[/:,]\s*|\s+(?:y|and)\s+))"
    r"(?P<value>[^\s\"'“”«»`\\]{4,})"
)
_SEED_WORD = r"(?!(?:the|and|for|with|que|con|los|las|una?|por|para|del|muy|hay)\b)[a-zñáéíóú]{3,8}"
_SEED = re.compile(
    r"(?i)(\b(?:seed|semilla|recovery phrase|frase de recuperaci[oó]n|mnemonic)\b[^\n:.]{0,30}?"
    rf"(?::|\b(?:es|is|son|are)\b)\s*){_SEED_WORD}(?:[ ,]{{1,2}}{_SEED_WORD}){{11,23}}\b"
)
"""The 12 to 24 words that open a wallet."""


def mask_told_secrets(text: str, mask: str) -> str:
    """Mask what a sentence calls a password, a key, a PIN or a code, if it can be nothing else."""

    def replace(found: re.Match[str]) -> str:
        value = found["value"].rstrip(".,;:!?)")
        told = _is_told_secret(found, value) if found.re is _TOLD else _is_strong(value)
        if not told or is_placeholder(value) or "://" in value or value == mask:
            return found[0]
        start = found.start("value") - found.start()
        return found[0][:start] + mask + found[0][start + len(value) :]

    text = _SEED.sub(rf"\1{mask}", text)
    return _TOLD.sub(replace, _LOGIN.sub(replace, text))


def is_placeholder(value: str) -> bool:
    """Return whether code or a template would put the secret here: `$TOKEN`, `<your key>`, `os.environ`."""
    return _PLACEHOLDER.match(value) is not None


def _is_told_secret(found: re.Match[str], value: str) -> bool:
    label, link = found["label"].lower(), found["link"] or ""
    owner = found["owner"] or found["owner_before_value"] or ""
    of_holder = not owner or _HOLDER.search(owner) is not None or _AT_LOCK.search(owner) is not None
    digits = value.strip("#*")
    number, password = digits.isdigit() and len(digits) <= _LONGEST_NUMBER, label.startswith(_PASSWORD)
    if _NUMBER.fullmatch(label):
        return number and (not owner or (link != "" and (of_holder or _OF_PLACE.search(owner) is not None)))
    if not link:
        certain = password or label == "clave" or owner != "" or len(value) >= _LONG
        return (_is_strong(value) and certain and of_holder) or (number and password and not owner and len(value) >= 5)
    if _is_strong(value) or (password and found["quote"] != ""):
        return True
    if number:
        return len(value) >= (6 if label == "token" else 4)
    named = (
        label
        if label.startswith("wi")
        else owner or found.string[max(found.start() - _LONGEST_NAME, 0) : found.start()].rstrip()
    )
    of_account = (password or label.startswith(("clave", "wi"))) and _ACCOUNT.search(named) is not None
    return ((password and ":" in link and of_holder) or of_account) and _is_one_plain_word(found)


def _is_one_plain_word(found: re.Match[str]) -> bool:
    """Return whether the value is a word that ends the line or the clause, as in `contraseña: mariposa`."""
    word = _ONE_WORD.match(found.string, found.start("value"))
    return word is not None and _DESCRIPTION.fullmatch(word[0]) is None


def _is_strong(value: str) -> bool:
    return _STRONG.fullmatch(value) is not None
