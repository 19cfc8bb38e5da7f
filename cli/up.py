"""`bluemoon up`: the whole system in one go, for development."""

import asyncio
import signal
from typing import Annotated

import typer
from msgspec.structs import replace
from rich.console import Console

from cli import configuration
from cli.configuration import settings_with
from cli.log_stream import ConsoleLog
from cli.system import System
from services.runtime.settings import Settings

ENGINES_MAX = 64


def up(
    *,
    server: configuration.Server = None,
    data: configuration.Data = None,
    log_level: configuration.LogLevel = None,
    engines: Annotated[
        int, typer.Option(min=1, max=ENGINES_MAX, help="How many engines share the work.")
    ] = 1,
    seconds: Annotated[
        float | None, typer.Option(min=0.1, help="Stop after so long.", show_default="never")
    ] = None,
) -> None:
    """Start the server and every service, and keep them running until Ctrl-C.

    Example: bluemoon up --engines 2
    """
    settings = settings_with(server=server, data=data, log_level=log_level)
    console = Console(highlight=False)
    if console.is_terminal and settings.log_format == "auto":
        # The services write to us and not to the terminal: they can't know of it.
        settings = replace(settings, log_format="console")
    asyncio.run(_run(settings, engines, seconds, console))


async def _run(settings: Settings, engines: int, seconds: float | None, console: Console) -> None:
    system = System(settings, ConsoleLog(console))
    stopping = asyncio.Event()

    def on_signal() -> None:
        if stopping.is_set():
            system.kill()
        stopping.set()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, on_signal)
    try:
        await system.start(engines)
        try:
            await asyncio.wait_for(stopping.wait(), seconds)
        except TimeoutError:
            stopping.set()
    finally:
        await system.stop()
