"""/metrics, /live and /ready of a service, answered from a thread of their own.

A thread, so that they answer even when the event loop does not: that is when they matter.
"""

import json
import threading
import time
from collections.abc import Iterable
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, make_server

from prometheus_client import make_wsgi_app

from services.runtime.telemetry import HEARTBEAT_SECONDS, READY, REGISTRY

HEARTBEAT_STALE_SECONDS = 15.0


class Health:
    """What a service knows about itself: reasons not to be ready, and loops that must turn."""

    def __init__(self) -> None:
        self._reasons: dict[str, str] = {"start": "not started yet"}
        self._beats: dict[str, float] = {}

    def ready(self, about: str) -> None:
        """A reason not to be ready is gone."""
        self._reasons.pop(about, None)

    def not_ready(self, about: str, reason: str) -> None:
        self._reasons[about] = reason

    def beat(self, loop: str) -> None:
        """A loop has turned."""
        self._beats[loop] = time.monotonic()
        HEARTBEAT_SECONDS.labels(loop).set(time.time())

    def forget(self, loop: str) -> None:
        """A loop has ended as it should."""
        self._beats.pop(loop, None)
        HEARTBEAT_SECONDS.remove(loop)

    def stale_loops(self) -> list[str]:
        now = time.monotonic()
        beats = dict(self._beats)
        return sorted(loop for loop, beat in beats.items() if now - beat > HEARTBEAT_STALE_SECONDS)

    def problems(self) -> dict[str, str]:
        return dict(self._reasons) | dict.fromkeys(
            self.stale_loops(), "its loop has stopped turning"
        )


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class's name
        """Probes come every few seconds; they are not worth a line."""


def serve_health(health: Health, host: str, port: int) -> tuple[str, Any]:
    """Start answering. Returns the address and the server, whose `shutdown` ends it."""
    metrics = make_wsgi_app(REGISTRY)

    def app(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        match environ["PATH_INFO"]:
            case "/metrics":
                READY.set(not health.problems())
                found: Iterable[bytes] = metrics(environ, start_response)
                return found
            case "/live":
                return _answer(start_response, dict.fromkeys(health.stale_loops(), "stale"))
            case "/ready":
                return _answer(start_response, health.problems())
            case path:
                body = {"error": f"no {path}; there are /metrics, /live and /ready"}
                return _answer(start_response, body, "404 Not Found")

    server = make_server(host, port, app, handler_class=_Quiet)
    threading.Thread(target=server.serve_forever, name="health", daemon=True).start()
    return f"http://{host}:{server.server_port}", server


def _answer(start_response: Any, problems: dict[str, str], status: str = "") -> list[bytes]:
    status = status or ("503 Service Unavailable" if problems else "200 OK")
    start_response(status, [("Content-Type", "application/json")])
    return [json.dumps(problems or {"status": "ok"}).encode() + b"\n"]
