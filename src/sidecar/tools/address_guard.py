"""Decides which network addresses Sidecar may visit on behalf of a model that strangers can talk to (SEC-03)."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

from sidecar.errors import ToolError
from sidecar.observe import Event, emit

Address = IPv4Address | IPv6Address
Resolver = Callable[[str, int], Awaitable[Sequence[Address]]]

WEB_PORTS = frozenset({80, 443, 8080, 8443})
_PORT_OF = {"http": 80, "https": 443}
_LONGEST_URL = 2_000
_LONGEST_NAME = 253

# not public, though `ipaddress` of some versions of Python says so
_NOT_PUBLIC = (
    IPv4Network("192.0.0.0/24"),  # RFC 6890: protocol assignments, and the metadata of Oracle's cloud
    IPv4Network("192.88.99.0/24"),  # RFC 7526: 6to4 relays
    IPv4Network("168.63.129.16/32"),  # Azure: instance metadata and DNS
    IPv6Network("3fff::/20"),  # RFC 9637: documentation
)
_PUBLIC_V6 = IPv6Network("2000::/3")  # all that IANA has given out as global unicast
_NAT64 = IPv6Network("64:ff9b::/96")  # RFC 6052: the last 32 bits are an IPv4 address
_V4_COMPATIBLE = IPv6Network("::/96")  # RFC 4291, deprecated: likewise


class BlockedAddressError(ToolError):
    """The address may not be visited."""


@dataclass(frozen=True, slots=True)
class ResolvedHost:
    """Where a URL leads: the host's name for the server, and the addresses that were checked, to connect to."""

    host: str
    port: int
    addresses: Sequence[Address]


async def resolve_by_system(host: str, port: int) -> Sequence[Address]:
    """Resolve a name to all its addresses, as the operating system orders them."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise ToolError(f"the name {host} was not found") from None
    return list(dict.fromkeys(ip_address(str(entry[4][0])) for entry in found))


@dataclass(frozen=True, slots=True)
class AddressGuard:
    """Lets http and https through to public addresses on the usual ports, and to what the owner allowed by name.

    `allow` holds hosts (`searx.local`) or hosts with a port (`127.0.0.1:8888`), which are not checked further.
    """

    allow: frozenset[str] = frozenset()
    ports: frozenset[int] = WEB_PORTS
    resolve: Resolver = resolve_by_system

    async def check(self, url: str) -> ResolvedHost:
        """Resolve a URL's host. Raises `BlockedAddressError`, with an event in the log, or `ToolError` for no address.

        Every address of the name must be public: one that is not is a sign of DNS rebinding. Connect
        only to the addresses returned: a second look-up may answer something else.
        """
        host, port = _parse_host_and_port(url)
        allowed = host in self.allow or _join_port(host, port) in self.allow
        if port not in self.ports and not allowed:
            raise _block(host, f"port {port} is not one of {', '.join(map(str, sorted(self.ports)))}")
        addresses = await self.resolve(host, port)
        if not addresses:
            raise ToolError(f"the name {host} has no address")
        for address in addresses:
            if not allowed and (reason := explain_not_public(address)):
                raise _block(host, f"{address} is {reason}")
        return ResolvedHost(host, port, addresses)


def explain_not_public(address: Address) -> str:
    """Return the kind of an address that is not on the public internet; "" for a public one.

    An IPv6 address that carries an IPv4 one (mapped, NAT64, 6to4, Teredo, ISATAP) is judged by what it carries.
    """
    carried = _find_carried(address) if isinstance(address, IPv6Address) else ()
    if reasons := [reason for inner in carried if (reason := explain_not_public(inner))]:
        return reasons[0]
    if carried and (address in _NAT64 or _is_mapped(address)):
        return ""
    if address.is_unspecified:
        return "no address at all"
    if address.is_loopback:
        return "this very computer"
    if address.is_link_local:
        return "link-local"
    if address.is_multicast:
        return "multicast"
    if not address.is_global or address.is_reserved or any(address in network for network in _NOT_PUBLIC):
        return "private or reserved"
    return "private or reserved" if isinstance(address, IPv6Address) and address not in _PUBLIC_V6 else ""


def _find_carried(address: IPv6Address) -> Sequence[IPv4Address]:
    last = IPv4Address(int(address) & 0xFFFF_FFFF)
    if address.ipv4_mapped:
        return [address.ipv4_mapped]
    if address in _NAT64 or (address in _V4_COMPATIBLE and int(address) > 1):
        return [last]
    if address.sixtofour:
        return [address.sixtofour]
    if address.teredo:
        return address.teredo
    interface = (int(address) >> 32) & 0xFFFF_FFFF
    return [last] if interface & 0xFDFF_FFFF == 0x0000_5EFE else []


def _is_mapped(address: Address) -> bool:
    return isinstance(address, IPv6Address) and address.ipv4_mapped is not None


def _parse_host_and_port(url: str) -> tuple[str, int]:
    """Return the host in lower case and the port. Raises `BlockedAddressError` for what is no plain web address."""
    parts = _split_url(url)
    if parts.scheme not in _PORT_OF:
        raise _block(parts.hostname or "", f'only http and https can be read, not "{(parts.scheme or url)[:20]}"')
    if not parts.hostname or not parts.hostname.rstrip(".") or len(parts.hostname) > _LONGEST_NAME:
        raise _block("", "the address has no host")
    if "@" in parts.netloc:
        raise _block(parts.hostname, "the address carries a user name")
    try:
        return parts.hostname.rstrip("."), parts.port or _PORT_OF[parts.scheme]
    except ValueError:
        raise _block(parts.hostname, "the port is not a number up to 65535") from None


def _split_url(url: str) -> SplitResult:
    if len(url) > _LONGEST_URL:
        raise _block("", f"the address is longer than {_LONGEST_URL} characters")
    # parsers disagree about these characters, which attacks make use of
    if not url.isprintable() or any(character in url for character in ' \\"<>'):
        raise _block("", "the address has characters that no address has")
    try:
        return urlsplit(url)
    except ValueError:
        raise _block("", "the address is malformed") from None


def _join_port(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _block(host: str, reason: str) -> BlockedAddressError:
    emit(Event.ADDRESS_BLOCKED, level="warning", host=host, reason=reason)
    return BlockedAddressError(f"this address may not be read: {reason}")
