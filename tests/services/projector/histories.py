"""Histories for the projector's tests, appended like the engine does."""

from collections.abc import Sequence
from itertools import islice
from random import Random

from games.city.bots import BOTS
from games.city.rulebook import CITY
from games.playout import Playout, play_out
from schemas.city.options import CityOptions
from schemas.commit import AnyCommit, canonical
from services.runtime.store.event_log import EventLog
from services.runtime.store.keys import ShardKeys
from tests.services.full_client import client_of

PLAYERS = ("Amber", "Basalt", "Coral", "Jade")


BATCH_COMMITS = 20
BOT_OF_SEAT = ("builder", "random", "builder", "builder")


def bot_commits(
    table_id: str, limit: int | None = None, players: tuple[str, ...] = PLAYERS[:2]
) -> list[AnyCommit]:
    """Play bots against each other and return the first commits. The table id is the seed."""
    seats = tuple((name, BOTS[BOT_OF_SEAT[seat]]) for seat, name in enumerate(players))
    playout = Playout(CITY, CityOptions(len(players)), seats, f"projector/{table_id}", table_id)
    return [commit for commit, _ in islice(play_out(playout), limit)]


def interleaved_commits(tables: int, seed: int) -> list[AnyCommit]:
    """Return the commits of several tables in a random order that keeps each table's own order."""
    random = Random(seed)
    histories = []
    for number in range(tables):
        players = tuple(random.sample(PLAYERS, random.randint(2, 4)))
        limit = None if random.random() < 0.7 else random.randint(1, 100)
        histories.append(bot_commits(f"g{seed}-{number}", limit, players))
    mixed: list[AnyCommit] = []
    while histories:
        history = random.choice(histories)
        size = random.randint(1, 30)
        mixed += history[:size]
        del history[:size]
        histories = [history for history in histories if history]
    return mixed


async def append(log: EventLog, commits: Sequence[AnyCommit]) -> None:
    """Append commits to their table streams and feeds."""
    for first in range(0, len(commits), BATCH_COMMITS):
        by_shard: dict[ShardKeys, list[AnyCommit]] = {}
        for commit in commits[first : first + BATCH_COMMITS]:
            by_shard.setdefault(log.shard(commit.table), []).append(commit)
        for group in by_shard.values():
            await append_raw(
                log, [(commit.table, commit.seq, canonical(commit)) for commit in group]
            )


async def append_raw(log: EventLog, commits: Sequence[tuple[str, int, bytes]]) -> None:
    """Append commits of one shard like the engine's script, as far as followers can see."""
    async with client_of(log).pipeline(transaction=True) as pipe:
        for table_id, seq, commit in commits:
            shard = log.shard(table_id)
            pipe.xadd(shard.table(table_id), {"commit": commit}, id=f"{seq}-0")
            pipe.xadd(shard.feed, {"table": table_id, "seq": seq, "commit": commit})
            pipe.hset(shard.tables, table_id, seq)
        await pipe.execute()
