"""Blue Moon passes the tests for every game."""

from typing import Any

from games.duel.plugin import PLUGIN
from games.testing.contract import GameContract
from schemas.duel.events import (
    BluffsCalled,
    BluffsShown,
    CardActivated,
    CardCancelled,
    CardFound,
    CardLoaded,
    CardPutDown,
    CardReplaced,
    CardReturned,
    CardsDiscarded,
    CardsDrawn,
    CardsRecycled,
    CardsShown,
    HandRevealed,
)
from schemas.duel.options import DuelOptions
from schemas.redaction import Viewer
from schemas.table import AnyTable
from tests.games.duel.bold import bold_bot
from tests.games.duel.scenarios import is_another_form

SHOWN_TO_ALL = (
    CardPutDown,
    CardCancelled,
    CardActivated,
    CardLoaded,
    CardReplaced,
    CardReturned,
    CardsDiscarded,
    CardsShown,
    CardsRecycled,
    CardFound,
    BluffsShown,
    BluffsCalled,
    HandRevealed,
)
"""Events that show cards to everyone. No other event may."""


class TestContract(GameContract):
    plugin = PLUGIN
    worlds_bot = staticmethod(bold_bot)
    options = (
        DuelOptions(),
        DuelOptions(("buka", "flit"), mulligan=False, crystals_to_win=1),
        DuelOptions(("pillar", "khind"), interventions=True, crystals_to_win=2),
        DuelOptions(("mimix", "terrah"), crystals_to_win=1),
        DuelOptions(("aqua", "buka"), crystals_to_win=1),
    )

    def shows_to(self, event: Any, viewer: Viewer) -> bool:
        if isinstance(event, CardsDrawn):
            return event.seat == viewer
        return isinstance(event, SHOWN_TO_ALL)

    def may_be_listed_in_another_form(
        self, _table: AnyTable, action: Any, legal: tuple[Any, ...]
    ) -> bool:
        return is_another_form(action, legal)
