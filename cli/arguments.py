"""Arguments and options that several commands share, spelled once."""

from pathlib import Path
from typing import Annotated

import typer

from cli.failure import Failure
from games.city.names import Language
from games.duel.names import Language as CardLanguage
from schemas.secrecy import SPECTATOR, Viewer

WHOLE_TABLE = "table"

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Which game: city or duel.")]
Players = Annotated[int | None, typer.Option(help="Seats at the table, 2 to 4.", show_default="3")]
Bots = Annotated[
    str | None,
    typer.Option(
        metavar="NAME[,NAME...]",
        help="planner, builder or random; in a duel duelist or random: one for all, or one for"
        " each seat.",
        show_default="builder; duelist",
    ),
]
RandomCity = Annotated[
    bool, typer.Option("--random-city", help="Variant: the palace and the temples lie anywhere.")
]
Expansions = Annotated[
    str | None, typer.Option(metavar="1|2|1,2", help="Sets of extra tiles in play.")
]
Decks = Annotated[
    str | None,
    typer.Option(
        metavar="NAME,NAME", help="The decks of a duel, as `bluemoon deck ls` names them."
    ),
]
EVERY_DECK = "all"
DecksOrAll = Annotated[
    str | None,
    typer.Option(
        metavar="NAME,NAME|all",
        help="The decks of a duel, as `bluemoon deck ls` names them; or all against all.",
    ),
]
Crystals = Annotated[
    int | None,
    typer.Option(
        help="Crystals that win a match of the duel; 1 is a single game.", show_default="5"
    ),
]
OptionsFile = Annotated[
    Path | None,
    typer.Option(
        "--options", metavar="FILE", help="Table options as JSON; the options above override it."
    ),
]
Lang = Annotated[Language, typer.Option(help="The language that tiles are named in.")]
CardLang = Annotated[CardLanguage, typer.Option(help="The language that cards are named in.")]
AsJson = Annotated[bool, typer.Option("--json", help="For programs.")]
GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="A game's id.")]
SeenAs = Annotated[
    str,
    typer.Option(
        "--as",
        metavar="SEAT|spectator|table",
        help="Whose eyes to look through; `table` sees everything.",
    ),
]


def viewer_named(name: str, seats: int) -> Viewer | None:
    """The viewer; None is the whole table with everything open."""
    if name == WHOLE_TABLE:
        return None
    if name == SPECTATOR:
        return SPECTATOR
    if name.isascii() and name.isdigit() and int(name) < seats:
        return int(name)
    raise Failure(
        f"--as: expected {WHOLE_TABLE}, {SPECTATOR} or a seat from 0 to {seats - 1}, got {name!r}"
    )
