"""The guard: what is not the public internet stays out, however it is dressed up."""

from __future__ import annotations

import ipaddress
import json
import logging
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.errors import ToolError
from sidecar.tools.address_guard import Address, AddressGuard, BlockedAddressError, explain_not_public

pytestmark = pytest.mark.req("SEC-03")

PUBLIC = ["8.8.8.8", "1.1.1.1", "200.45.0.1", "2606:4700:4700::1111", "2a00:1450:4001::200e"]


class Names:
    """A resolver whose every name has these addresses; `asked` counts the look-ups."""

    def __init__(self, *addresses: str) -> None:
        self._addresses = [ip_address(address) for address in addresses]
        self.asked = 0

    async def __call__(self, host: str, port: int) -> Sequence[Address]:
        self.asked += 1
        return self._addresses


def public(text: str) -> bool:
    return not explain_not_public(ip_address(text))


@pytest.mark.parametrize("address", PUBLIC)
def test_the_public_internet_is_open(address: str) -> None:
    assert public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.255.255.254",
        "0.0.0.0",
        "10.0.0.1",
        "172.16.0.1",
        "172.31.255.255",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "100.100.100.200",
        "168.63.129.16",
        "192.0.0.192",
        "192.0.2.1",
        "192.88.99.1",
        "198.18.0.1",
        "203.0.113.5",
        "224.0.0.1",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::2",
        "fe80::1",
        "fe80::1%eth0",
        "fc00::1",
        "fd00:ec2::254",
        "fec0::1",
        "ff02::1",
        "100::1",
        "2001:db8::1",
        "3fff::1",
        "5f00::1",
        "4000::1",
        "64:ff9b:1::808:808",
    ],
)
def test_everything_else_is_closed(address: str) -> None:
    assert not public(address)


_CARRIERS = {
    "mapped": lambda v4: (0xFFFF << 32) | v4,
    "compatible": lambda v4: v4,
    "nat64": lambda v4: (0x64_FF9B << 96) | v4,
    "6to4": lambda v4: (0x2002 << 112) | (v4 << 80) | 1,
    "teredo server": lambda v4: (0x2001_0000 << 96) | (v4 << 64) | (0x0808_0808 ^ 0xFFFF_FFFF),
    "teredo client": lambda v4: (0x2001_0000 << 96) | (0x0808_0808 << 64) | (v4 ^ 0xFFFF_FFFF),
    "isatap": lambda v4: (0x2606_4700 << 96) | (0x0000_5EFE << 32) | v4,
    "isatap, universal": lambda v4: (0x2606_4700 << 96) | (0x0200_5EFE << 32) | v4,
}


@pytest.mark.parametrize("carrier", _CARRIERS)
@given(inner=st.sampled_from(["127.0.0.1", "10.1.2.3", "169.254.169.254", "192.168.0.1"]).map(IPv4Address))
def test_a_private_address_cannot_travel_inside_another(carrier: str, inner: IPv4Address) -> None:
    assert explain_not_public(IPv6Address(_CARRIERS[carrier](int(inner))))


@pytest.mark.parametrize("carrier", ["mapped", "nat64"])  # newer Pythons call every 6to4 address reserved
def test_a_public_address_inside_another_stays_public(carrier: str) -> None:
    assert not explain_not_public(IPv6Address(_CARRIERS[carrier](int(IPv4Address("8.8.8.8")))))


@given(st.ip_addresses(v=4))
def test_no_ipv4_address_is_more_public_than_the_standard_says(address: IPv4Address) -> None:
    if not address.is_global or address.is_multicast or address.is_reserved:
        assert explain_not_public(address)
    assert bool(explain_not_public(address)) == bool(explain_not_public(IPv6Address(f"::ffff:{address}")))


@given(st.ip_addresses(v=6))
def test_no_ipv6_address_is_more_public_than_the_standard_says(address: IPv6Address) -> None:
    if (
        not explain_not_public(address)
        and address.ipv4_mapped is None
        and address not in ipaddress.ip_network("64:ff9b::/96")
    ):
        assert address.is_global
        assert not (address.is_multicast or address.is_reserved or address.is_link_local or address.is_site_local)
        assert address in ipaddress.ip_network("2000::/3")


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "ftp://example.com/",
        "gopher://example.com/",
        "data:text/html,hola",
        "javascript:alert(1)",
        "//example.com/",
        "example.com",
        "http://",
        "http:///path",
        "http://user@example.com/",
        "http://user:password@example.com/",
        "http://example.com@127.0.0.1/",
        "http://example.com\\@127.0.0.1/",
        "http://127.0.0.1\\.example.com/",
        "http://exam ple.com/",
        "http://example.com/\r\nX-Header: 1",
        "http://example.com/\u202egnp.exe",
        "http://example.com:22/",
        "http://example.com:6379/",
        "http://example.com:99999/",
        "http://example.com:port/",
        "http://[::1/",
        "",
    ],
)
async def test_what_is_no_plain_web_address_is_not_even_looked_up(url: str) -> None:
    names = Names("8.8.8.8")
    with pytest.raises(BlockedAddressError):
        await AddressGuard(resolve=names).check(url)
    assert names.asked == 0


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "0",
        "localhost",
        "LOCALHOST.",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "169.254.169.254",
        "[fd00:ec2::254]",
        "10.0.0.5",
        "[64:ff9b::a9fe:a9fe]",
        "[2002:7f00:1::]",
    ],
)
async def test_private_addresses_by_whatever_spelling(host: str) -> None:
    with pytest.raises(BlockedAddressError):
        await AddressGuard().check(f"http://{host}/latest/meta-data/")


async def test_a_name_is_judged_by_every_address_that_it_has() -> None:
    with pytest.raises(BlockedAddressError, match=r"10\.0\.0\.1 is private"):
        await AddressGuard(resolve=Names("8.8.8.8", "10.0.0.1")).check("https://evil.example/")


async def test_a_public_name_leads_to_what_was_checked() -> None:
    names = Names("8.8.8.8", "2606:4700:4700::1111")
    destination = await AddressGuard(resolve=names).check("https://Example.COM./path?x=1#y")
    assert (destination.host, destination.port) == ("example.com", 443)
    assert [str(address) for address in destination.addresses] == ["8.8.8.8", "2606:4700:4700::1111"]
    assert names.asked == 1


async def test_a_name_without_address() -> None:
    with pytest.raises(ToolError, match="has no address"):
        await AddressGuard(resolve=Names()).check("https://example.com/")


@pytest.mark.parametrize(
    ("allow", "url", "passes"),
    [
        ("searx.local", "http://searx.local:8888/", True),
        ("searx.local:8888", "http://searx.local:8888/", True),
        ("searx.local:8888", "http://searx.local:9999/", False),
        ("searx.local:8888", "http://other.local:8888/", False),
        ("searx.local", "http://searx.local.evil.example/", False),
        ("[::1]:8888", "http://[::1]:8888/", True),
    ],
)
async def test_the_owner_can_allow_a_place_at_home(allow: str, url: str, passes: bool) -> None:
    guard = AddressGuard(allow=frozenset({allow}), resolve=Names("192.168.1.20"))
    if passes:
        assert (await guard.check(url)).addresses
    else:
        with pytest.raises(BlockedAddressError):
            await guard.check(url)


async def test_what_is_blocked_is_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("sidecar").addHandler(caplog.handler)
    try:
        with pytest.raises(BlockedAddressError):
            await AddressGuard(resolve=Names("10.0.0.1")).check("http://evil.example/")
    finally:
        logging.getLogger("sidecar").removeHandler(caplog.handler)
    events = [{"event": str(record.msg), **getattr(record, "entry", {})} for record in caplog.records]
    assert {"event": "address.blocked", "host": "evil.example", "reason": "10.0.0.1 is private or reserved"} in events
    json.dumps(events)


@given(st.text(max_size=60).map(lambda text: f"http://{text}"))
async def test_no_url_breaks_it(url: str) -> None:
    try:
        assert (await AddressGuard(resolve=Names("8.8.8.8")).check(url)).host
    except ToolError as error:
        assert str(error)
