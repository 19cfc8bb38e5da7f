"""Tokens carry claims, expire, and can be renewed for a limited time."""

import time

import jwt
import pytest
from msgspec.structs import replace

from schemas.guests import GUESTS
from schemas.redaction import SPECTATOR
from services.runtime.access.tokens import ALGORITHM, TokenClaims, TokenError, Tokens

KEY = "a key of at least thirty-two bytes"
TOKENS = Tokens({"own": KEY}, 100, guest_seconds=1000, renewal_seconds=300)
SEAT = TokenClaims("p", "g1", 0, 2)


@pytest.mark.parametrize("claims", [SEAT, TokenClaims("p", "g1", SPECTATOR)])
def test_a_token_carries_its_claims(claims: TokenClaims) -> None:
    now = int(time.time())
    assert TOKENS.read(TOKENS.mint(claims, now)) == replace(claims, first_issued_at=now)


@pytest.mark.parametrize(
    ("claims", "seconds"),
    [
        (SEAT, 100),
        (replace(SEAT, platform=GUESTS), 1000),
        (TokenClaims(GUESTS, "g1", SPECTATOR), 100),
    ],
)
def test_tokens_of_platforms_and_guests_have_their_own_lifetime(
    claims: TokenClaims, seconds: int
) -> None:
    now = int(time.time())
    assert TOKENS.read(TOKENS.mint(claims, now - seconds + 60)).table == "g1"
    with pytest.raises(TokenError, match="has expired"):
        TOKENS.read(TOKENS.mint(claims, now - seconds - 1))


def test_a_renewed_token_keeps_the_time_of_the_first_issue() -> None:
    now = int(time.time())
    first = TOKENS.read(TOKENS.mint(SEAT, now - 90))
    second = TOKENS.read(TOKENS.mint(first, now))
    assert second.first_issued_at == now - 90
    assert TOKENS.is_renewable(second, now + 209)
    assert not TOKENS.is_renewable(second, now + 210)


@pytest.mark.parametrize(
    "change",
    [
        {"sitting": None},
        {"sitting": 0},
        {"sitting": "1"},
        {"platform": None},
        {"first_iat": None},
        {"seat": SPECTATOR},
    ],
)
def test_incomplete_claims_are_refused(change: dict[str, object]) -> None:
    now = int(time.time())
    payload = jwt.decode(TOKENS.mint(SEAT, now), options={"verify_signature": False}) | change
    payload = {name: value for name, value in payload.items() if value is not None}
    token = jwt.encode(payload, KEY, ALGORITHM, headers={"kid": "own"})
    with pytest.raises(TokenError, match="not valid"):
        TOKENS.read(token)
