"""Everything that a person sees, in their language."""

from sidecar.i18n.texts import Texts, explain, hint, sentence
from sidecar.i18n.trouble import trouble

__all__ = ["Texts", "explain", "hint", "sentence", "trouble"]
