"""`bluemoon up`: the whole system in one go, for development."""

import asyncio
import contextlib
import os
import signal
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer
from msgspec.structs import replace
from rich.console import Console

from cli import arguments, configuration
from cli.bots import DEFAULT_BOT
from cli.configuration import settings_with
from cli.demonstration import Demonstration, Wanted
from cli.failure import Failure
from cli.front_door import front_door
from cli.log_stream import ConsoleLog, FileLog, LogStream, log_to
from cli.setting import Wishes, setting_of
from cli.system import System
from services.runtime.settings import PREFIX, Settings, without_password

ENGINES_MAX = 64
TABLES_MAX = 1000
DEMO_GAMES = 20
DEMO_SPEED = 5.0
LOG_FILE = "up.log"


def up(  # noqa: PLR0913 - a command's options are its parameters
    *,
    server: configuration.Server = None,
    data: configuration.Data = None,
    log_level: configuration.LogLevel = None,
    engines: Annotated[
        int, typer.Option(min=1, max=ENGINES_MAX, help="How many engines share the work.")
    ] = 1,
    bots: Annotated[
        bool, typer.Option(help="Start a host that takes the seats tables keep for bots.")
    ] = True,
    seconds: Annotated[
        float | None, typer.Option(min=0.1, help="Stop after so long.", show_default="never")
    ] = None,
    demo: Annotated[
        bool, typer.Option("--demo", help="Let bots play, and show how the system is doing.")
    ] = False,
    games: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=TABLES_MAX,
            help="Demonstration games at the same time.",
            show_default=str(DEMO_GAMES),
        ),
    ] = None,
    speed: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=1000,
            help="Commands a second in each of them; 0 is as fast as possible.",
            show_default=f"{DEMO_SPEED:g}",
        ),
    ] = None,
    players: arguments.Players = None,
    finish: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Stop when so many of them have been played to the end.",
            show_default="never",
        ),
    ] = None,
) -> None:
    """Start the server and every service, and keep them running until Ctrl-C.

    Example: bluemoon up --demo --engines 2 --games 50
    """
    if not demo and (games, speed, players, finish) != (None, None, None, None):
        raise Failure("--games, --speed, --players and --finish go with --demo")
    # Whoever starts all of it here wants to play on it, unless they say otherwise.
    guests = None if PREFIX + "GUESTS" in os.environ else "true"
    settings = settings_with(server=server, data=data, log_level=log_level, guests=guests)
    console = Console(highlight=False)
    if demo:
        wanted = Wanted(
            setting_of(Wishes("city", 0, DEFAULT_BOT, players)),
            DEMO_GAMES if games is None else games,
            DEMO_SPEED if speed is None else speed,
            seconds,
            finish,
            _said(SERVER=server, DATA=data),
        )
        asyncio.run(_demonstrate(settings, engines, wanted, console, bots=bots))
    else:
        if console.is_terminal and settings.log_format == "auto":
            # The services write to us and not to the terminal: they can't know of it.
            settings = replace(settings, log_format="console")
        asyncio.run(_serve(settings, engines, seconds, console, bots=bots))


def _said(**options: str | None) -> str:
    """What was said here and not in the environment, for commands that are to find the same."""
    return "".join(
        f"{PREFIX}{name}={quote(without_password(value))} "
        for name, value in options.items()
        if value is not None
    )


async def _serve(
    settings: Settings, engines: int, seconds: float | None, console: Console, *, bots: bool
) -> None:
    system = System(settings, ConsoleLog(console))
    stopping = _stopping_on_signals(system)
    try:
        await system.start(engines, bots=bots)
        async with front_door(system.settings, console, bots=bots):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stopping.wait(), seconds)
    finally:
        stopping.set()
        await system.stop()


async def _demonstrate(
    settings: Settings, engines: int, wanted: Wanted, console: Console, *, bots: bool
) -> None:
    show = Demonstration(wanted, console)
    log = _log_file(settings, show)
    system = System(settings, log)
    stopping = _stopping_on_signals(system)
    try:
        await system.start(engines, bots=bots)
        console.print(
            "Bots play Blue Moon City on the running system; Ctrl-C stops it.",
            "Follow one of the games: bluemoon game tail GAME",
            "One drawn move by move: bluemoon demo city",
            f"Logs: {settings.data}/{LOG_FILE}",
            sep="\n",
            soft_wrap=True,
        )
        async with front_door(system.settings, console, bots=bots):
            await show.run(system, stopping)
    finally:
        stopping.set()
        await system.stop()
    console.print("Stopped. Every game is kept: go on with `bluemoon up --demo`.")


def _log_file(settings: Settings, show: Demonstration) -> LogStream:
    path = Path(settings.data) / LOG_FILE
    try:
        log = FileLog(path, show.notice)
    except OSError as error:
        raise Failure(f"{path}: {error.strerror}") from error
    log_to(log, "bots")
    return log


def _stopping_on_signals(system: System) -> asyncio.Event:
    """Set by the first signal; the second one ends what does not stop by itself."""
    stopping = asyncio.Event()

    def on_signal() -> None:
        if stopping.is_set():
            system.kill()
        stopping.set()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, on_signal)
    return stopping
