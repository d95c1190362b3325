"""Answers what no grammar reads by what the classifier holds it for: it talks, lists or asks, and changes nothing
(RTR-02, CON-60)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sidecar.conversation.context import ConversationContext
from sidecar.conversation.small_talk import choose_variant
from sidecar.domain.reminder import ReminderState
from sidecar.i18n import Texts
from sidecar.language.fold import fold
from sidecar.language.tokens import split_words
from sidecar.reminders.format import format_list
from sidecar.router.intents import AddNote, CancelReminder, EditReminder, Intent, SetReminder, SmallTalk, SmallTalkKind
from sidecar.router.message_words import read_words
from sidecar.router.prediction import MessageLabel, Prediction

_TALK: Mapping[MessageLabel, SmallTalkKind] = {MessageLabel(kind): kind for kind in SmallTalkKind}
_CHANGES = (MessageLabel.CANCEL_REMINDER, MessageLabel.EDIT_REMINDER, MessageLabel.SNOOZE)
_ABOUT_OTHERS = (
    MessageLabel.SUM, MessageLabel.TIME, MessageLabel.WEATHER, MessageLabel.OTHER, MessageLabel.FEATURE_QUESTION,
    MessageLabel.WHAT_CAN_YOU_DO, MessageLabel.STATUS, MessageLabel.SET_REMINDER, MessageLabel.WHO_ARE_YOU,
)  # fmt: skip
_GREETS = re.compile(
    r"\W*(?:hola+|holi|buenas+|buen[oa]s? (?:dias?|tardes|noches)|hi+(?:ya)?|hey+|hello+|howdy"
    r"|(?:good )?(?:morning|evening|afternoon)|yo|sup|que onda|ey)\b"
)
_ORDER = re.compile(
    r"\W*(?:(?:please|por favor|porfa|che|ok|y|and|can you|could you|podes|me) )*"
    r"(?:(?:cont|dec|escrib|explic|traduc|recomend|invent|suger|ayud|busc|hac|hace|mostr|cant|resum|calcul|hablemos|hablame)\w*(?:me|nos)\b"
    r"|(?:conta|escribi|traduci|inventa|busca|calcula|resumi|hablemos|divertime|dame|decime|explica|tell|write|give|make|draft|explain|translate|sing|suggest"
    r"|recommend|help|show|find|search|summari[sz]e|talk|wipe|delete|forget|borra|olvida)\b)"
)
_LONGEST_TALK = 14
_LONGEST_NOTE_CHARS = 240
_NOT_KEPT = frozenset({MessageLabel.OTHER, MessageLabel.SUM, MessageLabel.CHAT, MessageLabel.FORGET})
_SURELY_OTHER = 0.55
_KEEP = re.compile(
    r"(?<=\S)[\s,.;:]+(?:y |and |please |pls |porfa )*"
    r"(?:(?:guarda|anota|apunta|agenda)(?:te|me)?l[oa]|tenel[oa] en cuenta|(?:save|remember|note|write|keep)"
    r" (?:it|that|this)(?: down| in mind)?)(?: (?:porfa|por favor|please|pls|ok|que|q|so)\b.*)?\W*$"
)


def find_talk(context: ConversationContext, likely: Prediction) -> SmallTalk | None:
    """Return the small talk that a message probably is; None for anything with a time in it."""
    said = read_words(context.text)
    if said is None or said.when or len(said.words) > _LONGEST_TALK or _ORDER.match(fold(context.text)):
        return None
    if not likely.is_likely(*_TALK):
        return SmallTalk(SmallTalkKind.GREETING) if _GREETS.match(fold(context.text)) else None
    return SmallTalk(_TALK[max(_TALK, key=lambda label: likely.probabilities[label])])


def _is_for_model(likely: Prediction) -> bool:
    """Return whether a message is surely nothing that could be kept."""
    return likely.probability > _SURELY_OTHER and likely.label in _NOT_KEPT


def asks_for_memory(likely: Prediction) -> bool:
    """Return whether a question is more probably for what the person told than for anything else."""
    asked = likely.probabilities[MessageLabel.MEMORY_QUESTION]
    return asked > max(likely.probabilities[label] for label in _ABOUT_OTHERS)


def is_likely_change(context: ConversationContext, likely: Prediction) -> bool:
    """Return whether the message probably changes a reminder that there is."""
    return likely.is_likely(*_CHANGES) and any(one.state is ReminderState.PENDING for one in context.reminders)


def ask_what_is_meant(context: ConversationContext, likely: Prediction, say: Texts) -> tuple[Intent, str] | None:
    """Return a request that is waiting for an answer, and the question; None where nothing can be asked sensibly."""
    pending = [one for one in context.reminders if one.state is ReminderState.PENDING]
    said = read_words(context.text)
    when = said.when if said is not None else ""
    if is_likely_change(context, likely):
        which = ", ".join(str(one.id) for one in pending)
        cancels = likely.probabilities[MessageLabel.CANCEL_REMINDER] > likely.probabilities[MessageLabel.EDIT_REMINDER]
        shown = format_list(pending, context.now, say)
        question = say("Which one do you mean?") if len(pending) > 1 else say("Do you mean this one?")
        request = CancelReminder(which) if cancels else EditReminder(which, when)
        return request, f"{question}\n{shown}"
    if likely.is_likely(MessageLabel.SET_REMINDER) and not when and len(context.text) <= _LONGEST_NOTE_CHARS:
        return SetReminder(context.text.strip(" .!"), ""), say("Should I remind you of that? When?")
    return None


def find_note(context: ConversationContext) -> AddNote | None:
    """Return what is told as a note, where the message says to keep it."""
    text = context.text.strip()
    keep = _KEEP.search(fold(text)) if len(fold(text)) == len(text) else None
    return AddNote(text[: keep.start()].strip(" ,.;:")) if keep else None


def offer_note(context: ConversationContext, likely: Prediction, say: Texts) -> tuple[AddNote, str] | None:
    """Offer to keep something that is told; None for an order, and for what is too short or too long to be kept."""
    if _is_for_model(likely) or _ORDER.match(fold(context.text)):
        return None
    if len(context.text) > _LONGEST_NOTE_CHARS or len(split_words(context.text)) < 2:
        return None
    variants: Sequence[str] = (
        say("I see. Should I note that down?"),
        say("Got it. Would you like me to keep that?"),
        say("OK! Is that something I should remember?"),
    )
    return AddNote(context.text.strip()), choose_variant(variants, context)
