"""Rules that this release does not know. A newer release made tables under them.

Their histories are folded as recorded, with the newest rules of the game that are known here. Each
commit has a digest of the state, so a fold that is wrong is noticed. Nothing is decided.
"""

from collections.abc import Iterable
from typing import Any, NoReturn

from games.codec import UnknownRulesError
from games.contract import AnyRulebook, DeckRulebook
from games.dice import Dice
from schemas.legal import Skip
from schemas.record import Record
from schemas.rejection import OptionsProblem
from schemas.rules import Amendment
from schemas.table import JsonObject


class UnknownRules:
    """A rulebook that folds, but does not decide."""

    def __init__(self, rules: str, amendments: Iterable[str], newest: AnyRulebook) -> None:
        self.rules = rules
        self.amendments = tuple(Amendment(name, "", "") for name in amendments)
        self.game = newest.game
        self.options_type: Any = newest.options_type
        self.state_type: Any = newest.state_type
        self.action_type = newest.action_type
        self.event_type = newest.event_type
        self.figures_type = newest.figures_type
        self.error_codes = newest.error_codes
        self.seat_counts = newest.seat_counts
        self._folding = newest.amended(rules, self.amendments)

    def seats(self, options: Any) -> int:
        return self._folding.seats(options)

    def initial(self, options: Any) -> Any:
        return self._folding.initial(options)

    def evolve(self, state: Any, event: Any) -> Any:
        return self._folding.evolve(state, event)

    def to_act(self, state: Any) -> tuple[int, ...]:
        return self._folding.to_act(state)

    def figures(self, state: Any) -> Record | None:
        return self._folding.figures(state)

    def problems(self, _options: Any) -> tuple[OptionsProblem, ...]:
        self._refuse()

    def setup(self, _state: Any, _dice: Dice) -> Any:
        self._refuse()

    def decide(self, _state: Any, _seat: int, _action: Any, _dice: Dice) -> Any:
        self._refuse()

    def resign(self, _state: Any, _seat: int) -> Any:
        self._refuse()

    def legal(self, _state: Any, _seat: int) -> tuple[Any, ...]:
        self._refuse()

    def skips(self, _state: Any, _legal: tuple[Any, ...]) -> tuple[Skip, ...]:
        self._refuse()

    def idle(self, _state: Any, _seat: int) -> Any:
        self._refuse()

    def amended(self, _rules: str, _amendments: tuple[Amendment, ...]) -> AnyRulebook:
        self._refuse()

    def adopt(self, _state: Any) -> Any:
        self._refuse()

    def broken_laws(self, _state: Any) -> tuple[str, ...]:
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise UnknownRulesError(self.rules)


class UnknownDeckRules(UnknownRules):
    """Of a game whose players bring decks."""

    def __init__(
        self,
        rules: str,
        amendments: Iterable[str],
        newest: AnyRulebook,
        decks: DeckRulebook[Any, Any],
    ) -> None:
        super().__init__(rules, amendments, newest)
        self._decks = decks

    def with_decks(self, state: Any, decks: tuple[JsonObject | None, ...]) -> Any:
        return self._decks.with_decks(state, decks)

    def read_deck(self, _options: Any, _deck: JsonObject) -> JsonObject:
        self._refuse()

    def front_of(self, _deck: JsonObject) -> JsonObject:
        self._refuse()
