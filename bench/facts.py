"""How well facts are handled without a model, on the corpora of `--data`: how statements relate to known facts."""

from __future__ import annotations

from pathlib import Path

from bench import fact_pairs
from bench.machine import options, show

_DATA = Path("data/bench")


def main() -> None:
    parser = options(__doc__ or "")
    parser.add_argument("--data", type=Path, default=_DATA, help="the folder with the corpora")
    parser.add_argument("--rows", action="store_true", help="lists every row that came out otherwise, by its id")
    chosen = parser.parse_args()
    pairs = list(fact_pairs.load(chosen.data))
    if not pairs:
        print(f"There are no fact pairs in {chosen.data}: nothing to measure.")
        return
    show(fact_pairs.measure(pairs, list_rows=chosen.rows), as_json=chosen.json)


if __name__ == "__main__":
    main()
