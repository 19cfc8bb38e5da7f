"""Offerings (C7), also in the Golden Temple (C10.5)."""

from typing import get_args

from msgspec import UNSET

from games.city.components import (
    COURTYARD,
    GOLDEN_TEMPLE,
    GOLDEN_TEMPLE_SURCHARGE,
    OFFERINGS_TO_WIN,
    VALUE_OF,
)
from games.city.duty import must_walk, require_walked
from games.city.emitter import Emitter
from games.city.ending import end, end_if_nothing_can_follow, may_offer_now, space_cost
from games.city.illegal_action import CityActionError
from games.city.phases import require_card, require_phase
from schemas.city.actions import Offer, PlayAction
from schemas.city.events import OfferingMade
from schemas.city.state import CityState, SeatState
from schemas.city.terms import PillarCard

PILLARS: tuple[PillarCard, ...] = get_args(PillarCard)
_OFFER = Offer()
_PILLAR_OFFERS = {pillar: Offer(pillar) for pillar in PILLARS}


def offer(emitter: Emitter, action: Offer) -> None:
    require_phase(emitter.state, "contribution", "An offering")
    _check_place(emitter.state, emitter.active_seat, action.pillar)
    require_walked(emitter.state)
    if action.pillar is not None:
        require_card(emitter, action.pillar)
    if not may_offer_now(emitter.state, emitter.active_seat):
        raise CityActionError(
            "no_stones", "An offering needs a stone, but the seat has none left.", left=0
        )
    cost = offering_cost(emitter.state, emitter.active_seat, action.pillar)
    if emitter.active_seat.crystals < cost:
        raise CityActionError(
            "too_few_crystals",
            f"The offering costs {cost} crystals, but the seat has {emitter.active_seat.crystals}.",
            needed=cost,
            given=emitter.active_seat.crystals,
        )
    space = len(emitter.state.obelisk)
    marked = UNSET if emitter.active_seat.stones else True
    emitter.emit(OfferingMade(emitter.turn.seat, space, cost, action.pillar, marked))
    if emitter.active_seat.offerings >= OFFERINGS_TO_WIN[len(emitter.state.seats)]:
        end(emitter, "obelisk", winner=emitter.turn.seat)
    else:
        end_if_nothing_can_follow(emitter)


def _check_place(state: CityState, seat: SeatState, pillar: PillarCard | None) -> None:
    if seat.figure == COURTYARD:
        first = state.turn.offerings == 0
        if first and pillar is not None:
            raise CityActionError(
                "pillar_too_early", "A Pillar card allows a further offering after the first one."
            )
        if not first and pillar is None:
            raise CityActionError(
                "pillar_needed",
                "One offering a turn; each further one needs a Pillar card of value 1 or 2.",
                made=state.turn.offerings,
            )
    elif seat.figure == GOLDEN_TEMPLE:
        if pillar is not None:
            raise CityActionError(
                "no_pillar_here", "Pillar cards cannot be used in the Golden Temple."
            )
    else:
        raise CityActionError(
            "not_on_courtyard",
            f"Offerings are made on the courtyard, but the figure is at {seat.figure}.",
            at=seat.figure,
        )


def offering_cost(state: CityState, seat: SeatState, pillar: PillarCard | None) -> int:
    cost = space_cost(state)
    if pillar is not None:
        return cost + VALUE_OF[pillar]
    return cost if seat.figure == COURTYARD else cost + GOLDEN_TEMPLE_SURCHARGE


def pillars_here(state: CityState, seat: SeatState) -> tuple[PillarCard | None, ...]:
    """The Pillar cards for an offering where the figure stands; None means without a card."""
    if seat.figure not in (COURTYARD, GOLDEN_TEMPLE) or not may_offer_now(state, seat):
        return ()
    return PILLARS if state.turn.offerings else (None,)


def offers(state: CityState) -> list[PlayAction]:
    """Every offering the acting seat may make now."""
    seat = state.seats[state.turn.seat]
    if must_walk(state):
        return []
    return [
        _OFFER if pillar is None else _PILLAR_OFFERS[pillar]
        for pillar in pillars_here(state, seat)
        if (pillar is None or pillar in seat.hand)
        and seat.crystals >= offering_cost(state, seat, pillar)
    ]
