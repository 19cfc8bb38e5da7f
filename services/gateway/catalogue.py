"""Handlers for the catalogue of games, their pieces and options, and for the health check."""

from importlib.metadata import version
from typing import Any

import msgspec

from games.plugin import AnyGamePlugin
from games.registry import plugin_of, plugins
from schemas.http import (
    CatalogueGame,
    CatalogueResponse,
    CheckOptionsRequest,
    CheckOptionsResponse,
    HealthResponse,
)
from schemas.record import Record
from schemas.rejection import OptionsProblem
from schemas.strict import convert_strictly
from schemas.terms import Terms
from services.gateway.endpoints import ApiRequest, PlainRequest
from services.gateway.parameters import GamePath, Parameters
from services.runtime.store.event_log import EventLog
from services.runtime.web.problems import ProblemError


class CatalogueHandlers:
    def __init__(self, log: EventLog) -> None:
        self._log = log
        self._catalogue = CatalogueResponse(
            games=tuple(_catalogue_game(plugin) for plugin in plugins().values()),
            terms=_schema(Terms),
        )

    async def games(self, _request: PlainRequest) -> CatalogueResponse:
        return self._catalogue

    async def pieces(self, request: ApiRequest[GamePath, Parameters, None]) -> Record:
        return _plugin(request.path.game).pieces

    async def check(
        self, request: ApiRequest[GamePath, Parameters, CheckOptionsRequest]
    ) -> CheckOptionsResponse:
        """Return the problems of some options. Options of the wrong shape have exactly one."""
        rulebook = _plugin(request.path.game).rulebook
        try:
            options = convert_strictly(request.body.options, rulebook.options_type)
        except msgspec.ValidationError as error:
            return CheckOptionsResponse((_malformed(error),))
        return CheckOptionsResponse(rulebook.problems(options))

    async def health(self, _request: PlainRequest) -> HealthResponse:
        """Fail like any other request if the event log is unreachable."""
        await self._log.check_reachable()
        return HealthResponse("ok", version("bluemoon"))


def _plugin(game: str) -> AnyGamePlugin:
    """Raises ProblemError if there is no such game."""
    plugin = plugin_of(game)
    if plugin is None:
        raise ProblemError(
            "not_found", f"Unknown game {game[:80]!r}, expected one of: {', '.join(plugins())}."
        )
    return plugin


def _catalogue_game(plugin: AnyGamePlugin) -> CatalogueGame:
    return CatalogueGame(
        id=plugin.game,
        rules=plugin.rulebook.rules,
        names=dict(plugin.names),
        languages=tuple(plugin.names),
        seats=plugin.rulebook.seat_counts,
        options=_schema(plugin.rulebook.options_type),
        bots=tuple(plugin.bots),
        default_bot=plugin.default_bot,
        words={piece: dict(names) for piece, names in plugin.labels.items()},
    )


def _malformed(error: msgspec.ValidationError) -> OptionsProblem:
    message, _, path = str(error).partition(" - at `$")
    return OptionsProblem("malformed", message, path.rstrip("`").removeprefix("."))


def _schema(record_type: type[Record]) -> dict[str, Any]:
    return msgspec.json.schema(record_type)
