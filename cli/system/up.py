"""`bluemoon up`: start the whole system, for development and small deployments."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from shlex import join
from typing import Annotated

import typer
from msgspec.structs import replace
from rich.console import Console

from cli import arguments
from cli.connection import configuration
from cli.connection.configuration import load_settings
from cli.live_demo.screen import DemoOptions, LiveDemo
from cli.live_demo.tables import close_unfinished
from cli.setup.game_setup import SetupOptions, build_setup
from cli.setup.installed import default_game
from cli.setup.option_parameters import accept_table_options
from cli.setup.table_options import TableOptions
from cli.shell_commands import program, shell_command
from cli.system.browser_link import announce_browser_link
from cli.system.log_stream import ConsoleLog, FileLog, LogStream, route_logs_to
from cli.system.system import System
from games.terminal_kit.console import plain_console
from games.terminal_kit.errors import CommandLineError
from services.runtime.operations.settings import PREFIX, Settings
from services.runtime.operations.tasks import cancel_tasks

ENGINES_MAX = 64
TABLES_MAX = 1000
DEMO_GAMES = 20
DEMO_SPEED = 5.0
LOG_FILE = "up.log"


@accept_table_options()
def up(  # noqa: PLR0913 - a command's options are its parameters
    *,
    server: configuration.Server = None,
    data: configuration.Data = None,
    log_level: configuration.LogLevel = None,
    engines: Annotated[int, typer.Option(min=1, max=ENGINES_MAX, help="Number of engines.")] = 1,
    bots: Annotated[
        bool, typer.Option(help="Start a bot host that plays the bot seats of tables.")
    ] = True,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.1, help="Stop after this many seconds.", show_default="never"),
    ] = None,
    demo: Annotated[
        bool, typer.Option("--demo", help="Let bots play and show the system's status.")
    ] = False,
    games: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=TABLES_MAX,
            help="Demo games played at the same time.",
            show_default=str(DEMO_GAMES),
        ),
    ] = None,
    speed: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=1000,
            help="Commands per second in each demo game; 0 means no limit.",
            show_default=f"{DEMO_SPEED:g}",
        ),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            metavar="GAME",
            help=f"The demo's game: {arguments.KNOWN_GAMES}.",
            show_default="the first game of this project",
        ),
    ] = None,
    players: arguments.Players = None,
    options: arguments.OptionsFile = None,
    finish: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Stop after this many finished demo games.",
            show_default="never",
        ),
    ] = None,
    table_options: TableOptions,
) -> None:
    """Start the server and all services, and keep them running until Ctrl-C.

    Example: bluemoon up --demo --engines 2 --games 50
    """
    demo_options = (games, speed, game, players, options, finish, table_options)
    if not demo and demo_options != (*(None,) * 6, TableOptions()):
        raise CommandLineError(
            "--games, --speed, --game, --players, --finish and table options need --demo"
        )
    # A local system is for playing, so guests are allowed by default.
    guests = None if PREFIX + "GUESTS" in os.environ else "true"
    settings = load_settings(server=server, data=data, log_level=log_level, guests=guests)
    console = plain_console()
    if demo:
        setup = build_setup(
            SetupOptions(
                game or default_game().game,
                players=players,
                options_file=options,
                table_options=table_options,
            )
        )
        live_options = DemoOptions(
            setup,
            DEMO_GAMES if games is None else games,
            DEMO_SPEED if speed is None else speed,
            seconds,
            finish,
        )
        numbers = {"engines": engines, "games": games, "players": players, "speed": speed}
        words = [*_option_words(numbers), *(("--game", game) if game else ())]
        words += [*(("--options", options) if options else ()), *table_options.words]
        resume_command = shell_command(settings, "up", "--demo", *words)
        asyncio.run(_run_demo(settings, engines, live_options, console, resume_command, bots=bots))
    else:
        if console.is_terminal and settings.log_format == "auto":
            # The services write to a pipe and cannot detect the terminal.
            settings = replace(settings, log_format="console")
        asyncio.run(_serve(settings, engines, seconds, console, bots=bots))


def _option_words(options: Mapping[str, int | float | None]) -> list[str]:
    """Return the options that have a value as words of a command line."""
    return [
        word
        for name, value in options.items()
        if value is not None
        for word in (f"--{name}", f"{value:g}")
    ]


async def _serve(
    settings: Settings, engines: int, seconds: float | None, console: Console, *, bots: bool
) -> None:
    log = ConsoleLog(console)
    route_logs_to(log, "up")
    system = System(settings, log)
    stopping = _stop_on_signals(system)
    try:
        await system.start(engines, bots=bots)
        async with (
            announce_browser_link(system.settings, console, bots=bots),
            _close_old_demo(system),
        ):
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stopping.wait(), seconds)
    finally:
        stopping.set()
        await system.stop()


@contextlib.asynccontextmanager
async def _close_old_demo(system: System) -> AsyncIterator[None]:
    """Close the tables of an earlier demo in the background.

    Not on a server that this process did not start: there a demo may resume its tables.
    """
    tasks = []
    if system.has_own_server:
        setup = build_setup(SetupOptions(default_game().game))
        tasks.append(asyncio.create_task(close_unfinished(system.settings, setup)))
    try:
        yield
    finally:
        await cancel_tasks(*tasks)


async def _run_demo(  # noqa: PLR0913
    settings: Settings,
    engines: int,
    options: DemoOptions,
    console: Console,
    resume_command: str,
    *,
    bots: bool,
) -> None:
    plugin = options.setup.plugin
    live_demo = LiveDemo(options, settings, console)
    log = _log_file(settings, live_demo)
    system = System(settings, log)
    stopping = _stop_on_signals(system)
    try:
        await system.start(engines, bots=bots)
        console.print(
            f"Bots are playing {plugin.names['en']} on this system. Press Ctrl-C to stop.",
            f"Watch one game move by move: {join([*program(), 'demo', plugin.game])}",
            f"Logs: {settings.data}/{LOG_FILE}",
            sep="\n",
            soft_wrap=True,
        )
        async with announce_browser_link(system.settings, console, bots=bots) as link:
            await live_demo.run(system, link, stopping)
    finally:
        stopping.set()
        await system.stop()
    console.print(f"Stopped. All tables are saved. Resume with: {resume_command}", soft_wrap=True)


def _log_file(settings: Settings, live_demo: LiveDemo) -> LogStream:
    path = Path(settings.data) / LOG_FILE
    try:
        log = FileLog(path, live_demo.add_notice)
    except OSError as error:
        raise CommandLineError(f"{path}: {error.strerror}") from error
    route_logs_to(log, "bots")
    return log


def _stop_on_signals(system: System) -> asyncio.Event:
    """Return an event that the first signal sets. A second signal kills the services."""
    stopping = asyncio.Event()

    def on_signal() -> None:
        if stopping.is_set():
            system.kill()
        stopping.set()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, on_signal)
    return stopping
