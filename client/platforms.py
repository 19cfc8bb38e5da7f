"""Calls for operators who manage platforms. They require an operator key."""

from msgspec import UNSET, UnsetType

from client.api_calls import ApiCalls
from client.decoding import decode
from schemas.platform import (
    PlatformLimits,
    PlatformResponse,
    PlatformsResponse,
    PutPlatformRequest,
    RotateKeyRequest,
    SuspendPlatformRequest,
)

OVERLAP_SECONDS = 86_400


class PlatformCalls(ApiCalls):
    async def list_platforms(self) -> PlatformsResponse:
        return decode(await self._get("/v1/platforms"), PlatformsResponse)

    async def put_platform(
        self,
        name: str,
        *,
        shares_lobby: bool | UnsetType = UNSET,
        limits: PlatformLimits | UnsetType = UNSET,
    ) -> PlatformResponse:
        """Add or change a platform. The response contains the key of a new one only once.

        Not retried: if the response with the key is lost, rotate the key.
        """
        request = PutPlatformRequest(shares_lobby, limits)
        return decode(await self._send("PUT", f"/v1/platforms/{name}", request), PlatformResponse)

    async def rotate_platform_key(
        self, name: str, overlap_seconds: int = OVERLAP_SECONDS
    ) -> PlatformResponse:
        """Create a new key; the former ones stay valid for a while."""
        request = RotateKeyRequest(overlap_seconds)
        content = await self._send("POST", f"/v1/platforms/{name}/rotate", request)
        return decode(content, PlatformResponse)

    async def suspend_platform(self, name: str, reason: str) -> PlatformResponse:
        """Refuse a platform's keys. Running games continue."""
        request = SuspendPlatformRequest(reason)
        content = await self._send("POST", f"/v1/platforms/{name}/suspend", request)
        return decode(content, PlatformResponse)

    async def resume_platform(self, name: str) -> PlatformResponse:
        return decode(await self._send("POST", f"/v1/platforms/{name}/resume"), PlatformResponse)
