"""Listening sockets."""

import socket

import pytest

from services.runtime.web.listening import ListenError, listen


def test_accepted_connections_have_no_delay() -> None:
    """Otherwise a response of several writes waits for the client's delayed ACK."""
    listening, address = listen("127.0.0.1", 0)
    host, _, port = address.rpartition(":")
    with listening, socket.create_connection((host, int(port))) as client:
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        assert client.getpeername() == (host, int(port))


def test_reports_a_port_in_use() -> None:
    listening, address = listen("127.0.0.1", 0)
    with listening, pytest.raises(ListenError, match=f"can't listen on {address}"):
        listen("127.0.0.1", int(address.rpartition(":")[2]))
