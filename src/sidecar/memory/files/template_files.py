"""The Markdown templates that new files of the data folder are made from."""

from __future__ import annotations

from importlib import resources

from sidecar.domain.person import Language


def read_template(file: str, language: Language) -> str:
    return (resources.files("sidecar.memory.files") / "templates" / language / file).read_text(encoding="utf-8")
