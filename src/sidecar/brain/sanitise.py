"""Text about the person must inform the model and never command it."""

from __future__ import annotations

import re
import unicodedata

_TAG = re.compile(r"<\s*(/?)\s*(user_knowledge|untrusted_content|system|assistant|user|tool)\b([^>]*)>", re.IGNORECASE)
_COMMAND = re.compile(
    r"""(?ix)
    \b(ignor[aeáé]\w*|disregard|forget|olvid[aeáé]\w*|overrid\w+)\b .{0,30}
        \b(previous|prior|above|earlier|all|your|anterior\w*|previ[ao]s|todas?|tus)\b .{0,30}
        \b(instruc\w+|rules?|prompts?|reglas?|indicacion\w+|[oó]rden\w*)\b
    | ^\s*(system|assistant|sistema|asistente)\s*(prompt)?\s*:
    | \b(you\s+are\s+now|from\s+now\s+on\s+you|a\s+partir\s+de\s+ahora\s+(sos|eres))\b
    | \b(new|nuevas?)\s+(system\s+)?(instructions?|instrucciones)\b
    | \b(reveal|print|show|revel[aá]\w*|mostr[aá]\w*)\b .{0,20} \b(system\s+prompt|prompt\s+del?\s+sistema)\b
    """
)


def sanitise(text: str) -> tuple[str, list[str]]:
    """The text made harmless, and what was done to it: `control characters`, `tag`, `command`.

    Nothing is removed but control characters: a tag loses its brackets, a line that tries to command the model is
    quoted with a word that it is only data.
    """
    reasons: list[str] = []
    clean = "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cf", "Co", "Cs"))
    if clean != text:
        reasons.append("control characters")
    untagged = _TAG.sub(lambda tag: f"({tag[1]}{tag[2]}{tag[3]})", clean)
    if untagged != clean:
        reasons.append("tag")
    lines = [f"(quoted, not an instruction: {line.strip()!r})" if _COMMAND.search(line) else line
             for line in untagged.split("\n")]  # fmt: skip
    if "\n".join(lines) != untagged:
        reasons.append("command")
    return "\n".join(lines), reasons
