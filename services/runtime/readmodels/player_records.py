"""The players read model: tables and results per player."""

from typing import cast
from urllib.parse import quote

from msgspec import Struct

from games.registry import plugins
from schemas.read_models import PlayerRow, Tally
from schemas.terms import SEATS_MAX
from services.runtime.readmodels.generations import Generation, read_live
from services.runtime.server.client import RedisClient

COUNTED_STAGES = ("open", "playing", "over")
PLACES = range(1, SEATS_MAX + 1)


def counts_key(generation: Generation, platform: str) -> str:
    """Key of the hash with the counters of a platform's players. Field names start with the
    player."""
    return generation.key(f"counts:{quote(platform, safe='')}")


def stage_field(player: str, stage: str) -> str:
    return f"{quote(player, safe='')}|{stage}"


def played_field(player: str, game: str) -> str:
    return f"{quote(player, safe='')}|{game}|played"


def won_field(player: str, game: str) -> str:
    return f"{quote(player, safe='')}|{game}|won"


def place_field(player: str, game: str, place: int) -> str:
    return f"{quote(player, safe='')}|{game}|{place}"


class PlayerRecord(Struct, frozen=True):
    row: PlayerRow
    fresh_ms: int


async def player_record(client: RedisClient, platform: str, player: str) -> PlayerRecord:
    """Return the record of a platform's player; an unknown one has zeros. Raises NotBuiltError."""
    fields = [stage_field(player, stage) for stage in COUNTED_STAGES]
    for game in plugins():
        fields += [played_field(player, game), won_field(player, game)]
        fields += [place_field(player, game, place) for place in PLACES]

    async def read(generation: Generation) -> PlayerRecord | None:
        async with client.pipeline(transaction=True) as pipe:
            pipe.hget(generation.cursors, "fresh")
            pipe.hmget(counts_key(generation, platform), fields)
            replies = await pipe.execute()
        fresh, counts = cast("tuple[bytes | None, list[bytes | None]]", replies)
        if fresh is None:
            return None
        counters = {field: int(count or 0) for field, count in zip(fields, counts, strict=True)}
        return PlayerRecord(_row(player, counters), int(fresh))

    return await read_live(client, "players", read)


def _row(player: str, counts: dict[str, int]) -> PlayerRow:
    tallies = []
    for game in plugins():
        played = counts[played_field(player, game)]
        if played:
            places = {
                str(place): count
                for place in PLACES
                if (count := counts[place_field(player, game, place)])
            }
            tallies.append(Tally(game, played, counts[won_field(player, game)], places))
    open_, playing, over = (counts[stage_field(player, stage)] for stage in COUNTED_STAGES)
    return PlayerRow(player, "", open_, playing, over, tuple(tallies))
