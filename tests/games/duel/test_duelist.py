"""The duelist bot beats random play with the same cards, and bluffs only honestly."""

from collections.abc import Iterator
from itertools import product

import pytest

from games.bots import Bot, random_bot
from games.duel.cards import CARDS
from games.duel.decks import DECKS
from games.duel.duelist import duelist_bot
from games.duel.rulebook import DUEL
from games.history import Position
from games.playout import Playout, play_out
from schemas.commit import AnyCommit
from schemas.duel.actions import Concede, PlayBluff, PlayCard
from schemas.duel.options import DuelOptions
from schemas.duel.terms import People
from schemas.table import Table, TableSeat
from tests.games.duel.scenarios import position

GAMES_PER_SEAT = 5
NINE_IN_TEN = 9 * GAMES_PER_SEAT * 2 // 10


def played(deck: People, bots: tuple[Bot, Bot], seed: str) -> Iterator[tuple[AnyCommit, Position]]:
    """Play a single game, not a match, with the same deck on both sides."""
    options = DuelOptions((deck, deck), crystals_to_win=1)
    players = (("Amber", bots[0]), ("Basalt", bots[1]))
    return play_out(Playout(DUEL, options, players, seed, "mirrored"))


@pytest.mark.parametrize("deck", DECKS)
def test_it_beats_random_play_nine_times_in_ten_with_the_same_deck(deck: People) -> None:
    won = 0
    for seat, number in product((0, 1), range(GAMES_PER_SEAT)):
        bots = (duelist_bot, random_bot) if seat == 0 else (random_bot, duelist_bot)
        *_, (_, position) = played(deck, bots, f"mirrored/{deck}/{seat}/{number}")
        assert position.table is not None
        won += position.table.results[seat].won
    assert won >= NINE_IN_TEN


def test_it_bluffs_only_honestly() -> None:
    bluffs = 0
    for number in range(4):
        before: Position | None = None
        for commit, after in played("buka", (duelist_bot, duelist_bot), f"bluffs/{number}"):
            action = commit.command.action
            if isinstance(action, PlayBluff):
                assert before is not None
                assert before.table is not None
                assert before.table.play is not None
                assert f"bluff_{before.table.play.element}" in CARDS[action.card].icons
                bluffs += 1
            before = after
    assert bluffs > 0


@pytest.mark.parametrize("deck", DECKS)
def test_it_never_concedes(deck: People) -> None:
    for commit, _ in played(deck, (duelist_bot, duelist_bot), f"way on/{deck}"):
        assert not isinstance(commit.command.action, Concede)


def test_r22_21_it_covers_its_gang_where_only_one_character_may_be_active() -> None:
    sides = {
        "A": {"combat_active": ["khind-15", "khind-16"], "hand": ["khind-17"]},
        "B": {"combat_active": ["buka-18"], "hand": ["hoax-01"]},
    }
    given = {"turn": "A", "phase": "character", "fight_started": True, "element": "fire"}
    state = position(given | sides)
    seats = (TableSeat(0), TableSeat(1))
    table = Table("duel", "duel/2", state.options, "0" * 64, "0" * 64, seats, "playing", state)
    action = duelist_bot(table, 0, DUEL.legal(state, 0), lambda _: 0)
    assert action == PlayCard("khind-17", cover=True)
