"""What a builder would do on a tile this turn, and what that brings."""

from functools import lru_cache

from msgspec import Struct

from games.city.components import (
    COLOURS,
    COURTYARD,
    DRAGON_OF_PEOPLE,
    GOLDEN_TEMPLE,
    GOLDEN_TEMPLE_SURCHARGE,
    HOSPITAL,
    HOSPITAL_CARDS,
    OBELISK_COSTS,
    OFFERINGS_TO_WIN,
    PEOPLE_OF,
    STEPS_PER_DRAGON_CARD,
    VALUE_OF,
)
from games.city.grid import geometry
from games.city.options import facts
from games.city.payment import HOAX_GROUP, HOAX_SINGLE, payments
from games.city.scales import dragons_at
from games.city.valuation import (
    CARD,
    OFFERING,
    SCALE,
    VICTORY,
    WORTH,
    prize,
    prospect,
    worth_of_cards,
    worth_of_reward,
)
from schemas.city import (
    Building,
    Cards,
    CityState,
    Colour,
    Contribute,
    Dragon,
    DragonCard,
    MoveDragon,
    SeatState,
    Tile,
)

PAYMENTS_LOOKED_AT = 6
"""Payments come with the least waste first, so the best one is among the first few."""
STONES_KEPT = 3
"""Stones that go only where they come back at once: enough to fill a building alone."""

_RECOLOURING = (HOAX_GROUP, HOAX_SINGLE)
"""Left out of plans: the ways to recolour a large hand are too many to weigh each time."""

Box = tuple[int, Colour | None, int]


class Visit(Struct, frozen=True):
    """What is done on a tile, in this order, and how much better off the seat is after it."""

    gain: int = 0
    pulls: tuple[MoveDragon, ...] = ()
    contributions: tuple[Contribute, ...] = ()


def visit(play: CityState, me: SeatState, cell: int, hand: Cards) -> Visit:
    """The best that a seat can do with this hand on the tile of a cell."""
    tile, site = play.layout[cell], play.sites[cell]
    assert tile is not None, "a figure stands on tiles only"
    if tile == COURTYARD or site is None:
        return Visit(worth_of_offerings(play, me, offerings_on_courtyard(play, me, hand)))
    found = Visit() if site.finished else _building_visit(play, me, cell, hand)
    extra = _worth_of_power(play, me, tile)
    return Visit(found.gain + extra, found.pulls, found.contributions) if extra else found


def _worth_of_power(play: CityState, me: SeatState, tile: Tile) -> int:
    """What ending the turn on an extra tile brings (C10.3, C10.5)."""
    if tile == HOSPITAL:
        return HOSPITAL_CARDS * CARD
    if tile == GOLDEN_TEMPLE:
        cost = OBELISK_COSTS[len(play.seats)][len(play.obelisk)] + GOLDEN_TEMPLE_SURCHARGE
        return worth_of_offerings(play, me, 1 if me.crystals >= cost else 0)
    return 0


def worth_of_offerings(play: CityState, me: SeatState, payable: int) -> int:
    count = min(payable, spare_stones(play, me))
    return VICTORY if count >= offerings_missing(play, me) else OFFERING * count


def offerings_missing(play: CityState, me: SeatState) -> int:
    return OFFERINGS_TO_WIN[len(play.seats)] - me.offerings


def spare_stones(play: CityState, me: SeatState) -> int:
    """Stones to offer. The last one only wins: without it there would be nothing left to do."""
    return me.stones if me.stones >= offerings_missing(play, me) else max(0, me.stones - 1)


def offerings_on_courtyard(play: CityState, me: SeatState, hand: Cards) -> int:
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


def _building_visit(play: CityState, me: SeatState, cell: int, hand: Cards) -> Visit:
    tile, site = play.layout[cell], play.sites[cell]
    assert tile is not None
    assert tile != "courtyard"
    assert site is not None
    contributions, gain = _best_contributions(play, me, cell, hand)
    if not contributions:
        return Visit()
    if play.turn.contributed:
        return Visit(gain, (), contributions)
    spare = hand
    for contribution in contributions:
        spare = without(spare, contribution.cards)
    pulls = _pulls(play, tile, spare)
    gain += SCALE * (dragons_at(play, tile) + len(pulls))
    gain -= sum(WORTH[pull.card] for pull in pulls)
    return Visit(gain, pulls, contributions) if gain > 0 else Visit()


def _best_contributions(
    play: CityState, me: SeatState, cell: int, hand: Cards
) -> tuple[tuple[Contribute, ...], int]:
    """As many contributions, the cheapest first, as pay off; and what they bring."""
    tile, site = play.layout[cell], play.sites[cell]
    assert tile is not None
    assert tile != "courtyard"
    assert site is not None
    printed = facts(play.options, tile)
    boxes = tuple(
        (box, colour, value)
        for box, (colour, value) in enumerate(printed.boxes)
        if site.stones[box] is None
    )
    payable = affordable(tuple(card for card in hand if card not in _RECOLOURING), boxes)
    if not payable:
        return (), 0
    prize_each, star = prize(play, cell, tile), worth_of_reward(printed.star)
    stones = list(site.stones)
    before = prospect(me.seat, site.stones, prize_each, star)
    best, best_gain, spent = 0, -VICTORY, 0
    for count, contribution in enumerate(payable, start=1):
        stones[contribution.box] = me.seat
        spent += worth_of_cards(contribution.cards)
        gain = prospect(me.seat, tuple(stones), prize_each, star) - before - spent
        finishes = count == len(boxes)
        has_stones = me.stones >= (count if finishes else count + STONES_KEPT)
        if gain > best_gain and has_stones:
            best, best_gain = count, gain
    return payable[:best], best_gain


@lru_cache(maxsize=1 << 14)
def affordable(hand: Cards, boxes: tuple[Box, ...]) -> tuple[Contribute, ...]:
    """Contributions one after the other, the cheapest first, as long as the hand pays."""
    found: list[Contribute] = []
    while boxes:
        offers = [offer for box in boxes if (offer := _cheapest(hand, box)) is not None]
        if not offers:
            break
        cheapest = min(offers, key=lambda offer: worth_of_cards(offer.cards))
        found.append(cheapest)
        hand = without(hand, cheapest.cards)
        boxes = tuple(box for box in boxes if box[0] != cheapest.box)
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def _cheapest(hand: Cards, box: Box) -> Contribute | None:
    number, printed, value = box
    best: Contribute | None = None
    cost = VICTORY
    for colour in COLOURS if printed is None else (printed,):
        for cards in payments(hand, colour, value)[:PAYMENTS_LOOKED_AT]:
            if (worth := worth_of_cards(cards)) < cost:
                cost = worth
                best = Contribute(number, cards, colour if printed is None else None)
    return best


def without(hand: Cards, spent: Cards) -> Cards:
    left = list(hand)
    for card in spent:
        left.remove(card)
    return tuple(left)


_DRAGON_CARDS: tuple[DragonCard, ...] = (
    "vulca-1",
    "terrah-1",
    "aqua-1",
    "vulca-2",
    "terrah-2",
    "aqua-2",
)


def _pulls(play: CityState, tile: Building, spare: Cards) -> tuple[MoveDragon, ...]:
    """Dragons that spare cards can bring here for less than a scale is worth (C3.3)."""
    if play.turn.phase != "movement":
        return ()
    found: dict[Dragon, MoveDragon] = {}
    distances = geometry(play.layout).distance[play.layout.index(tile)]
    for card in _DRAGON_CARDS:
        dragon = DRAGON_OF_PEOPLE[PEOPLE_OF[card]]
        if card not in spare or dragon in found or WORTH[card] >= SCALE:
            continue
        where: Tile | None = getattr(play.dragons, dragon)
        near = where and distances[play.layout.index(where)] <= STEPS_PER_DRAGON_CARD
        if where != tile and (VALUE_OF[card] == 1 or near):
            found[dragon] = MoveDragon(card, tile)
    return tuple(found.values())
