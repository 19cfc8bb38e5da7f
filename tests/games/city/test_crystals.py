"""Crystals change only by rewards, scorings, offerings and resignations."""

import pytest

from games import table as tables
from games.bots import random_bot
from games.city.rulebook import CITY
from games.playout import Playout, play_out
from schemas.city.events import OfferingMade, RewardGained, ScalesScored, SeatWithdrawn
from schemas.city.options import CityOptions
from schemas.table import AnyTable


@pytest.mark.parametrize("seed", ["ledger 1", "ledger 2"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_crystal_is_accounted_for_after_every_event(players: int, seed: str) -> None:
    names = tuple((f"player {seat}", random_bot) for seat in range(players))
    ledger = [0] * players
    entries = 0
    table: AnyTable | None = None
    for commit, _ in play_out(Playout(CITY, CityOptions(players), names, seed, "ledger")):
        for event in commit.events:
            match event:
                case RewardGained():
                    ledger[event.seat] += event.reward.crystals
                case ScalesScored():
                    for score in event.scores:
                        ledger[score.seat] += score.crystals
                case OfferingMade():
                    ledger[event.seat] -= event.crystals
                case SeatWithdrawn():
                    ledger[event.seat] = 0
                case _:
                    entries -= 1
            entries += 1
            table = tables.evolve(CITY, table, event)
            if table.play is not None:
                assert [seat.crystals for seat in table.play.seats] == ledger
                owed = [seat.owed for seat in table.play.seats]
                assert all(owes == 0 for owes in owed) or table.play.supply == 0
        if table is not None and table.play is not None:
            assert all(seat.owed == 0 for seat in table.play.seats), (
                "owed scales last no longer than a command"
            )
    assert entries > 0
