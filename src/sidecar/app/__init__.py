"""The composition root: the only place that builds the services and joins them."""

from sidecar.app.bootstrap import build_sidecar, open_sidecar
from sidecar.app.builders.models import build_model_registry
from sidecar.app.builders.tools import check_tool_rules, list_rule_names, list_tools
from sidecar.app.home_services import VERSION, Services, open_services
from sidecar.app.service import Sidecar
from sidecar.app.status import read_status

__all__ = [
    "VERSION",
    "Services",
    "Sidecar",
    "build_model_registry",
    "build_sidecar",
    "check_tool_rules",
    "list_rule_names",
    "list_tools",
    "open_services",
    "open_sidecar",
    "read_status",
]
