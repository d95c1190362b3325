"""Options that belong to no command may stand anywhere: `sidecar status --home FOLDER`."""

from __future__ import annotations

from collections.abc import Sequence

_FLAGS = frozenset({"-v", "--verbose"})
_HOME = "--home"


def move_globals_first(arguments: Sequence[str]) -> list[str]:
    """Move `--home FOLDER` and `--verbose` to the front. What follows `--` is never an option."""
    end = list(arguments).index("--") if "--" in arguments else len(arguments)
    front: list[str] = []
    rest: list[str] = []
    words = iter(arguments[:end])
    for word in words:
        if word == _HOME:
            folder = next(words, None)
            front += [] if folder is None else [word, folder]
            rest += [word] if folder is None else []  # click reports what is missing
        elif word in _FLAGS or word.startswith(f"{_HOME}="):
            front.append(word)
        else:
            rest.append(word)
    return [*front, *rest, *arguments[end:]]


def home_option(arguments: Sequence[str]) -> str | None:
    """Return the folder of `--home`, if it is given."""
    end = list(arguments).index("--") if "--" in arguments else len(arguments)
    words = list(arguments[:end])
    if _HOME in words[:-1]:
        return words[words.index(_HOME) + 1]
    return next((word.removeprefix(f"{_HOME}=") for word in words if word.startswith(f"{_HOME}=")), None)
