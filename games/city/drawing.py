"""The draw (C8), and every other way by which cards leave the deck."""

from collections.abc import Callable
from functools import partial

from games.city.components import CARDS, DISCARDS_MAX, DRAWN_CARDS, HOSPITAL, HOSPITAL_CARDS
from games.city.duty import require_no_duty
from games.city.emitter import Emitter
from games.city.illegal_action import CityActionError
from games.city.phases import require_card
from games.city.seating import next_seat
from schemas.city.actions import Discard, Draw, PlayAction
from schemas.city.events import (
    AsideTaken,
    CardDiscarded,
    CardsDrawn,
    CardsSetAside,
    DeckShuffled,
    PlayEvent,
    TurnBegan,
    TurnEnded,
)
from schemas.city.state import CityState
from schemas.city.terms import Cards

_DISCARDS = {card: Discard(card) for card in CARDS}
_DRAW = Draw()


def discard(emitter: Emitter, action: Discard) -> None:
    require_no_duty(emitter.state)
    if emitter.turn.discarded >= DISCARDS_MAX:
        raise CityActionError(
            "discard_limit",
            f"At most {DISCARDS_MAX} cards are discarded before the draw.",
            allowed=DISCARDS_MAX,
            given=emitter.turn.discarded + 1,
        )
    require_card(emitter, action.card)
    emitter.emit(CardDiscarded(emitter.turn.seat, action.card))


def draw(emitter: Emitter) -> None:
    """Draw, take what was set aside, and pass the turn (C8.1, C8.3)."""
    require_no_duty(emitter.state)
    seat = emitter.turn.seat
    _take(emitter, cards_to_draw(emitter.state), partial(CardsDrawn, seat))
    if emitter.active_seat.aside:
        emitter.emit(AsideTaken(seat, emitter.active_seat.aside))
    pass_turn(emitter)


def cards_to_draw(state: CityState) -> int:
    in_hospital = state.seats[state.turn.seat].figure == HOSPITAL and not state.turn.leapt
    return DRAWN_CARDS + state.turn.discarded + (HOSPITAL_CARDS if in_hospital else 0)


def pass_turn(emitter: Emitter) -> None:
    emitter.emit(TurnEnded(emitter.turn.seat))
    emitter.emit(TurnBegan(next_seat(emitter.state), emitter.turn.number + 1))


def hand_out(emitter: Emitter, seat: int, count: int) -> None:
    """Cards won: the acting seat's are set aside unseen, others take theirs at once (C5.6)."""
    event = CardsSetAside if seat == emitter.turn.seat else CardsDrawn
    _take(emitter, count, partial(event, seat))


def _take(emitter: Emitter, count: int, event: Callable[[Cards], PlayEvent]) -> None:
    """Cards from the deck; the discard pile is shuffled at the moment it is needed (C8.2)."""
    while count > 0:
        if not emitter.state.deck:
            if not emitter.state.discard:
                return
            _reshuffle(emitter)
        cards = emitter.state.deck[:count]
        emitter.emit(event(cards))
        count -= len(cards)


def _reshuffle(emitter: Emitter) -> None:
    assert emitter.dice is not None, "drawing cards needs dice"
    label = f"city/deck/{emitter.state.shuffles + 1}"
    # Sorted first: the order of the pile is public and must not influence the shuffle.
    emitter.emit(DeckShuffled(emitter.dice.shuffled(label, sorted(emitter.state.discard))))


def draws(state: CityState) -> list[PlayAction]:
    """Discards and the draw."""
    actions: list[PlayAction] = []
    if state.turn.discarded < DISCARDS_MAX:
        hand = state.seats[state.turn.seat].hand
        actions += [_DISCARDS[card] for card in dict.fromkeys(hand)]
    actions.append(_DRAW)
    return actions
