"""Standings: who is how good at a game, and with what certainty."""

from importlib.resources import files

import msgspec
from msgspec import Struct

from schemas.reading import Standing
from schemas.strict import Record
from services.runtime.connection import Client
from services.runtime.generations import Generation, read_live

_SCRIPT = files("services.runtime").joinpath("standings_page.lua").read_text()


class Rated(Record):
    """What is known of a player's strength at one game."""

    mu: float
    sigma: float
    played: int = 0
    won: int = 0

    @property
    def rating(self) -> float:
        """What the player is worth with good certainty."""
        return self.mu - 3 * self.sigma


decode_rated = msgspec.json.Decoder(Rated).decode


def ratings_key(generation: Generation) -> str:
    """Game and player -> Rated."""
    return generation.key("ratings")


def rating_field(game: str, player: str) -> str:
    return f"{game}|{player}"


def ranking_key(generation: Generation, game: str) -> str:
    """Players by rating."""
    return generation.key(f"ranking:{game}")


class StandingsPage(Struct, frozen=True):
    standings: tuple[Standing, ...]
    players: int
    """How many there are in all."""
    fresh_ms: int


async def standings_page(client: Client, game: str, limit: int, skip: int = 0) -> StandingsPage:
    """Best first. Raises NotBuiltError."""
    script = client.register_script(_SCRIPT)

    async def read(generation: Generation) -> StandingsPage | None:
        keys = [generation.cursors, ranking_key(generation, game), ratings_key(generation)]
        answer = await script(keys=keys, args=[game, skip, limit])
        if not answer:
            return None
        fresh, better, players, *found = answer
        return StandingsPage(_ranked(found, int(better), skip), players, int(fresh))

    return await read_live(client, "standings", read)


def _ranked(found: list[bytes], better: int, skip: int) -> tuple[Standing, ...]:
    """Who is worth the same has the same rank."""
    standings: list[Standing] = []
    for name, text in zip(found[::2], found[1::2], strict=True):
        rated = decode_rated(text)
        if not standings:
            rank = better + 1
        elif standings[-1].rating != rated.rating:
            rank = skip + len(standings) + 1
        else:
            rank = standings[-1].rank
        standings.append(
            Standing(
                rank=rank,
                player=name.decode(),
                rating=rated.rating,
                mu=rated.mu,
                sigma=rated.sigma,
                played=rated.played,
                won=rated.won,
            )
        )
    return tuple(standings)
