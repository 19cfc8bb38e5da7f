"""Contribution (C4): cards for a box, a stone on it, scales for dragons."""

from games.city.components import COLOURS
from games.city.emitter import Emitter
from games.city.ending import end_if_nothing_can_follow
from games.city.exact_payment import exact_points
from games.city.illegal_action import CityActionError
from games.city.options import facts
from games.city.payment import payments, payments_in_any_colour, suffices
from games.city.phases import require_cards, require_phase
from games.city.scales import gain_for_dragons
from games.city.scoring import score_building
from schemas.city.actions import Contribute, PlayAction
from schemas.city.events import StonePlaced
from schemas.city.state import CityState, Site
from schemas.city.terms import Building, Cards, Colour


def contribute(emitter: Emitter, action: Contribute) -> None:
    require_phase(emitter.state, "contribution", "A contribution")
    tile, site = _building_site(emitter.state)
    printed, value = _free_box(emitter.state, tile, site, action.box)
    if emitter.active_seat.stones == 0:
        raise CityActionError(
            "no_stones", "A contribution needs a stone, but the seat has none left.", left=0
        )
    require_cards(emitter.active_seat, action.cards)
    colour = _colour(action, printed)
    if not suffices(action.cards, colour, value):
        counted = _worth(action.cards, colour, value)
        raise CityActionError(
            "too_little",
            f"Box {action.box} of {tile} needs {value} in {colour}, "
            f"but these cards count {counted}.",
            needed=value,
            given=counted,
            colour=colour,
        )
    # C4.8: every card pays. Under city/1 it was enough that some of them did.
    if emitter.state.follows("exact-payment"):
        _require_all_pay(action.cards, colour, value)
    first = not emitter.turn.contributed
    emitter.emit(StonePlaced(emitter.turn.seat, tile, action.box, action.cards, colour))
    if first:
        gain_for_dragons(emitter, tile)
    filled = emitter.state.sites[emitter.state.layout.index(tile)]
    assert filled is not None
    if None not in filled.stones:
        score_building(emitter, tile, filled.stones)
    end_if_nothing_can_follow(emitter)


def _building_site(state: CityState) -> tuple[Building, Site]:
    tile = state.seats[state.turn.seat].figure
    assert tile is not None
    if tile == "courtyard":
        raise CityActionError(
            "not_a_building", "There is nothing to build on the courtyard.", at=tile
        )
    site = state.sites[state.layout.index(tile)]
    assert site is not None
    if site.finished:
        raise CityActionError("already_finished", f"{tile} is already finished.", at=tile)
    return tile, site


def _free_box(state: CityState, tile: Building, site: Site, box: int) -> tuple[Colour | None, int]:
    if box >= len(site.stones):
        raise CityActionError(
            "no_such_box",
            f"{tile} has boxes 0 to {len(site.stones) - 1}, but box {box} was given.",
            boxes=len(site.stones),
            given=box,
        )
    owner = site.stones[box]
    if owner is not None:
        raise CityActionError(
            "box_taken", f"Seat {owner} has a stone on box {box} of {tile}.", box=box, seat=owner
        )
    return facts(state.options, tile).boxes[box]


def _colour(action: Contribute, printed: Colour | None) -> Colour:
    """The colour to pay in: printed on the box, or named by the seat for the palace (C4.8)."""
    if printed is None:
        if action.colour is None:
            raise CityActionError(
                "colour_needed",
                "This box is paid in one colour of your choice: name it.",
                expected=list(COLOURS),
            )
        return action.colour
    if action.colour is not None:
        raise CityActionError(
            "colour_fixed",
            f"This box is {printed}; name a colour only for a box of any colour.",
            expected=printed,
            given=action.colour,
        )
    return printed


def _require_all_pay(cards: Cards, colour: Colour, value: int) -> None:
    counted = exact_points(cards, colour)
    if counted is None or counted < value:
        raise CityActionError(
            "superfluous_card",
            f"Every card must pay in {colour}, but some of these pay for nothing: leave them out.",
            colour=colour,
            cards=list(cards),
        )


def _worth(cards: Cards, colour: Colour, value: int) -> int:
    """What an insufficient payment counts."""
    return next((less for less in range(value - 1, 0, -1) if suffices(cards, colour, less)), 0)


def contributions(state: CityState) -> list[PlayAction]:
    """Every canonical contribution, by box and then by least waste."""
    seat = state.seats[state.turn.seat]
    tile = seat.figure
    if seat.stones == 0 or tile is None or tile == "courtyard":
        return []
    site = state.sites[state.layout.index(tile)]
    if site is None or site.finished:
        return []
    actions: list[PlayAction] = []
    for box, (colour, value) in enumerate(facts(state.options, tile).boxes):
        if site.stones[box] is not None:
            continue
        if colour is not None:
            actions += [Contribute(box, cards) for cards in payments(seat.hand, colour, value)]
        else:
            paid_in = payments_in_any_colour(seat.hand, value)
            actions += [Contribute(box, cards, chosen) for cards, chosen in paid_in]
    return actions
