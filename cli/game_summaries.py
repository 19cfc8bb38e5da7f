"""What can be told of every game from its last commit alone."""

import asyncio
from collections.abc import Callable
from typing import get_args

import msgspec
from msgspec import Struct

from schemas.strict import Event
from schemas.table import GameEnded, SeatLeft, SeatTaken, Stage, TableAborted, TableOpened
from services.runtime.event_log import EventLog

AT_ONCE = 100
"""Games asked for together."""

STAGES: tuple[str, ...] = get_args(Stage)


class GameSummary(Struct, frozen=True):
    game: str
    rules: str
    stage: Stage
    commits: int
    at: int
    """When the last commit was made, in milliseconds since 1970."""


class _Tag(Struct):
    type: str


class _LastCommit(Struct):
    rules: str
    seq: int
    at: int
    events: tuple[_Tag, ...]


_decoder = msgspec.json.Decoder(_LastCommit)


async def game_ids(log: EventLog) -> list[str]:
    found = await asyncio.gather(*(log.client.hkeys(shard.games) for shard in log.all_shards()))
    return sorted(game.decode() for games in found for game in games)


async def summaries(
    log: EventLog, games: list[str], done: Callable[[], None] = lambda: None
) -> list[GameSummary]:
    """The games' summaries in their order; `done` is called for each."""
    found = []
    for start in range(0, len(games), AT_ONCE):
        asked = (_summary(log, game) for game in games[start : start + AT_ONCE])
        for summary in await asyncio.gather(*asked):
            if summary is not None:
                found.append(summary)
            done()
    return found


async def _summary(log: EventLog, game: str) -> GameSummary | None:
    """Nothing for a game that is noted down and has no history; `game verify` complains of it."""
    entries = await log.client.xrevrange(log.shard(game).game(game), count=1)
    if not entries:
        return None
    last = _decoder.decode(entries[0][1][b"commit"])
    return GameSummary(game, last.rules, _stage(last), last.seq, last.at)


def _tag(event: type[Event]) -> str:
    return str(event.__struct_config__.tag)


_BEFORE_THE_START = {_tag(event) for event in (TableOpened, SeatTaken, SeatLeft)}


def _stage(last: _LastCommit) -> Stage:
    tags = {event.type for event in last.events}
    if _tag(GameEnded) in tags:
        return "over"
    if _tag(TableAborted) in tags:
        return "aborted"
    return "open" if tags <= _BEFORE_THE_START else "playing"
