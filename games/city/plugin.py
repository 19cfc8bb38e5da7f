"""Blue Moon City as a plug-in."""

from typing import TYPE_CHECKING

from games.bots import Budget
from games.city.bots import BOTS
from games.city.names import GAME_NAMES, WORDS
from games.city.pieces import PIECES
from games.city.planner import CAREFUL_DOUBT, Planner
from games.city.rulebook import CITY_1, CITY_2
from games.plugin import GamePlugin
from schemas.city.actions import PlayAction
from schemas.city.events import PlayEvent
from schemas.city.options import CityOptions
from schemas.city.state import CityState

if TYPE_CHECKING:
    from games.terminal import TerminalUI


def _planner(budget: Budget) -> Planner:
    return Planner(budget, CAREFUL_DOUBT)


def _terminal() -> "TerminalUI":
    from games.city.terminal.ui import TERMINAL  # noqa: PLC0415 - services need no renderer

    return TERMINAL


PLUGIN = GamePlugin[CityOptions, CityState, PlayAction, PlayEvent](
    rulebooks=(CITY_2, CITY_1),
    names=GAME_NAMES,
    labels=WORDS,
    pieces=PIECES,
    bots=BOTS,
    default_bot="builder",
    timed_bots={"planner": _planner},
    terminal=_terminal,
)
