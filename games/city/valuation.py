"""What things are worth to a builder, in hundredths of a crystal.

All numbers are integers: floating-point sums may differ between Python versions, and playouts must
not. The numbers come from games between builders with different ones.
"""

from functools import lru_cache

from games.city.components import CARDS, COLOUR_OF, COLOURS, VALUE_OF
from games.city.grid import Layout, geometry
from games.city.options import facts
from games.city.scoring import Stones, master_builder
from schemas.city.options import CityOptions, Reward
from schemas.city.state import CityState, Site
from schemas.city.terms import Building, Card, Cards, Colour

Prize = tuple[int, int]
"""What finishing a building gives each participant, and the star."""

CITIES_KEPT = 1 << 10
PROSPECTS_KEPT = 1 << 12
"""A planner evaluates the same cities and stones many times."""

CRYSTAL = 100
SCALE = 110
CARD = 50
OFFERING = 500
"""What making an offering is worth beyond the crystals that it costs."""
VICTORY = 100_000

RIVAL_PERCENT = 60
"""How much a rival's gain hurts."""
FINISH_PERCENT = (100, 60, 40, 30, 25, 20, 20)
"""How likely a building pays out in time, by its number of free boxes."""

_FACE = {1: 25, 2: 45, 3: 65}
_POWER: dict[Card, int] = {
    "khind-1": 25,
    "flit-1": 25,
    "flit-2": 5,
    "hoax-1": 25,
    "pillar-1": 25,
    "pillar-2": 5,
    "mimix-1": 20,
}
WORTH: dict[Card, int] = {card: _FACE[VALUE_OF[card]] + _POWER.get(card, 0) for card in CARDS}
"""What a card in the hand is worth: spending it costs that much."""
WORTH_KEEPING = 55
"""A card that is worth less is exchanged for an unknown one."""
JOKER = WORTH_KEEPING - 1
"""What a Khind card is worth when cards are exchanged: it fits every box, so it goes last."""


def worth_of_cards(cards: Cards) -> int:
    return sum(WORTH[card] for card in cards)


def worth_of_reward(reward: Reward) -> int:
    return CRYSTAL * reward.crystals + CARD * reward.cards + SCALE * reward.scales


def building_at(play: CityState, cell: int) -> tuple[Building, Site] | None:
    tile, site = play.layout[cell], play.sites[cell]
    return None if tile is None or tile == "courtyard" or site is None else (tile, site)


def prizes(play: CityState) -> tuple[Prize, ...]:
    """For each cell what finishing its building gives, neighbours included."""
    finished = tuple([site is not None and site.finished for site in play.sites])
    return _prizes(play.options, play.layout, finished)


@lru_cache(maxsize=CITIES_KEPT)
def _prizes(options: CityOptions, layout: Layout, finished: tuple[bool, ...]) -> tuple[Prize, ...]:
    prizes: list[Prize] = []
    for cell, tile in enumerate(layout):
        if tile is None or tile == "courtyard":
            prizes.append((0, 0))
            continue
        printed = facts(options, tile)
        each = worth_of_reward(printed.participant)
        for other in geometry(layout).neighbours[cell]:
            neighbour = layout[other]
            if finished[other] and neighbour is not None and neighbour != "courtyard":
                each += worth_of_reward(facts(options, neighbour).neighbour)
        prizes.append((each, worth_of_reward(printed.star)))
    return tuple(prizes)


@lru_cache(maxsize=PROSPECTS_KEPT)
def prospect(seat: int, stones: Stones, prize: Prize) -> int:
    """What the stones on a building promise to a seat, rivals' prizes counted against it."""
    free = stones.count(None)
    if free == len(stones):
        return 0
    prize_each, star = prize
    master = master_builder(stones)
    promised = 0
    for owner in dict.fromkeys(stones):
        if owner is not None:
            gain = prize_each + (star if owner == master else 0)
            promised += gain if owner == seat else -gain * RIVAL_PERCENT // 100
    return promised * FINISH_PERCENT[free] // 100


def usefulness(card: Card, colours: frozenset[Colour]) -> int:
    """What a card is worth now: its face value counts only if a free box takes its colour."""
    if card == "khind-1":
        return JOKER
    if COLOUR_OF[card] in colours:
        return WORTH[card]
    return _POWER.get(card, 0)


def wanted_colours(play: CityState) -> frozenset[Colour]:
    """The colours in which some free box can be paid."""
    return _wanted_colours(play.options, play.layout, play.sites)


@lru_cache(maxsize=CITIES_KEPT)
def _wanted_colours(
    options: CityOptions, layout: Layout, sites: tuple[Site | None, ...]
) -> frozenset[Colour]:
    colours: set[Colour] = set()
    for tile, site in zip(layout, sites, strict=True):
        if tile is None or tile == "courtyard" or site is None or site.finished:
            continue
        for owner, (colour, _) in zip(site.stones, facts(options, tile).boxes, strict=True):
            if owner is None:
                colours.update(COLOURS if colour is None else (colour,))
    return frozenset(colours)
