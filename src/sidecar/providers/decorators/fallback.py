"""A model and those that take over when it gives no answer, as one model (LLM-03).

An answer is always one model's: when a stream breaks after text was shown, that text is withdrawn and the next model
begins from nothing; when there is no next one, it stays, and whoever asked marks it as cut.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import timedelta

from sidecar.errors import ConfigError, ModelBusy, ModelError
from sidecar.llm import ChatModel, ChatRequest, Completion, ModelEvent, RetryScheduled, TextChunk
from sidecar.llm.roles import LONGEST_WAIT, Role
from sidecar.observe import Event, emit
from sidecar.providers.budget import BudgetSpent
from sidecar.providers.decorators.circuit_breaker import CircuitBreaker
from sidecar.providers.decorators.truncation import truncate_request
from sidecar.providers.model_spec import ModelSpec


@dataclass(frozen=True, slots=True)
class FallbackCandidate:
    """One model of a chain. One that `saves` is there for when the others would cost too much, and only then."""

    choice: ModelSpec
    breaker: CircuitBreaker
    saves: bool = False


Open = Callable[[FallbackCandidate, bool], Awaitable[ChatModel]]
"""The model of a link, ready to be asked. The second argument tells whether another one can take over.

Raises `ConfigError` when it cannot be what the settings say."""


class FallbackModel:
    """A `ChatModel` made of several: `head` is the one to begin with, already open. One per turn: the model that
    answered first goes on answering.

    Models that rest after failures are skipped. When there is nobody else, those of a `patient` chain are asked all
    the same: the person is waiting, and may just have started the server.
    """

    def __init__(
        self, links: Sequence[FallbackCandidate], head: ChatModel, open_link: Open, role: Role, *, patient: bool
    ) -> None:
        self._links = links
        self._head = head
        self._open = open_link
        self._role: Role = role
        self._patient = patient
        self._answering: FallbackCandidate | None = None
        self._asked = head.name

    @property
    def name(self) -> str:
        """Of the model that is being asked, or was last."""
        return self._asked

    @property
    def context_window(self) -> int:
        return self._head.context_window

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        request = replace(request, first_token_timeout=self._deadline(request.first_token_timeout))
        links = list(self._in_order())
        problem: ModelError | ConfigError | None = None
        shown = over_budget = False
        for place, link in enumerate(links):
            if link.saves and not over_budget:
                continue
            if problem is not None:
                emit(Event.MODEL_SKIPPED, role=self._role, reason=problem.code, next=link.choice.name)
            if shown:
                yield RetryScheduled(problem.code if problem else "", 0.0)
                shown = False
            try:
                model = await self._open(link, any(not other.saves for other in links[place + 1 :]))
                self._asked = model.name
                async with aclosing(model.stream(truncate_request(request, model.context_window))) as events:
                    async for event in events:
                        shown = _is_shown(event, shown)
                        if isinstance(event, Completion):
                            self._answering = link
                        yield event
                return
            except (ModelError, ConfigError) as error:
                # What the first choice says is what the person can mend; but a text that stays needs its own reason.
                problem = error if shown or problem is None else problem
                over_budget = over_budget or isinstance(error, BudgetSpent)
        raise problem or ModelBusy("All models for this are resting after failures.", hint="Try again in a while.")

    def _in_order(self) -> Iterator[FallbackCandidate]:
        """Those that may be asked, the one that answered last before the others, those that rest at the end."""
        start = self._links.index(self._answering) if self._answering else 0
        links = [*self._links[start:], *self._links[:start]]
        yield from (link for link in links if link.breaker.admits)
        resting = [link for link in links if not link.breaker.admits]
        for link in resting:
            emit(Event.MODEL_SKIPPED, model=link.choice.name, role=self._role, reason="resting")
        if self._patient:
            yield from resting

    def _deadline(self, asked: timedelta) -> timedelta:
        longest = LONGEST_WAIT.get(self._role)
        return min(asked, longest) if longest else asked


def _is_shown(event: ModelEvent, shown: bool) -> bool:
    """Whether there is text on the screen that would have to go."""
    return not isinstance(event, RetryScheduled) and (shown or (isinstance(event, TextChunk) and bool(event.text)))
