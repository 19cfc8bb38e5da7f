"""Tokens and the sittings they were issued for."""

import pytest
from msgspec.structs import replace

from games.city.rulebook import CITY
from games.history import Position
from schemas.redaction import SPECTATOR
from schemas.table import AnyTable, TableSeat
from services.runtime.access.sittings import (
    CurrentSittings,
    is_former_sitting,
)
from services.runtime.access.tokens import TokenClaims
from tests.services.commands import history

SEATS = (TableSeat(0, "amber", 2), TableSeat(1, sitting=1))


def opened_table() -> AnyTable:
    table = history("t1", 1)[0][1].table
    assert table is not None
    return replace(table, seats=SEATS)


@pytest.mark.parametrize(
    ("claims", "is_former"),
    [
        (TokenClaims("p", "t1", 0, 2), False),
        (TokenClaims("p", "t1", 0, 1), True),
        (TokenClaims("p", "t1", 1, 1), True),
        (TokenClaims("p", "t1", SPECTATOR), False),
    ],
    ids=["current", "former", "empty seat", "spectator"],
)
def test_a_token_of_a_former_sitting_is_recognised(claims: TokenClaims, is_former: bool) -> None:
    assert is_former_sitting(claims, SEATS) == is_former
    position = Position(CITY, "t1", seq=3, table=opened_table())
    assert CurrentSittings(position).is_former(claims) == is_former


def test_current_sittings_follow_the_commits() -> None:
    commits = history("t1", 6)
    (_, opened), *later = commits
    sittings = CurrentSittings(opened)
    for commit, position in later:
        sittings.apply(commit)
        assert position.table is not None
        for seat in position.table.seats:
            claims = TokenClaims("p", "t1", seat.seat, 1)
            assert sittings.is_former(claims) == is_former_sitting(claims, position.table.seats)
    sittings.apply(commits[0][0])
    assert sittings.seq == commits[-1][0].seq, "an older commit changes nothing"
