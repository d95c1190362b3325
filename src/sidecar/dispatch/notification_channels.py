"""Where unasked messages go: the channels of a reminder, and the channel of a spontaneous message (CHA-10)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sidecar.domain.person import ChannelPreference


def select_reminder_channels(
    unasked: Sequence[str], available: Collection[str], preferences: Mapping[str, ChannelPreference]
) -> Sequence[str]:
    """Return the available ones of the primary channel and those whose preference is not "none"; else any available
    channel; else the primary, where the reminder waits. `unasked` are the channels of this installation, in order."""
    ordered = _ordered(unasked, preferences)
    wanted = [name for i, name in enumerate(ordered) if i == 0 or _preference(name, preferences) != "none"]
    reachable = [name for name in wanted if name in available]
    return reachable or [name for name in ordered if name in available][:1] or ordered[:1]


def select_spontaneous_channel(
    unasked: Sequence[str], available: Collection[str], preferences: Mapping[str, ChannelPreference]
) -> str | None:
    """Return the primary channel if its preference is "all", or the next with "all" when it is down; else None."""
    ordered = _ordered(unasked, preferences)
    welcome = [name for name in ordered if _preference(name, preferences) == "all"]
    if not welcome or welcome[0] != ordered[0]:
        return None
    return next((name for name in welcome if name in available), None)


def _ordered(unasked: Sequence[str], preferences: Mapping[str, ChannelPreference]) -> list[str]:
    """Order the channels, those that `user.md` names first: the first one is the primary."""
    named = [name for name in preferences if name in unasked]
    return [*named, *(name for name in unasked if name not in named)]


def _preference(name: str, preferences: Mapping[str, ChannelPreference]) -> ChannelPreference:
    return preferences.get(name, ChannelPreference.ALL)
