"""Stems may be asked for from several threads at once: the conversation's, the extraction's, the index's."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from sidecar.language.stems import stem


def test_threads_do_not_disturb_each_other() -> None:
    words = [f"{start}ndo{n % 7}" for n in range(200) for start in ("trabaja", "corrie", "vivie", "rememberi")]
    alone = {word: stem.__wrapped__(word, "es") for word in words}
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(lambda word: stem.__wrapped__(word, "es"), words * 20))
    assert together == [alone[word] for word in words * 20]
