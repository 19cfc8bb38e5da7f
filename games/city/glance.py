"""What a visit to a tile gains: a fast version of `visiting.py` for playouts.

It computes what a builder would, with two simplifications: a Hoax recolours nothing, and the palace
is paid only in the strongest colour. Results that many positions share are cached.
"""

from functools import lru_cache

from games.city.components import COLOUR_OF, GOLDEN_TEMPLE, HOSPITAL, VALUE_OF
from games.city.movement import DRAGON_CARDS
from games.city.payment import HOAX_GROUP, HOAX_SINGLE
from games.city.pricing import Box, affordable, without
from games.city.scoring import Stones
from games.city.valuation import SCALE, WORTH, Prize, prizes
from games.city.visiting import (
    Contributions,
    Spending,
    Visit,
    dragon_pulls,
    free_boxes,
    spending,
    visit,
)
from schemas.city.actions import Contribute
from schemas.city.state import CityState, SeatState, Site
from schemas.city.terms import Building, Card, Cards, Colour, Tile

CACHE_ENTRIES_MAX = 1 << 14
"""A planner evaluates the same visits many times in one turn."""

_SCALES_PULLED_MAX = 3 * SCALE
_PULLING: frozenset[Card] = frozenset(DRAGON_CARDS)
_RECOLOURING: frozenset[Card] = frozenset((HOAX_GROUP, HOAX_SINGLE))
_PAYING: dict[Colour, frozenset[Card]] = {
    colour: frozenset(
        (
            "khind-1",
            "mimix-1",
            "mimix-2",
            *(card for card, own in COLOUR_OF.items() if own == colour),
        )
    )
    for colour in COLOUR_OF.values()
}
_POWERFUL: tuple[Tile, ...] = (GOLDEN_TEMPLE, HOSPITAL)
_NOTHING = Visit()


class Glance:
    """What a seat could gain on each tile with the cards it holds."""

    __slots__ = ("_dragons", "_me", "_paying", "_prizes", "_pulling", "_state")

    def __init__(self, state: CityState, me: SeatState) -> None:
        self._state = state
        self._me = me
        self._prizes = prizes(state)
        self._paying: dict[Colour, Cards] = {}
        self._pulling = state.turn.phase == "movement" and not _PULLING.isdisjoint(me.hand)
        dragons = state.dragons
        self._dragons = (dragons.red, dragons.green, dragons.blue)

    def at(self, cell: int, beat: int = 0) -> Visit:
        """The best visit to a tile. Dragons are moved only if it may gain more than `beat`."""
        state = self._state
        site, tile = state.sites[cell], state.layout[cell]
        if site is None or tile in _POWERFUL:
            return visit(state, self._me, cell, self._me.hand)
        if site.finished:
            return _NOTHING
        assert tile is not None
        assert tile != "courtyard"
        contributions, gain = self._contributions(cell, tile, site)
        if not contributions:
            return _NOTHING
        if state.turn.contributed:
            return Visit(gain, (), contributions) if gain > 0 else _NOTHING
        gain += SCALE * self._dragons.count(tile)
        if not self._pulling or gain + _SCALES_PULLED_MAX <= beat:
            return Visit(gain, (), contributions) if gain > 0 else _NOTHING
        hand = self._me.hand
        for contribution in contributions:
            hand = without(hand, contribution.cards)
        pulls = dragon_pulls(state, tile, hand)
        gain += SCALE * len(pulls) - sum([WORTH[pull.card] for pull in pulls])
        return Visit(gain, pulls, contributions) if gain > 0 else _NOTHING

    def _contributions(self, cell: int, tile: Building, site: Site) -> Spending:
        me = self._me
        boxes = _free_boxes(self._state.options, tile, site.stones)
        colours = {colour for _, colour, _ in boxes}
        if len(colours) > 1:
            hand = tuple([card for card in me.hand if card not in _RECOLOURING])
        else:
            printed = boxes[0][1]
            colour = printed or strongest_colour(me.hand)
            if printed is None:
                boxes = _painted(boxes, colour)
            hand = self._cards_paying(colour)
        spending = _spending(hand, boxes, site.stones, me.seat, me.stones, self._prizes[cell])
        if None in colours:
            return _named(spending[0], strongest_colour(me.hand)), spending[1]
        return spending

    def _cards_paying(self, colour: Colour) -> Cards:
        """Keep only cards that can pay: smaller hands are found in the cache more often."""
        cards = self._paying.get(colour)
        if cards is None:
            paying = _PAYING[colour]
            cards = tuple([card for card in self._me.hand if card in paying])
            self._paying[colour] = cards
        return cards


# Cached pure functions


@lru_cache(maxsize=CACHE_ENTRIES_MAX)
def strongest_colour(hand: Cards) -> Colour:
    """The colour with the most points. Khind cards count in every colour and are left out."""
    points: dict[Colour, int] = {}
    for card in hand:
        if card != "khind-1":
            points[COLOUR_OF[card]] = points.get(COLOUR_OF[card], 0) + VALUE_OF[card]
    return max(points, key=lambda colour: points[colour], default="black")


@lru_cache(maxsize=CACHE_ENTRIES_MAX)
def _painted(boxes: tuple[Box, ...], colour: Colour) -> tuple[Box, ...]:
    return tuple((box, colour, value) for box, _, value in boxes)


@lru_cache(maxsize=CACHE_ENTRIES_MAX)
def _named(contributions: Contributions, colour: Colour) -> Contributions:
    return tuple(Contribute(paid.box, paid.cards, colour) for paid in contributions)


@lru_cache(maxsize=CACHE_ENTRIES_MAX)
def _spending(  # noqa: PLR0913, PLR0917 - all that the answer depends on
    hand: Cards, boxes: tuple[Box, ...], placed: Stones, seat: int, stones: int, prize: Prize
) -> Spending:
    return spending(_affordable(hand, boxes), placed, seat, stones, prize)


_affordable = lru_cache(maxsize=CACHE_ENTRIES_MAX)(affordable)
_free_boxes = lru_cache(maxsize=CACHE_ENTRIES_MAX)(free_boxes)
