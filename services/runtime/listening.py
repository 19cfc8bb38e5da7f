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
    return listening, f"{host}:{listening.getsockname()[1]}"
