"""Arguments and options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

from games.city.names import Language
from games.duel.names import Language as CardLanguage
from games.terminal_kit.errors import CommandLineError
from schemas.redaction import SPECTATOR, Viewer

WHOLE_TABLE = "table"

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game: city or duel.")]
Players = Annotated[int | None, typer.Option(help="Number of seats, 2 to 4.", show_default="3")]
Bots = Annotated[
    str | None,
    typer.Option(
        metavar="NAME[,NAME...]",
        help="Bots for city: planner, builder or random; for duel: duelist or random."
        " Give one name for all seats or one per seat.",
        show_default="builder; duelist",
    ),
]
RandomCity = Annotated[
    bool, typer.Option("--random-city", help="Variant: place the palace and the temples randomly.")
]
Expansions = Annotated[str | None, typer.Option(metavar="1|2|1,2", help="Expansions to play with.")]
Decks = Annotated[
    str | None,
    typer.Option(metavar="NAME,NAME", help="The two decks of a duel; see `bluemoon deck ls`."),
]
EVERY_DECK = "all"
DecksOrAll = Annotated[
    str | None,
    typer.Option(
        metavar="NAME,NAME|all",
        help="The two decks of a duel (see `bluemoon deck ls`), or every deck against every other.",
    ),
]
Crystals = Annotated[
    int | None,
    typer.Option(
        help="Crystals needed to win a duel match; 1 plays a single game.", show_default="5"
    ),
]
OptionsFile = Annotated[
    Path | None,
    typer.Option(
        "--options",
        metavar="FILE",
        help="Table options as JSON. Other command-line options override it.",
    ),
]
Lang = Annotated[Language, typer.Option(help="Language of tile names.")]
CardLang = Annotated[CardLanguage, typer.Option(help="Language of card names.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
TableArgument = Annotated[str, typer.Argument(metavar="TABLE", help="The table id.")]
ViewAs = Annotated[
    str,
    typer.Option(
        "--as",
        metavar="SEAT|spectator|table",
        help="Whose view to show. `table` hides nothing.",
    ),
]


def parse_viewer(name: str, seats: int) -> Viewer | None:
    """Return the viewer, or None for the whole table. Raises CommandLineError."""
    if name == WHOLE_TABLE:
        return None
    if name == SPECTATOR:
        return SPECTATOR
    if name.isascii() and name.isdigit() and int(name) < seats:
        return int(name)
    raise CommandLineError(
        f"--as: expected {WHOLE_TABLE}, {SPECTATOR} or a seat from 0 to {seats - 1}, got {name!r}"
    )
