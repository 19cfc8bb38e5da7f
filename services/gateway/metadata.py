"""Handlers for the metadata of a platform's tables."""

import msgspec
from msgspec import Struct

from schemas.metadata import Metadata, MetadataResponse, PutMetadataRequest
from schemas.table import TableId
from services.gateway.access import Caller
from services.gateway.endpoints import ApiRequest, TableRequest
from services.gateway.parameters import Parameters, TablePath
from services.gateway.table_access import TableAccess
from services.runtime.store.audit_log import AuditLog
from services.runtime.store.event_log import EventLog
from services.runtime.store.table_metadata import TableMetadata


class _CommitTime(Struct):
    at: int


_time_decoder = msgspec.json.Decoder(_CommitTime)


class MetadataHandlers:
    def __init__(
        self, metadata: TableMetadata, access: TableAccess, log: EventLog, audit_log: AuditLog
    ) -> None:
        self._metadata = metadata
        self._table_access = access
        self._log = log
        self._audit_log = audit_log

    async def get(self, request: TableRequest) -> MetadataResponse:
        platform = await self._own(request.caller, request.path.table)
        return MetadataResponse(await self._metadata.get(platform, request.path.table))

    async def put(
        self, request: ApiRequest[TablePath, Parameters, PutMetadataRequest]
    ) -> MetadataResponse:
        table, metadata = request.path.table, request.body.metadata
        platform = await self._own(request.caller, table)
        names = ", ".join(sorted(metadata)) or "erased"
        await self._audit_log.record(f"platform:{platform}", "metadata_changed", table, names)
        await self.store(platform, table, metadata)
        return MetadataResponse(metadata)

    async def store(self, platform: str, table: TableId, metadata: Metadata) -> None:
        """Store the metadata of a table that exists."""
        first = await self._log.commit(table, 1)
        assert first is not None, "the table exists"
        opened_at = _time_decoder.decode(first).at
        await self._metadata.put(platform, table, opened_at, metadata)

    async def _own(self, caller: Caller, table: TableId) -> str:
        assert caller.platform is not None, "the endpoint requires a platform"
        await self._table_access.own(caller, table)
        return caller.platform
