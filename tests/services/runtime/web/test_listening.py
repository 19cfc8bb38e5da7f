"""Listening sockets."""

import socket

import pytest

from services.runtime.web.listening import STALLED_SECONDS, ListenError, listen


def test_accepted_connections_have_no_delay() -> None:
    """Otherwise a response of several writes waits for the client's delayed ACK."""
    listening, address = listen("127.0.0.1", 0)
    host, _, port = address.rpartition(":")
    with listening, socket.create_connection((host, int(port))) as client:
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        assert client.getpeername() == (host, int(port))


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux has it")
def test_the_kernel_ends_connections_whose_peer_is_gone() -> None:
    for options, seconds in (((), STALLED_SECONDS), ((7.5,), 7.5)):
        listening, address = listen("127.0.0.1", 0, *options)
        host, _, port = address.rpartition(":")
        with listening, socket.create_connection((host, int(port))):
            accepted, _ = listening.accept()
            with accepted:
                timeout_ms = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
        assert timeout_ms == seconds * 1000


def test_reports_a_port_in_use() -> None:
    listening, address = listen("127.0.0.1", 0)
    with listening, pytest.raises(ListenError, match=f"can't listen on {address}"):
        listen("127.0.0.1", int(address.rpartition(":")[2]))
