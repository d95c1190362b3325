"""What is said where code has no answer and there is no model: whole the first time, then briefly (CON-60)."""

from __future__ import annotations

from sidecar.conversation.context import ConversationContext
from sidecar.conversation.small_talk import choose_variant
from sidecar.domain.message import MessageKind
from sidecar.i18n import Texts


def explain_no_model(context: ConversationContext, say: Texts) -> str:
    """Say that this needs a model, and the first time how to get one."""
    whole = say(
        "I can't chat yet: I need a model. Leave with /exit and run `sidecar setup`. I can still set reminders, tell "
        "the time and do sums."
    )
    if not any(message.kind is MessageKind.OFFLINE and message.text == whole for message in context.history):
        return whole
    return choose_variant(
        (
            say("That one needs a model (`sidecar setup`)."),
            say("I can't answer that without a model yet."),
            say("For that I'd need a model. Reminders, sums and the time I can do."),
            say("No model, no luck with that one. Anything I can note or remind you of?"),
        ),
        context,
    )
