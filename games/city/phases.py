"""The phases of a turn: movement, contribution and draw, in this order (C2.1)."""

from games.city.emitter import Emitter
from games.city.illegal_action import CityActionError
from schemas.city.state import CityState, SeatState
from schemas.city.terms import Card, Cards, Phase

_ORDER: tuple[Phase, ...] = ("movement", "contribution", "draw")


def require_phase(state: CityState, latest: Phase, subject: str) -> None:
    """Refuse an action of a phase that is over."""
    phase = state.turn.phase
    if _ORDER.index(phase) > _ORDER.index(latest):
        raise CityActionError(
            "wrong_phase",
            f"{subject} belongs to the {latest} phase, but the turn is in the {phase} phase.",
            expected=latest,
            phase=phase,
        )


def require_cards(seat: SeatState, cards: Cards) -> None:
    """Refuse cards that the seat does not hold often enough."""
    held = list(seat.hand)
    for card in cards:
        if card not in held:
            raise CityActionError(
                "not_in_hand",
                f"Needed {cards.count(card)} of {card}, but the hand has {seat.hand.count(card)}.",
                card=card,
                needed=cards.count(card),
                held=seat.hand.count(card),
            )
        held.remove(card)


def require_card(emitter: Emitter, card: Card) -> None:
    require_cards(emitter.active_seat, (card,))
