"""Which addresses requests may go to: a document must not send a caller into its own network."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from .failures import Problem

Resolve = Callable[[str, int], Iterable[str]]


def resolve_host(host: str, port: int) -> list[str]:
    """Addresses of *host*; none when it cannot be resolved (connecting will say so, or a proxy knows it)."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError:
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
            hint = "give base_url, or allow_private=True, if that is meant"
            raise Problem(f"'{host}' is a private, loopback or link-local address; {hint}", kind="refused")


def _is_literal(host: str) -> bool:
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def _is_public(address: str) -> bool:
    ip = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(ip, "ipv4_mapped", None)
    return (mapped or ip).is_global and not (mapped or ip).is_multicast
