"""Which addresses messages may be sent to: nothing inside our own network, unless it is allowed."""

import pytest

from services.runtime.addresses import AddressRefusedError, checked_url, resolve

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
]


@pytest.mark.parametrize("host", PRIVATE)
def test_an_address_inside_our_network_is_refused_unless_it_is_allowed(host: str) -> None:
    with pytest.raises(AddressRefusedError, match="is not a public address"):
        checked_url(f"https://{host}/hook", allow_private=False)
    assert checked_url(f"https://{host}:8443/hook", allow_private=True).port == 8443


@pytest.mark.parametrize("url", ["https://amber.example/hook?x=1", "http://8.8.8.8/", "http://a.b"])
def test_public_addresses_and_names_are_taken(url: str) -> None:
    assert checked_url(url, allow_private=False).geturl() == url


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("ftp://amber.example/", "expected http:// or https://, got ftp"),
        ("file:///etc/passwd", "expected http:// or https://, got file"),
        ("amber.example/hook", "expected http:// or https://, got neither"),
        ("https:///hook", "names no host"),
        ("https://amber.example:0/", "names no host"),
        ("https://amber.example:99999/", "can't be read"),
        ("https://[::1/", "can't be read"),
        ("https://key@amber.example/", "holds a name or password"),
        ("https://amber.example/a b", "without spaces"),
        ("https://amber.example/\u00e9", "printable ASCII"),
        ("https://amber.example/" + "x" * 2000, "2000 at most"),
    ],
)
def test_what_is_no_good_url_is_refused_with_a_reason(url: str, reason: str) -> None:
    with pytest.raises(AddressRefusedError, match=reason):
        checked_url(url, allow_private=True)


@pytest.mark.anyio
async def test_a_name_is_judged_by_where_it_leads() -> None:
    named = checked_url("http://localhost/hook", allow_private=False)
    with pytest.raises(AddressRefusedError):
        await resolve(named, allow_private=False)
    assert "127.0.0.1" in await resolve(named, allow_private=True)
