"""What every action conserves: each player's cards, and three dragons."""

from collections import Counter

from games.duel.dragons import DRAGONS
from games.duel.prepared_decks import deck_of
from games.duel.zones import all_cards
from schemas.duel.state import DuelState


def broken_laws(state: DuelState) -> tuple[str, ...]:
    """A sentence for each law that the state breaks."""
    return (*_cards(state), *_revealed(state), *_dragons(state))


def _cards(state: DuelState) -> list[str]:
    """A card is in exactly one zone of its own player (R1.2)."""
    broken = []
    for side in state.sides:
        cards = Counter(all_cards(side))
        cards.update(laid.card for laid in state.laid if laid.seat == side.seat)
        expected = Counter(deck_of(state, side.seat, side.deck_number).cards)
        if cards != expected:
            broken.append(
                f"cards of seat {side.seat}: lost {dict(expected - cards)}, "
                f"made {dict(cards - expected)}"
            )
    return broken


def _revealed(state: DuelState) -> list[str]:
    return [
        f"revealed: seat {side.seat} holds {side.hand}, but {side.revealed} lie open"
        for side in state.sides
        if not set(side.revealed) <= set(side.hand)
    ]


def _dragons(state: DuelState) -> list[str]:
    if abs(state.dragons) <= DRAGONS:
        return []
    return [f"dragons: {state.dragons}, expected at most {DRAGONS} on a side"]
