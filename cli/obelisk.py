"""The obelisk: what each space costs, and whose stones lie on it."""

from itertools import groupby

from rich.console import Group
from rich.text import Text

from cli import marks
from cli.palette import QUIET_STYLE
from games.city.components import OBELISK_COSTS
from schemas.city import CityState

_SPACE_WIDTH = 2
_NEXT_STYLE = "bold reverse"


def tower(state: CityState) -> Group:
    """Bottom up as in the box: the cheap spaces below, the dearest alone on top."""
    spaces = _spaces(state)
    levels = [
        [mark for _, mark in level] for _, level in groupby(spaces, key=lambda space: space[0])
    ]
    width = max(len(level) for level in levels) * (_SPACE_WIDTH + 1) - 1
    rows = [marks.fitted(marks.beside(level, 1), width, centred=True) for level in levels]
    return Group(*reversed(rows))


def line(state: CityState) -> Text:
    return marks.beside([mark for _, mark in _spaces(state)], 1)


def _spaces(state: CityState) -> list[tuple[int, Text]]:
    """Each space's cost, with its stone, or the cost again where it is free."""
    taken = len(state.obelisk)
    found = []
    for space, cost in enumerate(OBELISK_COSTS[len(state.seats)]):
        if space < taken:
            mark = marks.stone(state.obelisk[space])
        else:
            mark = Text(f"{cost:>{_SPACE_WIDTH}}", _NEXT_STYLE if space == taken else QUIET_STYLE)
        found.append((cost, mark))
    return found
