"""What can be played here, in which languages and against which bots; and whether all is well."""

from importlib.metadata import version
from typing import Any

import msgspec

from games.bot_levels import BOTS_OF
from games.registry import GAMES
from schemas.exchange import Catalogue, GameInCatalogue, Health
from schemas.terms import Terms
from services.gateway.operations import Answer, Call
from services.runtime.event_log import EventLog


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

    async def health(self, _call: Call) -> Answer:
        """Fails as any call does when the games can't be reached."""
        await self._log.client.ping()
        return Answer(Health("ok", version("bluemoon")))


def _schema(record_type: Any) -> dict[str, Any]:
    return msgspec.json.schema(record_type)
