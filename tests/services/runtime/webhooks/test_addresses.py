"""Webhook URLs: private addresses are refused unless allowed."""

import pytest

from services.runtime.webhooks.addresses import AddressRefusedError, check_url, resolve

PRIVATE = [
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[fe80::1]",
    "[fd00::1]",
    "[2002:7f00:1::]",
    "[2001:0:7f00:1::1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b::808:808]",
    "[64:ff9b:1::7f00:1]",
    "[::7f00:1]",
    "[::808:808]",
    "[::ffff:0:7f00:1]",
    "[::ffff:0:808:808]",
    "[fec0::1]",
    "192.0.0.9",
    "192.0.0.170",
]


@pytest.mark.parametrize("host", PRIVATE)
def test_refuses_private_addresses_unless_allowed(host: str) -> None:
    with pytest.raises(AddressRefusedError, match="is not a public address"):
        check_url(f"https://{host}/hook", allow_private=False)
    assert check_url(f"https://{host}:8443/hook", allow_private=True).port == 8443


@pytest.mark.parametrize("url", ["https://amber.example/hook?x=1", "http://8.8.8.8/", "http://a.b"])
def test_accepts_public_addresses_and_names(url: str) -> None:
    assert check_url(url, allow_private=False).geturl() == url


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("ftp://amber.example/", "expected http:// or https://, got ftp"),
        ("file:///etc/passwd", "expected http:// or https://, got file"),
        ("amber.example/hook", "expected http:// or https://, got neither"),
        ("https:///hook", "no host or an invalid port"),
        ("https://amber.example:0/", "no host or an invalid port"),
        ("https://amber.example:99999/", "URL is invalid"),
        ("https://[::1/", "URL is invalid"),
        ("https://key@amber.example/", "contains credentials"),
        ("https://amber.example/a b", "without spaces"),
        ("https://amber.example/\u00e9", "printable ASCII"),
        ("https://amber.example/" + "x" * 2000, "at most 2000 characters"),
    ],
)
def test_refuses_invalid_urls_with_a_reason(url: str, reason: str) -> None:
    with pytest.raises(AddressRefusedError, match=reason):
        check_url(url, allow_private=True)


@pytest.mark.anyio
async def test_checks_the_addresses_a_name_resolves_to() -> None:
    url = check_url("http://localhost/hook", allow_private=False)
    with pytest.raises(AddressRefusedError):
        await resolve(url, allow_private=False)
    assert "127.0.0.1" in await resolve(url, allow_private=True)
