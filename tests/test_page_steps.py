"""`scripts/first_contact.py` finds what a page tells its reader to do, and notices when something else happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.first_contact import PAGES, Place, Reader, follow, prepare
from scripts.page_steps import Step, find_steps, missing_lines

PAGE = """\
# A page

```console
$ sidecar dates "tomorrow at 9" \\
    --lang en
Tomorrow at 9:00
$ sidecar status
```

`sidecar config path` shows where; `sidecar config get KEY` needs a name.

| in the conversation | from a shell |
| --- | --- |
| `/facts` `no command` | `sidecar memory list` |

```text
› what time is it?
● It's 9:41.
```

```toml
$ not = "typed"
```
"""


def test_steps_are_found_in_the_order_of_the_page() -> None:
    assert list(find_steps(PAGE)) == [
        Step("shell", 4, 'sidecar dates "tomorrow at 9" --lang en', ("Tomorrow at 9:00",)),
        Step("shell", 7, "sidecar status"),
        Step("shell", 10, "sidecar config path", mentioned=True),
        Step("chat", 14, "/facts", mentioned=True),
        Step("shell", 14, "sidecar memory list", mentioned=True),
        Step("chat", 17, "what time is it?", ("● It's 9:41.",)),
    ]


@pytest.mark.parametrize(
    ("shown", "output", "missing"),
    [
        (["● It's 9:41."], "It's 10:02.\n", []),
        (["#2 Vive en Rosario", "#1 Es celíaca (crítico)"], "- #7 Vive en Rosario\n- #3 **Es celíaca**", []),
        (["mañana a las 9:00 (America/Argentina/Buenos_Aires)"], "mañana a las 9:00 (Europe/Madrid)", []),
        (["Also gone: 1 entry"], "Also gone: 2 entry\n", []),
        (["También se fue: 1 entrada de la búsqueda."], "También se fue: 2 entradas de la búsqueda.", []),
        (["Done."], "Failed.", ["Done."]),
        (["one", "two"], "two\none", ["two"]),
    ],
)
def test_what_the_page_shows_must_come_in_its_order(shown: list[str], output: str, missing: list[str]) -> None:
    assert missing_lines(Step("shell", 1, "", shown), output) == missing


def test_there_are_pages() -> None:
    assert {"README.md", "docs/tutorial.md", "docs/how-to/memory.md"} <= set(PAGES)


async def wrong(tmp_path: Path, page: str) -> list[str]:
    place: Place = prepare(Reader("es_AR.UTF-8"), tmp_path / "place", {}, "", whole=False)
    return [problem.what for problem in await follow("page.md", page, Reader(), place, whole=False)]


async def test_a_page_that_says_what_happens_has_no_problem(tmp_path: Path) -> None:
    page = '```console\n$ make run\n$ sidecar dates "mañana a las 9"\nmañana a las 9:00\n```\n`sidecar config path`'
    assert await wrong(tmp_path, page) == []


@pytest.mark.parametrize(
    ("page", "problem"),
    [
        ("```console\n$ sidecar confg path\n```", "exit code 2"),
        ("| `sidecar memory shelve 3` |", "exit code 2"),
        ('```console\n$ sidecar dates "mañana a las 9" \nmañana a la noche\n```', "the page shows: mañana a la"),
        ("```text\n› /nosuchthing\n```", "nosuchthing"),
    ],
)
async def test_a_page_that_errs_has_one(tmp_path: Path, page: str, problem: str) -> None:
    (found,) = await wrong(tmp_path, page)
    assert problem in found
