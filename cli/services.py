"""`bluemoon engine`, `gateway`, `notifier`, `projector`: one service each, in the foreground."""

import asyncio
import os
import signal
import threading
import time
from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Annotated

import typer

from cli import configuration
from cli.configuration import located, settings_with
from cli.no_connection import failing_clearly
from services.runtime.settings import Settings

STDIN, STDOUT, STDERR = 0, 1, 2
STOP_SECONDS = 15.0

Attached = Annotated[bool, typer.Option("--attached", hidden=True)]
Run = Callable[[Settings], Awaitable[None]]


def _command(name: str, what_it_does: str) -> Callable[..., None]:
    """All services are started alike; what else can be set is in the environment."""

    def command(
        *,
        server: configuration.Server = None,
        data: configuration.Data = None,
        health_port: configuration.HealthPort = None,
        log_level: configuration.LogLevel = None,
        attached: Attached = False,
    ) -> None:
        given = {"server": server, "data": data, "health_port": health_port, "log_level": log_level}
        settings = settings_with(**given)
        # Loaded only now: what a service stands on is a second's work that nobody else needs.
        run: Run = getattr(import_module(f"services.{name}.main"), f"run_{name}")
        _serve(run, settings, attached=attached)

    command.__name__ = name
    command.__doc__ = what_it_does
    return command


engine = _command(
    "engine",
    """Decide commands until SIGTERM or Ctrl-C; `bluemoon settings` lists what can be set.

    Example: BLUEMOON_SERVER=redis://127.0.0.1:6379/0 bluemoon engine
    """,
)
gateway = _command(
    "gateway",
    "Take commands and answer questions over HTTP, at BLUEMOON_GATEWAY_PORT.",
)
notifier = _command(
    "notifier",
    "Tell viewers over WebSocket what happens, at BLUEMOON_NOTIFIER_PORT.",
)
projector = _command(
    "projector",
    "Keep the read models up to date: lists of tables, players, standings, activity.",
)


def _serve(run: Run, settings: Settings, *, attached: bool) -> None:
    settings = located(settings)
    if attached:
        threading.Thread(target=stop_at_end_of_input, daemon=True).start()

    async def serve() -> None:
        await run(settings)

    with failing_clearly(settings):
        asyncio.run(serve())


def stop_at_end_of_input() -> None:
    """Whoever started us holds the other end: if they die in whatever way, we don't stay behind."""
    # Past Python's own buffer: its lock, held by this thread, would spoil an orderly exit.
    while os.read(STDIN, 1):
        pass
    # They read our log too: from now on every line would be an error.
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (STDOUT, STDERR):
        os.dup2(nowhere, stream)
    os.kill(os.getpid(), signal.SIGTERM)
    # Nobody is left to end us if we can't stop in order; what is in hand is decided again.
    time.sleep(STOP_SECONDS)
    os._exit(1)
