"""Handlers for operators who manage platforms."""

from msgspec import UnsetType

from schemas.audit_log import Intervention
from schemas.guests import GUESTS
from schemas.platform import (
    Platform,
    PlatformResponse,
    PlatformRow,
    PlatformsResponse,
    PutPlatformRequest,
    RotateKeyRequest,
    SuspendPlatformRequest,
)
from services.gateway.access import Caller
from services.gateway.endpoints import ApiRequest, PlainRequest
from services.gateway.parameters import Parameters, PlatformPath
from services.runtime.access.platform_registry import PlatformRegistry
from services.runtime.access.platforms import Platforms
from services.runtime.operations.clock import now_ms
from services.runtime.store.audit_log import AuditLog
from services.runtime.web.problems import ProblemError

_PlatformRequest = ApiRequest[PlatformPath, Parameters, None]


class PlatformHandlers:
    def __init__(
        self, registry: PlatformRegistry, platforms: Platforms, audit_log: AuditLog
    ) -> None:
        self._registry = registry
        self._platforms = platforms
        self._audit_log = audit_log

    async def list(self, _request: PlainRequest) -> PlatformsResponse:
        return PlatformsResponse(tuple(map(platform_row, await self._registry.all())))

    async def put(
        self, request: ApiRequest[PlatformPath, Parameters, PutPlatformRequest]
    ) -> PlatformResponse:
        name, body = request.path.platform, request.body
        is_new = await self._registry.find(name) is None
        await self._record(request.caller, "platform_added" if is_new else "platform_changed", name)
        has_key = name not in self._platforms.bootstrap_names | {GUESTS}
        _, key = await self._registry.add(name, now_ms(), has_key=has_key)
        platform = await self._registry.configure(name, body.shares_lobby, body.limits)
        return await self._changed(platform, key)

    async def rotate(
        self, request: ApiRequest[PlatformPath, Parameters, RotateKeyRequest]
    ) -> PlatformResponse:
        name = request.path.platform
        await self._require(name)
        await self._record(request.caller, "platform_key_rotated", name)
        overlap_ms = request.body.overlap_seconds * 1000
        platform, key = await self._registry.rotate(name, now_ms(), overlap_ms)
        return await self._changed(platform, key)

    async def suspend(
        self, request: ApiRequest[PlatformPath, Parameters, SuspendPlatformRequest]
    ) -> PlatformResponse:
        name, reason = request.path.platform, request.body.reason
        await self._require(name)
        await self._record(request.caller, "platform_suspended", name, reason)
        return await self._changed(await self._registry.suspend(name, reason))

    async def resume(self, request: _PlatformRequest) -> PlatformResponse:
        name = request.path.platform
        await self._require(name)
        await self._record(request.caller, "platform_resumed", name)
        return await self._changed(await self._registry.suspend(name, ""))

    async def _changed(self, platform: Platform, key: str | None = None) -> PlatformResponse:
        """Respond. This gateway knows the change at once, the others within a second."""
        self._platforms.update(await self._registry.all())
        return PlatformResponse(platform_row(platform), key)

    async def _require(self, name: str) -> None:
        if await self._registry.find(name) is None:
            raise ProblemError("not_found", f"There is no platform {name!r}.")

    async def _record(
        self, caller: Caller, intervention: Intervention, name: str, detail: str = ""
    ) -> None:
        await self._audit_log.record(f"operator:{caller.operator}", intervention, name, detail)


def platform_row(platform: Platform) -> PlatformRow:
    shares_lobby = platform.shares_lobby
    return PlatformRow(
        name=platform.name,
        created_at=platform.created_at,
        keys=len(platform.keys),
        suspended=platform.suspended,
        shares_lobby=not isinstance(shares_lobby, UnsetType) and shares_lobby,
        limits=platform.limits,
    )
