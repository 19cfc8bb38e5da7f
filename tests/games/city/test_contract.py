"""Blue Moon City passes the tests for every game."""

from collections import Counter
from typing import Any

from games.city.rulebook import CITY
from schemas.city import CardSplit, CityOptions, Contribute
from tests.games.contract import GameContract


class TestContract(GameContract):
    game = CITY
    options = (
        CityOptions(2),
        CityOptions(3, random_city=True, expansions=(1,)),
        CityOptions(4, expansions=(1, 2), split=CardSplit(4, 4, 2)),
    )

    def may_be_listed_in_another_form(self, action: Any, legal: tuple[Any, ...]) -> bool:
        """Overpaying is allowed, and a palace box may be paid in other colours (C4.2)."""
        return isinstance(action, Contribute) and any(
            isinstance(listed, Contribute)
            and listed.box == action.box
            and Counter(listed.cards) <= Counter(action.cards)
            for listed in legal
        )
