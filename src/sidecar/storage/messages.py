"""The history: everything said by the person, the companion and its tools, in the order of the turns."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.domain.message import ConversationId, Message, TurnId
from sidecar.domain.person import PersonId
from sidecar.storage.columns import message, to_text, tool_calls_to_json
from sidecar.storage.db import Tx
from sidecar.storage.repository import Repository

# A message that arrives while another is being answered has a lower id than that answer: the turn comes first.
_BEFORE = """
select * from remembered_messages
where person_id = :person and conversation_id = :conversation and turn_id < :turn
  and turn_id >= (
    select min(id) from (
        select id from inbox
        where person_id = :person and conversation_id = :conversation and id < :turn
        order by id desc limit :max_turns
    ) as window_of_turns
  )
order by turn_id, id
"""

_LAST = """
select * from remembered_messages
where person_id = :person and speaker in ('person', 'companion') and text <> ''
order by conversation_id desc, turn_id desc, id desc
limit :n
"""


class SqlHistory(Repository):
    """Implements `conversation.ports.History`."""

    async def before(
        self, turn: TurnId, *, person: PersonId, conversation: ConversationId, max_turns: int
    ) -> Sequence[Message]:
        return await self._read_all(
            message, _BEFORE, turn=turn, person=person, conversation=conversation, max_turns=max_turns
        )

    async def last(self, person: PersonId, n: int) -> Sequence[Message]:
        """List the last `n` messages of the person and the companion in any conversation and channel, oldest first."""
        return (await self._read_all(message, _LAST, person=person, n=n))[::-1]


async def add_message(tx: Tx, said: Message, *, person: PersonId, conversation: ConversationId) -> None:
    """Add a message to the history."""
    await tx.execute(
        "insert into messages (person_id, conversation_id, turn_id, channel, speaker, kind, completeness, text,"
        " tool_calls, tool_call_id, at) values (:person, :conversation, :turn, :channel, :speaker, :kind,"
        " :completeness, :text, :tool_calls, :tool_call_id, :at)",
        person=person,
        conversation=conversation,
        turn=said.turn,
        channel=said.channel,
        speaker=said.speaker.value,
        kind=said.kind.value,
        completeness=said.completeness.value,
        text=said.text,
        tool_calls=tool_calls_to_json(said.tool_calls),
        tool_call_id=said.tool_call_id,
        at=to_text(said.at),
    )
