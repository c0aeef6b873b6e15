"""Which addresses requests may go to: a document must not send a caller into its own network."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Iterable
from typing import Final
from urllib.parse import urlsplit

from .failures import Problem

#: IPv6 addresses that end in an IPv4 address.
_HOLDS_IPV4: Final = tuple(
    ipaddress.IPv6Network(net)
    for net in (
        "::/96",  # IPv4-compatible (RFC 4291, 2.5.5.1); "::" and "::1" are not public either way.
        "::ffff:0:0:0/96",  # IPv4-translated (RFC 2765, 2.1).
        "64:ff9b::/96",  # NAT64 (RFC 6052, 2.1).
    )
)
#: Networks of a site, which not every Python counts as such: local NAT64 (RFC 8215), site-local (RFC 3879).
_LOCAL: Final = (ipaddress.IPv6Network("64:ff9b:1::/48"), ipaddress.IPv6Network("fec0::/10"))

Resolve = Callable[[str, int], Iterable[str]]


def resolve_host(host: str, port: int) -> list[str]:
    """Addresses of *host*; none when it cannot be resolved (connecting will say so, or a proxy knows it)."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    return [str(info[4][0]) for info in found]


def literal_only(host: str, _port: int) -> list[str]:
    """For transports that do not connect by name: looks at literal addresses alone."""
    return ["127.0.0.1"] if host == "localhost" or host.endswith(".localhost") else []


def check_address(url: str, resolve: Resolve) -> None:
    """Refuse *url* when its host is, or resolves to, an address that is not public. Raises `Problem`."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    addresses = (
        [host] if _is_literal(host) else list(resolve(host, parts.port or (443 if parts.scheme == "https" else 80)))
    )
    for address in addresses:
        if not _is_public(address):
            message = f"'{host}' is a private, loopback or link-local address"
            hint = "give the option base_url, or the option allow_private, if that is meant"
            raise Problem(f"{message}; {hint}", kind="refused", data={"option": "base_url"})


def _is_literal(host: str) -> bool:
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def _is_public(address: str) -> bool:
    ip = ipaddress.ip_address(address.partition("%")[0])
    if any(ip in net for net in _LOCAL):
        return False
    return all(one.is_global and not one.is_multicast for one in _meant(ip))


def _meant(
    ip: ipaddress.IPv4Address | ipaddress.IPv6Address,
) -> tuple[ipaddress.IPv4Address | ipaddress.IPv6Address, ...]:
    """The address, and the IPv4 address inside it, where packets may end up."""
    if isinstance(ip, ipaddress.IPv4Address):
        return (ip,)
    if ip.ipv4_mapped is not None:
        return (ip.ipv4_mapped,)
    if any(ip in net for net in _HOLDS_IPV4):
        return (ip, ipaddress.IPv4Address(int(ip) & 0xFFFF_FFFF))
    return (ip,) if ip.sixtofour is None else (ip, ip.sixtofour)
