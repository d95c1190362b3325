"""Everything that a person sees, in their language."""

from sidecar.i18n.translation import (
    Texts,
    describe_model_error,
    explain_error,
    format_error,
    format_hint,
    format_number,
)

__all__ = ["Texts", "describe_model_error", "explain_error", "format_error", "format_hint", "format_number"]
