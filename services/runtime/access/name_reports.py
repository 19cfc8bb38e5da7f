"""Reports of players' names, for a platform or an operator to act on.

All reports of a player at a table are one, with everyone who reported it. A report ends when it is
closed, when the player is erased, or after `REPORT_DAYS`.
"""

import msgspec
from msgspec.structs import replace

from schemas.names import NameReport, ReportId
from schemas.redaction import Viewer
from schemas.table import PlayerId, TableId
from schemas.terms import Seat
from services.runtime.operations.clock import now_ms
from services.runtime.server.client import RedisClient
from services.runtime.server.compare_and_set import CompareAndSet
from services.runtime.store.keys import NAME_REPORTS, name_reports

REPORTS_MAX = 1_000
"""Open reports of a platform."""
REPORT_DAYS = 30
DAY_MS = 24 * 3600 * 1000

_decoder = msgspec.json.Decoder(NameReport)


class TooManyReportsError(Exception):
    """The platform has as many open reports as it may have."""


class NameReports:
    def __init__(self, client: RedisClient) -> None:
        self._client = client
        self._compare_and_set = CompareAndSet(client)

    async def add(
        self, platform: str, table: TableId, seat: Seat, player: PlayerId, reporter: Viewer
    ) -> NameReport:
        """Report a name. The second report of a reporter changes nothing.

        Raises TooManyReportsError."""
        new = NameReport(f"{table}.{player}", platform, table, seat, player, (reporter,), now_ms())
        key = name_reports(platform)
        while True:
            stored = await self._client.hget(key, new.id)
            report = new if stored is None else _with_reporter(_decoder.decode(stored), reporter)
            if stored is None:
                await self._require_room(platform)
                # Before the report: a platform without reports does no harm.
                await self._client.sadd(NAME_REPORTS, platform)
            encoded = msgspec.json.encode(report)
            if encoded == stored:
                return report
            if await self._compare_and_set(key, report.id, stored, encoded):
                return report

    async def of_platform(self, platform: str) -> list[NameReport]:
        """Return the open reports, oldest first."""
        key = name_reports(platform)
        reports = [_decoder.decode(stored) for stored in await self._client.hvals(key)]
        oldest_ms = now_ms() - REPORT_DAYS * DAY_MS
        expired = [report.id for report in reports if report.at < oldest_ms]
        if expired:
            await self._client.hdel(key, *expired)
        return sorted(
            (report for report in reports if report.at >= oldest_ms),
            key=lambda report: (report.at, report.id),
        )

    async def all(self) -> list[NameReport]:
        """Return the open reports of all platforms, oldest first."""
        platforms = await self._client.smembers(NAME_REPORTS)
        reports = [report for name in platforms for report in await self.of_platform(name.decode())]
        return sorted(reports, key=lambda report: (report.at, report.id))

    async def find(self, platform: str, report_id: ReportId) -> NameReport | None:
        reports = await self.of_platform(platform)
        return next((report for report in reports if report.id == report_id), None)

    async def close(self, platform: str, report_id: ReportId) -> bool:
        """Return whether there was such a report."""
        return bool(await self._client.hdel(name_reports(platform), report_id))

    async def forget_player(self, platform: str, player: PlayerId) -> None:
        """Close all reports of a player."""
        for report in await self.of_platform(platform):
            if report.player == player:
                await self.close(platform, report.id)

    async def _require_room(self, platform: str) -> None:
        if await self._client.hlen(name_reports(platform)) < REPORTS_MAX:
            return
        # Some of them may have expired.
        if len(await self.of_platform(platform)) >= REPORTS_MAX:
            raise TooManyReportsError


def _with_reporter(report: NameReport, reporter: Viewer) -> NameReport:
    if reporter in report.reporters:
        return report
    return replace(report, reporters=(*report.reporters, reporter))
