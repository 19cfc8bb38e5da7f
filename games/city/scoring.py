"""Scoring a building (C5): star, participants, finished neighbours; then the stones go home."""

from games.city.drawing import hand_out
from games.city.grid import neighbouring_buildings
from games.city.options import facts
from games.city.scales import score_if_exhausted
from games.city.seating import seats_from
from games.city.telling import Telling
from schemas.city import Building, BuildingFinished, RewardGained

Stones = tuple[int | None, ...]


def score_building(telling: Telling, tile: Building, stones: Stones) -> None:
    state = telling.state
    printed = facts(state.options, tile)
    master = master_builder(stones)
    if not state.seats[master].out:
        telling.tell(RewardGained(master, "star", tile, tile, printed.star))
        hand_out(telling, master, printed.star.cards)
    finished = [
        (neighbour, facts(state.options, neighbour).neighbour)
        for cell, neighbour in neighbouring_buildings(state.layout, tile)
        if (site := state.sites[cell]) is not None and site.finished
    ]
    for seat in seats_from(state, state.turn.seat):
        if seat not in stones:
            continue
        telling.tell(RewardGained(seat, "participant", tile, tile, printed.participant))
        for neighbour, reward in finished:
            telling.tell(RewardGained(seat, "neighbour", tile, neighbour, reward))
        won = printed.participant.cards + sum(reward.cards for _, reward in finished)
        hand_out(telling, seat, won)
    score_if_exhausted(telling)
    telling.tell(BuildingFinished(tile, master))


def master_builder(stones: Stones) -> int:
    """Most stones; a tie goes to the tied seat with the leftmost stone (C5.1)."""
    owners = [owner for owner in stones if owner is not None]
    return max(owners, key=lambda owner: (owners.count(owner), -owners.index(owner)))
