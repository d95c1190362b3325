"""The composition root: the only place that builds the parts and joins them."""

from sidecar.app.companion import SINKS, Sidecar, assemble, open_sidecar
from sidecar.app.parts import VERSION, Parts, model_book, open_parts

__all__ = ["SINKS", "VERSION", "Parts", "Sidecar", "assemble", "model_book", "open_parts", "open_sidecar"]
