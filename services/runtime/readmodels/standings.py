"""The standings read model: the players of a platform, ranked by rating."""

from urllib.parse import quote

import msgspec
from msgspec import Struct

from schemas.read_models import Standing
from schemas.record import Record
from services.runtime.readmodels.generations import Generation, read_live
from services.runtime.server.client import RedisClient
from services.runtime.server.script import Script, read_script

_SCRIPT = read_script("services.runtime.readmodels", "standings_page.lua")

_Reply = tuple[()] | tuple[bytes, int, int, *tuple[bytes, ...]]


class PlayerRating(Record):
    """A player's rating at one game: estimated skill and its uncertainty."""

    mu: float
    sigma: float
    played: int = 0
    won: int = 0

    @property
    def rating(self) -> float:
        """A conservative estimate: three standard deviations below the mean."""
        return self.mu - 3 * self.sigma


decode_rating = msgspec.json.Decoder(PlayerRating).decode


class StandingList(Struct, frozen=True):
    """The standings of one game on one platform."""

    platform: str
    game: str

    @property
    def name(self) -> str:
        return f"{self.game}:{quote(self.platform, safe='')}"


def ratings_key(generation: Generation, standing_list: StandingList) -> str:
    """Key of the hash: player -> PlayerRating."""
    return generation.key(f"ratings:{standing_list.name}")


def ranking_key(generation: Generation, standing_list: StandingList) -> str:
    """Key of the sorted set of the players by rating."""
    return generation.key(f"ranking:{standing_list.name}")


class StandingsPage(Struct, frozen=True):
    standings: tuple[Standing, ...]
    players: int
    """Number of rated players."""
    fresh_ms: int


async def standings_page(
    client: RedisClient, standing_list: StandingList, limit: int, skip: int = 0
) -> StandingsPage:
    """Return a page of standings, best first. Raises NotBuiltError."""
    script: Script[_Reply] = Script(client, _SCRIPT)

    async def read(generation: Generation) -> StandingsPage | None:
        keys = [
            generation.cursors,
            ranking_key(generation, standing_list),
            ratings_key(generation, standing_list),
        ]
        reply = await script(keys=keys, args=[skip, limit])
        if not reply:
            return None
        fresh, better, players, *rows = reply
        return StandingsPage(_ranked(rows, int(better), skip), players, int(fresh))

    return await read_live(client, "standings", read)


def _ranked(rows: list[bytes], better: int, skip: int) -> tuple[Standing, ...]:
    """Return the standings; players with the same rating have the same rank."""
    standings: list[Standing] = []
    for player_id, text in zip(rows[::2], rows[1::2], strict=True):
        rating = decode_rating(text)
        if not standings:
            rank = better + 1
        elif standings[-1].rating != rating.rating:
            rank = skip + len(standings) + 1
        else:
            rank = standings[-1].rank
        standings.append(
            Standing(
                rank=rank,
                player=player_id.decode(),
                name="",
                rating=rating.rating,
                mu=rating.mu,
                sigma=rating.sigma,
                played=rating.played,
                won=rating.won,
            )
        )
    return tuple(standings)
