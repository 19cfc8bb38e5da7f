"""Arguments and options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

from cli.setup.installed import find_game, installed_terminals, terminals_or_none
from games.terminal_kit.errors import CommandLineError
from schemas.redaction import SPECTATOR, Viewer

WHOLE_TABLE = "table"

_GAMES = {game: find_game(game) for game in terminals_or_none()}
KNOWN_GAMES = ", ".join(_GAMES)
_BOTS = "; ".join(f"for {game}: {', '.join(plugin.bots)}" for game, plugin in _GAMES.items())
DEFAULT_BOTS = ", ".join(plugin.default_bot for plugin in _GAMES.values())


def _check_language(language: str) -> str:
    """Accept every language that a game knows. The others use English then."""
    known = {
        name: None for terminal in installed_terminals().values() for name in terminal.languages
    }
    if language not in known:
        raise CommandLineError(f"--lang: expected one of {', '.join(known)}, got {language!r}")
    return language


GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"The game: {KNOWN_GAMES}.")]
Players = Annotated[
    int | None, typer.Option(help="Number of seats.", show_default="as the game suggests")
]
Bots = Annotated[
    str | None,
    typer.Option(
        metavar="NAME[,NAME...]",
        help=f"Bots {_BOTS}. Give one name for all seats or one per seat.",
        show_default=DEFAULT_BOTS,
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
Lang = Annotated[str, typer.Option(help="Language of names in the game.", callback=_check_language)]
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
