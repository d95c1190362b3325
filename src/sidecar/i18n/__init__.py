"""Everything that a person sees, in their language."""

from sidecar.i18n.texts import Texts, describe_model_error, explain, format_number, hint, sentence

__all__ = ["Texts", "describe_model_error", "explain", "format_number", "hint", "sentence"]
