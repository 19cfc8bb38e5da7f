"""`bluemoon bot`: bots that play as ordinary clients, at one table or at all tables."""

import asyncio
import contextlib
import signal
import threading
from itertools import starmap
from typing import Annotated

import structlog
import typer

from cli import arguments
from cli.bots.host import BotHost
from cli.bots.pool import THINK_MS, THINK_MS_MAX, BotPool
from cli.connection import configuration, remote_system
from cli.connection.remote_system import RemoteSystem, explain_client_errors, with_saved_key
from cli.drawing.standings import standings
from cli.setup.bots import check_bots
from cli.setup.installed import find_game
from cli.system.services import Attached, stop_when_input_closes
from client import BlueMoon, UnreachableError
from client.backoff import Backoff
from client.bots import bot_name, play_seat
from games.terminal_kit.errors import CommandLineError
from games.terminal_kit.phrases import pluralize
from schemas.terms import SEATS_MAX, BotSeat, Terms
from services.runtime.operations.logs import configure_logs

log = structlog.get_logger()


def bot(  # noqa: PLR0913 - a command's options are its parameters
    *,
    game: Annotated[
        str | None,
        typer.Option(
            help=f"The game of the table: {arguments.KNOWN_GAMES}.", show_default="the table's"
        ),
    ] = None,
    level: Annotated[
        str | None,
        typer.Option(
            metavar="NAME[,NAME...]",
            help="Bot level: one for all seats or one per seat.",
            show_default=arguments.DEFAULT_BOTS,
        ),
    ] = None,
    table: Annotated[
        str | None, typer.Option(metavar="TABLE", help="The table to play at.")
    ] = None,
    seats: Annotated[
        str | None, typer.Option(metavar="SEAT[,SEAT...]", help="The seats to take.")
    ] = None,
    fill: Annotated[
        bool, typer.Option("--fill", help="Keep taking the bot seats of all tables.")
    ] = False,
    think_ms: Annotated[
        int,
        typer.Option(
            min=1, max=THINK_MS_MAX, help="Thinking time of bots with a time limit, in ms."
        ),
    ] = THINK_MS,
    gateway: remote_system.GatewayUrl = None,
    live: remote_system.LiveUrl = None,
    key: remote_system.Key = None,
    data: configuration.Data = None,
    log_level: configuration.LogLevel = None,
    attached: Attached = False,
) -> None:
    """Let bots play on seats of one table, or on the bot seats of all tables.

    Example: bluemoon bot --table TABLE --seats 0,2 --level random
    """
    if fill in {table is not None, seats is not None}:
        raise CommandLineError(
            "expected --table and --seats for one table, or --fill for all tables"
        )
    system = remote_system.find_system(gateway, live, key, data)
    settings = configuration.load_settings(data=data, log_level=log_level)
    pool = BotPool(think_ms, settings.dice_seed)
    if fill:
        if attached:
            threading.Thread(target=stop_when_input_closes, daemon=True).start()
        configure_logs(settings.log_level, settings.log_format, "bots")
        asyncio.run(_until_stopped(system, pool))
    else:
        assert table is not None
        assert seats is not None
        numbers = _parse_seats(seats)
        levels = None if level is None else _parse_levels(level, len(numbers))
        if game is not None:
            check_bots(find_game(game), levels or [], "--level")
        system.require_key()
        remote_system.run(system, lambda: _play(system, pool, game, table, numbers, levels))


def _parse_seats(seats: str) -> list[int]:
    numbers = [part.strip() for part in seats.split(",")]
    for number in numbers:
        if number not in map(str, range(SEATS_MAX)):
            raise CommandLineError(
                f"--seats: expected seats from 0 to {SEATS_MAX - 1}, got {number!r}"
            )
    if len(set(numbers)) < len(numbers):
        raise CommandLineError(f"--seats: duplicate seat in {seats}")
    return [int(number) for number in numbers]


def _parse_levels(level: str, seats: int) -> list[str]:
    levels = [part.strip() for part in level.split(",")]
    if len(levels) == 1:
        return levels * seats
    if len(levels) != seats:
        raise CommandLineError(f"--level: expected {pluralize(seats, 'level')}, got {len(levels)}")
    return levels


async def _play(  # noqa: PLR0913, PLR0917
    system: RemoteSystem,
    pool: BotPool,
    game: str | None,
    table: str,
    seats: list[int],
    levels: list[str] | None,
) -> None:
    """Take the seats, or resume them, and play to the end."""
    async with system.connect() as moon:
        view = await moon.gateway.get_view(table)
        if game not in (None, view.table.game):
            raise CommandLineError(f"--game: table {table} is for {view.table.game}, got {game!r}")
        plugin = find_game(view.table.game)
        levels = levels or [plugin.default_bot] * len(seats)
        check_bots(plugin, levels, "--level")
        bot_seats = tuple(starmap(BotSeat, zip(seats, levels, strict=True)))
        with pool:
            await asyncio.gather(
                *(_play_seat(moon, pool, plugin.game, table, bot, bot_seats) for bot in bot_seats)
            )
        final_view = await moon.gateway.get_view(table)
    typer.echo(standings(final_view.table) or f"Table {table} was closed.")


async def _play_seat(  # noqa: PLR0913, PLR0917
    moon: BlueMoon,
    pool: BotPool,
    game: str,
    table: str,
    bot: BotSeat,
    bot_seats: tuple[BotSeat, ...],
) -> None:
    name = bot_name(Terms(bots=bot_seats), bot.seat)
    seats = (await moon.gateway.get_view(table)).table.seats
    if bot.seat < len(seats) and seats[bot.seat].player == name:
        token = await moon.gateway.mint_token(table, bot.seat)
    else:
        token = (await moon.gateway.take_seat(table, bot.seat, name)).token
    typer.echo(f"{name} plays seat {bot.seat} of table {table}.")
    async with moon.seat(table, token) as seat:
        await play_seat(seat, pool.decider(game, bot.level))


async def _until_stopped(system: RemoteSystem, pool: BotPool) -> None:
    """Run until SIGTERM or Ctrl-C, across restarts of the system."""
    filling = asyncio.create_task(_fill(system, pool))
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, filling.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await filling
    log.info("bots stopped")


async def _fill(system: RemoteSystem, pool: BotPool) -> None:
    await _wait_for_gateway(system)
    # The gateway creates the key at its first start.
    system = with_saved_key(system)
    with explain_client_errors():
        system.require_key()
    log.info("waiting for bot seats", gateway=system.gateway, live=system.live)
    guests = system.for_guests()
    with pool:
        if guests is None:
            await _host(system, pool)
        else:
            await asyncio.gather(
                _host(system, pool, guests=False), _host(guests, pool, guests=True)
            )


async def _host(system: RemoteSystem, pool: BotPool, *, guests: bool | None = None) -> None:
    async with system.connect() as moon:
        await BotHost(moon, pool, guests=guests).run()


async def _wait_for_gateway(system: RemoteSystem) -> None:
    """A host may start before the system."""
    backoff = Backoff()
    while True:
        try:
            await remote_system.check_gateway(system)
            return
        except UnreachableError as error:
            log.warning("gateway not reachable yet", error=str(error))
        await asyncio.sleep(backoff.next())
