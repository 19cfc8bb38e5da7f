"""Which addresses webhook messages may be sent to.

A registered webhook makes us send requests from inside our own network. Unchecked, that gives
access to everything that trusts this network: databases, metadata services, our own services.
"""

import asyncio
import ipaddress
import socket
from urllib.parse import SplitResult, urlsplit

URL_CHARS_MAX = 2000
SCHEMES = ("http", "https")
_REFUSED_NETWORKS = tuple(
    ipaddress.ip_network(network)
    for network in (
        "192.0.0.0/24",  # protocol assignments, partly global
        "::/96",  # IPv4-compatible
        "::ffff:0:0:0/96",  # IPv4-translated
        "64:ff9b::/96",  # NAT64
        "64:ff9b:1::/48",  # NAT64 of a local network
        "2001::/32",  # Teredo
        "2002::/16",  # 6to4
        "fec0::/10",  # site-local
    )
)
"""Addresses that Python calls global, or that a gateway translates into an IPv4 address, which may
be private."""


class AddressRefusedError(ValueError):
    """Messages may not be sent to this address."""


def check_url(url: str, *, allow_private: bool) -> SplitResult:
    """Return the parts of an allowed URL. Host names are resolved only when sending."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise AddressRefusedError(f"the URL is invalid: {error}") from error
    if not url.isascii() or not url.isprintable() or " " in url or len(url) > URL_CHARS_MAX:
        raise AddressRefusedError(
            f"expected printable ASCII without spaces, at most {URL_CHARS_MAX} characters, "
            f"got {len(url)} characters"
        )
    if parts.scheme not in SCHEMES:
        raise AddressRefusedError(f"expected http:// or https://, got {parts.scheme or 'neither'}")
    if not parts.hostname or port == 0:
        raise AddressRefusedError("the URL has no host or an invalid port")
    if parts.username is not None or parts.password is not None:
        raise AddressRefusedError("the URL contains credentials; messages are signed instead")
    if _is_address(parts.hostname) and not allow_private:
        _require_public(parts.hostname)
    return parts


async def resolve(parts: SplitResult, *, allow_private: bool) -> list[str]:
    """Return the addresses of the host, in the order to try them.

    Connect to the returned addresses: a second lookup could return other ones. Raises
    AddressRefusedError, or OSError if the host name cannot be resolved.
    """
    assert parts.hostname is not None, "the URL was checked"
    entries = await asyncio.get_running_loop().getaddrinfo(
        parts.hostname, None, type=socket.SOCK_STREAM
    )
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in entries))
    if not allow_private:
        for address in addresses:
            _require_public(address)
    return addresses


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _require_public(address: str) -> None:
    ip = ipaddress.ip_address(address.partition("%")[0])
    mapped = ip.ipv4_mapped if isinstance(ip, ipaddress.IPv6Address) else None
    effective = mapped or ip
    is_refused = any(effective in network for network in _REFUSED_NETWORKS)
    if is_refused or effective.is_multicast or not effective.is_global:
        raise AddressRefusedError(
            f"{address} is not a public address; BLUEMOON_WEBHOOK_ALLOW_PRIVATE=true allows it"
        )
