"""Libraries that are slow to load: a tool loads them when it first needs them. Times are CPU of a laptop."""


def load_httpx2():  # 100 ms
    import httpx2

    return httpx2


def load_pint():  # 250 ms, with its definitions
    import pint

    return pint


def load_trafilatura():  # 500 ms
    import trafilatura

    return trafilatura


def load_ddgs():
    import ddgs
    import ddgs.exceptions  # pyright: ignore[reportUnusedImport]

    return ddgs
