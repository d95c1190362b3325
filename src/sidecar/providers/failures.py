"""Every way in which a provider fails, in words: the error says who must act and what the person can do."""

from __future__ import annotations

import re
import socket
from collections.abc import Mapping, Sequence
from typing import cast

from sidecar.errors import (
    ContextTooLong,
    ModelBusy,
    ModelCut,
    ModelEmpty,
    ModelFailed,
    ModelRefused,
    ModelRejected,
    ModelTimeout,
    ModelUnreachable,
)
from sidecar.observe.redaction import redact
from sidecar.providers.endpoint import Endpoint, on_this_computer

_LONGEST_DETAIL = 200
_MOST_NAMES = 8
_TOO_LONG = re.compile(r"context (size|length|window)|prompt is too long", re.IGNORECASE)
"""How servers that pydantic-ai does not know by heart (llama.cpp, LM Studio) say that a prompt does not fit."""


def too_busy(endpoint: Endpoint, retry_after_s: float | None) -> ModelBusy:
    return ModelBusy(
        "{provider} is getting too many requests from this account.",
        hint="Try again in a while.",
        retry_after_s=retry_after_s,
        provider=endpoint.title,
    )


def overloaded(endpoint: Endpoint, retry_after_s: float | None) -> ModelBusy:
    return ModelBusy(
        "{provider} is overloaded right now.",
        hint="Try again in a while.",
        retry_after_s=retry_after_s,
        provider=endpoint.title,
    )


def broke(endpoint: Endpoint) -> ModelFailed:
    return ModelFailed("{provider} had an error of its own.", hint="Try again in a while.", provider=endpoint.title)


def made_no_sense(endpoint: Endpoint) -> ModelFailed:
    return ModelFailed(
        "{provider} answered something that cannot be understood.",
        hint="Check that its address is that of a model server.",
        provider=endpoint.title,
    )


def too_long(endpoint: Endpoint) -> ContextTooLong:
    return ContextTooLong(
        "The conversation is too long for {model} of {provider}.", provider=endpoint.title, model=endpoint.model
    )


def rejected(endpoint: Endpoint, detail: str) -> ModelRejected:
    return ModelRejected("{provider} rejected the request: {detail}", provider=endpoint.title, detail=detail)


def no_tools(endpoint: Endpoint) -> ModelRejected:
    return ModelRejected("{model} of {provider} does not support tools.", provider=endpoint.title, model=endpoint.model)


def no_credit(endpoint: Endpoint) -> ModelRefused:
    return ModelRefused(
        "The account at {provider} has no credit left.",
        hint="Add credit there, or choose another model.",
        provider=endpoint.title,
    )


def no_first_token(endpoint: Endpoint, seconds: float) -> ModelTimeout:
    return ModelTimeout(
        "{provider} did not begin to answer within {seconds} s.",
        hint="Try again in a while.",
        provider=endpoint.title,
        seconds=f"{seconds:g}",
    )


def fell_silent(endpoint: Endpoint) -> ModelTimeout:
    return ModelTimeout("{provider} fell silent in the middle of the answer.", provider=endpoint.title)


def was_cut(endpoint: Endpoint) -> ModelCut:
    return ModelCut("The answer of {provider} was cut off.", provider=endpoint.title)


def was_empty(endpoint: Endpoint) -> ModelEmpty:
    return ModelEmpty("{provider} gave an empty answer.", provider=endpoint.title)


def was_filtered(endpoint: Endpoint) -> ModelRejected:
    return ModelRejected(
        "{provider} withheld the answer because of its content rules.",
        hint="Say it in other words, or choose another model.",
        provider=endpoint.title,
    )


def refused(endpoint: Endpoint) -> ModelRefused:
    if not endpoint.key_variable:
        return ModelRefused(
            "{provider} does not accept the key.",
            hint="Check the key of this model in the settings.",
            provider=endpoint.title,
        )
    return ModelRefused(
        "{provider} does not accept the key.",
        hint="Check {variable}, or the key in the settings.",
        provider=endpoint.title,
        variable=endpoint.key_variable,
    )


def unknown_model(endpoint: Endpoint, installed: Sequence[str] = ()) -> ModelRejected:
    """`installed` are the models that the server does have, where it tells."""
    who = {"provider": endpoint.title, "model": endpoint.model}
    if endpoint.provider == "ollama" and installed:
        return ModelRejected(
            "{provider} does not have the model {model}.",
            hint="Download it with: ollama pull {model}. These are there: {installed}",
            installed=", ".join(installed[:_MOST_NAMES]),
            **who,
        )
    if endpoint.provider == "ollama":
        return ModelRejected(
            "{provider} does not have the model {model}.", hint="Download it with: ollama pull {model}", **who
        )
    return ModelRejected("{provider} does not have the model {model}.", hint="Check its name in the settings.", **who)


def unreachable(failure: Exception, endpoint: Endpoint) -> ModelUnreachable:
    if endpoint.local or on_this_computer(endpoint.base_url):
        return ModelUnreachable("Nothing answers at {address}.", hint="Is it running?", address=endpoint.address)
    if _is_unknown_name(failure):
        return ModelUnreachable(
            "The address {address} cannot be found.",
            hint="Check the internet connection, or the address in the settings.",
            address=endpoint.address,
        )
    return ModelUnreachable(
        "{provider} cannot be reached.",
        hint="Check the internet connection.",
        provider=endpoint.title,
    )


def _is_unknown_name(failure: BaseException | None) -> bool:
    while failure is not None:
        if isinstance(failure, socket.gaierror):
            return True
        failure = failure.__cause__ or failure.__context__
    return False


def in_their_words(body: object, otherwise: str) -> str:
    """The provider's own explanation, without secrets and on one line."""
    said = _message_in(body) or otherwise
    return redact(" ".join(said.split()))[:_LONGEST_DETAIL]


def says_too_long(detail: str) -> bool:
    return _TOO_LONG.search(detail) is not None


def _message_in(body: object) -> str:
    """OpenAI's format has the message at the top of the error's body, the others one level down."""
    if isinstance(body, str):
        return body  # Ollama's errors are a text
    if not isinstance(body, Mapping):
        return ""
    fields = cast("Mapping[str, object]", body)
    message = fields.get("message")
    return message if isinstance(message, str) else _message_in(fields.get("error"))
