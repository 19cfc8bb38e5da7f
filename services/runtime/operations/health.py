"""The /metrics, /live and /ready endpoints of a service.

They run in their own thread, so that they respond even if the event loop is blocked.
"""

import json
import threading
import time
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

from prometheus_client import make_wsgi_app

from services.runtime.operations.health_server import HealthServer
from services.runtime.operations.telemetry import HEARTBEAT_SECONDS, READY, REGISTRY

HEARTBEAT_STALE_SECONDS = 15.0


class Health:
    """The health of a service: reasons why it is not ready, and heartbeats of its loops."""

    def __init__(self) -> None:
        self._reasons: dict[str, str] = {"start": "not started yet"}
        self._beats: dict[str, float] = {}

    def ready(self, topic: str) -> None:
        """Clear the reason set by `not_ready`."""
        self._reasons.pop(topic, None)

    def not_ready(self, topic: str, reason: str) -> None:
        self._reasons[topic] = reason

    def beat(self, loop: str) -> None:
        """Record a heartbeat of a loop."""
        self._beats[loop] = time.monotonic()
        HEARTBEAT_SECONDS.labels(loop).set(time.time())

    def forget(self, loop: str) -> None:
        """Stop expecting heartbeats of a loop that has ended."""
        self._beats.pop(loop, None)
        HEARTBEAT_SECONDS.remove(loop)

    def stale_loops(self) -> list[str]:
        now = time.monotonic()
        beats = dict(self._beats)
        return sorted(loop for loop, beat in beats.items() if now - beat > HEARTBEAT_STALE_SECONDS)

    def problems(self) -> dict[str, str]:
        return dict(self._reasons) | dict.fromkeys(self.stale_loops(), "no heartbeat")


def serve_health(health: Health, host: str, port: int) -> tuple[str, HealthServer]:
    """Start serving. Return the URL and the server, whose `shutdown` stops it."""
    metrics = make_wsgi_app(REGISTRY)

    def app(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        match environ["PATH_INFO"]:
            case "/metrics":
                READY.set(not health.problems())
                body: Iterable[bytes] = metrics(environ, start_response)
                return body
            case "/live":
                return _respond(start_response, dict.fromkeys(health.stale_loops(), "stale"))
            case "/ready":
                return _respond(start_response, health.problems())
            case path:
                error = {"error": f"{path} not found; expected /metrics, /live or /ready"}
                return _respond(start_response, error, "404 Not Found")

    server = HealthServer((host, port), app)
    threading.Thread(target=server.serve_forever, name="health", daemon=True).start()
    return f"http://{host}:{server.server_port}", server


def _respond(
    start_response: StartResponse, problems: dict[str, str], status: str = ""
) -> list[bytes]:
    status = status or ("503 Service Unavailable" if problems else "200 OK")
    start_response(status, [("Content-Type", "application/json")])
    return [json.dumps(problems or {"status": "ok"}).encode() + b"\n"]
