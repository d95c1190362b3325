"""The settings of an installation: the tree, its environment variables, and the errors they can have."""

from sidecar.config.settings import (
    ModelSettings,
    Settings,
    SettingsFile,
    load_settings,
    parse_settings,
    read_settings_text,
)

__all__ = ["ModelSettings", "Settings", "SettingsFile", "load_settings", "parse_settings", "read_settings_text"]
