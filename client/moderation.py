"""Calls for moderating names, with a platform key or an operator key; a viewer reports names."""

from collections.abc import Iterable

from client.api_calls import ApiCalls
from client.decoding import decode
from schemas.names import (
    DeniedNamesResponse,
    NameReportedResponse,
    NameReportRow,
    NameReportsResponse,
    PutDeniedNamesRequest,
    RenamePlayerRequest,
)


class ModerationCalls(ApiCalls):
    async def get_denied_names(self) -> tuple[str, ...]:
        """Return the platform's deny-list; with an operator key, that for all platforms."""
        return decode(await self._get("/v1/names/denied"), DeniedNamesResponse).names

    async def put_denied_names(self, names: Iterable[str]) -> None:
        """Replace the deny-list. Players who are seated already keep their names."""
        request = PutDeniedNamesRequest(tuple(names))
        await self._send("PUT", "/v1/names/denied", request, is_idempotent=True)

    async def report_name(self, table_id: str, seat: int) -> str:
        """Report the name of the player on a seat. Return the id of the report."""
        path = f"/v1/tables/{table_id}/seats/{seat}/report"
        return decode(
            await self._send("POST", path, is_idempotent=True), NameReportedResponse
        ).report

    async def list_name_reports(self) -> tuple[NameReportRow, ...]:
        """Return the open reports of the platform, or with an operator key of all platforms."""
        return decode(await self._get("/v1/reports"), NameReportsResponse).reports

    async def close_name_report(self, report: str) -> None:
        await self._send("DELETE", f"/v1/reports/{report}")

    async def rename_player(self, player: str, name: str) -> None:
        """Replace the name of a player everywhere. Histories stay as they are."""
        request = RenamePlayerRequest(name)
        await self._send("PUT", f"/v1/players/{player}/name", request, is_idempotent=True)
