"""`bluemoon bot`: bots that play as ordinary clients, at one table or at all tables."""

import asyncio
import contextlib
import signal
import threading
from typing import Annotated

import structlog
import typer

from cli.bots.host import BotHost
from cli.bots.pool import THINK_MS, THINK_MS_MAX, BotPool, check_levels
from cli.connection import configuration, remote_system
from cli.connection.remote_system import RemoteSystem, explain_client_errors, with_saved_key
from cli.drawing.standings import standings
from cli.setup.bots import DEFAULT_BOT
from cli.system.services import Attached, stop_when_input_closes
from client import BlueMoon, UnreachableError
from client.backoff import Backoff
from client.bots import bot_name, play_seat
from games.terminal_kit.errors import CommandLineError
from games.terminal_kit.phrases import pluralize
from schemas.terms import SEATS_MAX, BotSeat, Terms
from services.runtime.logs import configure_logs

log = structlog.get_logger()


def bot(  # noqa: PLR0913 - a command's options are its parameters
    *,
    game: Annotated[str, typer.Option(help="The game of the table: city or duel.")] = "city",
    level: Annotated[
        str,
        typer.Option(
            metavar="NAME[,NAME...]", help="Bot level: one for all seats or one per seat."
        ),
    ] = DEFAULT_BOT,
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
            min=1, max=THINK_MS_MAX, help="Thinking time of a planner per decision, in ms."
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

    Example: bluemoon bot --table TABLE --seats 0,2 --level builder,random
    """
    if fill in {table is not None, seats is not None}:
        raise CommandLineError(
            "expected --table and --seats for one table, or --fill for all tables"
        )
    system = remote_system.find_system(gateway, live, key, data)
    if fill:
        if attached:
            threading.Thread(target=stop_when_input_closes, daemon=True).start()
        settings = configuration.load_settings(data=data, log_level=log_level)
        configure_logs(settings.log_level, settings.log_format, "bots")
        asyncio.run(_until_stopped(system, think_ms, settings.dice_seed))
    else:
        assert table is not None
        assert seats is not None
        bot_seats = _bot_seats(seats, level)
        check_levels(game, [bot.level for bot in bot_seats])
        system.require_key()
        remote_system.run(system, lambda: _play(system, game, table, bot_seats, think_ms))


def _bot_seats(seats: str, level: str) -> tuple[BotSeat, ...]:
    numbers = [part.strip() for part in seats.split(",")]
    for number in numbers:
        if number not in map(str, range(SEATS_MAX)):
            raise CommandLineError(
                f"--seats: expected seats from 0 to {SEATS_MAX - 1}, got {number!r}"
            )
    if len(set(numbers)) < len(numbers):
        raise CommandLineError(f"--seats: duplicate seat in {seats}")
    levels = [part.strip() for part in level.split(",")]
    if len(levels) == 1:
        levels *= len(numbers)
    if len(levels) != len(numbers):
        raise CommandLineError(
            f"--level: expected {pluralize(len(numbers), 'level')}, got {len(levels)}"
        )
    return tuple(BotSeat(int(seat), name) for seat, name in zip(numbers, levels, strict=True))


async def _play(
    system: RemoteSystem, game: str, table: str, bot_seats: tuple[BotSeat, ...], think_ms: int
) -> None:
    """Take the seats, or resume them, and play to the end."""
    async with system.connect() as moon:
        view = await moon.gateway.get_view(table)
        if view.table.game != game:
            raise CommandLineError(f"--game: table {table} is for {view.table.game}, got {game!r}")
        with BotPool(think_ms) as pool:
            await asyncio.gather(
                *(_play_seat(moon, pool, game, table, bot, bot_seats) for bot in bot_seats)
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


async def _until_stopped(system: RemoteSystem, think_ms: int, dice_seed: str) -> None:
    """Run until SIGTERM or Ctrl-C, across restarts of the system."""
    filling = asyncio.create_task(_fill(system, think_ms, dice_seed))
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, filling.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await filling
    log.info("bots stopped")


async def _fill(system: RemoteSystem, think_ms: int, dice_seed: str) -> None:
    await _wait_for_gateway(system)
    # The gateway creates the key at its first start.
    system = with_saved_key(system)
    with explain_client_errors():
        system.require_key()
    log.info("waiting for bot seats", gateway=system.gateway, live=system.live)
    guests = system.for_guests()
    with BotPool(think_ms, dice_seed) as pool:
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
