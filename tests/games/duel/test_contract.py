"""Blue Moon passes the tests for every game."""

from typing import Any

from games.duel.rulebook import DUEL
from schemas.duel import DuelOptions
from tests.games.contract import GameContract
from tests.games.duel.scenarios import is_another_form


class TestContract(GameContract):
    game = DUEL
    options = (
        DuelOptions(),
        DuelOptions(("buka", "flit"), mulligan=False, crystals_to_win=1),
        DuelOptions(("pillar", "khind"), interventions=True, crystals_to_win=2),
        DuelOptions(("mimix", "terrah"), crystals_to_win=1),
        DuelOptions(("aqua", "buka"), crystals_to_win=1),
    )

    def may_be_listed_in_another_form(self, action: Any, legal: tuple[Any, ...]) -> bool:
        return is_another_form(action, legal)
