"""Histories: an audit checks the chain, the digests and the rules, commit by commit."""

from collections.abc import Callable
from functools import cache, reduce
from itertools import islice, pairwise
from typing import Any

import pytest
from msgspec import UNSET, Struct
from msgspec.structs import replace

from games import table as tables
from games.bots import random_bot
from games.city.rulebook import CITY, City
from games.codec import HashMismatchError, read_commit
from games.dice import commitment_of
from games.history import DivergedError, Position, advance, audit, replay
from games.illegal_action import IllegalActionError
from games.playout import Playout, play_out
from schemas.city.actions import Draw
from schemas.city.events import CardsDrawn, FigureMoved, StonePlaced
from schemas.city.options import CityOptions
from schemas.city.state import CityState
from schemas.commit import (
    AnyCommit,
    RecordedCommand,
    canonical,
    digest,
    hash_recorded,
    seal,
)
from schemas.table import (
    SYSTEM,
    AnyTable,
    OpenTable,
    Resign,
    SeatTaken,
    StartGame,
    TableOpened,
    TakeSeat,
)

Commits = tuple[AnyCommit, ...]

START = Position(CITY, "g1")
SEED = "5eed" * 16


@cache
def history(players: int = 2, length: int = 120, **options: Any) -> Commits:
    bots = tuple((name, random_bot) for name in ("Amber", "Basalt", "Coral", "Jade")[:players])
    playout = Playout(CITY, CityOptions(players, **options), bots, "history", "g1")
    return tuple(commit for commit, _ in islice(play_out(playout), length))


def audit_all(commits: Commits, start: Position = START) -> Position:
    return reduce(audit, commits, start)


def seq_of(kind: type) -> int:
    """Return the seq of the first commit with an event of this type."""
    return next(c.seq for c in history() if any(isinstance(e, kind) for e in c.events))


def seq_of_move() -> int:
    """Return the seq of a commit that moves a figure, but not to the palace."""
    return next(
        commit.seq
        for commit in history()
        if any(isinstance(e, FigureMoved) and e.to != "palace" for e in commit.events)
    )


def changed(seq: int, change: Callable[[AnyCommit], AnyCommit]) -> Commits:
    return tuple(change(commit) if commit.seq == seq else commit for commit in history())


def event_changed(seq: int, kind: type[Struct], **changes: Any) -> Commits:
    def change(commit: AnyCommit) -> AnyCommit:
        events = tuple(replace(e, **changes) if isinstance(e, kind) else e for e in commit.events)
        return replace(commit, events=events)

    return changed(seq, change)


def command_changed(seq: int, action: Any) -> Commits:
    return changed(seq, lambda c: replace(c, command=replace(c.command, action=action)))


def chained(commits: Commits) -> Commits:
    """Forge the chain too: recompute every link and every hash."""
    forged: list[AnyCommit] = []
    for commit in commits:
        prev = forged[-1].hash if forged else None
        forged.append(seal(replace(commit, prev=prev)))
    return tuple(forged)


def folded(commits: Commits) -> Commits:
    """Forge the state digests too: recompute them from the forged events."""
    forged: list[AnyCommit] = []
    table: AnyTable | None = None
    for commit in commits:
        for event in commit.events:
            table = tables.evolve(CITY, table, event)
        forged.append(replace(commit, state=digest(table)))
    return chained(tuple(forged))


def diverges(commits: Commits, seq: int, reason: str, start: Position = START) -> None:
    """Assert that the audit fails at this commit with a reason that starts like this."""
    with pytest.raises((DivergedError, HashMismatchError)) as error:
        reduce(
            lambda position, commit: audit(position, read_commit(canonical(commit))), commits, start
        )
    assert str(error.value).startswith(f"commit {seq}: {reason}"), error.value


# Making commits


def test_a_commit_records_the_command_and_its_events() -> None:
    command = RecordedCommand("c1", SYSTEM, OpenTable("city", CityOptions(2)), 1000)

    commit, after = advance(START, command, 1005, SEED)

    assert (commit.table, commit.seq, commit.rules, commit.at) == ("g1", 1, "city/2", 1005)
    assert commit.command == command
    assert isinstance(commit.events[0], TableOpened)
    assert commit.prev is None
    assert commit.state == digest(after.table)
    assert (after.seq, after.hash) == (1, commit.hash)


def test_commits_form_a_chain() -> None:
    commits = history()

    assert [commit.seq for commit in commits] == list(range(1, len(commits) + 1))
    assert commits[0].prev is None
    for before, commit in pairwise(commits):
        assert commit.prev == before.hash
    for commit in commits:
        assert commit.hash == hash_recorded(canonical(commit), commit.hash)


def test_a_refused_command_makes_no_commit() -> None:
    _, position = advance(
        START, RecordedCommand("c1", SYSTEM, OpenTable("city", CityOptions(2)), 0), 0, SEED
    )

    with pytest.raises(IllegalActionError) as refusal:
        advance(position, RecordedCommand("c2", 0, Draw(), 0), 0, SEED)

    assert refusal.value.code == "not_started"
    assert position.seq == 1


def test_only_the_opening_uses_the_seed_argument() -> None:
    _, position = advance(
        START, RecordedCommand("c1", SYSTEM, OpenTable("city", CityOptions(2)), 0), 0, SEED
    )
    for seat, player in enumerate(("Amber", "Basalt")):
        _, position = advance(
            position, RecordedCommand(f"s{seat}", seat, TakeSeat(player), 0), 0, ""
        )

    command = RecordedCommand("c4", SYSTEM, StartGame(), 0)
    assert advance(position, command, 0, SEED) == advance(position, command, 0, "ff" * 32)


# Valid histories


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("expansions", [(), (1, 2)])
def test_a_whole_game_passes_the_audit(players: int, expansions: tuple[int, ...]) -> None:
    commits = history(players, 10_000, expansions=expansions)

    table = audit_all(commits).table
    assert table is not None
    assert table.stage == "over"


def test_a_game_with_a_resignation_passes_the_audit() -> None:
    commits = list(history(3))
    position = audit_all(tuple(commits))
    for seat in (0, 2):
        commit, position = advance(position, RecordedCommand(f"r{seat}", seat, Resign(), 0), 0, "")
        commits.append(commit)

    table = audit_all(tuple(commits)).table
    assert table is not None
    assert (table.stage, table.reason) == ("over", "resignation")


def test_replay_and_audit_lead_to_the_same_position() -> None:
    position = START
    for commit in history():
        replayed, audited = replay(position, commit), audit(position, commit)
        assert replayed == audited
        position = replayed


def test_a_history_survives_encoding() -> None:
    lines = [canonical(commit) for commit in history()]

    assert audit_all(tuple(map(read_commit, lines))) == audit_all(history())
    assert [canonical(read_commit(line)) for line in lines] == lines


# Forged histories


def test_a_changed_event_is_found_by_the_hash() -> None:
    seq = seq_of_move()

    diverges(event_changed(seq, FigureMoved, to="palace"), seq, "its hash is ")


def test_a_changed_event_is_found_by_the_state() -> None:
    seq = seq_of_move()

    diverges(chained(event_changed(seq, FigureMoved, to="palace")), seq, "the state's digest is ")


def test_a_changed_event_is_found_by_the_rules() -> None:
    seq = seq_of_move()
    forged = folded(event_changed(seq, FigureMoved, to="palace")[:seq])

    reduce(replay, forged, START)
    diverges(forged, seq, 'event 0 differs: the rules say {"card":')


def test_a_changed_draw_is_found_by_the_rules() -> None:
    """Another card is drawn: no law is broken, but the dice give a different order."""
    seq = seq_of(CardsDrawn)
    drawn = next(e for e in history()[seq - 1].events if isinstance(e, CardsDrawn))
    table = reduce(replay, history()[: seq - 1], START).table
    assert table is not None
    assert isinstance(table.play, CityState)
    other = next(card for card in table.play.deck if card not in drawn.cards)
    forged = event_changed(seq, CardsDrawn, cards=(other, *drawn.cards[1:]))[:seq]

    diverges(folded(forged), seq, "event 0 differs: the rules say ")


def test_a_dropped_event_is_found() -> None:
    seq = seq_of(CardsDrawn)
    shorter = changed(seq, lambda c: replace(c, events=c.events[:-1]))[:seq]
    count = len(history()[seq - 1].events)

    diverges(shorter, seq, "its hash is ")
    diverges(chained(shorter), seq, "the state's digest is ")
    diverges(folded(shorter), seq, f"the rules say {count} events, the commit has {count - 1}")


def test_a_changed_command_is_found_by_the_hash() -> None:
    seq = seq_of_move()

    diverges(command_changed(seq, Draw()), seq, "its hash is ")


def test_a_changed_command_is_found_by_the_rules() -> None:
    seq = seq_of_move()

    diverges(chained(command_changed(seq, Draw())), seq, 'event 0 differs: the rules say {"cards":')


def test_a_command_that_the_rules_refuse_is_found() -> None:
    seq = seq_of_move()

    diverges(
        chained(command_changed(seq, TakeSeat("Eve"))),
        seq,
        "the rules refuse its command: already_started: The game has already started.",
    )


def test_a_table_opened_for_another_game_is_found() -> None:
    forged = chained(command_changed(1, OpenTable("duel", CityOptions(2))))

    diverges(forged, 1, "the rules refuse its command: wrong_game: ")


def test_a_command_of_another_seat_is_found() -> None:
    seq = seq_of_move()
    other = changed(
        seq, lambda c: replace(c, command=replace(c.command, seat=1 - int(c.command.seat)))
    )

    diverges(chained(other), seq, "the rules refuse its command: not_your_turn: ")


def test_a_changed_seed_is_found_by_its_commitment() -> None:
    forged = event_changed(1, TableOpened, seed=SEED)

    diverges(forged, 1, "its hash is ")
    diverges(chained(forged), 1, "the state's digest is ")
    diverges(folded(forged), 1, "event 0 differs: the rules say ")


def test_a_changed_seed_with_its_commitment_is_found_by_the_shuffles() -> None:
    """The forged seed changes the dice, so the start of the game (commit 4) does not match."""
    forged = event_changed(1, TableOpened, seed=SEED, commitment=commitment_of(SEED))

    diverges(folded(forged), 4, "event 1 differs: the rules say ")


def test_changed_entropy_is_found() -> None:
    forged = event_changed(2, SeatTaken, entropy="00")

    diverges(folded(forged), 2, "event 0 differs: the rules say ")


def test_a_dropped_commit_is_found() -> None:
    kept = tuple(commit for commit in history() if commit.seq != 7)

    diverges(kept, 8, "expected commit 7, got 8")


def test_a_dropped_commit_is_found_when_the_others_are_renumbered() -> None:
    kept = [commit for commit in history() if commit.seq != 7]
    renumbered = tuple(seal(replace(commit, seq=seq)) for seq, commit in enumerate(kept, start=1))

    before, dropped = history()[5], history()[6]
    diverges(renumbered, 7, f"it follows {dropped.hash}, but the commit before is {before.hash}")
    with pytest.raises(DivergedError) as caught:
        audit_all(chained(renumbered))
    assert caught.value.seq == 7


def test_a_dropped_first_commit_is_found() -> None:
    diverges(history()[1:], 2, "expected commit 1, got 2")


def test_swapped_commits_are_found() -> None:
    commits = list(history())
    commits[9], commits[10] = commits[10], commits[9]

    diverges(tuple(commits), 11, "expected commit 10, got 11")


def test_swapped_commits_are_found_when_they_are_renumbered() -> None:
    commits = list(history())
    commits[9], commits[10] = seal(replace(commits[10], seq=10)), seal(replace(commits[9], seq=11))

    diverges(tuple(commits), 10, "it follows ")


def test_a_repeated_commit_is_found() -> None:
    commits = history()

    diverges((*commits[:10], commits[9], *commits[10:]), 10, "expected commit 11, got 10")


def test_a_wrong_prev_is_found() -> None:
    wrong = changed(5, lambda c: seal(replace(c, prev="0" * 64)))

    diverges(wrong, 5, f"it follows {'0' * 64}, but the commit before is {history()[3].hash}")


def test_time_that_goes_back_is_found() -> None:
    earlier = history()[3].at - 1
    wrong = chained(changed(5, lambda c: replace(c, at=earlier)))

    diverges(wrong, 5, f"its time goes back from {earlier + 1} to {earlier}")


def test_a_commit_older_than_its_command_is_found() -> None:
    late = history()[4].at + 1
    wrong = chained(changed(5, lambda c: replace(c, command=replace(c.command, at=late))))

    diverges(wrong, 5, f"it is older ({late - 1}) than its command ({late})")


def test_commit_time_never_goes_backwards() -> None:
    opening = RecordedCommand("c1", SYSTEM, OpenTable("city", CityOptions(2)), 5_000)
    first, position = advance(START, opening, 4_000, SEED)
    second, _ = advance(position, RecordedCommand("c2", 0, TakeSeat("Amber"), 10), 20, "")

    assert first.at == 5_000, "not before its command arrived"
    assert second.at == 5_000, "not before the commit before it"


def test_only_the_first_commit_carries_the_format() -> None:
    assert [commit.format for commit in history()[:3]] == [1, UNSET, UNSET]
    assert canonical(history()[0]).count(b'"format":1') == 1
    diverges(chained(changed(1, lambda c: replace(c, format=UNSET))), 1, "its format is UNSET")
    diverges(chained(changed(3, lambda c: replace(c, format=1))), 3, "its format is 1")


def test_the_first_commit_has_no_predecessor() -> None:
    wrong = changed(1, lambda c: seal(replace(c, prev="0" * 64)))

    diverges(wrong, 1, f"it follows {'0' * 64}, but the commit before is None")


def test_a_wrong_hash_is_found() -> None:
    true_hash = history()[4].hash
    wrong = changed(5, lambda c: replace(c, hash="0" * 64))

    diverges(wrong, 5, f"its hash is {true_hash}, but it says {'0' * 64}")


def test_a_wrong_state_digest_is_found() -> None:
    true_state = history()[4].state
    wrong = chained(changed(5, lambda c: replace(c, state="0" * 64)))

    diverges(wrong, 5, f"the state's digest is {true_state}, but the commit says {'0' * 64}")


@pytest.mark.parametrize("name", ["at", "rules"])
def test_every_field_is_hashed(name: str) -> None:
    wrong = changed(5, lambda c: replace(c, **{name: {"at": 1, "rules": "city/1"}[name]}))

    with pytest.raises(DivergedError) as caught:
        audit_all(wrong)
    assert caught.value.seq == 5


def test_a_commit_of_another_table_is_found() -> None:
    diverges(history(), 1, "it belongs to table g1, not to g2", Position(CITY, "g2"))


def test_a_commit_under_other_rules_is_found() -> None:
    wrong = chained(changed(5, lambda c: replace(c, rules="city/1")))

    with pytest.raises(DivergedError, match="its rules are city/1, the table's are city/2"):
        audit_all(wrong)


def test_an_impossible_event_is_found() -> None:
    """A stone is paid with cards that the seat does not hold."""
    seq = seq_of(StonePlaced)
    cards = ("hoax-1",) * 10

    diverges(
        chained(event_changed(seq, StonePlaced, cards=cards)), seq, "stone_placed cannot follow: "
    )


def test_the_first_commit_must_open_the_table() -> None:
    commits = history()
    first = seal(replace(commits[4], seq=1, prev=None, format=1))

    with pytest.raises(DivergedError) as caught:
        audit(START, first)
    assert caught.value.seq == 1
    assert "cannot follow: " in caught.value.reason


def test_a_first_commit_without_events_opens_no_table() -> None:
    empty = seal(replace(history()[0], events=()))

    diverges((empty,), 1, "it opens no table")


def test_events_of_a_game_that_has_not_started_are_found() -> None:
    """Commit 2 seats a player, but its forged events belong to a later turn."""
    later = history()[seq_of_move() - 1]
    wrong = changed(2, lambda c: replace(c, events=later.events))

    diverges(chained(wrong), 2, "figure_moved cannot follow: ")


class Lawless(City):
    """A rulebook that reports a broken law."""

    def broken_laws(self, state: Any) -> tuple[str, ...]:
        return ("cards: lost {'hoax-1': 1}, made {}",) if state.turn.number > 1 else ()


def test_a_broken_law_is_found() -> None:
    diverges(
        history(),
        seq_of(CardsDrawn),
        "a law is broken: cards: lost {'hoax-1': 1}, made {}",
        Position(Lawless(CITY.rules, CITY.amendments), "g1"),
    )
