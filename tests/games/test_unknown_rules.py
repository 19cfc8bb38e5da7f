"""Histories under rules that this release does not know are replayed as recorded, not decided."""

from functools import cache, reduce
from itertools import islice
from typing import Any

import msgspec
import pytest

from games import table as tables
from games.bots import random_bot
from games.city.rulebook import City
from games.codec import UnknownRulesError, read_commit
from games.duel.rulebook import DUEL
from games.history import Position, advance, audit, replay, start
from games.playout import Playout, play_out
from games.unknown_rules import UnknownRules
from schemas.city.options import CityOptions
from schemas.commit import AnyCommit, RecordedCommand, canonical, hash_recorded
from schemas.duel.options import DuelOptions
from schemas.record import Action
from schemas.rules import Amendment
from schemas.table import SYSTEM, JsonObject, OpenTable, Sender, StartGame, TakeSeat

NEWER = City("city/9", (Amendment("unheard-of", "C99.1", "Something is different."),))


@cache
def newer_history() -> tuple[AnyCommit, ...]:
    bots = (("Amber", random_bot), ("Basalt", random_bot))
    playout = Playout(NEWER, CityOptions(2), bots, "newer", "t1")
    return tuple(commit for commit, _ in islice(play_out(playout), 80))


def replayed() -> Position:
    return reduce(replay, newer_history(), start(newer_history()[0]))


def test_a_newer_history_is_replayed_as_recorded() -> None:
    commits = tuple(read_commit(canonical(commit)) for commit in newer_history())

    position = reduce(replay, commits, start(commits[0]))

    assert commits == newer_history()
    assert position.rulebook.rules == "city/9"
    assert position.table is not None
    assert position.table.play is not None
    assert position.table.play.amendments == ("unheard-of",)


def test_decks_that_players_bring_are_folded_as_recorded() -> None:
    newer = DUEL.amended("duel/9", (*DUEL.amendments, *NEWER.amendments))
    deck: JsonObject = {"decks": ["vulca"]}
    actions: tuple[tuple[Sender, Action], ...] = (
        (SYSTEM, OpenTable("duel", DuelOptions(own_decks=True))),
        (0, TakeSeat("amber", deck=deck)),
        (1, TakeSeat("basalt", deck=deck)),
        (SYSTEM, StartGame()),
    )
    position = Position(newer, "t2")
    commits: list[AnyCommit] = []
    for number, (sender, action) in enumerate(actions):
        command = RecordedCommand(f"c{number}", sender, action, number)
        commit, position = advance(position, command, number, "5eed" * 16)
        commits.append(commit)

    folded = reduce(replay, commits, start(commits[0]))

    assert folded.table == position.table
    assert isinstance(folded.rulebook, UnknownRules)


def test_nothing_is_decided_or_listed_under_unknown_rules() -> None:
    position = replayed()
    table = position.table
    assert table is not None
    assert isinstance(position.rulebook, UnknownRules)
    seat = tables.to_act(position.rulebook, table)[0]

    with pytest.raises(UnknownRulesError, match="unknown rules 'city/9', expected one of: city/"):
        tables.legal(position.rulebook, table, seat)
    with pytest.raises(UnknownRulesError):
        audit(start(newer_history()[0]), newer_history()[0])


def test_a_fold_that_needs_the_newer_rules_is_not_a_damaged_history() -> None:
    """The digest differs because the newer rules fold differently: nothing was manipulated."""
    *before, last = newer_history()
    position = reduce(replay, before, start(before[0]))
    folded_otherwise = msgspec.structs.replace(last, state="0" * 64)

    with pytest.raises(UnknownRulesError, match="the state's digest is"):
        replay(position, folded_otherwise)


def test_an_event_that_only_newer_rules_have_is_reported_as_unknown_rules() -> None:
    with pytest.raises(UnknownRulesError, match="unheard_of_event"):
        read_commit(rewritten(newer_history()[1], events=[{"type": "unheard_of_event"}]))


def test_an_unknown_game_is_reported_as_unknown_rules() -> None:
    with pytest.raises(UnknownRulesError, match="unknown rules 'chess/1'"):
        read_commit(rewritten(newer_history()[0], rules="chess/1"))


def rewritten(commit: AnyCommit, **changes: Any) -> bytes:
    """Return a commit that an unknown release could have written."""
    fields = {**msgspec.to_builtins(commit), **changes}
    line = msgspec.json.encode(fields)
    return line.replace(commit.hash.encode(), hash_recorded(line, commit.hash).encode())
