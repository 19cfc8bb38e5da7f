"""Limits on connections: counted per address, with IPv6 networks as one."""

import pytest

from services.runtime.web.connection_guard import ConnectionGuard, client_network


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_counts_an_ipv6_network_as_one_client(host: str, network: str) -> None:
    assert client_network(host) == network


def test_refuses_connections_beyond_the_limit_of_an_address() -> None:
    guard = ConnectionGuard(2, ())
    assert [guard.admit("2001:db8::1"), guard.admit("2001:db8::2")] == [True, True]
    assert not guard.admit("2001:db8::3")
    assert guard.admit("192.0.2.1")
    guard.release("2001:db8::1")
    assert guard.admit("2001:db8::3")


def test_does_not_limit_trusted_proxies() -> None:
    guard = ConnectionGuard(1, ("192.0.2.9",))
    assert [guard.admit("192.0.2.9") for _ in range(5)] == [True] * 5
