"""Figures for viewers, derived from public information."""

from games.city.components import OBELISK_COSTS, OFFERINGS_TO_WIN
from games.city.drawing import cards_to_draw
from games.city.obelisk import offering_cost, pillars_here
from games.city.options import facts
from games.city.pieces import boxes_of
from games.city.scales import dragons_at, scale_scores
from games.city.scoring import due
from schemas.city.figures import CityFigures, OfferingCost, SeatFigures, Share, SiteFigures
from schemas.city.state import CityState, SeatState
from schemas.city.terms import Building


def figures(state: CityState) -> CityFigures:
    """Return the figures of a state, which may be redacted: no hidden field is read."""
    free = OBELISK_COSTS[len(state.seats)][len(state.obelisk) :]
    crystals = {score.seat: score.crystals for score in scale_scores(state)}
    return CityFigures(
        sites=tuple(
            _site(state, cell, tile)
            for cell, tile in enumerate(state.layout)
            if tile is not None and tile != "courtyard"
        ),
        seats=tuple(_seat(state, seat, free, crystals.get(seat.seat, 0)) for seat in state.seats),
        obelisk_cost=free[0] if free else None,
        offering_costs=_offering_costs(state) if free else (),
        offerings_to_win=OFFERINGS_TO_WIN[len(state.seats)],
        draws=cards_to_draw(state),
    )


def _site(state: CityState, cell: int, tile: Building) -> SiteFigures:
    printed = facts(state.options, tile)
    return SiteFigures(
        cell=cell,
        tile=tile,
        boxes=boxes_of(printed),
        star=printed.star,
        participant=printed.participant,
        neighbour=printed.neighbour,
        dragons=dragons_at(state, tile),
        shares=_shares(state, cell, tile),
    )


def _shares(state: CityState, cell: int, tile: Building) -> tuple[Share, ...]:
    site = state.sites[cell]
    if site is None or not any(owner is not None for owner in site.stones):
        return ()
    shares: dict[int, Share] = {}
    for gained in due(state, tile, site.stones):
        share = shares.get(gained.seat) or Share(gained.seat, False, 0, 0, 0)
        shares[gained.seat] = Share(
            gained.seat,
            share.star or gained.kind == "star",
            share.crystals + gained.reward.crystals,
            share.cards + gained.reward.cards,
            share.scales + gained.reward.scales,
        )
    return tuple(shares.values())


def _seat(
    state: CityState, seat: SeatState, free: tuple[int, ...], scale_crystals: int
) -> SeatFigures:
    left = OFFERINGS_TO_WIN[len(state.seats)] - seat.offerings
    return SeatFigures(
        seat=seat.seat,
        offerings_left=left,
        crystals_to_win=sum(free[:left]) if left <= len(free) else None,
        scale_crystals=scale_crystals,
    )


def _offering_costs(state: CityState) -> tuple[OfferingCost, ...]:
    seat = state.seats[state.turn.seat]
    if state.over or state.turn.phase == "draw":
        return ()
    return tuple(
        OfferingCost(pillar, offering_cost(state, seat, pillar))
        for pillar in pillars_here(state, seat)
    )
