"""The Markdown files in the data folder."""

from sidecar.memory.files.profile import ProfileFiles

__all__ = ["ProfileFiles"]
