"""Listening sockets."""

import socket


class ListenError(RuntimeError):
    """The address is not available."""


def listen(host: str, port: int) -> tuple[socket.socket, str]:
    """Return a listening socket and its address. Port 0 picks a free port."""
    try:
        listening = socket.create_server((host, port), reuse_port=False)
    except OSError as error:
        raise ListenError(f"can't listen on {host}:{port}: {error.strerror}") from error
    # Accepted connections inherit it; asyncio does not set it for such sockets. Without it, a
    # response written in two parts waits 40 ms for the client's delayed ACK.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening, f"{host}:{listening.getsockname()[1]}"
