"""Every way in which a provider fails, as the error that says who must act and what the person can do."""

from __future__ import annotations

import re
import socket
from collections.abc import Mapping
from typing import cast

import httpx2
from pydantic_ai import exceptions as theirs

from sidecar.errors import (
    ContextTooLong,
    ModelBusy,
    ModelCut,
    ModelEmpty,
    ModelError,
    ModelFailed,
    ModelRefused,
    ModelRejected,
    ModelTimeout,
    ModelUnreachable,
)
from sidecar.observe.redaction import redact
from sidecar.providers.endpoint import Endpoint, on_this_computer

FAILURES = (
    theirs.AgentRunError,
    theirs.UserError,
    httpx2.HTTPError,
    # what the libraries raise when an answer has not the shape they expect
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    AttributeError,
)
_LONGEST_DETAIL = 200
_TOO_LONG = re.compile(r"context (size|length|window)|prompt is too long", re.IGNORECASE)
"""How servers that pydantic-ai does not know by heart (llama.cpp, LM Studio) say that a prompt does not fit."""


def model_error(failure: Exception, endpoint: Endpoint, *, began: bool) -> ModelError:
    """The error for a failure of the library or the wire. `began`: the stream had opened already."""
    who = {"provider": endpoint.title, "model": endpoint.model}
    match failure:
        case theirs.ModelQuotaExceededError():
            return ModelRefused(
                "The account at {provider} has no credit left.",
                hint="Add credit there, or choose another model.",
                **who,
            )
        case theirs.ModelAuthenticationError():
            return _refused(endpoint)
        case theirs.ModelContextWindowExceededError():
            return ContextTooLong("The conversation is too long for {model} of {provider}.", **who)
        case theirs.ModelNotFoundError():
            return _unknown_model(endpoint)
        case theirs.ModelRateLimitError():
            return ModelBusy(
                "{provider} is getting too many requests from this account.",
                hint="Try again in a while.",
                retry_after_s=failure.retry_after,
                **who,
            )
        case theirs.ModelUnavailableError():
            return ModelBusy(
                "{provider} is overloaded right now.",
                hint="Try again in a while.",
                retry_after_s=failure.retry_after,
                **who,
            )
        case theirs.ModelTimeoutError() if failure.phase != "connect":
            return fell_silent(endpoint) if began else ModelTimeout("{provider} did not answer in time.", **who)
        case theirs.ModelConnectionError() | httpx2.TransportError():
            return was_cut(endpoint) if began else _unreachable(failure, endpoint)
        case theirs.ContentFilterError():
            return was_filtered(endpoint)
        case theirs.ModelHTTPError() if failure.status_code == 413 or _TOO_LONG.search(_detail(failure)):
            return ContextTooLong("The conversation is too long for {model} of {provider}.", **who)
        case theirs.ModelHTTPError() if failure.status_code == 408 or failure.status_code >= 500:
            return ModelFailed("{provider} had an error of its own.", hint="Try again in a while.", **who)
        case theirs.ModelServerError():
            return ModelFailed("{provider} had an error of its own.", hint="Try again in a while.", **who)
        case theirs.ModelHTTPError() | theirs.ModelRequestRejectedError() | theirs.UserError():
            return ModelRejected("{provider} rejected the request: {detail}", detail=_detail(failure), **who)
        case _:
            return ModelFailed(
                "{provider} answered something that cannot be understood.",
                hint="Check that its address is that of a model server.",
                **who,
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


def _refused(endpoint: Endpoint) -> ModelRefused:
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


def _unknown_model(endpoint: Endpoint) -> ModelRejected:
    if endpoint.provider == "ollama":
        return ModelRejected(
            "{provider} does not have the model {model}.",
            hint="Download it with: ollama pull {model}",
            provider=endpoint.title,
            model=endpoint.model,
        )
    return ModelRejected(
        "{provider} does not have the model {model}.",
        hint="Check its name in the settings.",
        provider=endpoint.title,
        model=endpoint.model,
    )


def _unreachable(failure: Exception, endpoint: Endpoint) -> ModelUnreachable:
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


def _detail(failure: Exception) -> str:
    """The provider's own words, without secrets and on one line."""
    said = _message_in(getattr(failure, "body", None)) or str(failure)
    return redact(" ".join(said.split()))[:_LONGEST_DETAIL]


def _message_in(body: object) -> str:
    """OpenAI's format has the message at the top of the error's body, Anthropic's and Google's one level down."""
    if not isinstance(body, Mapping):
        return ""
    fields = cast("Mapping[str, object]", body)
    message = fields.get("message")
    return message if isinstance(message, str) else _message_in(fields.get("error"))
