"""A heuristic bot: it weighs what a fight may win against the cards it would cost.

It uses the view of its seat and picks one of the legal actions. It plans each decision from
scratch and keeps no state.
"""

from typing import Any, TypeVar

from games.bots import Pick
from games.duel.answering import WEAK, answered
from games.duel.card_worth import total_worth, worth
from games.duel.cards import CARDS
from games.duel.dragons import reward
from games.duel.effects import Demand, Draw
from games.duel.fight_plans import DRAGON_WORTH, Plan, Planning, favoured_element
from games.duel.leading import helps_now
from games.duel.reading import ACTION_TYPES, Reading
from schemas.duel.actions import (
    AnnouncePower,
    Concede,
    DeclineFight,
    FinishPhase,
    Mulligan,
    PayDemand,
    PlayBluff,
    PlayCard,
    Retreat,
    RetrieveCard,
    RewindTurn,
    UseText,
)
from schemas.duel.state import DuelState
from schemas.table import AnyTable

T = TypeVar("T")


def duelist_bot(view: AnyTable, seat: int, legal: tuple[Any, ...], pick: Pick) -> Any:
    assert view.play is not None, "bots act only in a running game"
    state: DuelState = view.play
    if state.stage == "decks":
        return legal[pick(len(legal))]
    if state.stage == "mulligan":
        return _mulligan(state, seat, legal)
    if state.decision is not None:
        return answered(state, seat, legal, pick)
    return _Duelist(Reading(state), seat, legal).choice()


def _mulligan(state: DuelState, seat: int, legal: tuple[Mulligan, ...]) -> Mulligan:
    weak = {card for card in state.sides[seat].hand if worth(card) <= WEAK}
    return next(action for action in legal if set(action.exchange.cards) == weak)


class _Duelist:
    def __init__(self, reading: Reading, seat: int, legal: tuple[Any, ...]) -> None:
        self.reading = reading
        self.state = reading.state
        self.seat = seat
        self.legal = legal
        self.planning = Planning(reading, seat, legal)

    def choice(self) -> Any:
        match self.state.turn.phase:
            case "refill" | "end_of_turn":
                return self._closing()
            case "after_booster_support" | "announce":
                return self._last_use() or self._announcement()
            case _:
                return self._opening() or self._fighting()

    def _of(self, kind: type[T]) -> list[T]:
        return [action for action in self.legal if isinstance(action, kind)]

    # Before the fight

    def _opening(self) -> Any:
        """What costs no fight card: retrieving, texts of the turn, a card of the action phase."""
        for retrieval in self._of(RetrieveCard):
            # Combat cards would be covered; supports stay and do more on the table.
            if CARDS[retrieval.card].type != "support":
                return retrieval
        for use in self._of(UseText):
            effect = CARDS[use.card].effect
            if effect is not None and effect.when == "my_turn":
                return use
        for play in self._of(PlayCard):
            if CARDS[play.card].type in ACTION_TYPES and helps_now(self.planning, play.card):
                return play
        return None

    def _fighting(self) -> Any:
        plan = self.planning.best
        if not self.state.turn.characters and (way_out := self._way_out(plan)):
            return way_out
        if payment := self._payment(plan):
            return payment
        for card in plan.cards if plan else ():
            for play in self._of(PlayCard):
                covers = play.cover is True
                if (play.card, play.use_text) == (card, True) and covers == (
                    card in self.planning.covering
                ):
                    return play
        return self._bluff() or self._announcement()

    def _way_out(self, plan: Plan | None) -> Retreat | DeclineFight | None:
        """Retreat if going on would cost more than the dragons; decline without a good card."""
        # The turn is in this phase only after rewinding, because a plan failed.
        failed = self.state.turn.phase == "retreat_or_decline"
        lost = 100 * DRAGON_WORTH * reward(self.reading, 1 - self.seat)
        for retreat in self._of(Retreat):
            if failed or plan is None or plan.score < -lost:
                return retreat
        if not failed and plan is not None and any(worth(card) > WEAK for card in plan.cards):
            return None
        declines = self._of(DeclineFight)
        return min(declines, key=lambda a: (len(a.cards), total_worth(a.cards)), default=None)

    # In the fight

    def _payment(self, plan: Plan | None) -> PayDemand | None:
        """The cheapest payment, if possible with cards that the plan does not need."""
        kept = set(plan.cards) if plan else set()
        payment = min(
            self._of(PayDemand),
            key=lambda a: (len(kept.intersection(a.cards)), total_worth(a.cards)),
            default=None,
        )
        if payment is None or not self.state.turn.characters:
            return None
        effect = CARDS[payment.demand].effect
        assert isinstance(effect, Demand)
        must = effect.or_else == "retreat"
        return payment if must or 2 * total_worth(payment.cards) <= DRAGON_WORTH else None

    def _bluff(self) -> PlayBluff | None:
        """Bluff only honestly: then a call costs the caller a dragon."""
        honest = f"bluff_{self.state.element}"
        bluffs = [play for play in self._of(PlayBluff) if honest in CARDS[play.card].icons]
        own_bluffs = self.reading.side(self.seat).bluffs
        if not all(honest in CARDS[bluff.card].icons for bluff in own_bluffs):
            return None
        return min(bluffs, key=lambda play: worth(play.card), default=None)

    def _announcement(self) -> Any:
        """Announce with the best targets. If no announcement is legal, finish or rewind."""
        plain = [action for action in self._of(AnnouncePower) if not action.targets]
        if plain:
            element = favoured_element(self.reading, self.seat)
            return next((action for action in plain if action.element == element), plain[0])
        for kind in (FinishPhase, RewindTurn, Concede):
            if actions := self._of(kind):
                return actions[0]
        return self.legal[0]

    # After the fight

    def _last_use(self) -> UseText | None:
        """Use a text; if it says "up to", for the largest number."""
        uses = self._of(UseText)
        return uses[-1] if uses else None

    def _closing(self) -> Any:
        """Use draw texts after the refill, so that the hand grows beyond six cards."""
        use = self._last_use()
        finish = self._of(FinishPhase)
        if use and finish and self.state.turn.phase == "refill":
            draws = isinstance(CARDS[use.card].effect, Draw)
            return finish[0] if draws else use
        return use or finish[0]
