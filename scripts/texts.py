"""Brings the translation catalogues up to date with the code: `make texts`, then translate what is new.

New texts arrive empty; texts that changed a little arrive marked as fuzzy with their old translation; texts that no
code shows any more go.
"""

from __future__ import annotations

import sys
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from scripts.click_texts import CLICK_TEXTS  # noqa: E402
from scripts.extraction import Text, Untraceable, find_texts  # noqa: E402

SOURCES = ROOT / "src" / "sidecar"
CATALOGUES = sorted((SOURCES / "i18n" / "locales").glob("*/LC_MESSAGES/*.po"))


def main() -> int:
    """Update every catalogue, print what is left to do; fail if the code hides a text from the extraction."""
    texts, untraceable = texts_of_the_code()
    for po in CATALOGUES:
        catalogue = read(po)
        update(catalogue, texts)
        with po.open("wb") as target:
            write_po(target, catalogue, width=120, include_lineno=False, ignore_obsolete=True)
        missing = [entry for entry in entries(catalogue) if not is_finished(entry)]
        print(f"{po.relative_to(ROOT)}: {len(catalogue)} texts, {len(missing)} to translate")
        for entry in missing:
            print(f"  {entry.id}")
    for item in untraceable:
        print(f"Not a text that can be found: {item}", file=sys.stderr)
    return 1 if untraceable else 0


def texts_of_the_code() -> tuple[list[Text], list[Untraceable]]:
    """Find the texts a person may see, and the places that hide a text from the extraction."""
    return find_texts(sorted(SOURCES.rglob("*.py")))


def read(po: Path) -> Catalog:
    with po.open("rb") as source:
        return read_po(source, locale=po.parent.parent.name)


def update(catalogue: Catalog, texts: list[Text]) -> None:
    template = Catalog(fuzzy=False)
    for text in texts:
        place = (text.path.relative_to(SOURCES).as_posix(), text.line)
        template.add((text.one, text.many) if text.many else text.one, locations=[place])
    for one, many in CLICK_TEXTS:
        template.add((one, many) if many else one, locations=[("click", 0)])
    catalogue.update(template, update_creation_date=False)


def entries(catalogue: Catalog) -> list[Message]:
    """Return all entries but the header, whose id is empty."""
    return [entry for entry in catalogue if entry.id]


def is_finished(entry: Message) -> bool:
    return not entry.fuzzy and all(forms(entry.string))


def forms(text: str | list[str] | tuple[str | None, ...] | None) -> tuple[str, ...]:
    """Return the singular and the plural, or the only form."""
    return (text or "",) if isinstance(text, str | None) else tuple(part or "" for part in text)


if __name__ == "__main__":
    sys.exit(main())
