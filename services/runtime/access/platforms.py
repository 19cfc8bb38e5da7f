"""The platforms as a process knows them: keys, suspensions, limits, and whose lobby is public.

Bootstrap platforms have their keys in the settings. Operators add others to the registry at run
time, and change the limits of all. A process reads the registry twice a second.
"""

import asyncio

import structlog
from msgspec import UnsetType

from schemas.guests import GUESTS
from schemas.platform import Platform, PlatformLimits
from services.runtime.access.platform_registry import PlatformRegistry, key_digest
from services.runtime.access.token_keys import OWN, generated_key, parse_keys
from services.runtime.operations.clock import now_ms
from services.runtime.operations.settings import Settings
from services.runtime.server.connection import CONNECTION_ERRORS

PLATFORM_KEY_FILE = "platform.key"
GUESTS_KEY_FILE = "guests.key"
HOUSE = ""
"""Platform of the tables that no platform opened, such as demo tables. Anyone may see them."""
REFRESH_SECONDS = 0.5

log = structlog.get_logger()


class SuspendedError(PermissionError):
    """The platform is suspended. The message says why."""


class Platforms:
    def __init__(self, settings: Settings) -> None:
        keys = parse_keys(settings.platform_keys)
        if not keys:
            keys.append((OWN, generated_key(settings, PLATFORM_KEY_FILE)))
            if settings.guests:
                keys.append((GUESTS, generated_key(settings, GUESTS_KEY_FILE)))
        # Looking up a digest takes the same time for every wrong key.
        self._bootstrap_keys = {key_digest(key): name for name, key in reversed(keys)}
        self._shared_by_settings = settings.shared_lobbies
        self._registered: dict[str, Platform] = {}
        self._registered_keys: dict[str, tuple[str, int | None]] = {}
        self._shared_lobbies = settings.shared_lobbies

    @property
    def bootstrap_names(self) -> frozenset[str]:
        """The platforms whose keys are in the settings."""
        return frozenset(self._bootstrap_keys.values())

    def platform(self, credential: str) -> str | None:
        """Return the platform that has this key, or None. A platform may have several keys.

        Raises SuspendedError."""
        digest = key_digest(credential)
        name = self._bootstrap_keys.get(digest)
        if name is None and digest in self._registered_keys:
            name, valid_until = self._registered_keys[digest]
            if valid_until is not None and valid_until <= now_ms():
                return None
        if name is not None and (reason := self._suspension(name)):
            raise SuspendedError(f"platform {name} is suspended: {reason}")
        return name

    def limits(self, platform: str) -> PlatformLimits:
        registered = self._registered.get(platform)
        return PlatformLimits() if registered is None else registered.limits

    def shared_lobbies(self) -> tuple[str, ...]:
        """Return the platforms that let anyone see their listed tables, players and standings."""
        return self._shared_lobbies

    def visible_to(self, platform: str | None) -> tuple[str, ...]:
        """Return the platforms whose listed tables and players a caller may see.

        A platform sees its own and nobody else's; a caller without a key sees shared lobbies."""
        return (HOUSE, *self.shared_lobbies()) if platform is None else (HOUSE, platform)

    def update(self, registered: list[Platform]) -> None:
        """Replace what is known of the registry."""
        self._registered = {platform.name: platform for platform in registered}
        self._registered_keys = {
            key.sha256: (platform.name, key.valid_until)
            for platform in registered
            for key in platform.keys
        }
        names = dict.fromkeys((*self._shared_by_settings, *self._registered))
        self._shared_lobbies = tuple(filter(self._shares_lobby, names))

    async def refresh_periodically(self, registry: PlatformRegistry) -> None:
        """Follow the registry until cancelled. What was read last counts during an outage."""
        while True:
            try:
                self.update(await registry.all())
            except CONNECTION_ERRORS as error:
                log.warning("cannot read the platforms", error=str(error))
            await asyncio.sleep(REFRESH_SECONDS)

    def _suspension(self, name: str) -> str:
        registered = self._registered.get(name)
        return "" if registered is None else registered.suspended

    def _shares_lobby(self, name: str) -> bool:
        registered = self._registered.get(name)
        if registered is None or isinstance(registered.shares_lobby, UnsetType):
            return name in self._shared_by_settings
        return registered.shares_lobby
