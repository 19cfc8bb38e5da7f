"""High Card passes the tests for every game."""

from typing import Any

from highcard.plugin import PLUGIN
from highcard.records import CardsDealt, HighCardOptions

from games.testing.contract import GameContract
from schemas.redaction import Viewer


class TestContract(GameContract):
    plugin = PLUGIN
    options = (HighCardOptions(2, 6), HighCardOptions(3), HighCardOptions(4, low=True))

    def shows_to(self, event: Any, viewer: Viewer) -> bool:
        return isinstance(event, CardsDealt) and event.seat == viewer
