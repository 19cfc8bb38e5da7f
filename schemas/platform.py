"""Platforms that operators manage at run time: requests, responses and the stored record."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from schemas.record import Record
from schemas.terms import Milliseconds

PlatformName = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]{0,31}$(?!\n)")]
Quota = Annotated[int, Meta(ge=0)]


class PlatformLimits(Record):
    """Quotas of a platform; null means no quota."""

    open_tables: Quota | None = None
    """Tables that are open or playing."""
    commands_per_second: Annotated[float, Meta(gt=0)] | None = None
    """Commands of all seats at the platform's tables, per gateway."""
    sockets: Quota | None = None
    """Connections that follow the platform's tables, per notifier."""
    webhooks: Quota | None = None


class PlatformKey(Record):
    """A key, stored as its SHA-256 only."""

    sha256: str
    created_at: Milliseconds
    valid_until: Milliseconds | None = None
    """When a rotated key ends."""


class Platform(Record):
    """What is stored about a platform."""

    name: PlatformName
    created_at: Milliseconds
    keys: tuple[PlatformKey, ...] = ()
    """Empty for a platform whose keys are in the settings."""
    suspended: str = ""
    """Why its keys are refused; empty if they are not."""
    shares_lobby: bool | UnsetType = UNSET
    """Unset: as BLUEMOON_SHARED_LOBBIES says."""
    limits: PlatformLimits = PlatformLimits()


class PlatformRow(Record):
    name: str
    created_at: Milliseconds
    keys: int
    """Number of keys, without those in the settings."""
    suspended: str
    shares_lobby: bool
    limits: PlatformLimits


class PlatformsResponse(Record):
    platforms: tuple[PlatformRow, ...]


class PutPlatformRequest(Record):
    """Left-out fields stay as they are."""

    shares_lobby: bool | UnsetType = UNSET
    limits: PlatformLimits | UnsetType = UNSET


class PlatformResponse(Record):
    platform: PlatformRow
    key: str | None = None
    """The new key, shown only once."""


class RotateKeyRequest(Record):
    overlap_seconds: Annotated[int, Meta(ge=0, le=30 * 86_400)] = 86_400
    """How long the former keys stay valid."""


class SuspendPlatformRequest(Record):
    reason: Annotated[str, Meta(min_length=1, max_length=200)]
