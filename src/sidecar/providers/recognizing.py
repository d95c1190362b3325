"""What kind of server answers at an address that somebody typed."""

from __future__ import annotations

from datetime import timedelta

from sidecar.providers.endpoint import Endpoint, on_this_computer
from sidecar.providers.finding import PROBE
from sidecar.providers.ollama_wire import fields_of


async def speaks_ollama(base_url: str, patience: timedelta = PROBE) -> bool:
    """Whether it has Ollama's own list of models, and is no other server that imitates it beside OpenAI's (llama.cpp).
    Talked to in OpenAI's format, an Ollama would cut long prompts without a word."""
    import httpx2

    root = Endpoint("ollama", "", "Ollama", base_url=base_url).root
    direct = on_this_computer(base_url)  # a proxy has no business between Sidecar and this computer
    async with httpx2.AsyncClient(timeout=patience.total_seconds(), trust_env=not direct) as http:
        try:
            answer = await http.get(f"{root}/api/tags")
        except (httpx2.HTTPError, httpx2.InvalidURL):
            return False
    listed = fields_of(answer.content)
    return answer.is_success and isinstance(listed.get("models"), list) and "data" not in listed
