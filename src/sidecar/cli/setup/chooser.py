"""Asks for a model: its provider, key, address and name."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

from sidecar.cli.output import write
from sidecar.cli.prompts import Option, Prompter
from sidecar.cli.setup.available_models import AvailableModels, format_local_option
from sidecar.cli.setup.candidate import (
    ModelCandidate,
    custom_base_url,
    key_in_environment,
    parse_address,
    provider_title,
    resolve_candidate,
)
from sidecar.cli.setup.cloud_providers import CLOUD_PROVIDERS, key_provider, suggest_model
from sidecar.config.secrets import is_plausible_key
from sidecar.errors import ConfigError, ModelError, ModelRefused, ModelRejected, ModelUnreachable
from sidecar.i18n import explain_error
from sidecar.observe.redaction import remember_secret
from sidecar.providers.discovery.servers import ModelListing, is_ollama_server, list_models
from sidecar.providers.model_spec import ModelSpec, validate_spec
from sidecar.providers.provider_table import PROVIDERS

_MOST_SHOWN = 8
_ANY = "any"
_PORT = re.compile(r"\d{2,5}(/.*)?")


class ModelChooser:
    """Asks for a model. Every question may be answered with Enter, which leads back: then there is no candidate. A
    pasted key is remembered, whatever goes wrong after it."""

    def __init__(self, ask: Prompter) -> None:
        self._ask = ask
        self._say = ask.say
        self.pasted: dict[str, str] = {}
        """Keys by provider, except those that were refused."""
        self.found: AvailableModels | None = None
        """What the last search found."""

    @staticmethod
    def recognizes(answer: str) -> bool:
        """Return whether words that are on no menu may name a model, provider, key or address."""
        one_word = len(answer.split()) == 1
        return one_word and (
            ":" in answer or "/" in answer or answer.lower() in CLOUD_PROVIDERS or bool(key_provider(answer))
        )

    def resolve_typed(self, name: str) -> ModelCandidate | None:
        """Resolve a model, a provider, a key or an address that was typed instead of a number."""
        provider, colon, model = name.partition(":")
        provider = provider.lower()
        if name.lower() in CLOUD_PROVIDERS:
            return self.ask_cloud_model(name.lower())
        if key_provider(name):
            return self.ask_key_owner(name)
        if "://" in name or (provider not in PROVIDERS and ("/" in name or _PORT.fullmatch(model))):
            return self.ask_server_model(name)
        try:
            validate_spec(ModelSpec(name))
        except ConfigError as problem:
            if colon and model and provider in CLOUD_PROVIDERS:
                return self.ask_cloud_model(provider, model=model)
            write(explain_error(problem, self._say))
            return None
        return resolve_candidate(ModelSpec(name))

    def retry_same_provider(
        self, candidate: ModelCandidate, problem: ModelError | ConfigError
    ) -> ModelCandidate | None:
        """Ask for another model, with the same key, when only the model's name was wrong."""
        if not isinstance(problem, ModelRejected):
            return None
        if candidate.provider in CLOUD_PROVIDERS and candidate.choice.base_url == custom_base_url(candidate.provider):
            return self.ask_cloud_model(candidate.provider, candidate.choice.api_key)
        if candidate.choice.base_url:
            return self.ask_server_model(candidate.choice.base_url, candidate.key)
        return None

    # -- in the cloud

    def ask_key_owner(self, key: str = "") -> ModelCandidate | None:
        say = self._say
        key = key or self._ask_key(say("Paste the key (it isn't shown)"))
        if not key:
            return None
        if provider := key_provider(key):
            return self.ask_cloud_model(provider, key)
        options = [Option(PROVIDERS[name].title, (name,)) for name in CLOUD_PROVIDERS]
        place = self._ask.choose(say("Whose key is it?"), options)
        return self.ask_cloud_model(list(CLOUD_PROVIDERS)[place], key) if isinstance(place, int) else None

    def ask_cloud_model(self, provider: str, key: str = "", model: str = "") -> ModelCandidate | None:
        """Ask for a key until one is accepted, then for a model."""
        address = custom_base_url(provider)
        key = key or self.pasted.get(provider, "") or key_in_environment(provider) or self._ask_key_of(provider)
        while key:
            known = key == key_in_environment(provider)
            choice = ModelSpec(f"{provider}:{model or _ANY}", address, key)
            offer = self._list_models(choice, provider_title(provider))
            if not isinstance(offer, ModelRefused) and not known:
                self.pasted[provider] = key
            if isinstance(offer, ModelListing):
                name = model or self._ask_model(provider, offer)
                kept = key if address or not known else ""
                return ModelCandidate(replace(choice, name=f"{provider}:{name}"), kept) if name else None
            if not isinstance(offer, ModelRefused):
                return None
            self.pasted.pop(provider, None)
            key = self._ask_key(self._say("Paste another key, or press Enter to go back"))
        return None

    def _ask_key_of(self, provider: str) -> str:
        if not custom_base_url(provider):
            where = CLOUD_PROVIDERS[provider].where
            write(self._say("Get a {who} key at {page}", who=PROVIDERS[provider].title, page=where))
        return self._ask_key(self._say("Paste the key (it isn't shown)"))

    def _ask_key(self, question: str) -> str:
        """Ask for a key until it can be one; "" when the person wants to go back."""
        while True:
            key = self._ask.secret(question)
            if not key or is_plausible_key(key):
                remember_secret(key)
                return key
            write(self._say("That can't be a key: it has spaces or odd characters. Copy all of it and paste it."))

    # -- elsewhere

    def ask_server_model(self, typed: str = "", key: str = "") -> ModelCandidate | None:
        say = self._say
        typed = typed or self._ask.text(say("Its address, such as http://192.168.0.7:8080/v1"))
        while typed:
            if not (address := parse_address(typed)):
                write(say("“{words}” can't be an address.", words=typed))
                typed, key = self._another_address(), ""
                continue
            provider = "ollama" if asyncio.run(is_ollama_server(address)) else "openai"
            offer = self._list_models(ModelSpec(f"{provider}:{_ANY}", address, key), address)
            if isinstance(offer, ModelListing):
                name = self._ask_named_model(address, offer)
                return ModelCandidate(ModelSpec(f"{provider}:{name}", address, key), key) if name else None
            if isinstance(offer, ModelRefused):
                key = self._ask_key(say("It needs a key. Paste it, or press Enter to go back"))
                typed = typed if key else ""
            else:
                typed, key = self._another_address(), ""
        return None

    def _another_address(self) -> str:
        return self._ask.text(self._say("Another address, or Enter to go back"))

    # -- asking

    def _list_models(self, choice: ModelSpec, who: str) -> ModelListing | ConfigError | ModelError:
        """List what the provider has, or return what is wrong, after telling the person."""
        write(self._say("Asking {who}…", who=who))
        try:
            return asyncio.run(list_models(choice))
        except (ConfigError, ModelError) as problem:
            self.report_problem(problem, choice)
            return problem

    def _ask_model(self, provider: str, offer: ModelListing) -> str:
        """Ask which of the offered models to take; Enter takes the suggested one."""
        say, best = self._say, suggest_model(provider, offer)
        names = list(dict.fromkeys([best, *offer.chat_models]))[:_MOST_SHOWN] if best else []
        if len(names) <= 1:
            return best or self._ask.text(say("What's the model called there?"))
        more = len(offer.chat_models) - len(names)
        if more > 0:
            write(say("The first of {n} models:", n=len(offer.chat_models)))
        question = say("Which model? (a number or a name; Enter is {model})", model=best)
        answer = self._ask.choose(question, [Option(name) for name in names], others=_can_be_a_name)
        return best if answer is None else answer if isinstance(answer, str) else names[answer]

    def _ask_named_model(self, address: str, offer: ModelListing) -> str:
        """Ask for a model of this server. Any web server answers something, so one that lists no models is only
        believed if the person names one."""
        if offer.models is None:
            say = self._say
            write(
                say(
                    "Something answers at {address}, but it doesn't list any models. Is it a model server?",
                    address=address,
                )
            )
            return self._ask.text(say("If so: what's the model called there? (Enter to go back)"))
        return self._ask_model("", offer)

    def report_problem(self, error: ConfigError | ModelError, choice: ModelSpec) -> None:
        say = self._say
        if isinstance(error, ModelRefused) or (
            isinstance(error, ModelRejected) and not choice.name.startswith("ollama:")
        ):
            write(say(error.text, **error.fields))  # its hint is about the settings, which do not hold this model yet
        else:
            write(explain_error(error, say))
        if isinstance(error, ModelUnreachable) and not choice.local:
            write(say("Without the internet, only a model on this computer can answer you."))
            if self.found and self.found.local_models:
                return  # they are on the menu
            write(say("Once you're online, here's how to get one:"))
            for line in format_local_option(self.found or AvailableModels((), (), choice), say):
                write(line)


def _can_be_a_name(answer: str) -> bool:
    return len(answer.split()) == 1
