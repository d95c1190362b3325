"""A model and those that take over when it gives no answer, as one model (LLM-03).

An answer is always that of one model: when a stream breaks after text was shown, that text is withdrawn and the next
model starts anew; when there is no next one, the text stays, and the turn marks it as cut.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from sidecar.errors import ConfigError, ModelBusy, ModelError
from sidecar.llm import ChatModel, ChatRequest, Completion, ModelEvent, RetryScheduled, TextChunk
from sidecar.llm.roles import Role
from sidecar.observe import Event, emit
from sidecar.providers.budget import BudgetSpent
from sidecar.providers.decorators.circuit_breaker import CircuitBreaker
from sidecar.providers.decorators.wrapper import WrapperModel
from sidecar.providers.model_spec import ModelSpec


@dataclass(frozen=True, slots=True)
class FallbackCandidate:
    """One model of a chain."""

    spec: ModelSpec
    breaker: CircuitBreaker
    only_over_budget: bool = False
    """Whether it is asked only once another one would have cost too much."""


OpenCandidate = Callable[[FallbackCandidate, bool], Awaitable[ChatModel]]
"""Returns the model of a candidate. The second argument tells whether another model can take over.

Raises `ConfigError` when there can be no model as the settings say."""


class FallbackModel(WrapperModel):
    """A `ChatModel` made of several. One per turn: the model that answered first goes on answering.

    `first` is the model whose window counts. Models that rest after failures are skipped. When all of them rest, they
    are asked all the same, unless `skip_resting`: the person is waiting, and may just have started the server.
    """

    def __init__(
        self,
        candidates: Sequence[FallbackCandidate],
        first: ChatModel,
        open_candidate: OpenCandidate,
        role: Role,
        *,
        skip_resting: bool,
    ) -> None:
        super().__init__(first)
        self._candidates = candidates
        self._open = open_candidate
        self._role: Role = role
        self._skip_resting = skip_resting
        self._answering: FallbackCandidate | None = None
        self._last_asked = first.name

    @property
    def name(self) -> str:
        """Return the name of the model that was asked last."""
        return self._last_asked

    async def stream(self, request: ChatRequest) -> AsyncGenerator[ModelEvent]:
        candidates = list(self._in_order())
        problem: ModelError | ConfigError | None = None
        shown = over_budget = False
        for place, candidate in enumerate(candidates):
            if candidate.only_over_budget and not over_budget:
                continue
            if problem is not None:
                emit(Event.MODEL_SKIPPED, role=self._role, reason=problem.code, next=candidate.spec.name)
            if shown:
                yield RetryScheduled(problem.code if problem else "", 0.0)
                shown = False
            try:
                has_next = any(not other.only_over_budget for other in candidates[place + 1 :])
                model = await self._open(candidate, has_next)
                self._last_asked = model.name
                async with aclosing(model.stream(request)) as events:
                    async for event in events:
                        shown = _is_shown(event, shown)
                        if isinstance(event, Completion):
                            self._answering = candidate
                        yield event
                return
            except (ModelError, ConfigError) as error:
                # The first model's error is what the person can fix; but text that stays needs its own reason.
                problem = error if shown or problem is None else problem
                over_budget = over_budget or isinstance(error, BudgetSpent)
        raise problem or ModelBusy("All models for this are resting after failing.", hint="Try again in a while.")

    def _in_order(self) -> Iterator[FallbackCandidate]:
        """Yield those that may be asked: first the one that answered last, at the end those that rest."""
        start = self._candidates.index(self._answering) if self._answering else 0
        candidates = [*self._candidates[start:], *self._candidates[:start]]
        yield from (candidate for candidate in candidates if candidate.breaker.allows_request)
        resting = [candidate for candidate in candidates if not candidate.breaker.allows_request]
        for candidate in resting:
            emit(Event.MODEL_SKIPPED, model=candidate.spec.name, role=self._role, reason="resting")
        if not self._skip_resting:
            yield from resting


def _is_shown(event: ModelEvent, shown: bool) -> bool:
    """Return whether there is text on the screen that would have to be withdrawn."""
    return not isinstance(event, RetryScheduled) and (shown or (isinstance(event, TextChunk) and bool(event.text)))
