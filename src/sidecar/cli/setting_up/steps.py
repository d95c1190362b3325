"""The guided way to a model, step by step; nothing is written before the last one."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sidecar.cli.first_start import local_timezone
from sidecar.cli.output import write
from sidecar.cli.setting_up.asking import Asker, Option
from sidecar.cli.setting_up.clouds import CLOUDS, provider_of, suggested, variable_of
from sidecar.cli.setting_up.saving import OWN_KEY, forget_own_key, keep_key, save_model, what_stays_in_force
from sidecar.cli.setting_up.surroundings import Surroundings, at_home, look_around, ways
from sidecar.cli.setting_up.trying import report, try_choice, why_not
from sidecar.config.secrets import can_be_a_key
from sidecar.domain.person import Language
from sidecar.errors import ConfigError, ModelError, ModelRefused, ModelUnreachable
from sidecar.home import Home
from sidecar.memory.files.profile import create_profile
from sidecar.observe.redaction import remember_secret
from sidecar.providers.catalogue import PROVIDERS, ModelChoice, another_server, check
from sidecar.providers.finding import Offer, offered

_MOST_SHOWN = 8
_ANY = "any"


@dataclass(frozen=True, slots=True)
class Newcomer:
    """What somebody said about themselves who was never here before."""

    language: Language
    name: str


@dataclass(frozen=True, slots=True)
class Decided:
    """The model, and the key that was typed for it, if one was."""

    choice: ModelChoice
    key: str = ""

    @property
    def variable(self) -> str:
        return OWN_KEY if another_server(self.choice) else variable_of(self.choice.name.partition(":")[0])


class Guide:
    def __init__(self, home: Home, ask: Asker, newcomer: Newcomer | None) -> None:
        self._home = home
        self._ask = ask
        self._newcomer = newcomer
        self.say = ask.say

    def walk(self) -> None:
        """From the first question to the last. Raises `click.Abort`, `ConfigError`."""
        say = self.say
        write(say("Let us find a model for me. Enter skips a question; Ctrl-C leaves everything as it was."))
        decided = self._decide()
        if decided is None:
            if self._newcomer:
                self._make_home()
            write(say("Everything stays as it is. `sidecar setup` can be repeated whenever you like."))
            return
        self._keep(decided)

    # -- the menu

    def _decide(self) -> Decided | None:
        while True:
            found = asyncio.run(look_around(self._home))
            write("")
            write(self._now(found))
            answer = self._ask.choose(self._menu_question(found), self._menu(found), others=True)
            if answer is None:
                return None
            candidate = self._candidate(found, answer)
            if candidate and (decided := self._tried(candidate)):
                return decided

    def _now(self, found: Surroundings) -> str:
        if found.now.name:
            return self.say("The model that answers you now: {model}. You can take another one:", model=found.now.name)
        return self.say("You have no model yet. What I found, and what there is:")

    def _menu_question(self, found: Surroundings) -> str:
        if found.now.name:
            return self.say("Which one? (a number or a name; Enter keeps the one you have)")
        return self.say("Which one? (a number or a name; Enter is none)")

    def _menu(self, found: Surroundings) -> Sequence[Option]:
        say = self.say
        local = [
            Option(say("{model}, with {server} on this computer", model=short(name), server=server.title), (name, short(name)))
            for server, name in found.local_models
        ]
        keys = [
            Option(say("{provider}: its key is already in {variable}", provider=key.title, variable=key.variable), (key.provider, key.title))
            for key in found.keys
        ]
        return [
            *local,
            *keys,
            Option(say("I have a key of a company in the cloud"), ("key", "cloud", "clave", "nube")),
            Option(say("A server at another address"), ("server", "address", "servidor")),
            Option(say("How do I get a model?"), ("how", "help", "como", "ayuda")),
        ]

    def _candidate(self, found: Surroundings, answer: int | str) -> Decided | None:
        """What the answer stands for, after the questions that belong to it."""
        if isinstance(answer, str):
            return self._named(answer)
        local, keys = found.local_models, found.keys
        if answer < len(local):
            return Decided(ModelChoice(local[answer][1]))
        match answer - len(local):
            case place if place < len(keys):
                return self._in_the_cloud(keys[place].provider)
            case place if place == len(keys):
                return self._with_a_key()
            case place if place == len(keys) + 1:
                return self._at_an_address()
            case _:
                for line in ways(found, self.say, at_terminal=True):
                    write(line)
                self._ask.text(self.say("Press Enter when you are ready; I will look again."))
                return None

    def _named(self, name: str) -> Decided | None:
        """A model or a provider that was typed instead of a number."""
        if name.lower() in CLOUDS:
            return self._in_the_cloud(name.lower())
        if provider_of(name):
            return self._with_a_key(name)  # a key that was pasted right here
        try:
            check(ModelChoice(name))
        except ConfigError as problem:
            provider = name.partition(":")[0].lower()
            if ":" in name and provider in CLOUDS:
                return self._in_the_cloud(provider, model=name.partition(":")[2])
            write(why_not(problem, self.say))
            return None
        return Decided(ModelChoice(name))

    # -- in the cloud

    def _with_a_key(self, key: str = "") -> Decided | None:
        say = self.say
        key = key or self._key(say("Paste the key (it is not shown)"))
        if not key:
            return None
        if provider := provider_of(key):
            return self._in_the_cloud(provider, key)
        options = [Option(PROVIDERS[name].title, (name,)) for name in CLOUDS]
        place = self._ask.choose(say("Whose key is it?"), options)
        return self._in_the_cloud(list(CLOUDS)[place], key) if isinstance(place, int) else None

    def _in_the_cloud(self, provider: str, key: str = "", model: str = "") -> Decided | None:
        """Asks for a key until one is accepted, then for a model."""
        title = PROVIDERS[provider].title
        key = key or (self._has_key(provider) or self._key_of(provider))
        while key:
            typed = key if key != self._has_key(provider) else ""
            choice = ModelChoice(f"{provider}:{model or _ANY}", api_key=key)
            offer = self._offer(choice, self.say("Asking {who}…", who=title))
            if isinstance(offer, Offer):
                name = model or self._which(provider, offer)
                return Decided(replace(choice, name=f"{provider}:{name}"), typed) if name else None
            if not isinstance(offer, ModelRefused):
                return None
            key = self._key(self.say("Paste another key, or press Enter to go back"))
        return None

    def _key_of(self, provider: str) -> str:
        where = CLOUDS[provider].where
        write(self.say("You get a key of {who} at {page}", who=PROVIDERS[provider].title, page=where))
        return self._key(self.say("Paste the key (it is not shown)"))

    def _key(self, question: str) -> str:
        """What can be a key; "" when the person wants to go back."""
        while True:
            key = self._ask.secret(question)
            if not key or can_be_a_key(key):
                remember_secret(key)
                return key
            write(self.say("That cannot be a key: it has spaces or strange characters. Copy it whole and paste it."))

    def _has_key(self, provider: str) -> str:
        return next((key for name in PROVIDERS[provider].key_variables if (key := os.environ.get(name))), "")

    # -- elsewhere

    def _at_an_address(self) -> Decided | None:
        say = self.say
        address = self._ask.text(say("Its address, such as http://192.168.0.7:8080/v1"))
        key = ""
        while address:
            address = whole_address(address)
            offer = self._offer(ModelChoice(f"openai:{_ANY}", address, key or "none"), say("Asking {who}…", who=address))
            if isinstance(offer, Offer):
                name = self._which("", offer) or (_ANY if offer.models is None else "")
                return Decided(ModelChoice(f"openai:{name}", address, key), key) if name else None
            if isinstance(offer, ModelRefused):
                key = self._key(say("It wants a key. Paste it, or press Enter to go back"))
                address = address if key else ""
            else:
                address = self._ask.text(say("Another address, or Enter to go back"))
        return None

    # -- asking and trying

    def _offer(self, choice: ModelChoice, waiting: str) -> Offer | ConfigError | ModelError:
        """What the provider has, or what is wrong, which the person has then been told."""
        write(waiting)
        try:
            return asyncio.run(offered(choice))
        except (ConfigError, ModelError) as problem:
            self._tell_what_is_wrong(problem, choice)
            return problem

    def _which(self, provider: str, offer: Offer) -> str:
        """The model among those that are offered; Enter takes the suggested one."""
        say, best = self.say, suggested(provider, offer)
        names = list(dict.fromkeys([best, *offer.for_talking]))[:_MOST_SHOWN] if best else []
        if len(names) <= 1:
            return best or self._ask.text(say("What is the model called there?"))
        more = len(offer.for_talking) - len(names)
        if more > 0:
            write(say("The first of {n} models:", n=len(offer.for_talking)))
        question = say("Which model? (a number or a name; Enter is {model})", model=best)
        answer = self._ask.choose(question, [Option(name) for name in names], others=True)
        return best if answer is None else answer if isinstance(answer, str) else names[answer]

    def _tried(self, candidate: Decided) -> Decided | None:
        """The candidate if it works and the person wants it."""
        say, choice = self.say, candidate.choice
        write(say("Trying out {model}. The first time may take a minute…", model=choice.name))
        try:
            choice, trial = asyncio.run(try_choice(choice))
        except ConfigError as problem:
            self._tell_what_is_wrong(problem, choice)
            return None
        if trial.failure:
            self._tell_what_is_wrong(trial.failure, choice)
            return None
        for line in report(trial, say):
            write(f"  {line}")
        write("  " + where_it_goes(choice, say))
        return replace(candidate, choice=choice) if self._ask.agrees(say("Shall this one answer you?")) else None

    def _tell_what_is_wrong(self, problem: ConfigError | ModelError, choice: ModelChoice) -> None:
        write(why_not(problem, self.say))
        if isinstance(problem, ModelUnreachable) and not choice.local:
            write(self.say("Without the internet, a model on this computer can answer you. When there is a connection:"))
            for line in at_home(Surroundings((), (), choice), self.say):
                write(line)

    # -- the last step

    def _keep(self, decided: Decided) -> None:
        say, choice = self.say, decided.choice
        self._make_home()
        if decided.key:
            write(keep_key(self._home, decided.variable, decided.key, say))
        if decided.variable != OWN_KEY or not decided.key:
            forget_own_key(self._home)
        save_model(self._home, choice)
        for line in what_stays_in_force(decided.variable, decided.key, say):
            write(f"! {line}")
        write(say("Done: {model} answers you from now on. Write `sidecar` to begin.", model=choice.name))

    def _make_home(self) -> None:
        newcomer = self._newcomer or Newcomer(self.say.language, "")
        self._home.create()
        create_profile(self._home.path, newcomer.language, name=newcomer.name, timezone=local_timezone())


def short(name: str) -> str:
    return name.partition(":")[2]


def whole_address(typed: str) -> str:
    """`192.168.0.7:8080` means `http://192.168.0.7:8080/v1`."""
    address = typed if "://" in typed else f"http://{typed}"
    host = address.partition("://")[2]
    return address.rstrip("/") if "/" in host.rstrip("/") else f"{address.rstrip('/')}/v1"


def where_it_goes(choice: ModelChoice, say) -> str:
    ...
