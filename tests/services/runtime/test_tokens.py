"""Tokens: whom they let in, and for how long."""

import time

import jwt
import pytest

from schemas.secrecy import SPECTATOR
from services.runtime.tokens import Holder, TokenError, Tokens

TOKENS = Tokens({"own": "a key of at least thirty-two bytes"}, 100, guest_seconds=1000)


@pytest.mark.parametrize(
    "holder", [Holder("g1", 0), Holder("g1", SPECTATOR), Holder("g1", 3, "a sitting")]
)
def test_a_token_tells_its_holder(holder: Holder) -> None:
    assert TOKENS.read(TOKENS.mint(holder, int(time.time()))) == holder


@pytest.mark.parametrize(
    ("holder", "seconds"), [(Holder("g1", 0), 100), (Holder("g1", 0, "a sitting"), 1000)]
)
def test_it_runs_out_and_that_of_a_guest_when_guests_tokens_do(
    holder: Holder, seconds: int
) -> None:
    now = int(time.time())
    assert TOKENS.read(TOKENS.mint(holder, now - seconds + 60)) == holder
    with pytest.raises(TokenError, match="has run out"):
        TOKENS.read(TOKENS.mint(holder, now - seconds - 1))


def test_a_platforms_token_says_nothing_of_guests() -> None:
    token = TOKENS.mint(Holder("g1", 0), int(time.time()))
    claims = jwt.decode(token, options={"verify_signature": False})
    assert set(claims) == {"game", "seat", "iat", "exp"}
