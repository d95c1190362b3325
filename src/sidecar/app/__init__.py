"""The composition root: the only place that builds the parts and joins them."""

from sidecar.app.bootstrap import VERSION, Services, model_registry, open_services
from sidecar.app.service import SINKS, Sidecar, assemble, open_sidecar

__all__ = ["SINKS", "VERSION", "Services", "Sidecar", "assemble", "model_registry", "open_services", "open_sidecar"]
