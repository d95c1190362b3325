"""Answers small talk without a model: short, in several variants, none twice in a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from sidecar.conversation.context import ConversationContext
from sidecar.domain.message import Speaker
from sidecar.i18n import Texts
from sidecar.router.intents import SmallTalkKind

_NOON, _EVENING, _NIGHT_ENDS = 12, 20, 5


def answer_small_talk(kind: SmallTalkKind, context: ConversationContext, say: Texts, name: str = "") -> str:
    """Return a few words back; `name` is what the person is called, "" where it is not known."""
    hour = context.now.astimezone(context.preferences.timezone).hour
    who = f", {name}" if name else ""
    if kind is SmallTalkKind.GREETING and not context.history:
        return say(
            "Hi{who}! I'm Sidecar. Ask me for a reminder or some math, or tell me something about yourself.", who=who
        )
    return choose_variant(_list_variants(kind, hour, who, say), context)


def choose_variant(variants: Sequence[str], context: ConversationContext) -> str:
    """Return the variant that was not said for the longest time."""
    said = [message.text for message in reversed(context.history) if message.speaker is Speaker.COMPANION]
    start = context.turn % len(variants)
    in_turn = [*variants[start:], *variants[:start]]
    return max(in_turn, key=lambda variant: said.index(variant) if variant in said else len(said))


def _list_variants(kind: SmallTalkKind, hour: int, who: str, say: Texts) -> Sequence[str]:
    match kind:
        case SmallTalkKind.GREETING:
            return _list_greetings(hour, who, say)
        case SmallTalkKind.GOODBYE:
            if hour >= _EVENING or hour < _NIGHT_ENDS:
                return (say("Good night{who}! Sleep well.", who=who), say("Rest well{who}. See you!", who=who))
            return (
                say("See you{who}!", who=who),
                say("Bye{who}! I'm here if you need me.", who=who),
                say("Take care{who}!", who=who),
            )
        case SmallTalkKind.THANKS:
            return (say("You're welcome{who}!", who=who), say("Anytime."), say("That's what I'm here for."))
        case SmallTalkKind.HOW_ARE_YOU:
            return (
                say("All good here. How about you?"),
                say("Fine, thanks for asking{who}! And you?", who=who),
                say("Can't complain. How are you doing?"),
            )
        case SmallTalkKind.WHO_ARE_YOU:
            return (
                say(
                    "I'm Sidecar: a program, not a person. I keep your reminders and what you tell me, tell the time "
                    "and do math."
                ),
            )
        case SmallTalkKind.WHAT_CAN_YOU_DO:
            return (
                say(
                    "I remind you of things (“remind me tomorrow at 9 to call mom”), remember what you tell me, do "
                    "math, convert units and tell the time anywhere. `/help` has the rest."
                ),
            )
        case SmallTalkKind.ASSENT:
            return (say("Great."), say("Perfect."), say("👍 Here if you need me."))
        case SmallTalkKind.PRAISE:
            return (say("Thanks{who}! ❤️", who=who), say("You're too kind!"), say("Glad to help."))
        case SmallTalkKind.LAUGHTER:
            return ("😄", say("Ha! Glad you're having fun."), say("Haha 😂"))
        case SmallTalkKind.INSULT:
            return (
                say("Fair enough. Tell me what you need and I'll try to do better."),
                say("Ouch. Want to try again?"),
                say("I probably earned that. What do you need?"),
            )
        case SmallTalkKind.APOLOGY:
            return (say("No problem at all{who}.", who=who), say("It's fine, really."), say("No harm done 🙂"))
        case SmallTalkKind.SORROW:
            return (
                say("I'm sorry{who}. I'm here if you want to tell me more.", who=who),
                say("That's rough. Hang in there{who}.", who=who),
                say("Oh no, I'm sorry. I hope it gets better soon."),
            )
        case SmallTalkKind.CHAT:
            return (
                say("I'm here{who}. How was your day?", who=who),
                say("I like hearing that from you. Tell me more."),
                say("Good to have you around{who}. What's on your mind?", who=who),
            )
        case _:
            assert_never(kind)


def _list_greetings(hour: int, who: str, say: Texts) -> Sequence[str]:
    if hour >= _EVENING or hour < _NIGHT_ENDS:
        by_the_hour = say("Good evening{who}! What do you need?", who=who)
    elif hour < _NOON:
        by_the_hour = say("Good morning{who}! What do you need?", who=who)
    else:
        by_the_hour = say("Good afternoon{who}! What do you need?", who=who)
    return (by_the_hour, say("Hi{who}! What can I do for you?", who=who), say("Hey{who}, I'm here.", who=who))
