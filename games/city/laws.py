"""What every action conserves: cards, stones, scales."""

from collections import Counter

from games.city.components import OBELISK_COSTS, SCALES_IN_PLAY, STONES_PER_SEAT
from games.city.options import whole_deck
from schemas.city.state import CityState


def broken_laws(state: CityState) -> tuple[str, ...]:
    """A sentence for each law that the state breaks."""
    return (*_cards(state), *_stones(state), *_scales(state), *_crystals(state), *_obelisk(state))


def _cards(state: CityState) -> list[str]:
    if not state.layout:
        return []
    cards = Counter(state.deck) + Counter(state.discard)
    for seat in state.seats:
        cards += Counter(seat.hand) + Counter(seat.aside)
    expected = Counter(whole_deck(state.options.split))
    if cards == expected:
        return []
    return [f"cards: lost {dict(expected - cards)}, made {dict(cards - expected)}"]


def _stones(state: CityState) -> list[str]:
    on_boxes = Counter(owner for site in state.sites if site for owner in site.stones)
    on_obelisk = Counter(state.obelisk)
    broken = []
    for seat in state.seats:
        total = seat.stones + on_boxes[seat.seat] + on_obelisk[seat.seat] - (seat.marks or 0)
        if total != STONES_PER_SEAT or seat.stones < 0:
            broken.append(
                f"stones: seat {seat.seat} has {total} with {seat.stones} to place, "
                f"expected {STONES_PER_SEAT}"
            )
        if seat.offerings != on_obelisk[seat.seat]:
            broken.append(
                f"offerings: seat {seat.seat} counts {seat.offerings}, "
                f"the obelisk shows {on_obelisk[seat.seat]}"
            )
    return broken


def _scales(state: CityState) -> list[str]:
    total = state.supply + sum(seat.scales for seat in state.seats)
    expected = SCALES_IN_PLAY[len(state.seats)]
    if total == expected and state.supply >= 0:
        return []
    return [f"scales: {total} with {state.supply} in the supply, expected {expected}"]


def _crystals(state: CityState) -> list[str]:
    return [
        f"crystals: seat {seat.seat} has {seat.crystals}"
        for seat in state.seats
        if seat.crystals < 0
    ]


def _obelisk(state: CityState) -> list[str]:
    spaces = len(OBELISK_COSTS[len(state.seats)])
    if len(state.obelisk) <= spaces:
        return []
    return [f"obelisk: {len(state.obelisk)} stones on {spaces} spaces"]
