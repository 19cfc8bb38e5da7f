"""Colours and signs. Colour is never the only cue: a letter or number goes with it."""

from typing import get_args

from games.city.components import COLOUR_OF_PEOPLE, PEOPLES
from schemas.city.terms import Colour, Dragon, People

LETTER_OF_PEOPLE: dict[People, str] = {people: people[0].upper() for people in PEOPLES}
PEOPLE_OF_COLOUR: dict[Colour, People] = {
    colour: people for people, colour in COLOUR_OF_PEOPLE.items()
}
ANY_COLOUR_LETTER = "*"

CHIP_OF_COLOUR: dict[Colour | None, str] = {
    "black": "bold #f4f4f4 on #3a3a42",
    "red": "bold #ffffff on #b3362b",
    "blue": "bold #ffffff on #2a62b8",
    "grey": "bold #101010 on #a0a4a8",
    "green": "bold #ffffff on #2f8050",
    "brown": "bold #ffffff on #85552b",
    "white": "bold #101010 on #f0ede4",
    "yellow": "bold #101010 on #e8bc2e",
    None: "bold #ffffff on #7a3fa0",
}
EDGE_OF_COLOUR: dict[Colour | None, str] = {
    "black": "#6c6c78",
    "red": "#b3362b",
    "blue": "#3b78d6",
    "grey": "#a0a4a8",
    "green": "#2f8050",
    "brown": "#a06a3a",
    "white": "#d8d4c8",
    "yellow": "#c9a227",
    None: "#9a5fc0",
}
"""The same colours for lines, bright enough for a dark background."""

CHIP_OF_DRAGON: dict[Dragon, str] = {
    "red": "bold #ffffff on #d0402f",
    "green": "bold #ffffff on #3a8f3a",
    "blue": "bold #ffffff on #3070d0",
}
DRAGONS: tuple[Dragon, ...] = get_args(Dragon)

FINISHED_STYLE = "#d9b44a"

STONE = "●"
FIGURE = "♟"
DRAGON = "▲"
CRYSTAL = "◆"
SCALE = "◗"
CARD = "▯"
STAR = "★"
TICK = "✓"


def letter_of_colour(colour: Colour | None) -> str:
    """Return the letter of the people with this colour."""
    return ANY_COLOUR_LETTER if colour is None else LETTER_OF_PEOPLE[PEOPLE_OF_COLOUR[colour]]
