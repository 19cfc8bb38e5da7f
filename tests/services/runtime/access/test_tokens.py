"""Tokens carry claims and expire."""

import time

import jwt
import pytest

from schemas.redaction import SPECTATOR
from services.runtime.access.tokens import TokenClaims, TokenError, Tokens

TOKENS = Tokens({"own": "a key of at least thirty-two bytes"}, 100, guest_seconds=1000)


@pytest.mark.parametrize(
    "claims",
    [TokenClaims("g1", 0), TokenClaims("g1", SPECTATOR), TokenClaims("g1", 3, 2)],
)
def test_a_token_carries_its_claims(claims: TokenClaims) -> None:
    assert TOKENS.read(TOKENS.mint(claims, int(time.time()))) == claims


@pytest.mark.parametrize(
    ("claims", "seconds"), [(TokenClaims("g1", 0), 100), (TokenClaims("g1", 0, 2), 1000)]
)
def test_tokens_of_platforms_and_guests_have_their_own_lifetime(
    claims: TokenClaims, seconds: int
) -> None:
    now = int(time.time())
    assert TOKENS.read(TOKENS.mint(claims, now - seconds + 60)) == claims
    with pytest.raises(TokenError, match="has expired"):
        TOKENS.read(TOKENS.mint(claims, now - seconds - 1))


def test_a_platforms_token_has_no_sitting() -> None:
    token = TOKENS.mint(TokenClaims("g1", 0), int(time.time()))
    claims = jwt.decode(token, options={"verify_signature": False})
    assert set(claims) == {"table", "seat", "iat", "exp"}
