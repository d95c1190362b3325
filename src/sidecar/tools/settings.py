"""Settings of the built-in tools, each with a default that needs no key and no account."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Literal

from sidecar.domain.permission import ChannelRules, Permission, PermissionRule
from sidecar.tools.tool import Tool

EngineName = Literal["ddgs", "searxng", "brave", "tavily", "jina"]


@dataclass(frozen=True, slots=True)
class WeatherSettings:
    """Where Open-Meteo is; both addresses may be one's own installation."""

    forecast_url: str = "https://api.open-meteo.com/v1/forecast"
    places_url: str = "https://geocoding-api.open-meteo.com/v1/search"


@dataclass(frozen=True, slots=True)
class WebSearchSettings:
    """Engines in the order in which they are tried. One that lacks its key or address is left out."""

    engines: tuple[EngineName, ...] = ("searxng", "brave", "tavily", "jina", "ddgs")
    results: int = 5
    engine_timeout: timedelta = timedelta(seconds=8)
    searxng_url: str = ""
    brave_key: str = field(default="", repr=False)
    brave_url: str = "https://api.search.brave.com/res/v1/web/search"
    tavily_key: str = field(default="", repr=False)
    tavily_url: str = "https://api.tavily.com/search"
    jina_key: str = field(default="", repr=False)
    jina_url: str = "https://s.jina.ai/"


@dataclass(frozen=True, slots=True)
class ReadUrlSettings:
    """Limits of `read_url`, and the hosts it may read besides the public internet."""

    timeout: timedelta = timedelta(seconds=20)
    max_bytes: int = 5_000_000
    max_redirects: int = 5
    part_chars: int = 8_000
    """Longer pages are read in parts of about this length."""
    ports: tuple[int, ...] = (80, 443, 8080, 8443)
    allow: tuple[str, ...] = ()
    """Hosts, `name` or `name:port`, that may be read wherever they are: the person's own network."""
    remote_reader: str = ""
    """The address of a reader such as `https://r.jina.ai/`, to which the page's address is appended."""
    remote_reader_key: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class ToolSettings:
    weather: WeatherSettings = WeatherSettings()
    search: WebSearchSettings = WebSearchSettings()
    read_url: ReadUrlSettings = ReadUrlSettings()


@dataclass(frozen=True, slots=True)
class ChannelPermissions:
    """`[permissions.channels.NAME]`: what is different there; `tools` goes by name of a tool or of a category."""

    read: PermissionRule | None = None
    write: PermissionRule | None = None
    external: PermissionRule | None = None
    dangerous: PermissionRule | None = None
    tools: Mapping[str, PermissionRule] = field(default_factory=dict[str, PermissionRule])

    def find_rule(self, names: Sequence[str], permission: Permission) -> PermissionRule | None:
        """Return the rule of the first name that has one, or else the permission's."""
        match permission:
            case Permission.READ:
                rule = self.read
            case Permission.WRITE:
                rule = self.write
            case Permission.EXTERNAL:
                rule = self.external
            case Permission.DANGEROUS:
                rule = self.dangerous
        return next((self.tools[name] for name in names if name in self.tools), rule)


@dataclass(frozen=True, slots=True)
class PermissionSettings:
    """`[permissions]`: `allow`, `ask` or `deny` for what a tool may do at most, for categories and for single tools."""

    read: PermissionRule = PermissionRule.ALLOW
    write: PermissionRule = PermissionRule.ALLOW
    external: PermissionRule = PermissionRule.ASK
    dangerous: PermissionRule = PermissionRule.ASK
    after_outside_text: PermissionRule = PermissionRule.ASK
    """Effects that the person did not ask for, once the model has read text from outside."""
    answer_within: timedelta = timedelta(minutes=10)
    """No answer until then is a no."""
    tools: Mapping[str, PermissionRule] = field(default_factory=dict[str, PermissionRule])
    channels: Mapping[str, ChannelPermissions] = field(default_factory=dict[str, ChannelPermissions])

    @property
    def tool_names(self) -> Sequence[str]:
        """The tools and categories that have rules of their own, on any channel."""
        return [*self.tools, *(name for channel in self.channels.values() for name in channel.tools)]

    def rules_of(self, channel: str, tools: Mapping[str, Tool]) -> ChannelRules:
        """Return the rules of a channel, also for each of these tools."""
        return ChannelRules(
            {permission: self.find_rule((), permission, channel) for permission in Permission},
            self.after_outside_text,
            {name: tool.traits.permission for name, tool in tools.items()},
            {name: self.find_rule(tool.rule_names, tool.traits.permission, channel) for name, tool in tools.items()},
        )

    def find_rule(self, names: Sequence[str], permission: Permission, channel: str) -> PermissionRule:
        """Return the rule for a tool and its category on a channel: the channel's own wins, a tool's over its
        category's, and that over its permission's."""
        general = ChannelPermissions(self.read, self.write, self.external, self.dangerous, self.tools)
        own = self.channels.get(channel, ChannelPermissions())
        return own.find_rule(names, permission) or general.find_rule(names, permission) or PermissionRule.ASK
