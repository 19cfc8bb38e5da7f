"""What can be played here, in which languages and against which bots; and whether all is well."""

from importlib.metadata import version
from typing import Any

import msgspec

from games.bot_levels import BOTS_OF
from games.contract import Game
from games.registry import GAMES, game_named
from schemas.exchange import Catalogue, GameInCatalogue, Health
from schemas.terms import Terms
from services.gateway.operations import Answer, Call
from services.runtime.event_log import EventLog
from services.runtime.problems import ProblemError


class CatalogueDesk:
    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._catalogue = Catalogue(
            games=tuple(
                GameInCatalogue(
                    id=game.id,
                    rules=game.rules,
                    names=game.names,
                    languages=tuple(game.names),
                    seats=game.seat_counts,
                    options=_schema(game.options_type),
                    bots=tuple(BOTS_OF[game.id]),
                    words=game.words,
                )
                for game in GAMES.values()
            ),
            terms=_schema(Terms),
        )

    async def games(self, _call: Call) -> Answer:
        return Answer(self._catalogue)

    async def pieces(self, call: Call) -> Answer:
        return Answer(game_of(call).pieces)

    async def health(self, _call: Call) -> Answer:
        """Fails as any call does when the games can't be reached."""
        await self._log.client.ping()
        return Answer(Health("ok", version("bluemoon")))


def game_of(call: Call) -> Game:
    """The game that the path names."""
    kind = call.path["kind"]
    game = game_named(kind)
    if game is None:
        raise ProblemError(
            "not_found", f"There is no game {kind[:80]!r}; there are {', '.join(GAMES)}."
        )
    return game


def _schema(record_type: Any) -> dict[str, Any]:
    return msgspec.json.schema(record_type)
