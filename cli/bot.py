"""`bluemoon bot`: bots that play as ordinary clients, at one table or wherever they are wanted."""

import asyncio
import contextlib
import signal
import threading
from typing import Annotated

import structlog
import typer

from cli import configuration, reaching
from cli.bot_host import BotHost
from cli.bots import DEFAULT_BOT
from cli.failure import Failure
from cli.minds import THINK_MS, THINK_MS_MAX, Minds, checked_levels
from cli.phrases import counted
from cli.reaching import Way, explaining, with_key
from cli.services import Attached, stop_at_end_of_input
from cli.standings import standings
from client import BlueMoon, UnreachableError
from client.backoff import Backoff
from client.bots import bot_name, play_seat
from schemas.terms import SEATS_MAX, BotSeat, Terms
from services.runtime.logs import configure_logs

log = structlog.get_logger()


def bot(  # noqa: PLR0913 - a command's options are its parameters
    *,
    game: Annotated[str, typer.Option(help="Which game: city.")] = "city",
    level: Annotated[
        str,
        typer.Option(
            metavar="NAME[,NAME...]", help="How they play: one for all, or one for each seat."
        ),
    ] = DEFAULT_BOT,
    table: Annotated[str | None, typer.Option(metavar="GAME", help="The table to play at.")] = None,
    seats: Annotated[
        str | None, typer.Option(metavar="SEAT[,SEAT...]", help="The seats to take there.")
    ] = None,
    fill: Annotated[
        bool, typer.Option("--fill", help="Take the seats that tables keep for bots, for ever.")
    ] = False,
    think_ms: Annotated[
        int,
        typer.Option(
            min=1, max=THINK_MS_MAX, help="How long a planner thinks about each decision."
        ),
    ] = THINK_MS,
    gateway: reaching.GatewayUrl = None,
    live: reaching.LiveUrl = None,
    key: reaching.Key = None,
    data: configuration.Data = None,
    log_level: configuration.LogLevel = None,
    attached: Attached = False,
) -> None:
    """Let bots play: on seats of one table until its game is over, or wherever they are wanted.

    Example: bluemoon bot --table GAME --seats 0,2 --level builder,random
    """
    if fill in {table is not None, seats is not None}:
        raise Failure("expected --table and --seats for one table, or --fill for all")
    found = reaching.way(gateway, live, key, data)
    if fill:
        if attached:
            threading.Thread(target=stop_at_end_of_input, daemon=True).start()
        settings = configuration.settings_with(data=data, log_level=log_level)
        configure_logs(settings.log_level, settings.log_format, "bots")
        asyncio.run(_until_stopped(found, think_ms))
    else:
        assert table is not None
        assert seats is not None
        wanted = _bot_seats(seats, level)
        checked_levels(game, [bot.level for bot in wanted])
        found.require_key()
        reaching.run(found, lambda: _play(found, game, table, wanted, think_ms))


def _bot_seats(seats: str, level: str) -> tuple[BotSeat, ...]:
    numbers = [part.strip() for part in seats.split(",")]
    for number in numbers:
        if number not in map(str, range(SEATS_MAX)):
            raise Failure(f"--seats: expected seats from 0 to {SEATS_MAX - 1}, got {number!r}")
    if len(set(numbers)) < len(numbers):
        raise Failure(f"--seats: a seat is named twice: {seats}")
    levels = [part.strip() for part in level.split(",")]
    if len(levels) == 1:
        levels *= len(numbers)
    if len(levels) != len(numbers):
        raise Failure(
            f"--level: {counted(len(levels), 'bot')} named for {counted(len(numbers), 'seat')}"
        )
    return tuple(BotSeat(int(seat), name) for seat, name in zip(numbers, levels, strict=True))


async def _play(
    found: Way, game: str, table: str, wanted: tuple[BotSeat, ...], think_ms: int
) -> None:
    """Sit down, or take up again what was left, and play to the end."""
    async with found.moon() as moon:
        view = await moon.gateway.get_view(table)
        if view.table.game != game:
            raise Failure(f"--game: {table} is a table of {view.table.game}, got {game!r}")
        with Minds(think_ms) as minds:
            await asyncio.gather(
                *(_play_seat(moon, minds, game, table, bot, wanted) for bot in wanted)
            )
        over = await moon.gateway.get_view(table)
    typer.echo(standings(over.table) or f"The table was closed: {table}.")


async def _play_seat(  # noqa: PLR0913, PLR0917 - who plays what, where and how
    moon: BlueMoon, minds: Minds, game: str, table: str, bot: BotSeat, wanted: tuple[BotSeat, ...]
) -> None:
    name = bot_name(Terms(bots=wanted), bot.seat)
    chairs = (await moon.gateway.get_view(table)).table.chairs
    if bot.seat < len(chairs) and chairs[bot.seat].player == name:
        token = await moon.gateway.mint_token(table, bot.seat)
    else:
        token = (await moon.gateway.take_seat(table, bot.seat, name)).token
    typer.echo(f"{name} plays on seat {bot.seat} of {table}.")
    async with moon.seat(table, token) as seat:
        await play_seat(seat, minds.of(game, bot.level))


async def _until_stopped(found: Way, think_ms: int) -> None:
    """Until SIGTERM or Ctrl-C, whatever becomes of the system meanwhile."""
    filling = asyncio.create_task(_fill(found, think_ms))
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, filling.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await filling
    log.info("bots stopped")


async def _fill(found: Way, think_ms: int) -> None:
    await _greeted(found)
    # The gateway makes the key at its first start.
    found = with_key(found)
    with explaining():
        found.require_key()
    log.info("bots wait for seats", gateway=found.gateway, live=found.live)
    guests = found.for_guests()
    with Minds(think_ms) as minds:
        if guests is None:
            await _host(found, minds)
        else:
            await asyncio.gather(
                _host(found, minds, guests=False), _host(guests, minds, guests=True)
            )


async def _host(found: Way, minds: Minds, *, guests: bool | None = None) -> None:
    async with found.moon() as moon:
        await BotHost(moon, minds, guests=guests).run()


async def _greeted(found: Way) -> None:
    """A host may be started before the system is there."""
    backoff = Backoff()
    while True:
        try:
            await reaching.greet(found)
            return
        except UnreachableError as error:
            log.warning("no gateway yet", error=str(error))
        await asyncio.sleep(backoff.next())
