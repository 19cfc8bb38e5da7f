"""What can be played here, in which languages and against which bots; and whether all is well."""

from importlib.metadata import version
from typing import Any

import msgspec

from games.bot_levels import BOTS_OF
from games.contract import Game
from games.registry import GAMES, game_named
from schemas.exchange import Catalogue, GameInCatalogue, Health, OptionsChecked
from schemas.rejection import OptionsProblem
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

    async def check(self, call: Call) -> Answer:
        """What can't even be read is told as the one problem there is."""
        game = game_of(call)
        try:
            options = msgspec.convert(call.body.options, game.options_type)
        except msgspec.ValidationError as error:
            return Answer(OptionsChecked((_unreadable(error),)))
        return Answer(OptionsChecked(game.problems(options)))

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


def _unreadable(error: msgspec.ValidationError) -> OptionsProblem:
    message, _, place = str(error).partition(" - at `$")
    return OptionsProblem("malformed", message, place.rstrip("`").removeprefix("."))


def _schema(record_type: Any) -> dict[str, Any]:
    return msgspec.json.schema(record_type)
