"""High Card as a plug-in."""

from typing import TYPE_CHECKING

from games.plugin import GamePlugin
from highcard.bots import BOTS
from highcard.names import GAME_NAMES, LABELS
from highcard.records import (
    HighCardOptions,
    HighCardPieces,
    HighCardState,
    PlayAction,
    PlayEvent,
)
from highcard.rulebook import HIGH_CARD, WHOLE_DECK

if TYPE_CHECKING:
    from games.terminal import TerminalUI


def _terminal() -> "TerminalUI":
    from highcard.terminal import TERMINAL  # noqa: PLC0415 - services need no renderer

    return TERMINAL


PLUGIN = GamePlugin[HighCardOptions, HighCardState, PlayAction, PlayEvent](
    rulebooks=(HIGH_CARD,),
    names=GAME_NAMES,
    labels=LABELS,
    pieces=HighCardPieces(WHOLE_DECK),
    bots=BOTS,
    default_bot="thrifty",
    terminal=_terminal,
)
