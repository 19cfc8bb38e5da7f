"""What a builder would do on a tile this turn, and what it gains."""

from msgspec import Struct

from games.city.components import (
    GOLDEN_TEMPLE,
    GOLDEN_TEMPLE_SURCHARGE,
    HOSPITAL,
    HOSPITAL_CARDS,
    OBELISK_COSTS,
    OFFERINGS_TO_WIN,
    STEPS_PER_DRAGON_CARD,
    VALUE_OF,
)
from games.city.ending import needs_no_stone, space_cost
from games.city.grid import geometry
from games.city.movement import DRAGON_CARDS, DRAGON_JUMP_VALUE, DRAGON_OF_CARD
from games.city.options import facts
from games.city.pricing import Box, affordable, without
from games.city.scales import dragons_at
from games.city.scoring import Stones
from games.city.valuation import (
    CARD,
    OFFERING,
    SCALE,
    VICTORY,
    WORTH,
    Prize,
    building_at,
    prizes,
    prospect,
    worth_of_cards,
)
from schemas.city.actions import Contribute, MoveDragon
from schemas.city.options import CityOptions
from schemas.city.state import CityState, SeatState, Site
from schemas.city.terms import Building, Card, Cards, Dragon, Tile

Contributions = tuple[Contribute, ...]
Spending = tuple[Contributions, int]
"""Contributions to make, and what they gain."""

STONES_KEPT = 3
"""Stones used only for buildings that the seat finishes at once: enough to fill most of them."""


class Visit(Struct, frozen=True):
    """What is done on a tile, in this order, and what the seat gains."""

    gain: int = 0
    pulls: tuple[MoveDragon, ...] = ()
    contributions: Contributions = ()


def visit(play: CityState, me: SeatState, cell: int, hand: Cards) -> Visit:
    """The best that a seat can do with this hand on the tile of a cell."""
    building = building_at(play, cell)
    if building is None:
        return Visit(_worth_of_offerings(play, me, _offerings_on_courtyard(play, me, hand)))
    tile, site = building
    best = Visit() if site.finished else _visit_site(play, me, cell, hand)
    extra = _worth_of_power(play, me, tile)
    return Visit(best.gain + extra, best.pulls, best.contributions) if extra else best


def _worth_of_power(play: CityState, me: SeatState, tile: Building) -> int:
    """What ending the turn on an extra tile gains (C10.3, C10.5)."""
    if tile == HOSPITAL:
        return HOSPITAL_CARDS * CARD
    if tile == GOLDEN_TEMPLE:
        payable = me.crystals >= space_cost(play) + GOLDEN_TEMPLE_SURCHARGE
        return _worth_of_offerings(play, me, int(payable))
    return 0


# Offerings


def _worth_of_offerings(play: CityState, me: SeatState, payable: int) -> int:
    missing = _offerings_missing(play, me)
    if payable >= missing and (me.stones >= missing or needs_no_stone(play)):
        return VICTORY
    return OFFERING * min(payable, spare_stones(play, me))


def _offerings_missing(play: CityState, me: SeatState) -> int:
    return OFFERINGS_TO_WIN[len(play.seats)] - me.offerings


def spare_stones(play: CityState, me: SeatState) -> int:
    """Stones to offer. The last one is offered only to win: without stones the seat can't build.

    A seat that has none left offers without (C7.3).
    """
    missing = _offerings_missing(play, me)
    if me.stones == 0 and needs_no_stone(play):
        return missing
    return me.stones if me.stones >= missing else max(0, me.stones - 1)


def _offerings_on_courtyard(play: CityState, me: SeatState, hand: Cards) -> int:
    """How many offerings the crystals and Pillar cards allow in one turn (C7)."""
    costs = OBELISK_COSTS[len(play.seats)][len(play.obelisk) :]
    surcharges = [0, *[1] * hand.count("pillar-1"), *[2] * hand.count("pillar-2")]
    crystals, count = me.crystals, 0
    for cost, surcharge in zip(costs, surcharges, strict=False):
        crystals -= cost + surcharge
        if crystals < 0:
            break
        count += 1
    return count


# Contributions


def _visit_site(play: CityState, me: SeatState, cell: int, hand: Cards) -> Visit:
    tile, _ = _building(play, cell)
    contributions, gain = _best_contributions(play, me, cell, hand)
    pulls: tuple[MoveDragon, ...] = ()
    if contributions and not play.turn.contributed:
        for contribution in contributions:
            hand = without(hand, contribution.cards)
        pulls = dragon_pulls(play, tile, hand)
        gain += SCALE * (dragons_at(play, tile) + len(pulls))
        gain -= sum(WORTH[pull.card] for pull in pulls)
    return Visit(gain, pulls, contributions) if gain > 0 else Visit()


def _building(play: CityState, cell: int) -> tuple[Building, Site]:
    building = building_at(play, cell)
    assert building is not None, "only buildings have boxes"
    return building


def free_boxes(options: CityOptions, tile: Building, stones: Stones) -> tuple[Box, ...]:
    """The boxes of an unfinished building that anyone may still take."""
    return tuple(
        (box, colour, value)
        for box, (colour, value) in enumerate(facts(options, tile).boxes)
        if stones[box] is None
    )


def _best_contributions(play: CityState, me: SeatState, cell: int, hand: Cards) -> Spending:
    """The number of contributions, cheapest first, that gains most."""
    tile, site = _building(play, cell)
    payable = affordable(hand, free_boxes(play.options, tile, site.stones))
    return spending(payable, site.stones, me.seat, me.stones, prizes(play)[cell])


def spending(
    payable: Contributions, placed: Stones, seat: int, stones: int, prize: Prize
) -> Spending:
    """The number of payable contributions, from the first, that gains most."""
    free = placed.count(None)
    filled = list(placed)
    before = prospect(seat, placed, prize)
    best, best_gain, spent = 0, -VICTORY, 0
    for count, contribution in enumerate(payable, start=1):
        filled[contribution.box] = seat
        spent += worth_of_cards(contribution.cards)
        gain = prospect(seat, tuple(filled), prize) - before - spent
        stones_needed = count if count == free else count + STONES_KEPT
        if gain > best_gain and stones >= stones_needed:
            best, best_gain = count, gain
    return payable[:best], best_gain


def dragon_pulls(play: CityState, tile: Building, spare: Cards) -> tuple[MoveDragon, ...]:
    """Dragons that spare cards can bring here for less than a scale is worth (C3.3)."""
    if play.turn.phase != "movement":
        return ()
    pulls: dict[Dragon, MoveDragon] = {}
    distances = geometry(play.layout).distance[play.layout.index(tile)]
    for card in DRAGON_CARDS:
        dragon = DRAGON_OF_CARD[card]
        if card not in spare or dragon in pulls or WORTH[card] >= SCALE:
            continue
        where: Tile | None = getattr(play.dragons, dragon)
        in_reach = VALUE_OF[card] == DRAGON_JUMP_VALUE or (
            where is not None and distances[play.layout.index(where)] <= STEPS_PER_DRAGON_CARD
        )
        if in_reach and where != tile:
            pulls[dragon] = MoveDragon(card, tile)
    return tuple(pulls.values())


def just_pulled(play: CityState, me: SeatState) -> bool:
    """Whether the last card spent brought a dragon to where the figure stands.

    A bot has no memory, but it should build where it paid for a dragon. The card may also be the
    last one of the previous turn; then the dragon is here by chance and building here is good too.
    """
    if play.turn.phase != "movement" or not play.discard:
        return False
    dragon = _DRAGON_OF_ANY_CARD.get(play.discard[-1])
    return dragon is not None and getattr(play.dragons, dragon) == me.figure


_DRAGON_OF_ANY_CARD: dict[Card, Dragon] = dict(DRAGON_OF_CARD.items())
