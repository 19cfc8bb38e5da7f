"""Handlers for moderating names: deny-lists, reports and new names.

A platform moderates its own players. An operator moderates all: their deny-list counts on every
platform.
"""

from schemas.names import (
    DeniedNamesResponse,
    NameReportClosedResponse,
    NameReportedResponse,
    NameReportRow,
    NameReportsResponse,
    PlayerRenamedResponse,
    PutDeniedNamesRequest,
    RenamePlayerRequest,
    ReportId,
)
from schemas.table import PlayerId
from services.gateway.access import Caller
from services.gateway.denied_names import require_allowed
from services.gateway.endpoints import ApiRequest, PlainRequest
from services.gateway.parameters import Parameters, PlayerPath, ReportPath, SeatPath
from services.gateway.table_access import TableAccess, player_at
from services.runtime.access.denied_names import (
    ALL_PLATFORMS,
    DeniedNames,
    UselessEntryError,
    deny_list,
)
from services.runtime.access.name_reports import NameReports, TooManyReportsError
from services.runtime.access.player_directory import PlayerDirectory, PlayerEntry
from services.runtime.store.audit_log import AuditLog
from services.runtime.web.problems import ProblemError


class ModerationHandlers:
    def __init__(
        self,
        players: PlayerDirectory,
        denied_names: DeniedNames,
        reports: NameReports,
        access: TableAccess,
        audit_log: AuditLog,
    ) -> None:
        self._players = players
        self._denied_names = denied_names
        self._reports = reports
        self._table_access = access
        self._audit_log = audit_log

    async def denied(self, request: PlainRequest) -> DeniedNamesResponse:
        return DeniedNamesResponse(await self._denied_names.get(_scope(request.caller)))

    async def deny(
        self, request: ApiRequest[Parameters, Parameters, PutDeniedNamesRequest]
    ) -> DeniedNamesResponse:
        names, scope = request.body.names, _scope(request.caller)
        try:
            deny_list(names)
        except UselessEntryError as error:
            raise ProblemError("malformed", f"The list is malformed: {error}.") from error
        await self._audit_log.record(
            _actor(request.caller), "denied_names_changed", scope or "all", f"{len(names)} names"
        )
        await self._denied_names.put(scope, names)
        return DeniedNamesResponse(names)

    async def report(self, request: ApiRequest[SeatPath, Parameters, None]) -> NameReportedResponse:
        claims, path = request.caller.claims, request.path
        if claims is None:
            raise ProblemError("not_allowed", "Platforms rename players; they do not report them.")
        position = await self._table_access.latest(request.caller, path.table)
        player = player_at(position, path.seat)
        try:
            report = await self._reports.add(
                claims.platform, path.table, path.seat, player, claims.viewer
            )
        except TooManyReportsError as error:
            raise ProblemError("too_many", "Too many reports are open. Try again later.") from error
        return NameReportedResponse(report.id)

    async def reports(self, request: PlainRequest) -> NameReportsResponse:
        platform = request.caller.platform
        reports = await (
            self._reports.all() if platform is None else self._reports.of_platform(platform)
        )
        names = await self._players.names(report.player for report in reports)
        return NameReportsResponse(
            tuple(
                NameReportRow(
                    report.id,
                    report.platform,
                    report.table,
                    report.seat,
                    report.player,
                    report.reporters,
                    report.at,
                    names[report.player],
                )
                for report in reports
            )
        )

    async def close(
        self, request: ApiRequest[ReportPath, Parameters, None]
    ) -> NameReportClosedResponse:
        report_id: ReportId = request.path.report
        entry = await self._player(request.caller, report_id.partition(".")[2])
        if await self._reports.find(entry.platform, report_id) is None:
            raise ProblemError("not_found", f"There is no report {report_id!r}.")
        await self._audit_log.record(_actor(request.caller), "name_report_closed", report_id)
        await self._reports.close(entry.platform, report_id)
        return NameReportClosedResponse(report_id)

    async def rename(
        self, request: ApiRequest[PlayerPath, Parameters, RenamePlayerRequest]
    ) -> PlayerRenamedResponse:
        player_id, name = request.path.player, request.body.name
        entry = await self._player(request.caller, player_id)
        await require_allowed(self._denied_names, entry.platform, name)
        await self._audit_log.record(_actor(request.caller), "player_renamed", player_id)
        if await self._players.rename(player_id, name) is None:
            raise _no_player(player_id)
        return PlayerRenamedResponse(player_id, name)

    async def _player(self, caller: Caller, player_id: PlayerId) -> PlayerEntry:
        """Raise ProblemError if the caller may not moderate such a player."""
        entry = (await self._players.entries([player_id])).get(player_id)
        if entry is None or caller.platform not in {None, entry.platform}:
            raise _no_player(player_id)
        return entry


def _scope(caller: Caller) -> str:
    """Return the platform whose deny-list the caller sets."""
    return ALL_PLATFORMS if caller.platform is None else caller.platform


def _actor(caller: Caller) -> str:
    if caller.platform is None:
        return f"operator:{caller.operator}"
    return f"platform:{caller.platform}"


def _no_player(player_id: PlayerId) -> ProblemError:
    return ProblemError("not_found", f"Player {player_id!r} does not exist.")
