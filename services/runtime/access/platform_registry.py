"""The platforms that operators manage at run time. Keys are stored as SHA-256 only."""

import hashlib

import msgspec
from msgspec import UnsetType
from msgspec.structs import replace

from schemas.platform import Platform, PlatformKey, PlatformLimits
from services.runtime.access.tokens import new_key
from services.runtime.server.client import RedisClient
from services.runtime.store.keys import PLATFORMS

_decoder = msgspec.json.Decoder(Platform)


class UnknownPlatformError(LookupError):
    """The registry has no such platform. The message says so."""


class PlatformRegistry:
    def __init__(self, client: RedisClient) -> None:
        self._client = client

    async def all(self) -> list[Platform]:
        """Return the platforms, sorted by name."""
        stored = await self._client.hvals(PLATFORMS)
        return sorted(map(_decoder.decode, stored), key=lambda platform: platform.name)

    async def find(self, name: str) -> Platform | None:
        stored = await self._client.hget(PLATFORMS, name)
        return None if stored is None else _decoder.decode(stored)

    async def add(self, name: str, now_ms: int, *, has_key: bool) -> tuple[Platform, str | None]:
        """Return a platform, created if it is new, and the key of a new one.

        `has_key` is False for a platform whose keys are in the settings: it needs none here."""
        if (existing := await self.find(name)) is not None:
            return existing, None
        key = new_key() if has_key else None
        keys = () if key is None else (PlatformKey(key_digest(key), now_ms),)
        platform = Platform(name, now_ms, keys)
        if not await self._client.hsetnx(PLATFORMS, name, msgspec.json.encode(platform)):
            return await self._require(name), None
        return platform, key

    async def configure(
        self,
        name: str,
        shares_lobby: bool | UnsetType,
        limits: PlatformLimits | UnsetType,
    ) -> Platform:
        """Change what is set. Raises UnknownPlatformError."""
        platform = await self._require(name)
        if not isinstance(shares_lobby, UnsetType):
            platform = replace(platform, shares_lobby=shares_lobby)
        if not isinstance(limits, UnsetType):
            platform = replace(platform, limits=limits)
        return await self._store(platform)

    async def rotate(self, name: str, now_ms: int, overlap_ms: int) -> tuple[Platform, str]:
        """Give a platform a new key; the former ones stay valid for a while.

        Raises UnknownPlatformError."""
        platform, key = await self._require(name), new_key()
        former = (
            replace(stored, valid_until=min(stored.valid_until or end_ms, end_ms))
            for stored in platform.keys
            for end_ms in (now_ms + overlap_ms,)
        )
        valid = tuple(stored for stored in former if (stored.valid_until or 0) > now_ms)
        rotated = replace(platform, keys=(PlatformKey(key_digest(key), now_ms), *valid))
        return await self._store(rotated), key

    async def suspend(self, name: str, reason: str) -> Platform:
        """Refuse the keys of a platform, or accept them again if the reason is empty.

        Raises UnknownPlatformError."""
        return await self._store(replace(await self._require(name), suspended=reason))

    async def _require(self, name: str) -> Platform:
        platform = await self.find(name)
        if platform is None:
            raise UnknownPlatformError(f"there is no platform {name!r}")
        return platform

    async def _store(self, platform: Platform) -> Platform:
        await self._client.hset(PLATFORMS, platform.name, msgspec.json.encode(platform))
        return platform


def key_digest(key: str) -> str:
    """Return what is stored of a key. Keys are random, so a plain digest reveals nothing."""
    return hashlib.sha256(key.encode()).hexdigest()
