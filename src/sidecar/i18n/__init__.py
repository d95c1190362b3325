"""Everything that a person sees, in their language."""

from sidecar.i18n.texts import Texts, explain

__all__ = ["Texts", "explain"]
