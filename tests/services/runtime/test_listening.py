"""Ports to listen on."""

import socket

import pytest

from services.runtime.listening import ListenError, listen


def test_connections_send_at_once() -> None:
    """Otherwise every answer of more than one write waits for the client's acknowledgement."""
    listening, address = listen("127.0.0.1", 0)
    host, _, port = address.rpartition(":")
    with listening, socket.create_connection((host, int(port))) as caller:
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        assert caller.getpeername() == (host, int(port))


def test_a_port_that_is_taken_is_said_in_one_sentence() -> None:
    listening, address = listen("127.0.0.1", 0)
    with listening, pytest.raises(ListenError, match=f"can't listen at {address}"):
        listen("127.0.0.1", int(address.rpartition(":")[2]))
