"""`bluemoon play`: play in the terminal against bots or people."""

from shlex import join
from typing import Annotated

import typer
from msgspec import Struct
from msgspec.structs import replace

from cli import arguments
from cli.connection import configuration, remote_system
from cli.connection.remote_system import RemoteSystem
from cli.play.input_lines import InputLines
from cli.play.terminal_player import TerminalPlayer
from cli.setup.bots import PLAYER_NAMES, check_bots
from cli.setup.game_setup import SetupOptions, build_setup
from cli.setup.installed import find_game
from cli.setup.option_parameters import accept_table_options
from cli.setup.table_options import TableOptions
from cli.shell_commands import program
from client import BlueMoon, ConnectionChange
from games.terminal_kit.console import plain_console
from games.terminal_kit.errors import CommandLineError
from games.terminal_kit.phrases import pluralize
from schemas.terms import SEATS_MAX, BotSeat, Terms

OWN_SEAT = 0


class TakenSeat(Struct, frozen=True):
    table: str
    seat: int
    token: str


@accept_table_options()
def play(  # noqa: PLR0913 - a command's options are its parameters
    *,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help=f"Open a table for this game: {arguments.KNOWN_GAMES}."
        ),
    ] = None,
    players: arguments.Players = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="NAME[,NAME...]",
            help="Your opponents: one bot name for all other seats or one per seat.",
            show_default=arguments.DEFAULT_BOTS,
        ),
    ] = None,
    seats_open: Annotated[
        int, typer.Option(min=0, max=SEATS_MAX - 1, help="Seats reserved for other people.")
    ] = 0,
    name: Annotated[str, typer.Option(help="Your player name.")] = PLAYER_NAMES[0],
    table: Annotated[
        str | None, typer.Option(metavar="TABLE", help="Join this table instead of opening one.")
    ] = None,
    seat: Annotated[
        int | None, typer.Option(min=0, max=SEATS_MAX - 1, help="The seat to take or resume.")
    ] = None,
    token: Annotated[str | None, typer.Option(help="The token of your seat.")] = None,
    takebacks: Annotated[bool, typer.Option(help="Allow takebacks.")] = True,
    lang: arguments.Lang = "en",
    options: arguments.OptionsFile = None,
    table_options: TableOptions,
    gateway: remote_system.GatewayUrl = None,
    live: remote_system.LiveUrl = None,
    key: remote_system.Key = None,
    data: configuration.Data = None,
) -> None:
    """Play in the terminal: open a table, join one, or resume your seat.

    Example: bluemoon play GAME --players 3 --bots random
    """
    system = remote_system.find_system(gateway, live, key, data)
    if token is None:
        system.require_key()
    if (game is None) == (table is None):
        raise CommandLineError("expected a GAME to open a table, or --table to join one")
    if game is not None:
        setup_options = SetupOptions(
            game, players=players, options_file=options, table_options=table_options
        )
        new_table = _plan_table(setup_options, bots, seats_open, name, takebacks=takebacks)
        remote_system.run(system, lambda: _open(system, new_table, lang))
    else:
        assert table is not None
        if token is None and seat is None:
            raise CommandLineError("--table needs --seat or --token")
        remote_system.run(system, lambda: _join(system, table, seat, token, name, lang))


class _NewTable(Struct, frozen=True):
    game: str
    options: object
    terms: Terms
    open_seats: tuple[int, ...]
    name: str


def _plan_table(
    setup_options: SetupOptions, bots: str | None, seats_open: int, name: str, *, takebacks: bool
) -> _NewTable:
    """Assign seats: the player first, then other people, then bots. Raises CommandLineError."""
    levels = [] if bots is None else [level.strip() for level in bots.split(",")]
    has_fixed_seats = (
        setup_options.options_file is not None
        or len(find_game(setup_options.game).rulebook.seat_counts) == 1
    )
    if setup_options.players is None and not has_fixed_seats and (len(levels) > 1 or seats_open):
        setup_options = replace(setup_options, players=1 + seats_open + len(levels))
    setup = build_setup(setup_options)
    seats = len(setup.bots)
    bot_count = seats - 1 - seats_open
    if bot_count < 0:
        raise CommandLineError(
            f"--seats-open: a table of {pluralize(seats, 'seat')} has at most {seats - 1} "
            f"for others, got {seats_open}"
        )
    if len(levels) < 2:
        levels = (levels or [setup.plugin.default_bot]) * bot_count
    if len(levels) != bot_count:
        raise CommandLineError(f"--bots: expected {pluralize(bot_count, 'bot')}, got {len(levels)}")
    check_bots(setup.plugin, levels, "--bots")
    first_bot = 1 + seats_open
    bot_seats = tuple(BotSeat(first_bot + number, level) for number, level in enumerate(levels))
    terms = Terms(takebacks=takebacks, bots=bot_seats, autostart=True)
    return _NewTable(setup.plugin.game, setup.options, terms, tuple(range(1, first_bot)), name)


async def _open(system: RemoteSystem, new_table: _NewTable, lang: str) -> None:
    screen = _Screen()
    async with system.connect(screen.connection_changed) as moon:
        opened = await moon.gateway.open_table(
            new_table.game, new_table.options, terms=new_table.terms
        )
        seated = await moon.gateway.take_seat(opened.table, OWN_SEAT, new_table.name)
        typer.echo(f"Table {opened.table} is open. You have seat {OWN_SEAT}.")
        typer.echo(f"To watch: {join(program())} watch {opened.table} {system.as_options}")
        for number in new_table.open_seats:
            typer.echo(
                f"To join on seat {number}: {join(program())} play --table {opened.table} "
                f"--seat {number} --name {PLAYER_NAMES[number]} {system.as_options}"
            )
        await _play(moon, system, screen, TakenSeat(opened.table, OWN_SEAT, seated.token), lang)


async def _join(  # noqa: PLR0913, PLR0917
    system: RemoteSystem, table: str, seat: int | None, token: str | None, name: str, lang: str
) -> None:
    screen = _Screen()
    async with system.connect(screen.connection_changed) as moon:
        if token is None:
            assert seat is not None, "checked before"
            token = await _seat_token(moon, table, seat, name)
        await _play(moon, system, screen, TakenSeat(table, seat or 0, token), lang)


async def _seat_token(moon: BlueMoon, table: str, seat: int, name: str) -> str:
    """Resume the seat if it belongs to this player, otherwise take it."""
    seats = (await moon.gateway.get_view(table)).table.seats
    if seat < len(seats) and seats[seat].player == name:
        return await moon.gateway.mint_token(table, seat)
    return (await moon.gateway.take_seat(table, seat, name)).token


class _Screen:
    """Passes connection changes to the player once the game is shown."""

    def __init__(self) -> None:
        self.console = plain_console()
        self.player: TerminalPlayer | None = None

    def connection_changed(self, change: ConnectionChange) -> None:
        if self.player is not None:
            self.player.connection_changed(change)


async def _play(
    moon: BlueMoon, system: RemoteSystem, screen: _Screen, taken_seat: TakenSeat, lang: str
) -> None:
    with InputLines() as input_lines:
        async with moon.seat(taken_seat.table, taken_seat.token) as seat:
            screen.player = TerminalPlayer(seat, input_lines, screen.console, lang)
            if await screen.player.play():
                return
            typer.echo(
                f"To resume: {join(program())} play --table {taken_seat.table} "
                f"--seat {seat.seat} --token {taken_seat.token} {system.as_options}"
            )
