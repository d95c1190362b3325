"""From a provider to one of its models: the key, the address, and which model it shall be."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass, replace

from sidecar.cli.setting_up.asking import Asker, Option
from sidecar.cli.setting_up.clouds import CLOUDS, provider_of, suggested, variable_of
from sidecar.cli.setting_up.saving import OWN_KEY
from sidecar.cli.setting_up.surroundings import Surroundings, at_home
from sidecar.cli.wrapping import show
from sidecar.config.secrets import can_be_a_key
from sidecar.errors import ConfigError, ModelError, ModelRefused, ModelUnreachable
from sidecar.i18n import explain
from sidecar.observe.redaction import remember_secret
from sidecar.providers.catalogue import PROVIDERS, ModelChoice, another_server, check
from sidecar.providers.finding import Offer, offered

_MOST_SHOWN = 8
_ANY = "any"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A model, and the key that was typed for it, if one was."""

    choice: ModelChoice
    key: str = ""

    @property
    def variable(self) -> str:
        return OWN_KEY if another_server(self.choice) else variable_of(self.choice.name.partition(":")[0])


class Choosing:
    """Every question may be answered with Enter, which leads back: then there is no candidate."""

    def __init__(self, ask: Asker) -> None:
        self._ask = ask
        self._say = ask.say

    def named(self, name: str) -> Candidate | None:
        """A model or a provider that was typed instead of a number."""
        if name.lower() in CLOUDS:
            return self.in_the_cloud(name.lower())
        if provider_of(name):
            return self.with_a_key(name)  # a key that was pasted right here
        try:
            check(ModelChoice(name))
        except ConfigError as problem:
            provider = name.partition(":")[0].lower()
            if ":" in name and provider in CLOUDS:
                return self.in_the_cloud(provider, model=name.partition(":")[2])
            show(explain(problem, self._say))
            return None
        return Candidate(ModelChoice(name))

    # -- in the cloud

    def with_a_key(self, key: str = "") -> Candidate | None:
        say = self._say
        key = key or self._key(say("Paste the key (it is not shown)"))
        if not key:
            return None
        if provider := provider_of(key):
            return self.in_the_cloud(provider, key)
        options = [Option(PROVIDERS[name].title, (name,)) for name in CLOUDS]
        place = self._ask.choose(say("Whose key is it?"), options)
        return self.in_the_cloud(list(CLOUDS)[place], key) if isinstance(place, int) else None

    def in_the_cloud(self, provider: str, key: str = "", model: str = "") -> Candidate | None:
        """Asks for a key until one is accepted, then for a model."""
        title = PROVIDERS[provider].title
        key = key or (self._has_key(provider) or self._key_of(provider))
        while key:
            typed = key if key != self._has_key(provider) else ""
            choice = ModelChoice(f"{provider}:{model or _ANY}", api_key=key)
            offer = self._offer(choice, self._say("Asking {who}…", who=title))
            if isinstance(offer, Offer):
                name = model or self._which(provider, offer)
                return Candidate(replace(choice, name=f"{provider}:{name}"), typed) if name else None
            if not isinstance(offer, ModelRefused):
                return None
            key = self._key(self._say("Paste another key, or press Enter to go back"))
        return None

    def _key_of(self, provider: str) -> str:
        where = CLOUDS[provider].where
        show(self._say("You get a key of {who} at {page}", who=PROVIDERS[provider].title, page=where))
        return self._key(self._say("Paste the key (it is not shown)"))

    def _key(self, question: str) -> str:
        """What can be a key; "" when the person wants to go back."""
        while True:
            key = self._ask.secret(question)
            if not key or can_be_a_key(key):
                remember_secret(key)
                return key
            show(self._say("That cannot be a key: it has spaces or strange characters. Copy it whole and paste it."))

    def _has_key(self, provider: str) -> str:
        return next((key for name in PROVIDERS[provider].key_variables if (key := os.environ.get(name))), "")

    # -- elsewhere

    def at_an_address(self) -> Candidate | None:
        say = self._say
        address = self._ask.text(say("Its address, such as http://192.168.0.7:8080/v1"))
        key = ""
        while address:
            address = whole_address(address)
            offer = self._offer(ModelChoice(f"openai:{_ANY}", address, key), say("Asking {who}…", who=address))
            if isinstance(offer, Offer):
                name = self._which("", offer) or (_ANY if offer.models is None else "")
                return Candidate(ModelChoice(f"openai:{name}", address, key), key) if name else None
            if isinstance(offer, ModelRefused):
                key = self._key(say("It wants a key. Paste it, or press Enter to go back"))
                address = address if key else ""
            else:
                address = self._ask.text(say("Another address, or Enter to go back"))
        return None

    # -- asking and trying

    def _offer(self, choice: ModelChoice, waiting: str) -> Offer | ConfigError | ModelError:
        """What the provider has, or what is wrong, which the person has then been told."""
        show(waiting)
        try:
            return asyncio.run(offered(choice))
        except (ConfigError, ModelError) as problem:
            self.tell_what_is_wrong(problem, choice)
            return problem

    def _which(self, provider: str, offer: Offer) -> str:
        """The model among those that are offered; Enter takes the suggested one."""
        say, best = self._say, suggested(provider, offer)
        names = list(dict.fromkeys([best, *offer.for_talking]))[:_MOST_SHOWN] if best else []
        if len(names) <= 1:
            return best or self._ask.text(say("What is the model called there?"))
        more = len(offer.for_talking) - len(names)
        if more > 0:
            show(say("The first of {n} models:", n=len(offer.for_talking)))
        question = say("Which model? (a number or a name; Enter is {model})", model=best)
        answer = self._ask.choose(question, [Option(name) for name in names], others=True)
        return best if answer is None else answer if isinstance(answer, str) else names[answer]

    def tell_what_is_wrong(self, error: ConfigError | ModelError, choice: ModelChoice) -> None:
        say = self._say
        if isinstance(error, ModelRefused):
            show(say(error.text, **error.fields))  # its hint is about the settings, where this key is not yet
        else:
            show(explain(error, say))
        if isinstance(error, ModelUnreachable) and not choice.local:
            show(say("Without the internet only a model on this computer can answer you."))
            show(say("Once there is a connection, you get one so:"))
            for line in at_home(Surroundings((), (), choice), say):
                show(line)


def whole_address(typed: str) -> str:
    """`192.168.0.7:8080` means `http://192.168.0.7:8080/v1`."""
    address = (typed if "://" in typed else f"http://{typed}").rstrip("/")
    return address if "/" in address.partition("://")[2] else f"{address}/v1"
