"""Scoring a building (C5): star, participants, finished neighbours; then the stones return."""

from itertools import groupby

from games.city.drawing import hand_out
from games.city.emitter import Emitter
from games.city.grid import neighbouring_buildings
from games.city.options import facts
from games.city.scales import score_if_exhausted
from games.city.seating import seats_from
from schemas.city.events import BuildingFinished, RewardGained
from schemas.city.state import CityState
from schemas.city.terms import Building

Stones = tuple[int | None, ...]


def score_building(emitter: Emitter, tile: Building, stones: Stones) -> None:
    rewards = due(emitter.state, tile, stones)
    for (_, seat), gained in groupby(rewards, key=lambda gain: (gain.kind == "star", gain.seat)):
        cards = 0
        for reward in gained:
            emitter.emit(reward)
            cards += reward.reward.cards
        hand_out(emitter, seat, cards)
    score_if_exhausted(emitter)
    emitter.emit(BuildingFinished(tile, master_builder(stones)))


def due(state: CityState, tile: Building, stones: Stones) -> list[RewardGained]:
    """What the owners of these stones get: the star, then seat by seat (C5.1 to C5.3)."""
    printed = facts(state.options, tile)
    master = master_builder(stones)
    rewards = []
    if not state.seats[master].out:
        rewards.append(RewardGained(master, "star", tile, tile, printed.star))
    finished = [
        (neighbour, facts(state.options, neighbour).neighbour)
        for cell, neighbour in neighbouring_buildings(state.layout, tile)
        if (site := state.sites[cell]) is not None and site.finished
    ]
    for seat in seats_from(state, state.turn.seat):
        if seat not in stones:
            continue
        rewards.append(RewardGained(seat, "participant", tile, tile, printed.participant))
        rewards += [
            RewardGained(seat, "neighbour", tile, neighbour, reward)
            for neighbour, reward in finished
        ]
    return rewards


def master_builder(stones: Stones) -> int:
    """Most stones; a tie goes to the tied seat with the leftmost stone (C5.1)."""
    owners = [owner for owner in stones if owner is not None]
    return max(owners, key=lambda owner: (owners.count(owner), -owners.index(owner)))
