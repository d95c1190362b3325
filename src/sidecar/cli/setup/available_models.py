"""Lists the available models, or the two simplest ways to get one."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sidecar.api.models import AvailableModelsJson, ModelKeyJson, ModelServerJson
from sidecar.cli.checks.folder import format_size
from sidecar.cli.line_wrap import keep_on_one_line
from sidecar.cli.setup.cloud_providers import CLOUD_PROVIDERS, key_variable
from sidecar.cli.setup.suggested_models import has_llama_cpp, install_commands, suggest_local_model
from sidecar.config import load_settings
from sidecar.home import Home
from sidecar.i18n import Texts
from sidecar.i18n.program_name import program_name
from sidecar.llm.roles import Role
from sidecar.providers.discovery.servers import (
    EnvironmentKey,
    LocalServer,
    ModelListing,
    find_environment_keys,
    find_local_servers,
)
from sidecar.providers.local.machine import memory_bytes
from sidecar.providers.local.model_files import list_model_files
from sidecar.providers.model_spec import ModelSpec

_CHAT: Role = "chat"


@dataclass(frozen=True, slots=True)
class AvailableModels:
    """`now` is the model that answers at present; its name is "" when there is none."""

    servers: Sequence[LocalServer]
    keys: Sequence[EnvironmentKey]
    now: ModelSpec

    @property
    def local_models(self) -> Sequence[tuple[LocalServer, str]]:
        """The local models except the one that answers at present."""
        here = "" if self.now.base_url else self.now.name
        return [(server, name) for server in self.servers for name in server.choices if name != here]

    @property
    def ollama_runs(self) -> bool:
        return any(server.provider == "ollama" for server in self.servers)


async def find_available_models(home: Home) -> AvailableModels:
    """Look for local servers, keys and files. Raises `ConfigError` when the settings cannot be read."""
    settings = load_settings(home)
    servers = [*await find_local_servers(), *_list_local_files(home)]
    return AvailableModels(servers, find_environment_keys(), settings.model_for(_CHAT))


def _list_local_files(home: Home) -> Sequence[LocalServer]:
    """Return the models in the data folder, as a server that Sidecar itself would start."""
    found = tuple(list_model_files(home.models)) if has_llama_cpp() else ()
    return [LocalServer("local", ModelListing(found))] if found else []


def format_available(found: AvailableModels, say: Texts) -> Iterator[str]:
    """Yield line by line what is here and the command that takes it."""
    yield say("Now: {model}", model=found.now.name) if found.now.name else say("Now: no model")
    for server in found.servers:
        names = ", ".join(name.partition(":")[2] for name in server.choices) or say("no model yet")
        yield say("Found: {server} on this computer, with {names}", server=server.title, names=names)
    for key in found.keys:
        yield say("Found: a {provider} key ({variable})", provider=key.title, variable=key.variable)
    if commands := list_setup_commands(found):
        yield say("To test one of these and keep it, type its line:")
        yield from (f"  {keep_on_one_line(command)}" for command in commands)
    else:
        yield from format_options(found, say, at_terminal=False)
    yield say("In a terminal `sidecar setup` asks you step by step.")


def list_setup_commands(found: AvailableModels) -> Sequence[str]:
    names = [name for _, name in found.local_models]
    names += [
        f"{key.provider}:{CLOUD_PROVIDERS[key.provider].models[0]}"
        for key in found.keys
        if key.provider in CLOUD_PROVIDERS
    ]
    return [f"{program_name()} setup --model {shlex.quote(name)}" for name in names]


def format_options(found: AvailableModels, say: Texts, *, at_terminal: bool) -> Iterator[str]:
    """Explain how to get a model: on this computer, and in the cloud."""
    yield ""
    yield from format_local_option(found, say, letter="A. ", in_setup=at_terminal)
    yield ""
    yield say("B. A model in the cloud. Better and faster, and it costs a little.")
    yield say("   What you say goes to the company that runs it.")
    if not at_terminal:
        first = next(iter(CLOUD_PROVIDERS))
        yield say("   Get a key at {page}, and type these lines with it:", page=CLOUD_PROVIDERS[first].where)
        yield keep_on_one_line(f"   export {key_variable(first)}=sk-…")
        yield keep_on_one_line(f"   {program_name()} setup --model {first}:{CLOUD_PROVIDERS[first].models[0]}")
        return
    pages = [cloud.where for cloud in CLOUD_PROVIDERS.values()][:3]
    yield say("   Get a key at one of: {pages}", pages=", ".join(pages))
    yield say("   Then choose “I have a key” here and paste it.")


def format_local_option(
    found: AvailableModels, say: Texts, *, letter: str = "", in_setup: bool = True
) -> Iterator[str]:
    """List the commands for this system that bring a model which fits into its memory. `in_setup`: this terminal is
    taken."""
    memory = memory_bytes()
    model = suggest_local_model(memory)
    margin = " " * len(letter)
    yield letter + say("A model on this computer. It's free, and nothing you say leaves the house.")
    size = format_size(model.download_bytes, say)
    if memory:
        sizes = {"memory": format_size(memory, say), "model": model.name, "download": size}
        yield margin + say("With {memory} of memory, {model} runs well here ({download} to download).", **sizes)
    else:
        yield margin + say("{model} runs on most computers ({download} to download).", model=model.name, download=size)
    if in_setup:
        yield margin + say("Type this in another terminal, one line after the other:")
    else:
        yield margin + say("Type this in the terminal, one line after the other:")
    for command in install_commands(model.name, running=found.ollama_runs):
        yield f"{margin}  {keep_on_one_line(command)}"
    if not in_setup:
        yield f"{margin}  {keep_on_one_line(f'{program_name()} setup --model ollama:{model.name}')}"
    if has_llama_cpp() and not found.ollama_runs:
        yield margin + say("Or the same one inside Sidecar, with no other program:")
        yield f"{margin}  {keep_on_one_line(f'{program_name()} models add {model.file}')}"
        if not in_setup:
            yield f"{margin}  {keep_on_one_line(f'{program_name()} setup --model local:{model.file}')}"


def to_json(found: AvailableModels) -> AvailableModelsJson:
    memory = memory_bytes()
    model = suggest_local_model(memory)
    return AvailableModelsJson(
        model=found.now.name,
        servers=[ModelServerJson(server.provider, server.choices) for server in found.servers],
        keys=[ModelKeyJson(key.provider, key.variable) for key in found.keys],
        memory_bytes=memory,
        fitting_model=f"ollama:{model.name}",
        commands=list(list_setup_commands(found))
        or [
            *install_commands(model.name, running=found.ollama_runs),
            f"{program_name()} setup --model ollama:{model.name}",
        ],
    )
