"""Asks for the person's yes to the calls that are held, and does what they answer (TOO-05, SEC-02)."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import timedelta

from sidecar.brain.toolbox import Toolbox, ToolScope
from sidecar.conversation.context import ConversationContext
from sidecar.conversation.ports import Approvals
from sidecar.domain.held_call import HeldCall
from sidecar.domain.message import Message, MessageKind, Speaker, join_texts
from sidecar.domain.permission import Authorization, Decision, Permission, Requester
from sidecar.domain.tool import ToolReceipt
from sidecar.domain.turn import Ending, HandledBy, Reply
from sidecar.errors import ConfigError, ModelError
from sidecar.i18n import Texts
from sidecar.i18n.source_names import format_source
from sidecar.language.fold import fold
from sidecar.llm import ChatModel, ChatRequest, Completion, UserMessage
from sidecar.router.consent import Consent, names_consent, parse_consent
from sidecar.runtime.clock import Clock

GetModel = Callable[[], Awaitable[ChatModel]]

_LONGEST_ANSWER_CHARS = 300
_DEED = re.compile(r"^¿?(?:te |me |lo )?(?P<es>\w{2,})o\b|^shall i (?P<en>\w+)\b")
_READ_ANSWER = (
    "Somebody was asked for permission, yes or no. You read their answer. Reply with one word: yes, no, or unclear. "
    "Anything that is not plainly a yes or a no is unclear."
)


@dataclass(frozen=True, slots=True)
class ApprovalDesk:
    """Puts questions below replies, and settles what the next message answers.

    After a message that is no answer it asks once more; after another one, or `answer_within`, the answer is no.
    """

    approvals: Approvals
    toolbox: Toolbox
    clock: Clock
    answer_within: Callable[[], timedelta]

    async def settle(self, context: ConversationContext, get_model: GetModel) -> Reply | None:
        """Do what the person answers to the question before, and tell; None when this is no answer to it."""
        held, say = context.held_calls, Texts(context.answer_language)
        if begun := [one for one in held if one.agreed]:
            return await self._resume(begun, context, say)
        answer = parse_answer(context.text, held) or await _read_by_model(context.text, get_model) if held else None
        if answer is None:
            return None
        if self.clock.now() - max(one.asked_at for one in held) > self.answer_within():
            receipts = await self._close(held, Decision.EXPIRED, context)
            return self._reply(
                context, say("That was too long ago, so I did nothing. Ask me again if you still want it."), receipts
            )
        chosen = [one for place, one in enumerate(held, 1) if not answer.only or place in answer.only]
        dropped = await self._close([one for one in held if one not in chosen], Decision.REFUSED, context)
        decision = Decision.AGREED if answer.yes else Decision.REFUSED
        now = self.clock.now()
        if not await self.approvals.close(chosen, decision, context.turn, now, always=answer.always):
            return None
        if not answer.yes:
            text = say("OK, never. `/permissions` lists it.") if answer.always else say("OK, I won't.")
            return self._reply(context, text, (*dropped, *_describe_dropped(chosen, decision)))
        done = [await self._run(one, context, say) for one in chosen]
        note = say("I won't ask about this again; `/permissions` lists it.") if answer.always else ""
        return self._reply(context, join_texts([*(_tell(receipt, say) for receipt in done), note]), (*dropped, *done))

    async def ask(self, context: ConversationContext, reply: Reply, *, answered: bool) -> Reply:
        """Add the question about what the turn has held, or once more the one that it did not answer."""
        say = Texts(context.answer_language)
        if any(receipt.held for receipt in reply.receipts):
            held = await self.approvals.held_in(context.turn)
            return self._append(context, reply, format_question(held, say))
        waiting = [one for one in context.held_calls if not one.agreed]
        if answered or not waiting:
            return reply
        if all(one.asked_in == one.turn for one in waiting):
            await self.approvals.ask_again(waiting, context.turn)
            return self._append(context, reply, format_question(waiting, say))
        receipts = await self._close(waiting, Decision.EXPIRED, context)
        dropped = say("(I'll take that as a no, so I didn't do it.)")
        return self._append(context, replace(reply, receipts=(*reply.receipts, *receipts)), dropped)

    async def _resume(self, begun: Sequence[HeldCall], context: ConversationContext, say: Texts) -> Reply:
        """Do again what the person agreed to before the program died, where that does it once; of the rest nobody knows
        whether it is done."""
        again = [one for one in begun if self.toolbox.is_repeatable(one.call.name)]
        receipts = [await self._run(one, context, say) for one in again]
        told = [_tell(receipt, say) for receipt in receipts]
        if unsure := [one for one in begun if one not in again]:
            text = say("I was interrupted while doing this, and I can't tell if it's done:")
            told.append("\n".join([text, *_list_questions(unsure)]))
        return self._reply(context, join_texts(told), receipts)

    async def _run(self, held: HeldCall, context: ConversationContext, say: Texts) -> ToolReceipt:
        preferences = replace(context.preferences, language=say.language)
        scope = ToolScope(context.person, preferences, context.turn, context.channel, agreed=True)
        receipt = await self.toolbox.run(replace(held.call, id=f"agreed-{held.id}"), scope)
        authorization = receipt.authorization
        if authorization is not None:
            authorization = replace(authorization, requester=held.requester, source=held.source)
        return replace(receipt, authorization=authorization)

    async def _close(
        self, held: Sequence[HeldCall], decision: Decision, context: ConversationContext
    ) -> tuple[ToolReceipt, ...]:
        if held:
            await self.approvals.close(held, decision, context.turn, self.clock.now())
        return _describe_dropped(held, decision)

    def _reply(self, context: ConversationContext, text: str, receipts: Sequence[ToolReceipt]) -> Reply:
        """Return a reply with the calls that ran, as if a model had asked for them."""
        now, turn, channel = self.clock.now(), context.turn, context.channel
        ran = [receipt for receipt in receipts if receipt.ran]
        calls = tuple(receipt.call for receipt in ran)
        messages = [Message(Speaker.COMPANION, "", now, turn, channel, tool_calls=calls)] if calls else []
        messages += [
            Message(Speaker.TOOL, receipt.content, now, turn, channel, tool_call_id=receipt.call.id) for receipt in ran
        ]
        messages += [Message(Speaker.COMPANION, text, now, turn, channel)] if text else []
        took = sum(receipt.ms for receipt in ran)
        return Reply(
            text, HandledBy.ROUTER, Ending.COMPLETE, messages=tuple(messages), receipts=tuple(receipts), tools_ms=took
        )

    def _append(self, context: ConversationContext, reply: Reply, text: str) -> Reply:
        now, kind = self.clock.now(), MessageKind.REQUIRED
        said = Message(Speaker.COMPANION, text, now, context.turn, context.channel, kind=kind)
        return replace(reply, text=join_texts([reply.text, text]), messages=(*reply.messages, said))


def is_for_model(reply: Reply) -> bool:
    """Return whether something was read on the person's yes: only a model can use that."""
    return any(
        receipt.ok and receipt.authorization is not None and receipt.authorization.permission is Permission.READ
        for receipt in reply.receipts
    )


def format_question(held: Sequence[HeldCall], say: Texts) -> str:
    """Ask for a yes: what would be done, and why it is asked."""
    lines = _list_questions(held)
    sources = dict.fromkeys(one.source for one in held if one.source)
    named = ", ".join(format_source(source, say) for source in sources)
    if any(one.requester is Requester.OUTSIDE for one in held):
        lines.append(say("You didn't ask for it: it may come from what I read ({source}).", source=named))
    lines.append(say("(yes / no / yes, always)") if len(held) == 1 else say("(yes / no / only 1, 2…)"))
    return "\n".join(lines)


def parse_answer(text: str, held: Sequence[HeldCall]) -> Consent | None:
    """Parse a yes or a no; to the question about one thing also in its own verb: "cancelalo"."""
    answer = parse_consent(text)
    deed = _DEED.match(fold(held[0].question)) if len(held) == 1 else None
    if deed is not None and deed["es"]:
        stem = re.escape(deed["es"])
        yes, no = rf"{stem}[ae](?:l[oae]s?)?", rf"no (?:l[oae]s? )?{stem}(?:es|as)"
        answer = parse_consent(text, yes=yes, no=no)
    elif deed is not None:
        answer = parse_consent(text, yes=rf"{re.escape(deed['en'])}(?: (?:it|them|that))?")
    return None if answer and any(place > len(held) for place in answer.only) else answer


def _list_questions(held: Sequence[HeldCall]) -> list[str]:
    if len(held) == 1:
        return [held[0].question]
    return [f"{number}. {one.question}" for number, one in enumerate(held, 1)]


def _tell(receipt: ToolReceipt, say: Texts) -> str:
    if receipt.required_text is not None:
        return receipt.required_text.text
    if receipt.error:
        return say("That didn't work: {reason}", reason=receipt.error)
    reads = receipt.authorization is not None and receipt.authorization.permission is Permission.READ
    return "" if reads else say("Done.")


def _describe_dropped(held: Sequence[HeldCall], decision: Decision) -> tuple[ToolReceipt, ...]:
    return tuple(
        ToolReceipt(
            replace(one.call, id=f"{decision.value}-{one.id}"),
            "",
            error=f"not done: {decision.value}",
            ran=False,
            authorization=Authorization(one.permission, one.requester, decision, one.source),
        )
        for one in held
    )


async def _read_by_model(text: str, get_model: GetModel) -> Consent | None:
    """Let a model, which sees nothing else, read an answer that holds a yes or a no and more."""
    if len(text) > _LONGEST_ANSWER_CHARS or not names_consent(text):
        return None
    request = ChatRequest(_READ_ANSWER, (UserMessage(text),), max_output_tokens=200)
    try:
        async with aclosing((await get_model()).stream(request)) as events:
            async for event in events:
                if isinstance(event, Completion):
                    word = fold(event.message.text).strip(" .!*\"'")
                    return Consent(word == "yes") if word in ("yes", "no") else None
    except (ModelError, ConfigError):
        pass
    return None
