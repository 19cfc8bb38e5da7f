"""Games for the projector's tests, appended as the engine appends them."""

from collections.abc import Sequence
from itertools import islice
from random import Random

from games.city.bots import BOTS
from games.city.game import CITY
from games.playout import Playout, play_out
from schemas.city import CityOptions
from schemas.commit import AnyCommit, canonical
from services.runtime.event_log import EventLog
from services.runtime.keys import ShardKeys

PLAYERS = ("Amber", "Basalt", "Coral", "Jade")


COMMITS_AT_ONCE = 20
BOT_OF_SEAT = ("builder", "random", "builder", "builder")


def played(
    game: str, commits: int | None = None, players: tuple[str, ...] = PLAYERS[:2]
) -> list[AnyCommit]:
    """A game between bots; how it goes depends on its name."""
    seats = tuple((name, BOTS[BOT_OF_SEAT[seat]]) for seat, name in enumerate(players))
    playout = Playout(CITY, CityOptions(len(players)), seats, f"projector/{game}", game)
    return [commit for commit, _ in islice(play_out(playout), commits)]


def many_games(games: int, seed: int) -> list[AnyCommit]:
    """Commits of many games, in a random order that keeps each game's own."""
    chance = Random(seed)
    waiting = []
    for number in range(games):
        players = tuple(chance.sample(PLAYERS, chance.randint(2, 4)))
        commits = None if chance.random() < 0.7 else chance.randint(1, 100)
        waiting.append(played(f"g{seed}-{number}", commits, players))
    mixed: list[AnyCommit] = []
    while waiting:
        game = chance.choice(waiting)
        some = chance.randint(1, 30)
        mixed += game[:some]
        del game[:some]
        waiting = [game for game in waiting if game]
    return mixed


async def append(log: EventLog, commits: Sequence[AnyCommit]) -> None:
    for first in range(0, len(commits), COMMITS_AT_ONCE):
        by_shard: dict[ShardKeys, list[AnyCommit]] = {}
        for commit in commits[first : first + COMMITS_AT_ONCE]:
            by_shard.setdefault(log.shard(commit.game), []).append(commit)
        for some in by_shard.values():
            await append_raw(log, [(one.game, one.seq, canonical(one)) for one in some])


async def append_raw(log: EventLog, commits: Sequence[tuple[str, int, bytes]]) -> None:
    """What the engine's script does to one shard, as far as followers see it."""
    async with log.client.pipeline(transaction=True) as pipe:
        for game, seq, commit in commits:
            shard = log.shard(game)
            pipe.xadd(shard.game(game), {"commit": commit}, id=f"{seq}-0")
            pipe.xadd(shard.feed, {"game": game, "seq": seq, "commit": commit})
            pipe.hset(shard.games, game, seq)
        await pipe.execute()
