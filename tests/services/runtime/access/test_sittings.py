"""Tokens and the sittings they were issued for."""

import pytest

from schemas.redaction import SPECTATOR
from schemas.table import TableSeat
from services.runtime.access.sittings import is_former_sitting
from services.runtime.access.tokens import TokenClaims

SEATS = (TableSeat(0, "amber", 2), TableSeat(1, sitting=1))


@pytest.mark.parametrize(
    ("claims", "is_former"),
    [
        (TokenClaims("t1", 0, 2), False),
        (TokenClaims("t1", 0, 1), True),
        (TokenClaims("t1", 0), False),
        (TokenClaims("t1", 1, 1), False),
        (TokenClaims("t1", SPECTATOR), False),
    ],
    ids=["current", "former", "of a platform", "empty seat", "spectator"],
)
def test_a_token_of_a_former_sitting_is_recognised(claims: TokenClaims, is_former: bool) -> None:
    assert is_former_sitting(claims, SEATS) == is_former
