"""Listening sockets."""

import socket

STALLED_SECONDS = 20.0


class ListenError(RuntimeError):
    """The address is not available."""


def listen(
    host: str, port: int, stalled_seconds: float = STALLED_SECONDS
) -> tuple[socket.socket, str]:
    """Return a listening socket and its address. Port 0 picks a free port.

    Where the system supports it, the kernel ends connections whose peer acknowledges nothing for
    `stalled_seconds`: such a peer is gone without a word.
    """
    try:
        listening = socket.create_server((host, port), reuse_port=False)
    except OSError as error:
        raise ListenError(f"can't listen on {host}:{port}: {error.strerror}") from error
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        milliseconds = int(stalled_seconds * 1000)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, milliseconds)
    # Accepted connections inherit it; asyncio does not set it for such sockets. Without it, a
    # response written in two parts waits 40 ms for the client's delayed ACK.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening, f"{host}:{listening.getsockname()[1]}"
