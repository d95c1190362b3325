"""Every error Sidecar raises on purpose, ordered by who must act on it.

An error carries a stable `code` for programs, an English sentence that the catalogues translate (`text`, with
`{braces}` filled from `fields`) and, where there is one, a `hint`: what the person can do about it.
"""

from __future__ import annotations

from typing import ClassVar, Self


class SidecarError(Exception):
    """Base of all errors of Sidecar. `str(error)` is English; `i18n.explain_error(error, say)` translates it."""

    code: ClassVar[str] = "error"

    def __init__(self, text: str, /, *, hint: str = "", **fields: object) -> None:
        super().__init__(text)
        self.text = text
        self.hint = hint
        self.fields = fields

    def __str__(self) -> str:
        return self.text.format(**self.fields) if self.fields else self.text


# -- the owner of the installation must act: one line, exit code 2


class ConfigError(SidecarError):
    """Settings, preferences or the command line ask for something that cannot be."""

    code = "config"


class HomeBusy(ConfigError):
    """Another process uses this data folder; `pid` is its process id, None while unknown."""

    code = "home_busy"

    def __init__(self, text: str, /, *, pid: int | None, hint: str = "", **fields: object) -> None:
        super().__init__(text, hint=hint, pid="?" if pid is None else pid, **fields)
        self.pid = pid


# -- the supervisor acts: it retries, and the messages wait


class ChannelError(SidecarError):
    """A channel could not send or listen; what it should have sent stays in the outbox."""

    code = "channel"


# -- the brain acts: retry, fallback model, then honest words


class ModelError(SidecarError):
    """A language model gave no usable answer. `retryable` says whether the same request may work later."""

    code = "model"
    retryable: ClassVar[bool] = False
    usage: object = None
    """The `Usage` of an answer that is useless, but that the provider charges all the same."""

    def with_usage(self, usage: object) -> Self:
        """Return this error with what the failed request cost."""
        self.usage = usage
        return self


class NoModel(ModelError):
    """No model is configured for this role."""

    code = "no_model"


class ModelUnreachable(ModelError):
    """No connection: network down, name not found, nothing listening."""

    code = "model_unreachable"
    retryable = True


class ModelTimeout(ModelError):
    """The deadline passed before the first token, or between two of them."""

    code = "model_timeout"
    retryable = True


class NoFirstToken(ModelTimeout):
    """Not one token came in time. The same model is not asked again: the person has waited long enough."""

    retryable = False


class ModelBusy(ModelError):
    """Rate limited or overloaded (429, 503, 529). `retry_after_s` is what the provider asked for, if it did."""

    code = "model_busy"
    retryable = True

    def __init__(self, text: str, /, *, retry_after_s: float | None = None, hint: str = "", **fields: object) -> None:
        super().__init__(text, hint=hint, **fields)
        self.retry_after_s = retry_after_s


class ModelFailed(ModelError):
    """The provider failed (5xx), or did not answer in its own protocol."""

    code = "model_failed"
    retryable = True


class ModelCut(ModelError):
    """The stream ended before the model said that it was done."""

    code = "model_cut"
    retryable = True


class ModelEmpty(ModelError):
    """A complete answer with neither text nor tool calls."""

    code = "model_empty"
    retryable = True


class OutputLimitReached(ModelEmpty):
    """The output limit was reached before the first word of the answer: another attempt would go the same way."""

    retryable = False


class ModelRefused(ModelError):
    """The provider denies access: wrong key, no permission, no credit (401, 402, 403)."""

    code = "model_refused"


class ModelRejected(ModelError):
    """The provider understood the request and will not serve it: unknown model, bad request (400, 404, 422)."""

    code = "model_rejected"


class ModelUnknown(ModelRejected):
    """The provider has no model of this name: the next request would fail too."""


class ToolsUnsupported(ModelRejected):
    """The model, or its server as it was started, has no tool calls."""


class TurnTimeout(ModelError):
    """The whole turn took longer than the settings allow."""

    code = "turn_timeout"


class ContextTooLong(ModelRejected):
    """The prompt does not fit in the model's window."""

    code = "context_too_long"


# -- the model acts: it reads the error as the tool's result


class ToolError(SidecarError):
    """A tool could not do what was asked; the text is for the model, so it is precise and in English. `question` is
    what the person must be asked, in their language, where that helps."""

    code = "tool"

    def __init__(self, text: str, /, *, question: str = "", hint: str = "", **fields: object) -> None:
        super().__init__(text, hint=hint, **fields)
        self.question = question


# -- the person is asked: what they want cannot be done as they said it


class RequestError(SidecarError):
    """Something is unclear, or is not there; the text is a question or ends in what to say instead."""

    code = "request"


class NotFound(RequestError):
    code = "not_found"


class SeveralMatch(RequestError):
    """The words fit more than one thing; the text lists them."""

    code = "several_match"


class DownloadFailed(RequestError):
    """A requested file could not be fetched, or came damaged."""

    code = "download_failed"


class UnclearMoment(RequestError):
    """The date words name no possible moment of a reminder. `reason` is the date parser's code; the text and the
    suggestions are in the person's language already."""

    code = "unclear_moment"

    def __init__(self, reason: str, message: str, suggestions: tuple[str, ...] = ()) -> None:
        super().__init__("{message}", message=message)
        self.reason = reason
        self.suggestions = suggestions


# -- the turn rolls back, the person is told


class StorageError(SidecarError):
    """The database could not do its work; nothing of the transaction was kept."""

    code = "storage"


class StorageFull(StorageError):
    """No space left on the disk."""

    code = "disk_full"


class StorageReadOnly(StorageError):
    """The data folder cannot be written to."""

    code = "read_only"


class StorageBusy(StorageError):
    """Another process held the database for too long."""

    code = "storage_busy"


class StorageCorrupt(StorageError):
    """The file is not a sound database."""

    code = "storage_corrupt"


class StorageGone(StorageError):
    """The file was moved or deleted while it was open: what is written now would be lost."""

    code = "storage_gone"


class StorageTooNew(StorageError):
    """A newer Sidecar wrote this database; this one must not touch it."""

    code = "storage_too_new"
