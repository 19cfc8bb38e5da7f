"""The rules of High Card."""

from typing import Literal, get_args

from games.contract import Decision
from games.dice import Dice
from games.illegal_action import IllegalActionError
from highcard.evolve import evolve
from highcard.records import (
    HIGHEST_CARD,
    CardPlayed,
    Cards,
    CardsDealt,
    DeckShuffled,
    Hand,
    HighCardAction,
    HighCardEvent,
    HighCardFigures,
    HighCardOptions,
    HighCardState,
    Pass,
    PlayAction,
    PlayCard,
    PlayerLeft,
    PlayEvent,
    RoundEnded,
    SeatPassed,
)
from highcard.scoring import best_play, results
from schemas.legal import Skip
from schemas.rejection import OptionsProblem
from schemas.rules import Amendment
from schemas.table import GameEnded

HighCardCode = Literal["not_in_hand"]

WHOLE_DECK: Cards = tuple(range(1, HIGHEST_CARD + 1))


class HighCardActionError(IllegalActionError[HighCardCode]):
    """Refused by the rules of High Card."""


class HighCard:
    game = "highcard"
    rules = "highcard/1"
    amendments: tuple[Amendment, ...] = ()
    options_type: type[HighCardOptions] = HighCardOptions
    action_type = HighCardAction
    event_type = HighCardEvent
    state_type: type[HighCardState] = HighCardState
    figures_type = HighCardFigures
    error_codes: tuple[str, ...] = get_args(HighCardCode)
    seat_counts: tuple[int, ...] = (2, 3, 4)

    def seats(self, options: HighCardOptions) -> int:
        return options.players

    def problems(self, _options: HighCardOptions) -> tuple[OptionsProblem, ...]:
        return ()

    def initial(self, options: HighCardOptions) -> HighCardState:
        return HighCardState(options, tuple(Hand(seat) for seat in range(options.players)))

    def setup(self, state: HighCardState, dice: Dice) -> Decision[PlayEvent, HighCardState]:
        order = dice.shuffled("highcard/deck", WHOLE_DECK)
        size = state.options.hand
        deals = (
            CardsDealt(hand.seat, tuple(sorted(order[hand.seat * size : (hand.seat + 1) * size])))
            for hand in state.hands
        )
        return _folded(state, DeckShuffled(order), *deals)

    def decide(
        self, state: HighCardState, seat: int, action: PlayAction, _dice: Dice
    ) -> Decision[PlayEvent, HighCardState]:
        match action:
            case PlayCard(card):
                if card not in state.hands[seat].cards:
                    raise HighCardActionError(
                        "not_in_hand", f"Card {card} is not in your hand.", card=card
                    )
                events, state = _folded(state, CardPlayed(seat, card))
            case Pass():
                events, state = _folded(state, SeatPassed(seat))
        more, state = _close(state)
        return events + more, state

    def resign(self, state: HighCardState, seat: int) -> Decision[PlayEvent, HighCardState]:
        events, state = _folded(state, PlayerLeft(seat))
        more, state = _close(state)
        return events + more, state

    def evolve(self, state: HighCardState, event: PlayEvent) -> HighCardState:
        return evolve(state, event)

    def legal(self, state: HighCardState, seat: int) -> tuple[PlayAction, ...]:
        if seat not in self.to_act(state):
            return ()
        return (*(PlayCard(card) for card in state.hands[seat].cards), Pass())

    def skips(self, _state: HighCardState, _legal: tuple[PlayAction, ...]) -> tuple[Skip, ...]:
        return ()

    def idle(self, _state: HighCardState, _seat: int) -> PlayAction:
        return Pass()

    def to_act(self, state: HighCardState) -> tuple[int, ...]:
        return () if state.over else (state.turn,)

    def figures(self, state: HighCardState) -> HighCardFigures:
        best = best_play(state)
        return HighCardFigures(
            None if best is None else best.card, state.options.hand - state.round
        )

    def amended(self, _rules: str, _amendments: tuple[Amendment, ...]) -> "HighCard":
        return self

    def adopt(self, state: HighCardState) -> HighCardState:
        return state

    def broken_laws(self, state: HighCardState) -> tuple[str, ...]:
        if state.deck == () and all(hand.cards == () for hand in state.hands) and not state.discard:
            return ()  # nothing is shuffled yet
        held = [card for hand in state.hands for card in hand.cards]
        played = [play.card for play in state.plays if play.card is not None]
        everything = sorted((*held, *played, *state.deck, *state.discard))
        return () if everything == list(WHOLE_DECK) else ("a card is missing or there twice",)


def _folded(state: HighCardState, *events: PlayEvent) -> Decision[PlayEvent, HighCardState]:
    for event in events:
        state = evolve(state, event)
    return events, state


def _close(state: HighCardState) -> Decision[PlayEvent, HighCardState]:
    """End the round and the game if they are over."""
    playing = [hand for hand in state.hands if not hand.out]
    if len(playing) == 1:
        return _folded(state, GameEnded("resignation", results(state)))
    acted = {play.seat for play in state.plays}
    if any(hand.seat not in acted for hand in playing):
        return (), state
    best = best_play(state)
    is_last = state.round == state.options.hand
    events, state = _folded(state, RoundEnded(None if best is None else best.seat))
    if not is_last:
        return events, state
    ended, state = _folded(state, GameEnded("last_round", results(state)))
    return events + ended, state


HIGH_CARD = HighCard()
