"""Explain the letters and signs of a drawn position."""

from rich.text import Text

from games.city.components import COLOUR_OF_PEOPLE, PEOPLES
from games.city.names import PEOPLE_NAMES
from games.city.terminal.palette import (
    CARD,
    CHIP_OF_COLOUR,
    CRYSTAL,
    DRAGON,
    FIGURE,
    LETTER_OF_PEOPLE,
    SCALE,
    STONE,
)
from games.terminal_kit.palette import QUIET_STYLE

_SIGNS = (
    (FIGURE, "figure"),
    (STONE, "stone"),
    (DRAGON, "dragon"),
    (CRYSTAL, "crystal"),
    (SCALE, "scale"),
    (CARD, "card"),
)


def legend() -> Text:
    line = Text(" ", no_wrap=True, overflow="ellipsis")
    for people in PEOPLES:
        line.append(LETTER_OF_PEOPLE[people], CHIP_OF_COLOUR[COLOUR_OF_PEOPLE[people]])
        line.append(f" {PEOPLE_NAMES[people]} ", QUIET_STYLE)
    line.append(" ".join(f"{sign} {name}" for sign, name in _SIGNS), QUIET_STYLE)
    return line
