"""Hands passes the tests for every game."""

from typing import Any

from hands.plugin import PLUGIN
from hands.records import CardsDealt, HandsOptions

from games.testing.contract import GameContract
from schemas.redaction import Viewer


class TestContract(GameContract):
    plugin = PLUGIN
    options = (HandsOptions(1), HandsOptions(3))
    worlds_changes = 40

    def shows_to(self, event: Any, viewer: Viewer) -> bool:
        return isinstance(event, CardsDealt) and event.seat == viewer
