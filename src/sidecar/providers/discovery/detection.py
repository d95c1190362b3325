"""What kind of server answers at an address that somebody typed."""

from __future__ import annotations

from datetime import timedelta

from sidecar.providers.discovery.servers import DEFAULT_TIMEOUT
from sidecar.providers.endpoint import Endpoint, is_loopback
from sidecar.providers.wires.ollama_messages import fields_of


async def is_ollama_server(base_url: str, patience: timedelta = DEFAULT_TIMEOUT) -> bool:
    """Whether it has Ollama's own list of models, and is no other server that imitates it beside OpenAI's (llama.cpp).
    Talked to in OpenAI's format, an Ollama would cut long prompts without a word."""
    import httpx2

    root = Endpoint("ollama", "", "Ollama", base_url=base_url).root
    direct = is_loopback(base_url)  # a proxy has no business between Sidecar and this computer
    async with httpx2.AsyncClient(timeout=patience.total_seconds(), trust_env=not direct) as http:
        try:
            answer = await http.get(f"{root}/api/tags")
        except (httpx2.HTTPError, httpx2.InvalidURL):
            return False
    listed = fields_of(answer.content)
    return answer.is_success and isinstance(listed.get("models"), list) and "data" not in listed
