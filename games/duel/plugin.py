"""Blue Moon as a plug-in."""

from typing import TYPE_CHECKING

from games.duel.bots import BOTS
from games.duel.names import GAME_NAMES, WORDS
from games.duel.pieces import PIECES
from games.duel.rulebook import DUEL_1, DUEL_2
from games.plugin import GamePlugin
from schemas.duel.actions import PlayAction
from schemas.duel.events import PlayEvent
from schemas.duel.options import DuelOptions
from schemas.duel.state import DuelState

if TYPE_CHECKING:
    from games.terminal import TerminalUI


def _terminal() -> "TerminalUI":
    from games.duel.terminal.ui import TERMINAL  # noqa: PLC0415 - services need no renderer

    return TERMINAL


PLUGIN = GamePlugin[DuelOptions, DuelState, PlayAction, PlayEvent](
    rulebooks=(DUEL_2, DUEL_1),
    names=GAME_NAMES,
    labels=WORDS,
    pieces=PIECES,
    bots=BOTS,
    default_bot="duelist",
    terminal=_terminal,
)
