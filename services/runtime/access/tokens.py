"""Seat tokens: short-lived, signed, bound to one table and one viewer.

Keys have names, so that they can be rotated without invalidating tokens: the first one signs, all
are accepted.
"""

import secrets
from typing import Any, Literal

import jwt
from msgspec import Struct

from schemas.redaction import SPECTATOR, Viewer

ALGORITHM: Literal["HS256"] = "HS256"
KEY_BYTES = 32


class TokenError(ValueError):
    """The token is not accepted. The message says why."""


class TokenClaims(Struct, frozen=True):
    """The viewer of one table that a token admits."""

    table: str
    viewer: Viewer
    sitting: int | None = None
    """The sitting of a guest. None for a seat that a platform assigned."""


class Tokens:
    def __init__(
        self, keys: dict[str, str], lifetime_seconds: int, guest_seconds: int | None = None
    ) -> None:
        """`keys` are by name; the first one signs. Guest tokens may have their own lifetime."""
        assert keys, "at least one key is required"
        self._keys = keys
        self._lifetime = lifetime_seconds
        self._guest_lifetime = guest_seconds or lifetime_seconds

    def mint(self, claims: TokenClaims, now: int) -> str:
        name, key = next(iter(self._keys.items()))
        payload: dict[str, Any] = {
            "table": claims.table,
            "seat": claims.viewer,
            "iat": now,
            "exp": now + (self._lifetime if claims.sitting is None else self._guest_lifetime),
        }
        if claims.sitting is not None:
            payload["sitting"] = claims.sitting
        return jwt.encode(payload, key, ALGORITHM, headers={"kid": name})

    def read(self, token: str) -> TokenClaims:
        """Verify a token and return its claims. Raises TokenError."""
        try:
            name = jwt.get_unverified_header(token).get("kid", "")
            if name not in self._keys:
                raise TokenError(f"the token is signed with an unknown key {name!r}")
            claims: dict[str, Any] = jwt.decode(
                token,
                self._keys[name],
                algorithms=[ALGORITHM],
                options={"require": ["table", "seat", "exp", "iat"]},
            )
        except jwt.ExpiredSignatureError as error:
            raise TokenError("the token has expired: request a new one") from error
        except jwt.InvalidTokenError as error:
            raise TokenError(f"the token is not valid: {error}") from error
        seat = claims["seat"]
        if seat != SPECTATOR and not isinstance(seat, int):
            raise TokenError(f"the token has an invalid seat: {seat!r}")
        sitting = claims.get("sitting")
        if sitting is not None and not isinstance(sitting, int):
            raise TokenError(f"the token has an invalid sitting: {sitting!r}")
        return TokenClaims(str(claims["table"]), seat, sitting)


def new_key() -> str:
    return secrets.token_urlsafe(KEY_BYTES)
