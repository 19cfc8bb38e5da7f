"""`bluemoon deck`: show and check decks of Blue Moon."""

from typing import Annotated

import msgspec
import typer
from rich import box
from rich.table import Table

from games.duel.deck_building import foreign_moons, leader_of, violations
from games.duel.decks import DECKS
from games.duel.names import KIN_NAMES, card_name
from games.duel.terminal.deck_file import deck_in, deck_named
from games.duel.terminal.deck_table import deck_table
from games.duel.terminal.language import CardLanguage
from games.terminal_kit.arguments import AsJson
from games.terminal_kit.console import plain_console
from games.terminal_kit.errors import error_line
from games.terminal_kit.phrases import pluralize
from schemas.duel.deck import DeckList, Violation

app = typer.Typer(
    name="deck", help="Show and check decks of Blue Moon, the card game.", no_args_is_help=True
)

ILLEGAL_EXIT_CODE = 2


@app.command()
def ls(*, lang: CardLanguage = "en", as_json: AsJson = False) -> None:
    """List the nine decks of the game."""
    if as_json:
        for people, deck in DECKS.items():
            typer.echo(msgspec.json.encode({"deck": people, **msgspec.to_builtins(deck)}))
        return
    table = Table(box=box.SIMPLE_HEAD)
    for column in ("deck", "people", "leader", "cards", "foreign moons"):
        right = column in ("cards", "foreign moons")
        table.add_column(column, no_wrap=True, justify="right" if right else "left")
    for people, deck in DECKS.items():
        leader = card_name(deck.leader or "", lang)
        size, moons = len(deck.cards), foreign_moons(deck)
        table.add_row(people, KIN_NAMES[people], leader, str(size), str(moons))
    plain_console().print(table)


@app.command()
def show(
    *,
    deck: Annotated[
        str,
        typer.Argument(
            metavar="DECK", help="A deck from `bluemoon deck ls`, a file, or - for stdin."
        ),
    ],
    lang: CardLanguage = "en",
    as_json: AsJson = False,
) -> None:
    """Print a deck, legal or not. With --json, print a deck file you can edit.

    Example: bluemoon deck show vulca --lang de
    """
    deck_list = deck_named(deck)
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(deck_list)))
        return
    console = plain_console()
    console.print(deck_table(deck_list, lang, console.width))
    for violation in violations(deck_list):
        console.print(_describe_violation(violation), style="bold red", markup=False)


@app.command()
def check(
    *,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A deck list, or - for stdin.")],
    as_json: AsJson = False,
) -> None:
    """Check a deck against the deck-building rules and print one line per violation.

    Example: bluemoon deck show vulca --json > mine.json; bluemoon deck check mine.json
    """
    deck = deck_in(file)
    deck_violations = violations(deck)
    for violation in deck_violations:
        if as_json:
            typer.echo(msgspec.json.encode(violation))
        else:
            typer.echo(error_line(f"{file}: {_describe_violation(violation)}"), err=True)
    if deck_violations:
        raise typer.Exit(ILLEGAL_EXIT_CODE)
    if not as_json:
        typer.echo(f"{file}: {_describe_legal_deck(deck)}")


def _describe_violation(violation: Violation) -> str:
    """Return the message, followed by all card ids if several cards are affected."""
    cards = violation.detail.get("cards", ())
    all_ids = f" ({', '.join(cards)})" if len(cards) > 1 else ""
    return error_line(f"{violation.code}: {violation.message}{all_ids}")


def _describe_legal_deck(deck: DeckList) -> str:
    leader = leader_of(deck)
    assert leader is not None, "a deck without a leader is not legal"
    return (
        f"legal: {leader.name} leads {pluralize(len(deck.cards), 'card')}, "
        f"{pluralize(foreign_moons(deck), 'foreign moon')}"
    )
