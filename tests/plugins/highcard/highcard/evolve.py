"""Folds events into the state."""

from msgspec.structs import replace

from highcard.records import (
    CardPlayed,
    CardsDealt,
    DeckShuffled,
    Hand,
    HighCardState,
    Play,
    PlayerLeft,
    PlayEvent,
    RoundEnded,
    SeatPassed,
)
from schemas.table import GameEnded


def evolve(state: HighCardState, event: PlayEvent) -> HighCardState:
    match event:
        case DeckShuffled():
            return replace(state, deck=event.order)
        case CardsDealt():
            deck = tuple(card for card in state.deck if card not in event.cards)
            state = _with_hand(state, replace(state.hands[event.seat], cards=event.cards))
            return replace(state, deck=deck)
        case CardPlayed():
            hand = state.hands[event.seat]
            left = tuple(card for card in hand.cards if card != event.card)
            state = _with_hand(state, replace(hand, cards=left))
            return _next(state, Play(event.seat, event.card))
        case SeatPassed():
            return _next(state, Play(event.seat, None))
        case RoundEnded():
            return _end_round(state, event.winner)
        case PlayerLeft():
            state = _with_hand(state, replace(state.hands[event.seat], out=True))
            return (
                replace(state, turn=_first_left(state, event.seat))
                if (state.turn == event.seat)
                else state
            )
        case GameEnded():
            return replace(state, over=True)


def _with_hand(state: HighCardState, hand: Hand) -> HighCardState:
    return replace(state, hands=(*state.hands[: hand.seat], hand, *state.hands[hand.seat + 1 :]))


def _next(state: HighCardState, play: Play) -> HighCardState:
    state = replace(state, plays=(*state.plays, play))
    return replace(state, turn=_first_left(state, play.seat + 1))


def _first_left(state: HighCardState, seat: int) -> int:
    """The first seat from `seat` on that is still to act in this round; else the seat itself."""
    count = len(state.hands)
    acted = {play.seat for play in state.plays}
    for number in range(count):
        candidate = (seat + number) % count
        if not state.hands[candidate].out and candidate not in acted:
            return candidate
    return seat % count


def _end_round(state: HighCardState, winner: int | None) -> HighCardState:
    played = tuple(play.card for play in state.plays if play.card is not None)
    first = state.plays[0].seat if winner is None else winner
    if winner is not None:
        hand = state.hands[winner]
        state = _with_hand(state, replace(hand, points=hand.points + 1))
    state = replace(state, plays=(), discard=state.discard + played, round=state.round + 1)
    return replace(state, turn=_first_left(state, first))
