"""Games for the projector's tests, appended as the engine appends them."""

from collections.abc import Iterable
from itertools import islice

from games.city.bots import BOTS
from games.city.game import CITY
from games.playout import Playout, play_out
from schemas.city import CityOptions
from schemas.commit import AnyCommit, canonical
from services.runtime.event_log import EventLog

PLAYERS = ("Amber", "Basalt", "Coral", "Jade")


def played(
    game: str, commits: int | None = None, players: tuple[str, ...] = PLAYERS[:2]
) -> list[AnyCommit]:
    """A game between bots; how it goes depends on its name."""
    seats = tuple((name, BOTS["random"]) for name in players)
    playout = Playout(CITY, CityOptions(len(players)), seats, f"projector/{game}", game)
    return [commit for commit, _ in islice(play_out(playout), commits)]


async def append(log: EventLog, commits: Iterable[AnyCommit]) -> None:
    for commit in commits:
        await append_raw(log, commit.game, commit.seq, canonical(commit))


async def append_raw(log: EventLog, game: str, seq: int, commit: bytes) -> None:
    """What the engine's script does, as far as followers see it."""
    shard = log.shard(game)
    async with log.client.pipeline(transaction=True) as pipe:
        pipe.xadd(shard.game(game), {"commit": commit}, id=f"{seq}-0")
        pipe.xadd(shard.feed, {"game": game, "seq": seq, "commit": commit})
        pipe.hset(shard.games, game, seq)
        await pipe.execute()
