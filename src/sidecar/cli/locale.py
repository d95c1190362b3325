"""The language of help and errors, known before anything else is loaded."""

from __future__ import annotations

import gettext
import os
import sys
from collections.abc import Sequence

from sidecar.cli.arguments import home_option
from sidecar.domain.person import Language
from sidecar.errors import ConfigError
from sidecar.files.fresh_file import read_text
from sidecar.home import Home
from sidecar.i18n import Texts
from sidecar.i18n.translation import DOMAIN, LOCALES
from sidecar.memory.files.user_file import parse_user_file


def detect_interface_language(arguments: Sequence[str]) -> Language:
    """Return the language of `user.md`; before there is one, that of the system's locale; else Spanish."""
    try:
        home = Home.locate(home_option(arguments))
    except ConfigError:
        return system_language()  # the command reports it
    return parse_user_file(read_text(home.user)).preferences.language if home.exists else system_language()


def system_language() -> Language:
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value and value not in ("C", "POSIX") and not value.startswith("C."):
            return "en" if value.lower().startswith("en") else "es"
    return "es"


def _translate_click(language: Language) -> None:
    """Set the process-wide catalogue, where click looks up its own words."""
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(DOMAIN, str(LOCALES))
    gettext.textdomain(DOMAIN)


language: Language = detect_interface_language(sys.argv[1:])
say = Texts(language)
_translate_click(language)
