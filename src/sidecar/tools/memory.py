"""Tools: what is remembered about the person. The model proposes, code decides how it is saved."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from sidecar.brain.sanitise import sanitise
from sidecar.brain.toolbox import ToolScope
from sidecar.domain.fact import FACT_MAX_CHARS, Confidence, Domain, Fact, FactId, FactSource, NewFact, Subject
from sidecar.domain.message import TurnId
from sidecar.domain.permission import Permission
from sidecar.domain.tool import RequiredText
from sidecar.errors import RequestError, ToolError
from sidecar.i18n import Texts, explain_error
from sidecar.memory.answers.second_person import tell_after_colon
from sidecar.memory.fact_request import tell_days
from sidecar.memory.forget import FORGET_ASKED, ForgetRequest, ForgetStage, Forgetter
from sidecar.memory.outcome import Addition, Confirmation, PendingReplacement, SavingOutcome
from sidecar.memory.recall import MemoryHit, Recall
from sidecar.memory.remember import Memory
from sidecar.memory.retrieval.document import FilterRequest
from sidecar.presentation.forget_report import format_forget_report, format_settled
from sidecar.router.consent import names_consent
from sidecar.tools.prompt_sources import is_said_in, make_request_pattern, read_sources
from sidecar.tools.tool import CallPreview, ToolFunction, ToolResult, tool

MOST_PER_TURN = 3
_TURNS_COUNTED = 50
_RECALLED_AT_MOST = 10
_HIT_CHARS = 600
_BESIDE_CHARS = 160
_ABOUT_THEM = re.compile(r"\b(?:usuari[oa]|persona|user|person)\b", re.IGNORECASE)
_FORGETTING = make_request_pattern(
    "olvid|borr|elimin|quit|sac", "supr", "forget|erase|delete|remove|wipe|scrub|drop|do not remember"
)

DomainName = Literal[
    "personal", "health", "relationships", "work", "projects", "preferences", "decisions", "goals", "schedule",
    "general",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class RememberResult:
    """The outcome, in words for the model: "new", "confirmed", "kept in health", ..."""

    result: str
    known: str | None = None
    """The fact that was there before."""
    id: int | None = None
    ask_the_person: str | None = None


@dataclass(frozen=True, slots=True)
class RecallResult:
    found: Sequence[str]


def make_memory_tools(memory: Memory, recall: Recall, forgetting: Forgetter) -> list[ToolFunction]:
    """Make the tools in the order in which the model sees them."""
    tools = MemoryTools(memory, recall, forgetting)
    return [tools.remember, tools.recall, tools.forget, tools.settle_forgetting, tools.settle_change]


def _label_remember(say: Texts, given: Mapping[str, str]) -> str:
    return say("noting it down")


def _label_recall(say: Texts, given: Mapping[str, str]) -> str:
    return say("searching my memory")


def _label_forget(say: Texts, given: Mapping[str, str]) -> str:
    return say("forgetting")


class MemoryTools:
    def __init__(self, memory: Memory, recall: Recall, forgetting: Forgetter) -> None:
        self._memory = memory
        self._recall = recall
        self._forgetting = forgetting
        self._calls: OrderedDict[TurnId, int] = OrderedDict()

    async def _preview_remember(self, scope: ToolScope, fact: str, **_: object) -> CallPreview:
        sources = read_sources(scope.prompt or ())
        told = is_said_in(_ABOUT_THEM.sub(" ", fact), f"{sources.request} {scope.preferences.name}")
        say = Texts(scope.preferences.language)
        return CallPreview(say("Should I remember “{fact}”?", fact=fact), told)

    @tool(
        category="memory",
        permission=Permission.WRITE,
        label=_label_remember,
        preview=_preview_remember,
        repeatable=True,
    )
    async def remember(
        self,
        scope: ToolScope,
        fact: Annotated[str, "one short sentence in their language, third person: Es celíaca"],
        domain: DomainName,
        about: Literal["user", "other"] = "user",
        critical: Annotated[bool, "allergy, illness, medication"] = False,
    ) -> RememberResult:
        """Keep a lasting fact they told; at most 3 a message."""
        text = " ".join(fact.split())
        if not 0 < len(text) <= FACT_MAX_CHARS:
            raise ToolError("a fact has 1 to {most} characters: one short sentence", most=FACT_MAX_CHARS)
        self._count(scope.turn)
        new = NewFact(text, Domain(domain), Subject(about), Confidence.HIGH, FactSource.EXPLICIT, critical=critical)
        today = self._memory.today(scope.person)
        new = await asyncio.to_thread(tell_days, new, scope.preferences.language, today)  # loading a grammar takes long
        outcomes = await self._memory.remember(scope.person, [new], scope.turn)  # several for what joins several things
        return _describe_outcome(next((one for one in outcomes if isinstance(one, PendingReplacement)), outcomes[0]))

    @tool(category="memory", label=_label_recall)
    async def recall(
        self,
        scope: ToolScope,
        query: str,
        kind: Annotated[str, "fact, message"] = "",
        domain: str = "",
        since: Annotated[str, "2026-03-01, last week"] = "",
        until: str = "",
        channel: str = "",
    ) -> RecallResult:
        """Search all they ever told you; "before" holds no longer."""
        request = FilterRequest((kind,) if kind else (), (domain,) if domain else (), since, until, channel)
        try:
            found = await self._recall.recall(scope.person, query, k=_RECALLED_AT_MOST, request=request)
        except RequestError as error:
            raise ToolError("{reason}", reason=explain_error(error, Texts("en"))) from None
        return RecallResult([_format_hit(hit) for hit in found])

    async def _preview_forget(self, scope: ToolScope, what: str) -> CallPreview:
        say, sources = Texts(scope.preferences.language), read_sources(scope.prompt or ())
        question = say("Should I forget “{what}”?", what=what) if what else say("Should I forget your last message?")
        return CallPreview(question, sources.asks(_FORGETTING) and is_said_in(what, sources.request))

    @tool(category="memory", permission=Permission.WRITE, label=_label_forget, preview=_preview_forget)
    async def forget(self, scope: ToolScope, what: Annotated[str, 'id or words; "": their last message']) -> ToolResult:
        """Forget something for good, if they ask. They see the answer."""
        report = await self._forgetting.forget(scope.person, ForgetRequest(what), scope.turn)
        preferences = scope.preferences
        text = format_forget_report(report, preferences.timezone, Texts(preferences.language))
        if report.stage is ForgetStage.UNCLEAR:
            raise ToolError("no fact was told or answered just now: find out what they mean")
        if report.stage is ForgetStage.NOTHING:
            raise ToolError("nothing fits these words; nothing was forgotten", question=text)
        done = "forgotten" if report.stage is ForgetStage.DONE else FORGET_ASKED
        return ToolResult(f"{done}; shown to them: {text}", RequiredText(text, (text,), "forget"))

    async def _preview_settle(self, scope: ToolScope, **_: object) -> CallPreview:
        """Let the person's own yes or no settle what was asked about forgetting or a change."""
        answer = read_sources(scope.prompt or ()).messages[-1:]
        say = Texts(scope.preferences.language)
        return CallPreview(say("Should I settle what I asked you about your memory?"), any(map(names_consent, answer)))

    @tool(category="memory", permission=Permission.WRITE, label=_label_forget, preview=_preview_settle)
    async def settle_forgetting(self, scope: ToolScope, erase: bool, messages: bool = True) -> ToolResult:
        """They answered forget: erase, the messages too?"""
        settled = await self._forgetting.settle(scope.person, scope.turn, erase=erase, messages=messages)
        if settled is None:
            raise ToolError("nothing was asked; nothing was erased")
        text = format_settled(settled, Texts(scope.preferences.language))
        return ToolResult(text, RequiredText(text, (text,), "forget"))

    @tool(category="memory", permission=Permission.WRITE, label=_label_remember, preview=_preview_settle)
    async def settle_change(self, scope: ToolScope, id: int, changed: bool) -> ToolResult:
        """They answered if a change is true."""
        try:
            stands, goes = await self._memory.settle_change(
                scope.person, FactId(id), changed=changed, in_turn=scope.turn
            )
        except RequestError as error:
            raise ToolError("{reason}", reason=explain_error(error, Texts("en"))) from None
        say = Texts(scope.preferences.language)
        fact = tell_after_colon(stands.text)
        result = f"stands: {_name_fact(stands)}; archived: {_name_fact(goes)}"
        return ToolResult(result, RequiredText(say("Noted: {fact}", fact=fact), (fact,), f"fact:{stands.id}"))

    def _count(self, turn: TurnId | None) -> None:
        if turn is None:
            return
        self._calls[turn] = self._calls.get(turn, 0) + 1
        if self._calls[turn] > MOST_PER_TURN:
            raise ToolError("at most {most} facts a message; the rest is found by itself later", most=MOST_PER_TURN)
        while len(self._calls) > _TURNS_COUNTED:
            self._calls.popitem(last=False)


def _describe_outcome(outcome: SavingOutcome) -> RememberResult:
    known = None if isinstance(outcome, Addition) else _name_fact(outcome.fact)
    match outcome:
        case Confirmation(kept_in=Domain() as domain):
            return RememberResult(f"known; kept in {domain.value}", known, outcome.id)
        case PendingReplacement():
            question = "Ask once whether this has really changed; then call settle_change."
            return RememberResult("both kept until the person confirms the change", known, outcome.id, question)
        case _:
            return RememberResult(outcome.label, known, outcome.id)


def _format_hit(hit: MemoryHit) -> str:
    """Format a hit with a bit of what stood beside it where it was said."""
    who = f" {hit.speaker}:" if hit.speaker else ""
    beside = " | ".join(_truncate(text, _BESIDE_CHARS) for text in hit.beside)
    context = f" (beside it: {beside})" if beside else ""
    before = ", before" if hit.outdated else ""
    text, _ = sanitise(_truncate(hit.text, _HIT_CHARS))
    return f"[{hit.kind} {hit.id}, {hit.date}{before}]{who} {text}{context}"


def _truncate(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _name_fact(fact: Fact) -> str:
    return f"#{fact.id} {fact.text}"
