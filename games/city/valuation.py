"""What things are worth to a builder, in hundredths of a crystal.

Whole numbers throughout: a sum of fractions may differ from one Python to the next, and a
playout must not. The numbers come from playing builders with different ones against each other.
"""

from games.city.components import CARDS, COLOUR_OF, COLOURS, VALUE_OF
from games.city.grid import CELLS, geometry
from games.city.options import facts
from games.city.scoring import Stones, master_builder
from schemas.city import Building, Card, Cards, CityState, Colour, Reward, Site

CRYSTAL = 100
SCALE = 110
CARD = 50
OFFERING = 500
"""What making an offering is worth beyond the crystals that it costs."""
VICTORY = 100_000

RIVAL_PERCENT = 60
"""How much a rival's gain hurts."""
FINISH_PERCENT = (100, 60, 40, 30, 25, 20, 20)
"""How likely a building with so many free boxes pays out in time."""

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


def worth_of_cards(cards: Cards) -> int:
    return sum(WORTH[card] for card in cards)


def worth_of_reward(reward: Reward) -> int:
    return CRYSTAL * reward.crystals + CARD * reward.cards + SCALE * reward.scales


def building_at(play: CityState, cell: int) -> tuple[Building, Site] | None:
    tile, site = play.layout[cell], play.sites[cell]
    return None if tile is None or tile == "courtyard" or site is None else (tile, site)


def prize(play: CityState, cell: int) -> int:
    """What each participant gets when the building is finished, neighbours included."""
    building = building_at(play, cell)
    assert building is not None, "only buildings have prizes"
    total = worth_of_reward(facts(play.options, building[0]).participant)
    for other in geometry(play.layout).neighbours[cell]:
        neighbour = building_at(play, other)
        if neighbour is not None and neighbour[1].finished:
            total += worth_of_reward(facts(play.options, neighbour[0]).neighbour)
    return total


def prospect(seat: int, stones: Stones, prize_each: int, star: int) -> int:
    """What the stones on a building promise to a seat, rivals' prizes counted against it."""
    free = stones.count(None)
    if free == len(stones):
        return 0
    master = master_builder(stones)
    promised = 0
    for owner in dict.fromkeys(stones):
        if owner is not None:
            gain = prize_each + (star if owner == master else 0)
            promised += gain if owner == seat else -gain * RIVAL_PERCENT // 100
    return promised * FINISH_PERCENT[free] // 100


def usefulness(card: Card, wanted: frozenset[Colour]) -> int:
    """What a card is worth in the city as it stands: its face counts where a box wants it."""
    if card == "khind-1" or COLOUR_OF[card] in wanted:
        return WORTH[card]
    return _POWER.get(card, 0)


def wanted_colours(play: CityState) -> frozenset[Colour]:
    """The colours in which some free box can be paid."""
    wanted: set[Colour] = set()
    for cell in range(CELLS):
        building = building_at(play, cell)
        if building is None or building[1].finished:
            continue
        tile, site = building
        for owner, (colour, _) in zip(site.stones, facts(play.options, tile).boxes, strict=True):
            if owner is None:
                wanted.update(COLOURS if colour is None else (colour,))
    return frozenset(wanted)
