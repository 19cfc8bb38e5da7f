"""A port to listen on, or one sentence about why not."""

import socket


class ListenError(RuntimeError):
    """The address can't be had."""


def listen(host: str, port: int) -> tuple[socket.socket, str]:
    """A listening socket, and its address; port 0 takes a free one."""
    try:
        listening = socket.create_server((host, port), reuse_port=False)
    except OSError as error:
        raise ListenError(f"can't listen at {host}:{port}: {error.strerror}") from error
    # Connections inherit it. asyncio would set it, but not on sockets that were made for a port:
    # an answer whose head and body are two writes would wait 40 ms for the client's word.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening, f"{host}:{listening.getsockname()[1]}"
