"""Scoring a building (C5): star, participants, finished neighbours; then the stones go home."""

from itertools import groupby

from games.city.drawing import hand_out
from games.city.grid import neighbouring_buildings
from games.city.options import facts
from games.city.scales import score_if_exhausted
from games.city.seating import seats_from
from games.city.telling import Telling
from schemas.city import Building, BuildingFinished, CityState, RewardGained

Stones = tuple[int | None, ...]


def score_building(telling: Telling, tile: Building, stones: Stones) -> None:
    rewards = due(telling.state, tile, stones)
    for (_, seat), gained in groupby(rewards, key=lambda one: (one.kind == "star", one.seat)):
        cards = 0
        for reward in gained:
            telling.tell(reward)
            cards += reward.reward.cards
        hand_out(telling, seat, cards)
    score_if_exhausted(telling)
    telling.tell(BuildingFinished(tile, master_builder(stones)))


def due(state: CityState, tile: Building, stones: Stones) -> list[RewardGained]:
    """What the owners of these stones get: the star, then seat by seat (C5.1 to C5.3)."""
    printed = facts(state.options, tile)
    master = master_builder(stones)
    found = []
    if not state.seats[master].out:
        found.append(RewardGained(master, "star", tile, tile, printed.star))
    finished = [
        (neighbour, facts(state.options, neighbour).neighbour)
        for cell, neighbour in neighbouring_buildings(state.layout, tile)
        if (site := state.sites[cell]) is not None and site.finished
    ]
    for seat in seats_from(state, state.turn.seat):
        if seat not in stones:
            continue
        found.append(RewardGained(seat, "participant", tile, tile, printed.participant))
        found += [
            RewardGained(seat, "neighbour", tile, neighbour, reward)
            for neighbour, reward in finished
        ]
    return found


def master_builder(stones: Stones) -> int:
    """Most stones; a tie goes to the tied seat with the leftmost stone (C5.1)."""
    owners = [owner for owner in stones if owner is not None]
    return max(owners, key=lambda owner: (owners.count(owner), -owners.index(owner)))
