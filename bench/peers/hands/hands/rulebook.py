"""The rules of Hands."""

from typing import Literal, get_args

from games.contract import Decision
from games.dice import Dice
from games.illegal_action import IllegalActionError
from hands.records import (
    HIGHEST_CARD,
    CardPlayed,
    Cards,
    CardsDealt,
    Hand,
    HandsAction,
    HandsEvent,
    HandsOptions,
    HandsState,
    PlayCard,
    PlayEvent,
)
from schemas.legal import Skip
from schemas.rejection import OptionsProblem
from schemas.rules import Amendment
from schemas.table import GameEnded, Result

HandsCode = Literal["not_in_hand"]

SEATS = 2
HAND_CARDS = 8
DEAL_MOVES = SEATS * HAND_CARDS
WHOLE_DECK: Cards = tuple(range(1, HIGHEST_CARD + 1))


class HandsActionError(IllegalActionError[HandsCode]):
    """Refused by the rules of Hands."""


class Hands:
    game = "hands"
    rules = "hands/1"
    amendments: tuple[Amendment, ...] = ()
    options_type: type[HandsOptions] = HandsOptions
    action_type = HandsAction
    event_type = HandsEvent
    state_type: type[HandsState] = HandsState
    figures_type = None
    error_codes: tuple[str, ...] = get_args(HandsCode)
    seat_counts: tuple[int, ...] = (SEATS,)

    def seats(self, _options: HandsOptions) -> int:
        return SEATS

    def problems(self, _options: HandsOptions) -> tuple[OptionsProblem, ...]:
        return ()

    def initial(self, options: HandsOptions) -> HandsState:
        return HandsState(options.deals, tuple(Hand(seat) for seat in range(SEATS)))

    def setup(self, state: HandsState, dice: Dice) -> Decision[PlayEvent, HandsState]:
        return self._deal(state, dice)

    def decide(
        self, state: HandsState, seat: int, action: PlayCard, dice: Dice
    ) -> Decision[PlayEvent, HandsState]:
        if action.card not in state.hands[seat].cards:
            raise HandsActionError(
                "not_in_hand", f"Card {action.card} is not in your hand.", card=action.card
            )
        played = CardPlayed(seat, action.card)
        state = self.evolve(state, played)
        if state.moves % DEAL_MOVES:
            return (played,), state
        next_events, state = self._deal(state, dice) if state.deals else self._end(state)
        return (played, *next_events), state

    def resign(self, state: HandsState, seat: int) -> Decision[PlayEvent, HandsState]:
        winner = 1 - seat
        return self._end(state, "resignation", (winner,))

    def evolve(self, state: HandsState, event: PlayEvent) -> HandsState:
        match event:
            case CardsDealt(seat, cards):
                # Seat 0 is dealt first, so its cards count the deal.
                deals = state.deals - (seat == 0)
                return HandsState(deals, _with_hand(state.hands, seat, cards), state.moves)
            case CardPlayed(seat, card):
                left = tuple(held for held in state.hands[seat].cards if held != card)
                hands = _with_hand(state.hands, seat, left)
                return HandsState(state.deals, hands, state.moves + 1)
            case GameEnded():
                return HandsState(state.deals, state.hands, state.moves, over=True)

    def legal(self, state: HandsState, seat: int) -> tuple[PlayCard, ...]:
        if seat not in self.to_act(state):
            return ()
        return tuple(PlayCard(card) for card in state.hands[seat].cards)

    def skips(self, _state: HandsState, _legal: tuple[PlayCard, ...]) -> tuple[Skip, ...]:
        return ()

    def idle(self, state: HandsState, seat: int) -> PlayCard:
        return PlayCard(state.hands[seat].cards[0])

    def to_act(self, state: HandsState) -> tuple[int, ...]:
        return () if state.over else (state.moves % SEATS,)

    def figures(self, _state: HandsState) -> None:
        return None

    def amended(self, _rules: str, _amendments: tuple[Amendment, ...]) -> "Hands":
        return self

    def adopt(self, state: HandsState) -> HandsState:
        return state

    def broken_laws(self, state: HandsState) -> tuple[str, ...]:
        held = [card for hand in state.hands for card in hand.cards]
        return () if len(held) == len(set(held)) else ("a card is there twice",)

    def _deal(self, state: HandsState, dice: Dice) -> Decision[PlayEvent, HandsState]:
        deck = dice.shuffled(f"hands/{state.moves}", WHOLE_DECK)
        events = tuple(
            CardsDealt(seat, deck[seat * HAND_CARDS : (seat + 1) * HAND_CARDS])
            for seat in range(SEATS)
        )
        for event in events:
            state = self.evolve(state, event)
        return events, state

    def _end(
        self, state: HandsState, reason: str = "last_deal", winners: tuple[int, ...] = (0, 1)
    ) -> Decision[PlayEvent, HandsState]:
        results = tuple(
            Result(seat, 1 if seat in winners else 2, seat in winners, {}) for seat in range(SEATS)
        )
        ended = GameEnded(reason, results)
        return (ended,), self.evolve(state, ended)


def _with_hand(hands: tuple[Hand, ...], seat: int, cards: Cards) -> tuple[Hand, ...]:
    return (*hands[:seat], Hand(seat, cards), *hands[seat + 1 :])


HANDS = Hands()
