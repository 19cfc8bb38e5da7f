"""`bluemoon play`: a game in the terminal, against bots or people."""

from typing import Annotated

import typer
from msgspec import Struct
from msgspec.structs import replace
from rich.console import Console

from cli import arguments, configuration, reaching
from cli.bots import DEFAULT_BOTS, PLAYER_NAMES
from cli.failure import Failure
from cli.minds import checked_levels
from cli.phrases import counted
from cli.playing import Playing
from cli.reaching import Way
from cli.setting import Wishes, setting_of
from cli.typed_lines import TypedLines
from client import BlueMoon, LineChange
from games.city.names import Language
from games.contract import Game
from games.registry import GAMES
from schemas.terms import SEATS_MAX, BotSeat, Terms

OWN_SEAT = 0


class Place(Struct, frozen=True):
    table: str
    seat: int
    token: str


def play(  # noqa: PLR0913 - a command's options are its parameters
    *,
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="Which game to open a table for: city or duel."),
    ] = None,
    players: arguments.Players = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="NAME[,NAME...]",
            help="Who plays against you: one for all other seats, or one for each.",
            show_default="builder; duelist",
        ),
    ] = None,
    seats_open: Annotated[
        int, typer.Option(min=0, max=SEATS_MAX - 1, help="Seats kept for other people.")
    ] = 0,
    name: Annotated[str, typer.Option(help="What you are called.")] = PLAYER_NAMES[0],
    table: Annotated[
        str | None, typer.Option(metavar="GAME", help="A table that is there already.")
    ] = None,
    seat: Annotated[
        int | None, typer.Option(min=0, max=SEATS_MAX - 1, help="The seat to take there.")
    ] = None,
    token: Annotated[str | None, typer.Option(help="The token of a seat you have.")] = None,
    takebacks: Annotated[bool, typer.Option(help="May turns be taken back?")] = True,
    lang: arguments.Lang = "en",
    random_city: arguments.RandomCity = False,
    expansions: arguments.Expansions = None,
    options: arguments.OptionsFile = None,
    decks: arguments.Decks = None,
    crystals: arguments.Crystals = None,
    gateway: reaching.GatewayUrl = None,
    live: reaching.LiveUrl = None,
    key: reaching.Key = None,
    data: configuration.Data = None,
) -> None:
    """Play in the terminal: open a table, join one, or come back to one.

    Example: bluemoon play city --players 3 --bots builder,random
    """
    found = reaching.way(gateway, live, key, data)
    if token is None:
        found.require_key()
    if (game is None) == (table is None):
        raise Failure("expected a game to open a table for, or --table to go to one")
    if game is not None:
        wishes = Wishes(game, 0, None, players, random_city, expansions, options, decks, crystals)
        wanted = _wanted(wishes, bots, seats_open, name, takebacks=takebacks)
        reaching.run(found, lambda: _open(found, wanted, lang))
    else:
        assert table is not None
        if token is None and seat is None:
            raise Failure("--table goes with --seat, or with the --token of a seat")
        reaching.run(found, lambda: _join(found, table, seat, token, name, lang))


class _Wanted(Struct, frozen=True):
    game: Game
    options: object
    terms: Terms
    open_seats: tuple[int, ...]
    name: str


def _wanted(
    wishes: Wishes, bots: str | None, seats_open: int, name: str, *, takebacks: bool
) -> _Wanted:
    """The person sits on the first seat, then come other people, then bots. Raises Failure."""
    named = [] if bots is None else [level.strip() for level in bots.split(",")]
    game = GAMES.get(wishes.game)
    fixed = wishes.options_file is not None or (game is not None and len(game.seat_counts) == 1)
    if wishes.players is None and not fixed and (len(named) > 1 or seats_open):
        wishes = replace(wishes, players=1 + seats_open + len(named))
    setting = setting_of(wishes)
    seats = len(setting.bots)
    others = seats - 1 - seats_open
    if others < 0:
        raise Failure(f"--seats-open: {counted(seats, 'seat')}, one of them yours: {seats_open}")
    if len(named) < 2:
        named = (named or [DEFAULT_BOTS[setting.game.id]]) * others
    if len(named) != others:
        raise Failure(f"--bots: {counted(len(named), 'bot')} named for {counted(others, 'seat')}")
    checked_levels(setting.game.id, named)
    first_bot = 1 + seats_open
    kept = tuple(BotSeat(first_bot + number, level) for number, level in enumerate(named))
    terms = Terms(takebacks=takebacks, bots=kept, autostart=True)
    return _Wanted(setting.game, setting.options, terms, tuple(range(1, first_bot)), name)


async def _open(found: Way, wanted: _Wanted, lang: Language) -> None:
    show = _Screen()
    async with found.moon(show.line_changed) as moon:
        opened = await moon.gateway.open_table(wanted.game.id, wanted.options, terms=wanted.terms)
        seated = await moon.gateway.take_seat(opened.table, OWN_SEAT, wanted.name)
        typer.echo(f"Table {opened.table} is open, and you sit on seat {OWN_SEAT}.")
        typer.echo(f"Others watch with: bluemoon watch {opened.table} {found.said}")
        for number in wanted.open_seats:
            typer.echo(
                f"Seat {number} is open: bluemoon play --table {opened.table} --seat {number} "
                f"--name {PLAYER_NAMES[number]} {found.said}"
            )
        await _play(moon, found, show, Place(opened.table, OWN_SEAT, seated.token), lang)


async def _join(  # noqa: PLR0913, PLR0917 - what was said, as it was said
    found: Way, table: str, seat: int | None, token: str | None, name: str, lang: Language
) -> None:
    show = _Screen()
    async with found.moon(show.line_changed) as moon:
        if token is None:
            assert seat is not None, "checked before"
            token = await _seat_token(moon, table, seat, name)
        await _play(moon, found, show, Place(table, seat or 0, token), lang)


async def _seat_token(moon: BlueMoon, table: str, seat: int, name: str) -> str:
    """Who has the seat comes back to it, anyone else takes it if it is free."""
    chairs = (await moon.gateway.get_view(table)).table.chairs
    if seat < len(chairs) and chairs[seat].player == name:
        return await moon.gateway.mint_token(table, seat)
    return (await moon.gateway.take_seat(table, seat, name)).token


class _Screen:
    """Where the line is told of, before and while somebody plays."""

    def __init__(self) -> None:
        self.console = Console(highlight=False)
        self.playing: Playing | None = None

    def line_changed(self, change: LineChange) -> None:
        if self.playing is not None:
            self.playing.line_changed(change)


async def _play(moon: BlueMoon, found: Way, show: _Screen, place: Place, lang: Language) -> None:
    with TypedLines() as typed:
        async with moon.seat(place.table, place.token) as seat:
            show.playing = Playing(seat, typed, show.console, lang)
            if await show.playing.play():
                return
            typer.echo(
                f"Come back with: bluemoon play --table {place.table} --seat {seat.seat} "
                f"--token {place.token} {found.said}"
            )
