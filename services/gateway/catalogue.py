"""Handlers for the catalogue of games, their pieces and options, and for the health check."""

from importlib.metadata import version
from typing import Any

import msgspec

from games.bot_levels import BOTS_OF
from games.contract import Rulebook
from games.registry import RULEBOOKS, rulebook_of_game
from schemas.http import CatalogueGame, CatalogueResponse, CheckOptionsResponse, HealthResponse
from schemas.rejection import OptionsProblem
from schemas.strict import convert_strictly
from schemas.terms import Terms
from services.gateway.endpoints import ApiRequest, ApiResponse
from services.runtime.event_log import EventLog
from services.runtime.problems import ProblemError


class CatalogueHandlers:
    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._catalogue = CatalogueResponse(
            games=tuple(
                CatalogueGame(
                    id=rulebook.game,
                    rules=rulebook.rules,
                    names=rulebook.names,
                    languages=tuple(rulebook.names),
                    seats=rulebook.seat_counts,
                    options=_schema(rulebook.options_type),
                    bots=tuple(BOTS_OF[rulebook.game]),
                    words=rulebook.words,
                )
                for rulebook in RULEBOOKS.values()
            ),
            terms=_schema(Terms),
        )

    async def games(self, _request: ApiRequest) -> ApiResponse:
        return ApiResponse(self._catalogue)

    async def pieces(self, request: ApiRequest) -> ApiResponse:
        return ApiResponse(rulebook_of(request).pieces)

    async def check(self, request: ApiRequest) -> ApiResponse:
        """Return the problems of some options. Options of the wrong shape have exactly one."""
        rulebook = rulebook_of(request)
        try:
            options = convert_strictly(request.body.options, rulebook.options_type)
        except msgspec.ValidationError as error:
            return ApiResponse(CheckOptionsResponse((_malformed(error),)))
        return ApiResponse(CheckOptionsResponse(rulebook.problems(options)))

    async def health(self, _request: ApiRequest) -> ApiResponse:
        """Fail like any other request if the event log is unreachable."""
        await self._log.client.ping()
        return ApiResponse(HealthResponse("ok", version("bluemoon")))


def rulebook_of(request: ApiRequest) -> Rulebook:
    """Return the rulebook of the game in the path. Raises ProblemError."""
    game = request.path["game"]
    rulebook = rulebook_of_game(game)
    if rulebook is None:
        raise ProblemError(
            "not_found", f"Unknown game {game[:80]!r}, expected one of: {', '.join(RULEBOOKS)}."
        )
    return rulebook


def _malformed(error: msgspec.ValidationError) -> OptionsProblem:
    message, _, path = str(error).partition(" - at `$")
    return OptionsProblem("malformed", message, path.rstrip("`").removeprefix("."))


def _schema(record_type: Any) -> dict[str, Any]:
    return msgspec.json.schema(record_type)
