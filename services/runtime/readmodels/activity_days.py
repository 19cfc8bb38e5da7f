"""The activity read model: counters per day and game."""

import datetime
from typing import cast

from msgspec import Struct

from games.registry import plugins
from schemas.read_models import ActivityDay
from services.runtime.readmodels.generations import Generation, read_live
from services.runtime.server.client import RedisClient

COUNTERS = ("opened", "started", "finished", "aborted", "voided", "commits")


def days_key(generation: Generation) -> str:
    """Key of the hash with the counters of all days and games."""
    return generation.key("days")


def players_key(generation: Generation, day: str, game: str) -> str:
    """Key of the HyperLogLog that counts distinct players, in at most 12 KiB."""
    return generation.key(f"players:{day}:{game}")


def day_field(day: str, game: str, counter: str) -> str:
    return f"{day}|{game}|{counter}"


class ActivityPage(Struct, frozen=True):
    days: tuple[ActivityDay, ...]
    """Newest first, without days on which nothing happened."""
    fresh_ms: int


async def activity(client: RedisClient, last_day: datetime.date, days: int) -> ActivityPage:
    """Return the activity of the `days` days up to `last_day`. Raises NotBuiltError."""
    day_games = [
        (str(last_day - datetime.timedelta(days=back)), game)
        for back in range(min(days, last_day.toordinal()))
        for game in plugins()
    ]

    async def read(generation: Generation) -> ActivityPage | None:
        async with client.pipeline(transaction=True) as pipe:
            pipe.hget(generation.cursors, "fresh")
            for day, game in day_games:
                fields = [day_field(day, game, counter) for counter in COUNTERS]
                pipe.hmget(days_key(generation), fields)
                # redis-py can't pipeline `pfcount()`: its keys may be on several nodes.
                pipe.execute_command("PFCOUNT", players_key(generation, day, game))
            fresh, *replies = await pipe.execute()
        if fresh is None:
            return None
        rows = zip(
            day_games,
            cast(list[list[bytes | None]], replies[::2]),
            cast(list[int], replies[1::2]),
            strict=True,
        )
        return ActivityPage(
            tuple(_day(*key, counts, players) for key, counts, players in rows if any(counts)),
            int(cast(bytes, fresh)),
        )

    return await read_live(client, "activity", read)


def _day(day: str, game: str, counts: list[bytes | None], players: int) -> ActivityDay:
    counters = {name: int(count or 0) for name, count in zip(COUNTERS, counts, strict=True)}
    return ActivityDay(day=day, game=game, players=players, **counters)
