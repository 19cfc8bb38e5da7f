"""Check that stored histories agree with the outcomes that clients received."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec

from games.city.rulebook import CITY
from games.codec import read_commit, table_type
from games.history import Position, audit
from schemas.commit import AnyCommand, AnyCommit, digest
from schemas.outcome import Outcome
from services.runtime.store.event_log import ENGINE_GROUP, EventLog, head
from services.runtime.store.keys import ShardKeys
from services.runtime.store.snapshots import Snapshot
from tests.chaos.ledger import Ledger
from tests.services.full_client import client_of, stores_of
from tests.services.outcomes import outcomes_of

Histories = dict[str, list[AnyCommit]]

_snapshots = msgspec.json.Decoder(Snapshot)
_commands = msgspec.json.Decoder(AnyCommand)
_tables = msgspec.json.Decoder(table_type(CITY))


async def check_histories(log: EventLog, ledger: Ledger) -> Histories:
    """Check that nothing is lost, duplicated, changed or out of order. Return the histories."""
    assert ledger.without_outcome == []
    histories = {table_id: await _audit(log, table_id) for table_id in sorted(ledger.table_ids)}
    dead = [stored.dead_letter.command for stored in await stores_of(log).dead_letters.unresolved()]
    assert {_commands.decode(command).id for command in dead} == ledger.poison
    assert len(dead) == len(ledger.poison)
    published: dict[str, list[Outcome]] = defaultdict(list)
    for shard in log.all_shards():
        await _check_shard(log, shard, histories)
        for outcome in await outcomes_of(log, shard):
            published[outcome.command].append(outcome)
    _check_commits(ledger, histories)
    _check_outcomes(ledger, published, histories)
    _check_order(ledger, histories)
    return histories


async def _audit(log: EventLog, table_id: str) -> list[AnyCommit]:
    """Return the commits of a table; re-run every command."""
    shard = log.shard(table_id)
    commits = []
    position = Position(CITY, table_id)
    for entry, fields in await client_of(log).xrange(shard.table(table_id)):
        commit = read_commit(fields[b"commit"])
        position = audit(position, commit)
        assert entry.decode() == f"{commit.seq}-0"
        commits.append(commit)
    raw = await client_of(log).get(shard.snapshot(table_id))
    if raw is not None:
        snapshot = _snapshots.decode(raw)
        commit = commits[snapshot.seq - 1]
        assert snapshot.hash == commit.hash
        assert digest(_tables.decode(snapshot.table)) == commit.state
    return commits


async def _check_shard(log: EventLog, shard: ShardKeys, histories: Histories) -> None:
    layout = await log.layouts.read(shard)
    assert not layout.draining
    for stream in layout.streams:
        pending = await client_of(log).xpending(stream.commands, ENGINE_GROUP)
        assert pending["pending"] == 0, f"stream {stream.name}: {pending}"
    shard_histories = {
        table_id: commits for table_id, commits in histories.items() if log.shard(table_id) == shard
    }
    feed = defaultdict(list)
    for _, fields in await client_of(log).xrange(shard.feed):
        commit = read_commit(fields[b"commit"])
        assert fields[b"table"].decode() == commit.table
        assert int(fields[b"seq"]) == commit.seq
        feed[commit.table].append(commit)
    assert feed == shard_histories, f"the feed of shard {shard.number} differs from its tables"
    heads = await client_of(log).hgetall(shard.tables)
    assert {table_id.decode(): stored.decode() for table_id, stored in heads.items()} == {
        table_id: head(len(commits), commits[-1].hash)
        for table_id, commits in shard_histories.items()
    }


def _check_commits(ledger: Ledger, histories: Histories) -> None:
    """Check that each command has at most one commit, and each commit a command."""
    committed = [commit.command.id for commits in histories.values() for commit in commits]
    assert _duplicates(committed) == []
    assert set(committed) <= set(ledger.sent)


def _check_outcomes(
    ledger: Ledger, published: dict[str, list[Outcome]], histories: Histories
) -> None:
    """Check that each command has one outcome, and that it matches the history."""
    seqs = {commit.command.id: commit.seq for commits in histories.values() for commit in commits}
    assert set(published) == set(ledger.sent)
    for command, outcomes in published.items():
        first = outcomes[0]
        for other in (*outcomes, *ledger.outcomes.get(command, ())):
            assert other == first
        assert first.table == ledger.sent[command].table
        assert first.seq == seqs.get(command), f"{first}, but it is commit {seqs.get(command)}"
        assert (first.seq is None) == (first.rejection is not None)


def _check_order(ledger: Ledger, histories: Histories) -> None:
    """Check that commands sent in order were decided in order."""
    for table_id, commands in ledger.in_order.items():
        decided = [commit.command.id for commit in histories[table_id][1:]]
        assert decided == commands, _first_difference(table_id, decided, commands)


def _first_difference(table_id: str, decided: list[str], sent: list[str]) -> str:
    for index, (actual, expected) in enumerate(zip(decided, sent, strict=False)):
        if actual != expected:
            return f"{table_id}: command {index} is {actual}, expected {expected}"
    return f"{table_id}: {len(sent)} commands sent, {len(decided)} accepted"


def _duplicates(values: Iterable[Any]) -> list[Any]:
    counts = Counter(values)
    return [value for value, count in counts.items() if count > 1]
