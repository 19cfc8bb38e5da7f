"""The draw (C8), and every other way by which cards leave the deck."""

from collections.abc import Callable
from functools import partial

from games.city.components import CARDS, DISCARDS_MAX, DRAWN_CARDS, HOSPITAL, HOSPITAL_CARDS
from games.city.duty import require_no_duty
from games.city.phases import require_card
from games.city.seating import next_seat
from games.city.telling import Telling
from games.illegal import Illegal
from schemas.city import (
    AsideTaken,
    CardDiscarded,
    Cards,
    CardsDrawn,
    CardsSetAside,
    CityState,
    DeckShuffled,
    Discard,
    Draw,
    PlayAction,
    TurnBegan,
    TurnEnded,
)

_DISCARDS = {card: Discard(card) for card in CARDS}
_DRAW = Draw()


def discard(telling: Telling, action: Discard) -> None:
    require_no_duty(telling.state)
    if telling.turn.discarded >= DISCARDS_MAX:
        raise Illegal(
            "discard_limit",
            f"At most {DISCARDS_MAX} cards are discarded before the draw.",
            allowed=DISCARDS_MAX,
            given=telling.turn.discarded + 1,
        )
    require_card(telling, action.card)
    telling.tell(CardDiscarded(telling.turn.seat, action.card))


def draw(telling: Telling) -> None:
    """Draw, take what was set aside, and pass the turn (C8.1, C8.3)."""
    require_no_duty(telling.state)
    seat = telling.turn.seat
    _take(telling, cards_to_draw(telling.state), partial(CardsDrawn, seat))
    if telling.actor.aside:
        telling.tell(AsideTaken(seat, telling.actor.aside))
    pass_turn(telling)


def cards_to_draw(state: CityState) -> int:
    in_hospital = state.seats[state.turn.seat].figure == HOSPITAL and not state.turn.leapt
    return DRAWN_CARDS + state.turn.discarded + (HOSPITAL_CARDS if in_hospital else 0)


def pass_turn(telling: Telling) -> None:
    telling.tell(TurnEnded(telling.turn.seat))
    telling.tell(TurnBegan(next_seat(telling.state), telling.turn.number + 1))


def hand_out(telling: Telling, seat: int, count: int) -> None:
    """Cards won: the acting seat's are set aside unseen, others take theirs at once (C5.6)."""
    event = CardsSetAside if seat == telling.turn.seat else CardsDrawn
    _take(telling, count, partial(event, seat))


def _take(telling: Telling, count: int, event: Callable[[Cards], object]) -> None:
    """Cards from the deck; the discard pile is shuffled at the moment it is needed (C8.2)."""
    while count > 0:
        if not telling.state.deck:
            if not telling.state.discard:
                return
            _reshuffle(telling)
        cards = telling.state.deck[:count]
        telling.tell(event(cards))
        count -= len(cards)


def _reshuffle(telling: Telling) -> None:
    assert telling.dice is not None, "cards are drawn only where dice are at hand"
    label = f"city/deck/{telling.state.shuffles + 1}"
    # Sorted first: the order of the pile is public, and must not lend anything to the shuffle.
    telling.tell(DeckShuffled(telling.dice.shuffled(label, sorted(telling.state.discard))))


def draws(state: CityState) -> list[PlayAction]:
    """Discards and the draw."""
    found: list[PlayAction] = []
    if state.turn.discarded < DISCARDS_MAX:
        hand = state.seats[state.turn.seat].hand
        found += [_DISCARDS[card] for card in dict.fromkeys(hand)]
    found.append(_DRAW)
    return found
