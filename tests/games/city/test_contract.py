"""Blue Moon City passes the tests for every game."""

from typing import Any

from games.city.plugin import PLUGIN
from games.testing.contract import GameContract
from schemas.city.events import AsideTaken, CardsDrawn, HandDealt
from schemas.city.options import CardSplit, CityOptions
from schemas.redaction import Viewer
from schemas.table import AnyTable
from tests.games.city.given import is_overpayment


class TestContract(GameContract):
    plugin = PLUGIN
    options = (
        CityOptions(2),
        CityOptions(3, random_city=True, expansions=(1,)),
        CityOptions(4, expansions=(1, 2), split=CardSplit(4, 4, 2)),
        CityOptions(
            2,
            expansions=(2,),
            corners=("north_west", "south_east"),
            offer_without_stones=False,
        ),
    )

    def shows_to(self, event: Any, viewer: Viewer) -> bool:
        return isinstance(event, HandDealt | CardsDrawn | AsideTaken) and event.seat == viewer

    def is_hidden(self, label: str) -> bool:
        """The layout of the city is public (C1.1)."""
        return label.startswith("city/deck/")

    def may_be_listed_in_another_form(
        self, table: AnyTable, action: Any, legal: tuple[Any, ...]
    ) -> bool:
        """Overpaying is allowed, and a palace box may be paid in other colours (C4.2, C4.8)."""
        assert table.play is not None
        return is_overpayment(table.play, action, legal)
