"""Build hook: compiles the translators' `.po` files to the `.mo` files that the program reads."""

from __future__ import annotations

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LOCALES = Path("src/sidecar/i18n/locales")


class CompileCatalogues(BuildHookInterface):  # pyright: ignore[reportMissingTypeArgument]
    """Runs for wheels and for editable installs; unfinished (fuzzy) translations are left out."""

    def initialize(self, version: str, build_data: dict[str, object]) -> None:
        for po in (Path(self.root) / LOCALES).glob("*/LC_MESSAGES/*.po"):
            compile_catalogue(po)


def compile_catalogue(po: Path) -> Path:
    """Write the `.mo` beside the `.po`, at once: a reader sees the old file or the new one."""
    with po.open("rb") as source:
        catalogue = read_po(source)
    mo = po.with_suffix(".mo")
    unfinished = mo.with_suffix(".mo.new")
    with unfinished.open("wb") as target:
        write_mo(target, catalogue)
    return unfinished.replace(mo)
