"""Names that nobody may use: one list for all platforms, and one of each platform.

An entry matches the whole name, or some of its words; spaces and punctuation do not matter. Between
asterisks it also matches inside words.
"""

from functools import lru_cache
from itertools import combinations

import msgspec
from msgspec import Struct

from services.runtime.access.name_folding import folded, folded_words
from services.runtime.server.client import RedisClient
from services.runtime.store.keys import DENIED_NAMES

ALL_PLATFORMS = ""
"""The list that operators set for every platform. No platform has this name."""
INSIDE = "*"
FOLDED_LISTS_MAX = 256
"""Folding a thousand names takes some milliseconds, so the result is kept."""

_decoder = msgspec.json.Decoder(tuple[str, ...])


class UselessEntryError(ValueError):
    """The entry is all punctuation. The message says which one."""


class DenyList(Struct, frozen=True):
    """A folded list."""

    names: frozenset[str]
    parts: tuple[str, ...]
    """Denied inside words, too."""

    def denies(self, name: str) -> bool:
        words = folded_words(name)
        if any(part in "".join(words) for part in self.parts):
            return True
        return any(
            "".join(words[start:end]) in self.names
            for start, end in combinations(range(len(words) + 1), 2)
        )


def deny_list(names: tuple[str, ...]) -> DenyList:
    """Raises UselessEntryError."""
    for name in names:
        if not folded_words(name):
            raise UselessEntryError(f"{name!r} is all punctuation")
    parts = {name for name in names if is_part(name)}
    return DenyList(
        frozenset(folded(name) for name in names if name not in parts),
        tuple(sorted(map(folded, parts))),
    )


def is_part(name: str) -> bool:
    return name.startswith(INSIDE) and name.endswith(INSIDE)


class DeniedNames:
    def __init__(self, client: RedisClient) -> None:
        self._client = client

    async def get(self, platform: str) -> tuple[str, ...]:
        """Return a platform's list as it was set, or that for `ALL_PLATFORMS`."""
        stored = await self._client.hget(DENIED_NAMES, platform)
        return () if stored is None else _decoder.decode(stored)

    async def put(self, platform: str, names: tuple[str, ...]) -> None:
        """Replace a list. Raises UselessEntryError."""
        deny_list(names)
        if names:
            await self._client.hset(DENIED_NAMES, platform, msgspec.json.encode(names))
        else:
            await self._client.hdel(DENIED_NAMES, platform)

    async def denies(self, platform: str, name: str) -> bool:
        """Return whether a platform's player may not have this name."""
        lists = await self._client.hmget(DENIED_NAMES, [ALL_PLATFORMS, platform])
        return any(_folded_list(stored).denies(name) for stored in lists if stored is not None)


@lru_cache(FOLDED_LISTS_MAX)
def _folded_list(stored: bytes) -> DenyList:
    return deny_list(_decoder.decode(stored))
