"""Handlers for the catalogue of games, their pieces and options, and for the health check."""

from importlib.metadata import version
from typing import Any

import msgspec

from games.contract import AnyRulebook
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
from schemas.rules import RulesVersion
from schemas.strict import convert_strictly
from schemas.terms import Terms
from services.gateway.endpoints import ApiRequest, PlainRequest
from services.gateway.openings import Openings
from services.gateway.parameters import GamePath, Parameters
from services.runtime.store.event_log import EventLog
from services.runtime.web.problems import ProblemError


class CatalogueHandlers:
    def __init__(self, log: EventLog, openings: Openings) -> None:
        self._log = log
        self._openings = openings
        self._catalogue: CatalogueResponse | None = None
        self._versions: dict[str, tuple[AnyRulebook, ...]] = {}

    async def games(self, _request: PlainRequest) -> CatalogueResponse:
        """Built again only when an upgrade was finalized."""
        versions = {game: self._openings.versions(plugin) for game, plugin in plugins().items()}
        if self._catalogue is None or self._versions != versions:
            self._versions = versions
            self._catalogue = CatalogueResponse(
                games=tuple(
                    _catalogue_game(plugins()[game], available)
                    for game, available in versions.items()
                    if available
                ),
                terms=_schema(Terms),
            )
        return self._catalogue

    async def pieces(self, request: ApiRequest[GamePath, Parameters, None]) -> Record:
        return _plugin(request.path.game).pieces

    async def check(
        self, request: ApiRequest[GamePath, Parameters, CheckOptionsRequest]
    ) -> CheckOptionsResponse:
        """Return the problems of some options. Options of the wrong shape have exactly one."""
        plugin = _plugin(request.path.game)
        rulebook = self._openings.rulebook(plugin, request.body.rules)
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


def _catalogue_game(plugin: AnyGamePlugin, versions: tuple[AnyRulebook, ...]) -> CatalogueGame:
    return CatalogueGame(
        id=plugin.game,
        rules=versions[0].rules,
        versions=tuple(
            RulesVersion(rulebook.rules, tuple(rulebook.amendments)) for rulebook in versions
        ),
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
