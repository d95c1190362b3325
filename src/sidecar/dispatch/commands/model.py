"""`/model`: which model answers, and changing it."""

from __future__ import annotations

from sidecar.dispatch.commands.book import Command, CommandCall
from sidecar.dispatch.ports import ModelSwitch
from sidecar.domain.folding import fold

_BACK_TO_CONFIGURED = ("default", "configurado", "config", "original")


def model_command(models: ModelSwitch) -> Command:
    async def run(call: CommandCall) -> str:
        say, person = call.say, call.message.person
        if call.argument:
            name = "" if fold(call.argument) in _BACK_TO_CONFIGURED else call.argument
            current = await models.switch(person, name)
            return say("From now on I answer with `{model}`.", model=current) if current else say(_NONE)
        current = await models.current(person)
        if not current:
            return say(_NONE)
        return say(
            "I answer with `{model}`. `/model provider:name` changes it, `/model default` goes back to the settings.",
            model=current,
        )

    return Command("model", ("modelo",), "shows or changes the model that answers", run)


_NONE = "No model is configured. Choose one with `/model provider:name`, for example `/model ollama:qwen2.5:3b`."
