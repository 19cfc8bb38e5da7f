"""`bluemoon engine`, `gateway`, `notifier`, `projector`: run one service in the foreground."""

import asyncio
import os
import signal
import threading
import time
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Annotated

import typer

from cli.connection import configuration
from cli.connection.configuration import load_settings, with_server_address
from cli.connection.connection_errors import explain_connection_errors
from services.runtime.operations.settings import Settings

STDIN, STDOUT, STDERR = 0, 1, 2
STOP_SECONDS = 15.0

Attached = Annotated[bool, typer.Option("--attached", hidden=True)]
Run = Callable[[Settings], Awaitable[None]]


def _command(name: str, help_text: str) -> Callable[..., None]:
    """Return the command that runs a service. Other settings come from the environment."""

    def command(
        *,
        server: configuration.Server = None,
        data: configuration.Data = None,
        health_port: configuration.HealthPort = None,
        log_level: configuration.LogLevel = None,
        attached: Attached = False,
    ) -> None:
        settings = load_settings(
            server=server, data=data, health_port=health_port, log_level=log_level
        )
        # Imported late: it takes a second that other commands should not pay for.
        run: Run = getattr(import_module(f"services.{name}.main"), f"run_{name}")
        _serve(run, settings, attached=attached)

    command.__name__ = name
    command.__doc__ = help_text
    return command


engine = _command(
    "engine",
    """Decide commands until SIGTERM or Ctrl-C. Run `bluemoon settings` for all settings.

    Example: BLUEMOON_SERVER=redis://127.0.0.1:6379/0 bluemoon engine
    """,
)
gateway = _command(
    "gateway",
    "Serve the HTTP API at BLUEMOON_GATEWAY_PORT.",
)
notifier = _command(
    "notifier",
    "Deliver live updates over WebSocket at BLUEMOON_NOTIFIER_PORT, and to webhooks.",
)
projector = _command(
    "projector",
    "Keep the read models up to date: tables, players, standings, activity.",
)


def _serve(run: Run, settings: Settings, *, attached: bool) -> None:
    settings = with_server_address(settings)
    if attached:
        threading.Thread(target=stop_when_input_closes, daemon=True).start()

    async def serve() -> None:
        await run(settings)

    with explain_connection_errors(settings):
        asyncio.run(serve())


def stop_when_input_closes() -> None:
    """Stop when the parent process ends: it holds the other end of stdin."""
    # Bypass Python's buffer: this thread would hold its lock and block a clean exit.
    while os.read(STDIN, 1):
        pass
    # The parent read our log, too: writing another line would fail.
    null = os.open(os.devnull, os.O_WRONLY)
    for stream in (STDOUT, STDERR):
        os.dup2(null, stream)
    os.kill(os.getpid(), signal.SIGTERM)
    # No parent is left to kill us if the shutdown hangs. Undecided commands stay queued.
    time.sleep(STOP_SECONDS)
    os._exit(1)
