"""Which sitting down a token was given for."""

import pytest

from schemas.secrecy import SPECTATOR
from schemas.table import Chair
from services.runtime.sittings import sitting, taken_by_another
from services.runtime.tokens import Holder

CHAIRS = (Chair(0, "Amber", "00"), Chair(1))


@pytest.mark.parametrize(
    ("holder", "taken"),
    [
        (Holder("g1", 0, sitting("Amber", "00")), False),
        (Holder("g1", 0, sitting("Amber", "01")), True),
        (Holder("g1", 0, sitting("Basalt", "00")), True),
        (Holder("g1", 0), False),
        (Holder("g1", 1, sitting("Amber", "00")), False),
        (Holder("g1", SPECTATOR), False),
    ],
    ids=["own", "namesake", "another", "of a platform", "empty chair", "spectator"],
)
def test_a_seat_is_anothers_when_somebody_else_sits_there(holder: Holder, taken: bool) -> None:
    assert taken_by_another(holder, CHAIRS) == taken
