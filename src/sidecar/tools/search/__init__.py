"""Search engines behind one small port."""

from sidecar.tools.search.engine import SearchEngine, SearchHit
from sidecar.tools.search.engines import make_engines

__all__ = ["SearchEngine", "SearchHit", "make_engines"]
