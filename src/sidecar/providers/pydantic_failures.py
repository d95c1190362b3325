"""What pydantic-ai raises, as our errors. Slow to import."""

from __future__ import annotations

import httpx2
from pydantic_ai import exceptions as theirs

from sidecar.errors import ModelError, ModelTimeout
from sidecar.providers import failures
from sidecar.providers.connections import no_answer
from sidecar.providers.endpoint import Endpoint
from sidecar.providers.waits import asked_wait_s

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


def model_error(failure: Exception, endpoint: Endpoint, *, began: bool) -> ModelError:
    """The error for a failure of the library or the wire. `began`: the stream had opened already."""
    match failure:
        case theirs.ModelQuotaExceededError():
            return failures.no_credit(endpoint)
        case theirs.ModelAuthenticationError() if getattr(failure, "status_code", None) == 403:
            return failures.forbidden(endpoint, failures.in_their_words(failure.body, ""))
        case theirs.ModelAuthenticationError():
            return failures.refused(endpoint)
        case theirs.ModelContextWindowExceededError():
            return failures.too_long(endpoint)
        case theirs.ModelNotFoundError():
            return failures.not_found(endpoint, _detail(failure))
        case theirs.ModelRateLimitError():
            return failures.too_busy(endpoint, _asked_wait_s(failure))
        case theirs.ModelUnavailableError():
            return failures.overloaded(endpoint, _asked_wait_s(failure))
        case theirs.ModelTimeoutError() if failure.phase != "connect":
            return failures.fell_silent(endpoint) if began else _too_slow(endpoint)
        case theirs.ModelConnectionError() | httpx2.TransportError():
            return failures.was_cut(endpoint) if began else no_answer(failure, endpoint)
        case theirs.ContentFilterError():
            return failures.was_filtered(endpoint)
        case theirs.ModelHTTPError() if failure.status_code == 413 or failures.says_too_long(_detail(failure)):
            return failures.too_long(endpoint)
        case theirs.ModelHTTPError() if failures.says_no_tools(_detail(failure)):
            return failures.no_tools(endpoint)
        case theirs.ModelHTTPError() if failures.says_no_memory(_detail(failure)):
            return failures.no_memory(endpoint)
        case theirs.ModelHTTPError() if failure.status_code == 408 or failure.status_code >= 500:
            return failures.broke(endpoint)
        case theirs.ModelServerError():
            return failures.broke(endpoint)
        case theirs.ModelHTTPError() | theirs.ModelRequestRejectedError() | theirs.UserError():
            return failures.rejected(endpoint, _detail(failure))
        case _:
            return failures.made_no_sense(endpoint)


def _asked_wait_s(failure: theirs.ModelAPIError) -> float | None:
    if failure.retry_after is not None:
        return failure.retry_after
    headers = failure.headers if isinstance(failure, theirs.ModelHTTPError) else None
    return asked_wait_s(headers or {}, _detail(failure))


def _too_slow(endpoint: Endpoint) -> ModelTimeout:
    return ModelTimeout("{provider} did not answer in time.", provider=endpoint.title)


def _detail(failure: Exception) -> str:
    return failures.in_their_words(getattr(failure, "body", None), str(failure))
