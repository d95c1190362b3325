"""The settings of an installation: the tree, the environment around it, and how its mistakes are told."""

from sidecar.config.settings import (
    ModelSettings,
    Settings,
    SettingsFile,
    load_settings,
    parse_settings,
    read_settings_text,
)

__all__ = ["ModelSettings", "Settings", "SettingsFile", "load_settings", "parse_settings", "read_settings_text"]
