"""After the storm: does what is written down agree with what the players were told?"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec

from games.city.game import CITY
from games.codec import read_commit, table_type
from games.history import Position, audit
from schemas.commit import AnyCommand, AnyCommit, digest
from schemas.outcome import Outcome
from services.runtime.dead_letters import DeadLetters
from services.runtime.dispatch import read_outcome
from services.runtime.event_log import ENGINE_GROUP, EventLog
from services.runtime.keys import ShardKeys
from services.runtime.snapshots import Snapshot
from tests.chaos.ledger import Ledger

Histories = dict[str, list[AnyCommit]]

_snapshots = msgspec.json.Decoder(Snapshot)
_commands = msgspec.json.Decoder(AnyCommand)
_tables = msgspec.json.Decoder(table_type(CITY))


async def judge(log: EventLog, ledger: Ledger) -> Histories:
    """Raises AssertionError for anything lost, doubled, changed or out of order."""
    assert ledger.unanswered == []
    histories = {game: await _audited(log, game) for game in sorted(ledger.games)}
    dead = [letter.letter.command for letter in await DeadLetters(log).waiting()]
    assert {_commands.decode(command).id for command in dead} == ledger.poison
    assert len(dead) == len(ledger.poison)
    told: dict[str, list[Outcome]] = defaultdict(list)
    for shard in log.all_shards():
        await _judge_shard(log, shard, histories)
        for _, fields in await log.client.xrange(shard.outcomes):
            outcome = read_outcome(fields)
            told[outcome.command].append(outcome)
    _judge_commits(ledger, histories)
    _judge_outcomes(ledger, told, histories)
    _judge_order(ledger, histories)
    return histories


async def _audited(log: EventLog, game: str) -> list[AnyCommit]:
    """The commits of a game, each decided again."""
    shard = log.shard(game)
    commits = []
    position = Position(CITY, game)
    for entry, fields in await log.client.xrange(shard.game(game)):
        commit = read_commit(fields[b"commit"])
        position = audit(position, commit)
        assert entry.decode() == f"{commit.seq}-0"
        commits.append(commit)
    raw = await log.client.get(shard.snapshot(game))
    if raw is not None:
        snapshot = _snapshots.decode(raw)
        commit = commits[snapshot.seq - 1]
        assert snapshot.hash == commit.hash
        assert digest(_tables.decode(snapshot.table)) == commit.state
    return commits


async def _judge_shard(log: EventLog, shard: ShardKeys, histories: Histories) -> None:
    pending = await log.client.xpending(shard.commands, ENGINE_GROUP)
    assert pending["pending"] == 0, f"shard {shard.number}: {pending}"
    mine = {game: commits for game, commits in histories.items() if log.shard(game) == shard}
    feed = defaultdict(list)
    for _, fields in await log.client.xrange(shard.feed):
        commit = read_commit(fields[b"commit"])
        assert fields[b"game"].decode() == commit.game
        assert int(fields[b"seq"]) == commit.seq
        feed[commit.game].append(commit)
    assert feed == mine, f"the feed of shard {shard.number} is not what its games are"
    versions = await log.client.hgetall(shard.games)
    assert {game.decode(): int(seq) for game, seq in versions.items()} == {
        game: len(commits) for game, commits in mine.items()
    }


def _judge_commits(ledger: Ledger, histories: Histories) -> None:
    """Each command has one commit at most, and no commit is without a command."""
    committed = [commit.command.id for commits in histories.values() for commit in commits]
    assert _doubled(committed) == []
    assert set(committed) <= set(ledger.asked)


def _judge_outcomes(ledger: Ledger, told: dict[str, list[Outcome]], histories: Histories) -> None:
    """Every command has one outcome, however often it is told, and it is true."""
    places = {commit.command.id: commit.seq for commits in histories.values() for commit in commits}
    assert set(told) == set(ledger.asked)
    for command, outcomes in told.items():
        first = outcomes[0]
        for other in (*outcomes, *ledger.answered.get(command, ())):
            assert other == first
        assert first.game == ledger.asked[command].game
        assert first.seq == places.get(command), f"{first}, but it is commit {places.get(command)}"
        assert (first.seq is None) == (first.rejection is not None)


def _judge_order(ledger: Ledger, histories: Histories) -> None:
    """What was sent in order was decided in order."""
    for game, commands in ledger.in_order.items():
        decided = [commit.command.id for commit in histories[game][1:]]
        assert decided == commands, _first_difference(game, decided, commands)


def _first_difference(game: str, decided: list[str], sent: list[str]) -> str:
    for place, (ours, theirs) in enumerate(zip(decided, sent, strict=False)):
        if ours != theirs:
            return f"{game}: {theirs} was sent in place {place}, but {ours} was decided there"
    return f"{game}: {len(sent)} were sent, {len(decided)} were accepted"


def _doubled(values: Iterable[Any]) -> list[Any]:
    known: set[Any] = set()
    return [value for value in values if value in known or known.add(value)]  # type: ignore[func-returns-value]
