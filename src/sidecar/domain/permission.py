"""What a tool may do, and who decided about a call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

WEB_SEARCH = "web_search"
"""The source of what a search found; other texts from outside have the name of their site."""
AFTER_OUTSIDE_TEXT = "outside"
"""The subject of a lasting answer about what texts from outside may have wanted."""


class Permission(StrEnum):
    """The most that a tool can do."""

    READ = "read"
    """Looks at things and changes nothing."""
    WRITE = "write"
    """Changes what is Sidecar's own or the person's, on this computer."""
    EXTERNAL = "external"
    """Acts on the outside world: sends, publishes, buys."""
    DANGEROUS = "dangerous"
    """Can destroy, or run anything."""


class PermissionRule(StrEnum):
    """What the settings say about a tool."""

    ALLOW = "allow"
    ASK = "ask"
    """The person is asked first."""
    DENY = "deny"


class Requester(StrEnum):
    """Who wanted a call."""

    PERSON = "person"
    """Their own plain words, executed by code."""
    MODEL = "model"
    OUTSIDE = "outside"
    """The model, with text from outside before its eyes."""


class Decision(StrEnum):
    ALLOWED = "allowed"
    DENIED = "denied"
    ASKED = "asked"
    """Not run: it waits for the person's yes."""
    AGREED = "agreed"
    """The person said yes, now or for always."""
    REFUSED = "refused"
    EXPIRED = "expired"
    """The person did not answer."""


@dataclass(frozen=True, slots=True)
class ChannelRules:
    """What tools may do on one channel: by permission, after a text from outside, and each tool by its name."""

    by_permission: Mapping[Permission, PermissionRule]
    after_outside_text: PermissionRule
    tools: Mapping[str, Permission]
    by_tool: Mapping[str, PermissionRule]

    def list_tools(self, permission: Permission) -> Sequence[str]:
        """Return the tools that have the rule of their permission."""
        rule = self.by_permission[permission]
        return [name for name, own in self.tools.items() if own is permission and self.by_tool[name] is rule]

    @property
    def exceptions(self) -> Mapping[str, PermissionRule]:
        """The tools that have another rule than their permission."""
        return {
            name: self.by_tool[name]
            for name, permission in self.tools.items()
            if self.by_tool[name] is not self.by_permission[permission]
        }


@dataclass(frozen=True, slots=True)
class Authorization:
    """The decision about one call. `source` names the text from outside that the model had read."""

    permission: Permission
    requester: Requester
    decision: Decision
    source: str = ""
