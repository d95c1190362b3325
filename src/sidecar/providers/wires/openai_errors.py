"""Errors in OpenAI's format, as ours: those of a response, and those in the middle of a stream."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import cast

import httpx2

from sidecar.errors import ModelError
from sidecar.providers.endpoint import Endpoint
from sidecar.providers.wires import failures
from sidecar.providers.wires.http_responses import error_by_status
from sidecar.providers.wires.ollama_messages import parse_json_object
from sidecar.providers.wires.retry_after import parse_retry_after_s

_NO_CREDIT = re.compile(r"quota|billing_hard_limit|credit_balance|spend_limit|usage_limit")
"""Codes of an account that has nothing left to spend; they come with the status of a rate limit."""
_STATUS_OF_CODE = {"rate_limit": 429, "too_many_requests": 429, "overload": 503, "unavailable": 503, "not_found": 404}
"""Statuses for the codes of errors that come without one."""
_ABOUT_WHO_ASKS = (401, 402, 403, 429)


def response_error(response: httpx2.Response, endpoint: Endpoint) -> ModelError:
    """Return the error for a response that has been read and is no success."""
    body = parse_json_object(response.content)
    plain = response.headers.get("content-type", "").startswith("text/plain")
    detail = failures.error_detail(body, response.text if plain else response.reason_phrase)
    return _error(response.status_code, body, endpoint, detail, parse_retry_after_s(response.headers, detail))


def stream_error(chunk: Mapping[str, object], endpoint: Endpoint) -> ModelError:
    """Return the error that came instead of a part of the answer."""
    code, detail = _code(chunk), failures.error_detail(chunk, "")
    number = re.search(r"\b[45]\d\d\b", code)
    named = next((status for name, status in _STATUS_OF_CODE.items() if name in code), 500)
    return _error(int(number[0]) if number else named, chunk, endpoint, detail, parse_retry_after_s({}, detail))


def _error(
    status: int, body: Mapping[str, object], endpoint: Endpoint, detail: str, retry_after_s: float | None
) -> ModelError:
    code = _code(body)
    if status in (403, 429) and _NO_CREDIT.search(code):
        return failures.no_credit(endpoint)
    if "context_length_exceeded" in code:
        return failures.context_too_long(endpoint)
    if "content_filter" in code or (status == 403 and "flagged_input" in str(_fields(body).get("metadata"))):
        return failures.content_filtered(endpoint)
    if status == 403:
        return failures.forbidden(endpoint, failures.error_detail(body, ""))
    if status == 404:
        return failures.not_found(endpoint, detail)
    if status not in _ABOUT_WHO_ASKS and failures.mentions_missing_tools(detail):
        return failures.tools_unsupported(endpoint)
    return error_by_status(status, endpoint, detail, retry_after_s)


def _code(body: Mapping[str, object]) -> str:
    """Return what an error calls itself, in lower case: its code and its type."""
    fields = _fields(body)
    return f"{fields.get('code') or ''} {fields.get('type') or ''}".lower()


def _fields(body: Mapping[str, object]) -> Mapping[str, object]:
    error = body.get("error")
    return cast("Mapping[str, object]", error) if isinstance(error, Mapping) else body
