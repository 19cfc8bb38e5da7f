"""The signs of a drawn position: boxes, stones, figures, dragons, cards, rewards."""

from collections.abc import Iterable

from rich.text import Text

from games.city.components import COLOUR_OF_PEOPLE, PEOPLE_OF, PEOPLES, VALUE_OF
from games.city.terminal.cell import Cell
from games.city.terminal.palette import (
    CARD,
    CHIP_OF_COLOUR,
    CHIP_OF_DRAGON,
    CRYSTAL,
    DRAGON,
    FIGURE,
    LETTER_OF_PEOPLE,
    SCALE,
    STONE,
    letter_of_colour,
)
from games.terminal_kit.palette import seat_style
from schemas.city.options import Reward
from schemas.city.terms import Cards, Colour


def box(colour: Colour | None, value: int) -> Text:
    return Text(f"{letter_of_colour(colour)}{value}", CHIP_OF_COLOUR[colour])


def stone(seat: int) -> Text:
    return Text(f"{STONE}{seat}", f"bold {seat_style(seat)}")


def figure(seat: int) -> Text:
    return Text(f"{FIGURE}{seat}", f"bold {seat_style(seat)}")


def pieces(cell: Cell) -> Text:
    """Draw the figures, then the dragons on a tile."""
    dragons = (
        Text(f"{DRAGON}{dragon[0].upper()}", CHIP_OF_DRAGON[dragon]) for dragon in cell.dragons
    )
    return Text(" ").join(
        part
        for part in (
            Text().join(figure(seat) for seat in cell.figures),
            Text().join(dragons),
        )
        if part
    )


def reward(gained: Reward) -> str:
    """Return `2◆ 1◗`: crystals, scales, cards."""
    amounts = ((gained.crystals, CRYSTAL), (gained.scales, SCALE), (gained.cards, CARD))
    return " ".join(f"{amount}{sign}" for amount, sign in amounts if amount)


def hand(cards: Cards) -> Text:
    """Draw cards grouped by people: `V1·1·3 A2`. Groups contain no spaces, so they don't wrap."""
    groups = []
    for people in PEOPLES:
        values = sorted(VALUE_OF[card] for card in cards if PEOPLE_OF[card] == people)
        if values:
            label = f"{LETTER_OF_PEOPLE[people]}{'·'.join(map(str, values))}"
            groups.append(Text(label, CHIP_OF_COLOUR[COLOUR_OF_PEOPLE[people]]))
    return Text(" ").join(groups)


def fitted(text: Text, width: int, *, centred: bool = False) -> Text:
    """Cut with an ellipsis, or pad, to exactly `width` cells."""
    text = text.copy()
    text.truncate(width, overflow="ellipsis")
    if centred:
        text.pad_left((width - text.cell_len) // 2)
    text.pad_right(width - text.cell_len)
    return text


def beside(parts: Iterable[Text], gap: int) -> Text:
    return Text(" " * gap).join(parts)
