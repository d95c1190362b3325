"""Who hears what is said unasked: which channels a reminder goes to, and which one a spontaneous message (CHA-10)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sidecar.domain.person import ChannelPreference


def for_reminder(
    sinks: Sequence[str], available: Collection[str], preferences: Mapping[str, ChannelPreference]
) -> Sequence[str]:
    """The primary channel and every one whose preference is not "none", of those that are available; else any that is;
    else the primary, where it waits. `sinks` are the channels of this installation, in order. Never empty."""
    ordered = _ordered(sinks, preferences)
    wanted = [name for i, name in enumerate(ordered) if i == 0 or _preference(name, preferences) != "none"]
    reachable = [name for name in wanted if name in available]
    return reachable or [name for name in ordered if name in available][:1] or ordered[:1]


def for_spontaneous(
    sinks: Sequence[str], available: Collection[str], preferences: Mapping[str, ChannelPreference]
) -> str | None:
    """The primary channel if its preference is "all"; when it is down, the next with "all". None: nowhere."""
    ordered = _ordered(sinks, preferences)
    welcome = [name for name in ordered if _preference(name, preferences) == "all"]
    if not welcome or welcome[0] != ordered[0]:
        return None
    return next((name for name in welcome if name in available), None)


def _ordered(sinks: Sequence[str], preferences: Mapping[str, ChannelPreference]) -> list[str]:
    """The primary one first: that which `user.md` names first."""
    named = [name for name in preferences if name in sinks]
    return [*named, *(name for name in sinks if name not in named)]


def _preference(name: str, preferences: Mapping[str, ChannelPreference]) -> ChannelPreference:
    return preferences.get(name, ChannelPreference.ALL)
