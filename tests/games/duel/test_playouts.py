"""Whole games between all decks: no law is broken, and every game ends."""

import os
from itertools import count

import pytest

from games.bots import random_bot
from games.duel.decks import DECKS
from games.duel.duelist import duelist_bot
from games.duel.rulebook import DUEL
from games.playout import Playout, play_out
from schemas.duel.options import DuelOptions
from schemas.duel.terms import People
from tests.games.duel.bold import bold_bot

OPENING_COMMANDS = 4
"""Opening the table, taking two seats and starting are not decisions of the game."""
LONG_DECISIONS = int(os.environ.get("LONG_DECISIONS", "1"))


@pytest.mark.parametrize("own", DECKS)
def test_every_pairing_plays_to_the_end(own: People) -> None:
    for other in DECKS:
        for interventions in (False, True):
            options = DuelOptions((own, other), interventions=interventions, crystals_to_win=1)
            players = (("Amber", bold_bot), ("Basalt", random_bot))
            playout = Playout(DUEL, options, players, f"{own}/{other}", "pairing")
            last = None
            for _, position in play_out(playout):
                assert position.table is not None
                if position.table.play is not None:
                    assert DUEL.broken_laws(position.table.play) == ()
                last = position.table
            assert last is not None
            assert last.stage == "over"


@pytest.mark.parametrize("own", DECKS)
def test_random_decisions_never_fail_and_every_game_ends(own: People) -> None:
    """A sample; `make test-long` plays a million decisions over all pairings."""
    decisions = 0
    for number in count():
        if decisions * len(DECKS) >= LONG_DECISIONS:
            return
        for other in DECKS:
            options = DuelOptions((own, other), crystals_to_win=1)
            players = (("Amber", random_bot), ("Basalt", random_bot))
            playout = Playout(DUEL, options, players, f"long/{own}/{other}/{number}", "long")
            *_, (_, position) = play_out(playout)
            assert position.table is not None
            assert position.table.stage == "over"
            decisions += position.seq - OPENING_COMMANDS


def test_a_match_with_reserves_ends_when_a_seat_has_five_crystals() -> None:
    options = DuelOptions(("vulca", "hoax"), reserves=(("flit",), ("aqua", "khind")))
    players = (("Amber", duelist_bot), ("Basalt", duelist_bot))
    *_, (_, position) = play_out(Playout(DUEL, options, players, "match", "match"))
    table = position.table
    assert table is not None
    assert table.play is not None
    crystals = sorted(result.score["crystals"] for result in table.results)
    assert crystals[0] < 5 <= crystals[1]
    assert table.play.number > 1
