"""Draw the obelisk: the cost of each space and the stones on it."""

from itertools import groupby

from rich.console import Group
from rich.text import Text

from games.city.components import OBELISK_COSTS
from games.city.terminal import marks
from games.terminal_kit.palette import QUIET_STYLE
from schemas.city.state import CityState

_SPACE_WIDTH = 2
_NEXT_STYLE = "bold reverse"


def tower(state: CityState) -> Group:
    """Draw the obelisk as in the box: cheap spaces at the bottom, the most expensive on top."""
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
    """Return each space's cost and its mark: the stone, or the cost if it is free."""
    stones = len(state.obelisk)
    spaces = []
    for space, cost in enumerate(OBELISK_COSTS[len(state.seats)]):
        if space < stones:
            mark = marks.stone(state.obelisk[space])
        else:
            mark = Text(f"{cost:>{_SPACE_WIDTH}}", _NEXT_STYLE if space == stones else QUIET_STYLE)
        spaces.append((cost, mark))
    return spaces
