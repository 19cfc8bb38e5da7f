"""`bluemoon card`: show cards of Blue Moon."""

from difflib import get_close_matches
from typing import Annotated

import msgspec
import typer
from rich import box
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from games.duel.card import Card
from games.duel.cards import CARDS
from games.duel.decks import DECKS
from games.duel.names import KIN_NAMES, Language, card_name
from games.duel.terminal import card_face
from games.duel.terminal.language import CardLanguage
from games.terminal_kit.arguments import AsJson
from games.terminal_kit.console import plain_console
from games.terminal_kit.errors import CommandLineError
from games.terminal_kit.palette import QUIET_STYLE
from games.terminal_kit.phrases import pluralize

app = typer.Typer(name="card", help="Show cards of Blue Moon.", no_args_is_help=True)

PANEL_COLUMNS_MAX = 90
SIMILAR_MAX = 3


@app.command()
def show(
    *,
    card: Annotated[str, typer.Argument(metavar="ID", help="A card id, such as vulca-14.")],
    lang: CardLanguage = "en",
    as_json: AsJson = False,
) -> None:
    """Print a card: its values, icons and the effect of its text.

    Example: bluemoon card show vulca-14
    """
    card_facts = CARDS.get(card)
    if card_facts is None:
        raise CommandLineError(f"there is no card {card!r}{_similar(card)}")
    if as_json:
        typer.echo(msgspec.json.encode(card_facts))
        return
    console = plain_console()
    width = min(console.width, PANEL_COLUMNS_MAX)
    console.print(_panel(card_facts, lang), width=width)


def _similar(card: str) -> str:
    matches = get_close_matches(card, CARDS, n=SIMILAR_MAX)
    return f"; did you mean {', '.join(matches)}?" if matches else ""


def _panel(card: Card, language: Language) -> Panel:
    rows = Table.grid(padding=(0, 2))
    rows.add_column(style=QUIET_STYLE, no_wrap=True)
    rows.add_column(ratio=1)
    for name, value in _rows(card):
        # A plain string would be parsed as markup, and lists contain brackets.
        rows.add_row(name, Text(value) if isinstance(value, str) else value)
    title = Text.assemble((card_name(card.id, language), "bold"), f" · {card.id}")
    return Panel(rows, title=title, title_align="left", box=box.ROUNDED)


def _rows(card: Card) -> list[tuple[str, str | Text]]:
    """Return the rows that have a value."""
    fire = card_face.number(card.fire, card_face.FIRE_STYLE)
    earth = card_face.number(card.earth, card_face.EARTH_STYLE)
    rows: list[tuple[str, str | Text | None]] = [
        ("names", f"{card.name}, {card.name_de}" if card.name != card.name_de else None),
        ("type", _type(card)),
        ("fire, earth", None if card.fire is None else Text.assemble(fire, ", ", earth)),
        ("icons", card_face.icons(card.icons)),
        ("moons", None if card.moons is None else f"{card.moons} {card_face.moons(card)}"),
        ("carries", None if card.capacity is None else f"up to {pluralize(card.capacity, 'card')}"),
        ("text", card.text),
        ("effect", card_face.describe_effect(card.effect) if card.effect else None),
        ("decks", ", ".join(_decks(card))),
        ("set", card.set),
        ("deck building", None if card.known else "not available: the card is only partly known"),
    ]
    return [(name, value) for name, value in rows if value]


def _type(card: Card) -> str:
    """Return `Vulca ship`, or one word if the people and the type have the same name."""
    kin = KIN_NAMES[card.people]
    return kin if card.people == card.type else f"{kin} {card.type}"


def _decks(card: Card) -> list[str]:
    return [name for name, deck in DECKS.items() if card.id in (deck.leader, *deck.cards)]
