"""What things are worth to a builder, in hundredths of a crystal.

Whole numbers throughout: a sum of fractions may differ from one Python to the next, and a
playout must not. The numbers come from playing builders with different ones against each other.
"""

from games.city.components import CARDS, COLOUR_OF, COLOURS, VALUE_OF
from games.city.grid import geometry
from games.city.options import facts
from games.city.scoring import Stones, master_builder
from schemas.city import Building, Card, Cards, CityState, Colour, Reward

CRYSTAL = 100
SCALE = 90
CARD = 50
OFFERING = 400
"""What making an offering is worth beyond the crystals that it costs."""
VICTORY = 100_000

RIVAL_PERCENT = 30
"""How much a rival's gain hurts."""
FINISH_PERCENT = (100, 70, 55, 45, 40, 35, 30)
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
WORTH_KEEPING = 45
"""A card that is worth less is exchanged for an unknown one."""


def worth_of_cards(cards: Cards) -> int:
    return sum(WORTH[card] for card in cards)


def worth_of_reward(reward: Reward) -> int:
    return CRYSTAL * reward.crystals + CARD * reward.cards + SCALE * reward.scales


def prize(play: CityState, cell: int, tile: Building) -> int:
    """What each participant gets when the building is finished, neighbours included."""
    total = worth_of_reward(facts(play.options, tile).participant)
    for other in geometry(play.layout).neighbours[cell]:
        site, neighbour = play.sites[other], play.layout[other]
        if site is not None and site.finished and neighbour is not None:
            assert neighbour != "courtyard", "the courtyard is no building"
            total += worth_of_reward(facts(play.options, neighbour).neighbour)
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
    for tile, site in zip(play.layout, play.sites, strict=True):
        if tile is None or tile == "courtyard" or site is None or site.finished:
            continue
        boxes = facts(play.options, tile).boxes
        for owner, (colour, _) in zip(site.stones, boxes, strict=True):
            if owner is None:
                wanted.update(COLOURS if colour is None else (colour,))
    return frozenset(wanted)
