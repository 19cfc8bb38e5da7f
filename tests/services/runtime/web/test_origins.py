"""Pages of the own host and allowed origins may connect; programs send no origin."""

import pytest

from services.runtime.web.origins import Origins


@pytest.mark.parametrize(
    ("origin", "host", "is_allowed"),
    [
        (None, "play.example", True),
        ("https://play.example", "play.example", True),
        ("https://play.example:8443", "PLAY.example:8081", True),
        ("http://localhost:5173", "127.0.0.1:8080", True),
        ("http://[2001:db8::1]:8080", "[2001:db8::1]:8081", True),
        ("https://partner.example", "play.example", True),
        ("https://partner.example:8443", "play.example", False),
        ("https://evil.example", "play.example", False),
        ("https://play.example.evil.example", "play.example", False),
        ("null", "play.example", False),
        ("null", "null", False),
        ("", "", False),
        ("https://play.example", None, False),
        ("http://[", "[", False),
    ],
)
def test_compares_hosts(origin: str | None, host: str | None, is_allowed: bool) -> None:
    assert Origins(["https://partner.example"]).allow(origin, host) is is_allowed


def test_a_star_allows_all() -> None:
    assert Origins(["*"]).allow("https://any.example", "play.example")
