"""Which requirements of a specification have passing tests: `make req SPEC=folder`.

Reads the ids (`**MEM-07**`) in the folder's Markdown files and the report that `pytest --req-report` wrote.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path

_ID = re.compile(r"\*\*([A-Z]{3}-\d+)\*\*")

Outcomes = Mapping[str, Mapping[str, str]]
"""{requirement: {test: "passed" | "failed" | "skipped"}}"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--spec", type=Path, required=True, help="folder with the specification's Markdown files")
    parser.add_argument("--report", type=Path, required=True, help="what pytest --req-report wrote")
    options = parser.parse_args()
    if not options.spec.is_dir():
        print(f"There is no folder {options.spec}. Name the specification's: make req SPEC=folder", file=sys.stderr)
        return 2
    if not options.report.is_file():
        print(f"There is no {options.report}: the tests did not run to their end.", file=sys.stderr)
        return 2
    print(overview(ids_by_file(options.spec), json.loads(options.report.read_text(encoding="utf-8"))))
    return 0


def ids_by_file(spec: Path) -> dict[str, list[str]]:
    """Return the requirement ids that each file of the specification defines, in order."""
    found = {path.name: _ID.findall(path.read_text(encoding="utf-8")) for path in sorted(spec.glob("*.md"))}
    return {name: list(dict.fromkeys(ids)) for name, ids in found.items() if ids}


def overview(spec: Mapping[str, list[str]], outcomes: Outcomes) -> str:
    """Render every requirement with its state, file by file, with totals and marks that no file explains."""
    lines = [line for name, ids in spec.items() for line in ["", name, *(_line(id_, outcomes) for id_ in ids)]]
    known = [id_ for ids in spec.values() for id_ in ids]
    marks = [_state(outcomes.get(id_, {})) for id_ in known]
    lines += ["", f"{len(known)} requirements: {marks.count('✓')} ✓, {marks.count('✗')} ✗, {marks.count('–')} –"]
    unknown = sorted(outcomes.keys() - set(known))
    return "\n".join([*lines, *(f"{id_}: marked in tests, not in the specification" for id_ in unknown)])


def _line(id_: str, outcomes: Outcomes) -> str:
    tests = outcomes.get(id_, {})
    passed = sum(outcome == "passed" for outcome in tests.values())
    failed = [test for test, outcome in tests.items() if outcome == "failed"]
    match _state(tests):
        case "✓":
            return f"  {id_}  ✓ {passed} passing"
        case "✗":
            return f"  {id_}  ✗ {len(failed)} failing: {', '.join(failed)}"
        case state:
            return f"  {id_}  {state} none{' (only skipped)' if tests else ''}"


def _state(tests: Mapping[str, str]) -> str:
    if "failed" in tests.values():
        return "✗"
    return "✓" if "passed" in tests.values() else "–"


if __name__ == "__main__":
    sys.exit(main())
