"""What happened on each day, in numbers."""

import datetime
from typing import Any

from msgspec import Struct

from games.registry import GAMES
from schemas.reading import DayOfActivity
from services.runtime.connection import Client
from services.runtime.generations import Generation, read_live

COUNTERS = ("opened", "started", "finished", "aborted", "commits")


def days_key(generation: Generation) -> str:
    """One hash for all days, games and counters."""
    return generation.key("days")


def players_key(generation: Generation, day: str, game: str) -> str:
    """A HyperLogLog: how many different players, in 12 KiB at most."""
    return generation.key(f"players:{day}:{game}")


def day_field(day: str, game: str, counter: str) -> str:
    return f"{day}|{game}|{counter}"


class Activity(Struct, frozen=True):
    days: tuple[DayOfActivity, ...]
    """Newest first; those on which nothing happened are left out."""
    fresh_ms: int


async def activity(client: Client, last_day: datetime.date, days: int) -> Activity:
    """So many days up to and including the last. Raises NotBuiltError."""
    wanted = [
        (str(last_day - datetime.timedelta(days=back)), game)
        for back in range(min(days, last_day.toordinal()))
        for game in GAMES
    ]

    async def read(generation: Generation) -> Activity | None:
        async with client.pipeline(transaction=True) as pipe:
            pipe.hget(generation.cursors, "fresh")
            for day, game in wanted:
                fields = [day_field(day, game, counter) for counter in COUNTERS]
                pipe.hmget(days_key(generation), fields)
                # Of one key: redis-py refuses to pipeline what could be asked of several nodes.
                pipe.execute_command("PFCOUNT", players_key(generation, day, game))
            fresh, *found = await pipe.execute()
        if fresh is None:
            return None
        counted = zip(wanted, found[::2], found[1::2], strict=True)
        return Activity(
            tuple(_day(*of, counts, players) for of, counts, players in counted if any(counts)),
            int(fresh),
        )

    return await read_live(client, "activity", read)


def _day(day: str, game: str, counts: list[Any], players: int) -> DayOfActivity:
    counted = {name: int(count or 0) for name, count in zip(COUNTERS, counts, strict=True)}
    return DayOfActivity(day=day, game=game, players=players, **counted)
