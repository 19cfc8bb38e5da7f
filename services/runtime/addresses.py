"""Which addresses a message may be sent to.

Whoever registers a webhook makes us send requests from inside our own network. Without a check that
would open a way to everything that trusts this network: databases, metadata services, ourselves.
"""

import asyncio
import ipaddress
import socket
from urllib.parse import SplitResult, urlsplit

URL_CHARS_MAX = 2000
SCHEMES = ("http", "https")


class AddressRefusedError(ValueError):
    """Nothing is sent to this address; the message says why."""


def checked_url(url: str, *, allow_private: bool) -> SplitResult:
    """The parts of a URL that messages may be sent to. Names are looked up only when sending."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise AddressRefusedError(f"the URL can't be read: {error}") from error
    if not url.isascii() or not url.isprintable() or " " in url or len(url) > URL_CHARS_MAX:
        raise AddressRefusedError(
            f"a URL is written in printable ASCII without spaces, {URL_CHARS_MAX} at most"
        )
    if parts.scheme not in SCHEMES:
        raise AddressRefusedError(f"expected http:// or https://, got {parts.scheme or 'neither'}")
    if not parts.hostname or port == 0:
        raise AddressRefusedError("the URL names no host, or a port that is none")
    if parts.username is not None or parts.password is not None:
        raise AddressRefusedError("the URL holds a name or password: messages are signed instead")
    if _is_address(parts.hostname) and not allow_private:
        _require_public(parts.hostname)
    return parts


async def resolve(parts: SplitResult, *, allow_private: bool) -> list[str]:
    """The addresses to try, in order. Looked up at the time of sending and connected to as they
    are: a name that is looked up twice may mean something else the second time.

    Raises AddressRefusedError, or OSError when the name leads nowhere.
    """
    assert parts.hostname is not None, "the URL was checked"
    found = await asyncio.get_running_loop().getaddrinfo(
        parts.hostname, None, type=socket.SOCK_STREAM
    )
    addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
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
    inner = mapped or ip
    tunnelled = isinstance(inner, ipaddress.IPv6Address) and (inner.sixtofour or inner.teredo)
    if tunnelled or inner.is_multicast or not inner.is_global:
        raise AddressRefusedError(
            f"{address} is not a public address; BLUEMOON_WEBHOOK_ALLOW_PRIVATE=true allows it"
        )
