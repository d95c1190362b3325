"""The setup wizard, step by step; nothing is written before the last step."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import click

from sidecar.cli.first_run import FirstRunAnswers, ask_first_run, create_home
from sidecar.cli.locale import language, system_language
from sidecar.cli.output import tell, write
from sidecar.cli.prompts import Option, Prompter
from sidecar.cli.setup.available_models import AvailableModels, find_available_models, format_options
from sidecar.cli.setup.candidate import ModelCandidate, provider_title, resolve_candidate
from sidecar.cli.setup.chooser import ModelChooser
from sidecar.cli.setup.overrides import chosen_model, clear_chosen_model, unsaved_key, write_outcome
from sidecar.cli.setup.persistence import save_key, save_model
from sidecar.cli.setup.trial import format_privacy, format_trial, try_model
from sidecar.errors import ConfigError, ModelError
from sidecar.home import Home
from sidecar.i18n import Texts
from sidecar.providers.discovery.servers import EnvironmentKey
from sidecar.providers.model_spec import ModelSpec


def run_wizard(home: Home) -> None:
    """Lead to a model, question by question. Raises `click.Abort` when the person leaves; then nothing has changed."""
    texts = Texts(language)
    try:
        first_answers = None if home.exists else ask_first_run(system_language())
        texts = Texts(first_answers.language) if first_answers else texts
        SetupWizard(home, Prompter(texts), first_answers).run()
    except (click.Abort, KeyboardInterrupt):
        tell(_format_unchanged(texts))
        raise


def _format_unchanged(say: Texts) -> str:
    return say("Nothing changed.")


class SetupWizard:
    def __init__(self, home: Home, ask: Prompter, first_answers: FirstRunAnswers | None) -> None:
        self._home = home
        self._ask = ask
        self._first_answers = first_answers
        self._choosing = ModelChooser(ask)
        self.say = ask.say

    def run(self) -> None:
        """Lead from the first question to the last. Raises `click.Abort`, `ConfigError`."""
        say = self.say
        write(say("Let's find me a model. Enter skips a question; Ctrl-C leaves everything as it was."))
        decided = self._decide()
        if decided is None:
            if self._first_answers:
                self._create_home()
            write(say("Everything stays as it is. You can run `sidecar setup` again anytime."))
            return
        self._save(decided)

    # -- the menu

    def _decide(self) -> ModelCandidate | None:
        before: AvailableModels | None = None
        while True:
            found = self._choosing.found = asyncio.run(find_available_models(self._home))
            write("")
            if before and (before.servers, before.keys) == (found.servers, found.keys):
                write(self.say("I looked again, and there's nothing new."))
            write(self._format_current(found))
            answer = self._ask.choose(self._menu_question(found), self._menu(found), others=self._choosing.recognizes)
            if answer is None:
                return None
            before = found if self._explain_if_asked(found, answer) else None
            candidate = None if before else self._resolve_answer(found, answer)
            while candidate:
                result = self._try_out(candidate)
                if isinstance(result, ModelCandidate):
                    return result
                candidate = self._choosing.retry_same_provider(candidate, result) if result else None

    def _format_current(self, found: AvailableModels) -> str:
        if found.now.name:
            return self.say("The model that answers you now is {model}. You can pick another:", model=found.now.name)
        return self.say("You have no model yet. Here's what I found, and what's possible:")

    def _menu_question(self, found: AvailableModels) -> str:
        if found.now.name:
            return self.say("Which one? (a number or a name; Enter keeps the one you have)")
        return self.say("Which one? (a number or a name; Enter for none)")

    def _menu(self, found: AvailableModels) -> Sequence[Option]:
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
                say(
                    "{provider}: its key is already in {variable}",
                    provider=provider_title(key.provider),
                    variable=key.variable,
                )
                if key.provider not in self._choosing.pasted
                else say("{provider}: the key that you pasted", provider=provider_title(key.provider)),
                (key.provider, key.title),
            )
            for key in self._keys(found)
        ]
        return [
            *now,
            *local,
            *keys,
            Option(say("I have a key from a company in the cloud"), ("key", "cloud", "clave", "nube")),
            Option(say("A server at another address"), ("server", "address", "servidor")),
            Option(say("How do I get a model?"), ("how", "help", "como", "ayuda")),
        ]

    def _keys(self, found: AvailableModels) -> Sequence[EnvironmentKey]:
        """Return the keys that were found, and those that were pasted a moment ago."""
        known = {key.provider for key in found.keys}
        return [
            *found.keys,
            *(EnvironmentKey(provider, "") for provider in self._choosing.pasted if provider not in known),
        ]

    def _explain_if_asked(self, found: AvailableModels, answer: int | str) -> bool:
        """Explain how to get a model, if that was the answer. Returns whether it was."""
        if answer != len(self._menu(found)) - 1:
            return False
        for line in format_options(found, self.say, at_terminal=True):
            write(line)
        self._ask.text(self.say("Press Enter when you are ready, and I'll look again"))
        return True

    def _resolve_answer(self, found: AvailableModels, answer: int | str) -> ModelCandidate | None:
        """Resolve the answer, after the questions that belong to it."""
        if isinstance(answer, str):
            return self._choosing.resolve_typed(answer)
        local, keys = found.local_models, self._keys(found)
        if found.now.name:
            if not answer:
                return resolve_candidate(found.now)
            answer -= 1
        if answer < len(local):
            return ModelCandidate(ModelSpec(local[answer][1]))
        match answer - len(local):
            case place if place < len(keys):
                return self._choosing.ask_cloud_model(keys[place].provider)
            case place if place == len(keys):
                return self._choosing.ask_key_owner()
            case _:
                return self._choosing.ask_server_model()

    # -- trying

    def _try_out(self, candidate: ModelCandidate) -> ModelCandidate | ModelError | ConfigError | None:
        """Try a candidate out. Returns it if it works and the person wants it; what is wrong, already told, if it does
        not."""
        say, choice = self.say, candidate.choice
        write(say("Testing {model}. The first time may take a minute…", model=choice.name))
        try:
            choice, trial = asyncio.run(try_model(choice, self._home))
        except ConfigError as problem:
            self._choosing.report_problem(problem, choice)
            return problem
        if trial.failure:
            self._choosing.report_problem(trial.failure, choice)
            return trial.failure
        for line in format_trial(trial, say):
            write(f"  {line}")
        write("  " + format_privacy(choice, say))
        return replace(candidate, choice=choice) if self._ask.confirm(say("Should this one answer you?")) else None

    def _save(self, decided: ModelCandidate) -> None:
        say, name = self.say, decided.choice.name
        key = decided.key or self._ask_to_keep_key(decided)
        chosen = chosen_model(self._home)
        question = say(
            "In the conversation you chose {chosen}. Should {model} replace it there?", chosen=chosen, model=name
        )
        takes_over = bool(chosen) and chosen != name and self._ask.confirm(question)
        self._create_home()
        if key:
            write(save_key(self._home, decided.variable, key, say))
        save_model(self._home, decided.choice)
        if takes_over:
            clear_chosen_model(self._home)
        write_outcome(self._home, decided, say)

    def _ask_to_keep_key(self, decided: ModelCandidate) -> str:
        """Return a key that is only set in this terminal, if the person wants to keep it."""
        if not (key := unsaved_key(self._home, decided)):
            return ""
        question = self.say(
            "Its key is only set outside Sidecar ({variable}): in a terminal without it, I have none. Should I "
            "keep it?",
            variable=decided.variable,
        )
        return key if self._ask.confirm(question) else ""

    def _create_home(self) -> None:
        answers = self._first_answers or FirstRunAnswers(self.say.language)
        create_home(self._home, answers)
        for words in answers.said:
            write(self.say("“{text}”: tell me that once we talk. `sidecar` opens the conversation.", text=words))
