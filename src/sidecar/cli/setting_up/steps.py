"""The guided way to a model, step by step; nothing is written before the last one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from sidecar.cli.setting_up.asking import Asker, Option
from sidecar.cli.setting_up.choosing import Candidate, Choosing
from sidecar.cli.setting_up.newcomer import Newcomer, move_in
from sidecar.cli.setting_up.saving import keep_key, save_model
from sidecar.cli.setting_up.surroundings import Surroundings, look_around, ways
from sidecar.cli.setting_up.trying import report, try_choice, where_it_goes
from sidecar.cli.wrapping import show
from sidecar.errors import ConfigError
from sidecar.home import Home
from sidecar.providers.catalogue import ModelChoice


class Guide:
    def __init__(self, home: Home, ask: Asker, newcomer: Newcomer | None) -> None:
        self._home = home
        self._ask = ask
        self._newcomer = newcomer
        self._choosing = Choosing(ask)
        self.say = ask.say

    def walk(self) -> None:
        """From the first question to the last. Raises `click.Abort`, `ConfigError`."""
        say = self.say
        show(say("Let us find a model for me. Enter skips a question; Ctrl-C leaves everything as it was."))
        decided = self._decide()
        if decided is None:
            if self._newcomer:
                self._move_in()
            show(say("Everything stays as it is. `sidecar setup` can be repeated whenever you like."))
            return
        self._keep(decided)

    # -- the menu

    def _decide(self) -> Candidate | None:
        while True:
            found = asyncio.run(look_around(self._home))
            show("")
            show(self._now(found))
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
        now = (
            [Option(say("{model}, the one you have", model=found.now.name), (found.now.name,))]
            if found.now.name
            else []
        )
        local = [
            Option(
                say("{model}, with {server} on this computer", model=name.partition(":")[2], server=server.title),
                (name, name.partition(":")[2]),
            )
            for server, name in found.local_models
        ]
        keys = [
            Option(
                say("{provider}: its key is already in {variable}", provider=key.title, variable=key.variable),
                (key.provider, key.title),
            )
            for key in found.keys
        ]
        return [
            *now,
            *local,
            *keys,
            Option(say("I have a key of a company in the cloud"), ("key", "cloud", "clave", "nube")),
            Option(say("A server at another address"), ("server", "address", "servidor")),
            Option(say("How do I get a model?"), ("how", "help", "como", "ayuda")),
        ]

    def _candidate(self, found: Surroundings, answer: int | str) -> Candidate | None:
        """What the answer stands for, after the questions that belong to it."""
        if isinstance(answer, str):
            return self._choosing.named(answer)
        local, keys = found.local_models, found.keys
        if found.now.name:
            if not answer:
                return Candidate(found.now)
            answer -= 1
        if answer < len(local):
            return Candidate(ModelChoice(local[answer][1]))
        match answer - len(local):
            case place if place < len(keys):
                return self._choosing.in_the_cloud(keys[place].provider)
            case place if place == len(keys):
                return self._choosing.with_a_key()
            case place if place == len(keys) + 1:
                return self._choosing.at_an_address()
            case _:
                for line in ways(found, self.say, at_terminal=True):
                    show(line)
                self._ask.text(self.say("Press Enter when you are ready, and I will look again"))
                return None

    # -- trying

    def _tried(self, candidate: Candidate) -> Candidate | None:
        """The candidate if it works and the person wants it."""
        say, choice = self.say, candidate.choice
        show(say("Trying out {model}. The first time may take a minute…", model=choice.name))
        try:
            choice, trial = asyncio.run(try_choice(choice, self._home))
        except ConfigError as problem:
            self._choosing.tell_what_is_wrong(problem, choice)
            return None
        if trial.failure:
            self._choosing.tell_what_is_wrong(trial.failure, choice)
            return None
        for line in report(trial, say):
            show(f"  {line}")
        show("  " + where_it_goes(choice, say))
        return replace(candidate, choice=choice) if self._ask.agrees(say("Shall this one answer you?")) else None

    def _keep(self, decided: Candidate) -> None:
        say = self.say
        self._move_in()
        if decided.key:
            show(keep_key(self._home, decided.variable, decided.key, say))
        for line in save_model(self._home, decided.choice, say):
            show(f"! {line}")
        show(say("Done: {model} answers you from now on. Write `sidecar` to begin.", model=decided.choice.name))

    def _move_in(self) -> None:
        move_in(self._home, self._newcomer or Newcomer(self.say.language))
