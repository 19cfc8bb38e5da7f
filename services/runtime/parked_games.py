"""Games that a model has stopped following, because a commit can't be read or does not fold."""

import msgspec

from schemas.strict import Record
from schemas.table import GameId
from schemas.terms import Milliseconds
from services.runtime.connection import Client
from services.runtime.generations import Generation

REASON_CHARS_MAX = 500


class Parked(Record):
    game: GameId
    seq: int
    """The commit that stopped it."""
    reason: str
    at: Milliseconds


_decoder = msgspec.json.Decoder(Parked)


async def parked_games(client: Client, generation: Generation) -> list[Parked]:
    found = await client.hvals(generation.parked)
    return sorted(map(_decoder.decode, found), key=lambda parked: (parked.at, parked.game))
