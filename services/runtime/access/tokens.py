"""Tokens of seats and spectators: short-lived, signed, bound to one platform, table and viewer.

Keys have names, so that they can be rotated without invalidating tokens: the first one signs, all
are accepted.
"""

import time
from typing import Any, Literal

import jwt
import msgspec
from msgspec import Struct

from schemas.guests import GUESTS
from schemas.redaction import SPECTATOR, Viewer
from schemas.table import Sitting
from services.runtime.access.random_ids import random_id

ALGORITHM: Literal["HS256"] = "HS256"
KEY_BYTES = 32
VERIFIED_MAX = 20_000


class TokenError(ValueError):
    """The token is not accepted. The message says why."""


class TokenClaims(Struct, frozen=True):
    """The viewer of one table that a token admits."""

    platform: str
    """The platform that the table belongs to."""
    table: str
    viewer: Viewer
    sitting: int | None = None
    """The stay on the seat that the token is for; None for a spectator."""
    first_issued_at: int | None = None
    """When the first token was minted that this one renews; None for a token not minted yet."""


class _Payload(Struct, omit_defaults=True):
    """The claims as signed."""

    platform: str
    table: str
    seat: Viewer
    iat: int
    exp: int
    first_iat: int
    sitting: Sitting | None = None


class _Verified(Struct, frozen=True, gc=False):
    claims: TokenClaims
    exp: int


class Tokens:
    def __init__(
        self,
        keys: dict[str, str],
        lifetime_seconds: int,
        guest_seconds: int | None = None,
        renewal_seconds: int = 0,
    ) -> None:
        """`keys` are by name; the first one signs. Guest tokens may have their own lifetime.

        Tokens are renewable for `renewal_seconds` after the first one was minted.
        """
        assert keys, "at least one key is required"
        self._keys = keys
        self._lifetime = lifetime_seconds
        self._guest_lifetime = guest_seconds or lifetime_seconds
        self._renewal_seconds = renewal_seconds
        self._verified: dict[str, _Verified] = {}
        """Tokens whose signature was checked. A seat sends the same one with every command."""

    def mint(self, claims: TokenClaims, now: int) -> str:
        assert (claims.sitting is None) == (claims.viewer == SPECTATOR), "a seat has a sitting"
        name, key = next(iter(self._keys.items()))
        is_guest = claims.platform == GUESTS and claims.sitting is not None
        payload = _Payload(
            claims.platform,
            claims.table,
            claims.viewer,
            now,
            now + (self._guest_lifetime if is_guest else self._lifetime),
            now if claims.first_issued_at is None else claims.first_issued_at,
            claims.sitting,
        )
        return jwt.encode(msgspec.to_builtins(payload), key, ALGORITHM, headers={"kid": name})

    def is_renewable(self, claims: TokenClaims, now: int) -> bool:
        """Return whether the token may still be exchanged for a new one."""
        assert claims.first_issued_at is not None, "the claims were read from a token"
        return now < claims.first_issued_at + self._renewal_seconds

    def read(self, token: str) -> TokenClaims:
        """Verify a token and return its claims. Raises TokenError."""
        verified = self._verified.get(token)
        if verified is None or verified.exp <= time.time():
            verified = self._verify(token)
            if len(self._verified) >= VERIFIED_MAX:
                # The oldest entry. A token that is still used is verified again.
                del self._verified[next(iter(self._verified))]
            self._verified[token] = verified
        return verified.claims

    def _verify(self, token: str) -> _Verified:
        try:
            name = jwt.get_unverified_header(token).get("kid", "")
            if name not in self._keys:
                raise TokenError(f"the token is signed with an unknown key {name!r}")
            decoded: dict[str, Any] = jwt.decode(token, self._keys[name], algorithms=[ALGORITHM])
            payload = msgspec.convert(decoded, _Payload)
        except jwt.ExpiredSignatureError as error:
            raise TokenError("the token has expired: request a new one") from error
        except (jwt.InvalidTokenError, msgspec.ValidationError) as error:
            raise TokenError(f"the token is not valid: {error}") from error
        if (payload.sitting is None) != (payload.seat == SPECTATOR):
            raise TokenError("the token is not valid: expected a sitting for a seat")
        claims = TokenClaims(
            payload.platform, payload.table, payload.seat, payload.sitting, payload.first_iat
        )
        return _Verified(claims, payload.exp)


def new_key() -> str:
    return random_id(KEY_BYTES)
