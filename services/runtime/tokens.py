"""Seat tokens: short-lived, signed, bound to one game and one viewer of it.

Keys have names, so that they can be changed without anyone being thrown out: the first one signs,
all of them are accepted.
"""

import secrets
from typing import Any, Literal

import jwt
from msgspec import Struct

from schemas.secrecy import SPECTATOR, Viewer

ALGORITHM: Literal["HS256"] = "HS256"
KEY_BYTES = 32


class TokenError(ValueError):
    """A token that is not accepted; the message says why."""


class Holder(Struct, frozen=True):
    """Whom a token lets in: a viewer of one game."""

    game: str
    viewer: Viewer
    sitting: str = ""
    """Which sitting down of a guest; empty for seats that a platform has given."""


class Tokens:
    def __init__(
        self, keys: dict[str, str], lifetime_seconds: int, guest_seconds: int | None = None
    ) -> None:
        """`keys` by name; the first one signs. Guests' seats may have a lifetime of their own."""
        assert keys, "there is at least one key"
        self._keys = keys
        self._lifetime = lifetime_seconds
        self._guest_lifetime = guest_seconds or lifetime_seconds

    def mint(self, holder: Holder, now: int) -> str:
        name, key = next(iter(self._keys.items()))
        claims: dict[str, Any] = {
            "game": holder.game,
            "seat": holder.viewer,
            "iat": now,
            "exp": now + (self._guest_lifetime if holder.sitting else self._lifetime),
        }
        if holder.sitting:
            claims["sitting"] = holder.sitting
        return jwt.encode(claims, key, ALGORITHM, headers={"kid": name})

    def read(self, token: str) -> Holder:
        """Raises TokenError."""
        try:
            name = jwt.get_unverified_header(token).get("kid", "")
            if name not in self._keys:
                raise TokenError(f"the token is signed with a key {name!r} that is not in use")
            claims: dict[str, Any] = jwt.decode(
                token,
                self._keys[name],
                algorithms=[ALGORITHM],
                options={"require": ["game", "seat", "exp", "iat"]},
            )
        except jwt.ExpiredSignatureError as error:
            raise TokenError("the token has run out: ask for a new one") from error
        except jwt.InvalidTokenError as error:
            raise TokenError(f"the token is not valid: {error}") from error
        seat = claims["seat"]
        if seat != SPECTATOR and not isinstance(seat, int):
            raise TokenError(f"the token names no seat: {seat!r}")
        return Holder(str(claims["game"]), seat, str(claims.get("sitting", "")))


def new_key() -> str:
    return secrets.token_urlsafe(KEY_BYTES)
