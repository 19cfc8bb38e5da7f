"""The HTTP server of the health endpoints. Slow clients cannot block it.

Probes decide whether a service is restarted, so a client that connects and stays silent must not
keep them waiting.
"""

import contextlib
import socket
import threading
from collections import OrderedDict
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer
from wsgiref.types import WSGIApplication

CONNECTIONS_MAX = 32
"""A new connection beyond this closes the oldest one."""
REQUEST_SECONDS_MAX = 5.0
"""How long a client may be silent while it sends a request or reads the response."""

_Request = socket.socket | tuple[bytes, socket.socket]
"""As the base class declares it, for TCP and UDP."""


class _QuietHandler(WSGIRequestHandler):
    timeout = REQUEST_SECONDS_MAX

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's name
        """Log nothing: probes come every few seconds."""


class HealthServer(ThreadingMixIn, WSGIServer):
    """One thread per connection, a bounded number of them."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], app: WSGIApplication) -> None:
        super().__init__(address, _QuietHandler)
        self.set_app(app)
        self._open: OrderedDict[int, socket.socket] = OrderedDict()
        self._lock = threading.Lock()

    def process_request(self, request: _Request, client_address: object) -> None:
        assert isinstance(request, socket.socket), "a TCP server accepts sockets"
        with self._lock:
            self._open[id(request)] = request
            oldest = next(iter(self._open.values())) if len(self._open) > CONNECTIONS_MAX else None
            if oldest is not None:
                # Its thread wakes up, finds the connection closed and ends.
                _shut_down(oldest)
                del self._open[id(oldest)]
        super().process_request(request, client_address)

    def shutdown_request(self, request: _Request) -> None:
        with self._lock:
            self._open.pop(id(request), None)
        super().shutdown_request(request)

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore clients that disconnect or are too slow."""


def _shut_down(connection: socket.socket) -> None:
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
