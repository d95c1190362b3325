"""Errors of pydantic-ai, as ours. Slow to import."""

from __future__ import annotations

import httpx2
from pydantic_ai import exceptions as theirs

from sidecar.errors import ModelError, ModelTimeout
from sidecar.providers.endpoint import Endpoint
from sidecar.providers.wires import failures
from sidecar.providers.wires.http_responses import connection_error
from sidecar.providers.wires.retry_after import parse_retry_after_s

FAILURES = (
    theirs.AgentRunError,
    theirs.UserError,
    httpx2.HTTPError,
    # raised by the libraries for an answer of an unexpected shape
    ValueError,
    TypeError,
    KeyError,
    IndexError,
    AttributeError,
    ArithmeticError,
    RecursionError,
)


def convert_error(failure: Exception, endpoint: Endpoint, *, began: bool) -> ModelError:
    """Return our error for a failure of the library or the connection. `began`: the stream had opened already."""
    match failure:
        case theirs.ModelQuotaExceededError():
            return failures.no_credit(endpoint)
        case theirs.ModelAuthenticationError() if getattr(failure, "status_code", None) == 403:
            return failures.forbidden(endpoint, failures.error_detail(failure.body, ""))
        case theirs.ModelAuthenticationError():
            return failures.key_refused(endpoint)
        case theirs.ModelContextWindowExceededError():
            return failures.context_too_long(endpoint)
        case theirs.ModelNotFoundError():
            return failures.not_found(endpoint, _detail(failure))
        case theirs.ModelRateLimitError():
            return failures.rate_limited(endpoint, _requested_wait_s(failure))
        case theirs.ModelUnavailableError():
            return failures.overloaded(endpoint, _requested_wait_s(failure))
        case theirs.ModelTimeoutError() if failure.phase != "connect":
            return failures.stream_timeout(endpoint) if began else _too_slow(endpoint)
        case theirs.ModelConnectionError() | httpx2.TransportError():
            return failures.stream_cut(endpoint) if began else connection_error(failure, endpoint)
        case theirs.ContentFilterError():
            return failures.content_filtered(endpoint)
        case theirs.ModelHTTPError() if failure.status_code == 413 or failures.mentions_context_length(
            _detail(failure)
        ):
            return failures.context_too_long(endpoint)
        case theirs.ModelHTTPError() | theirs.ModelRequestRejectedError() | theirs.UserError() if (
            failures.mentions_missing_tools(_detail(failure))
        ):
            return failures.tools_unsupported(endpoint)
        case theirs.ModelHTTPError() if failures.mentions_memory(_detail(failure)):
            return failures.out_of_memory(endpoint)
        case theirs.ModelHTTPError() if failure.status_code == 408 or failure.status_code >= 500:
            return failures.server_error(endpoint)
        case theirs.ModelServerError():
            return failures.server_error(endpoint)
        case theirs.ModelHTTPError() | theirs.ModelRequestRejectedError() | theirs.UserError():
            return failures.request_rejected(endpoint, _detail(failure))
        case _:
            return failures.invalid_response(endpoint)


def _requested_wait_s(failure: theirs.ModelAPIError) -> float | None:
    if failure.retry_after is not None:
        return failure.retry_after
    headers = failure.headers if isinstance(failure, theirs.ModelHTTPError) else None
    return parse_retry_after_s(headers or {}, _detail(failure))


def _too_slow(endpoint: Endpoint) -> ModelTimeout:
    return ModelTimeout("{provider} didn't answer in time.", provider=endpoint.title)


def _detail(failure: Exception) -> str:
    return failures.error_detail(getattr(failure, "body", None), str(failure))
