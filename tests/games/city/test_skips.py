"""Which phases an action skips is part of the legal list (C2.1, C8.1)."""

from games.city.rulebook import CITY
from schemas.city.actions import Contribute, Discard, Draw, Walk
from schemas.legal import Skip
from tests.games.city.given import Given, Outcome, given


def skips(city: Given | Outcome) -> dict[str, tuple[str, ...]]:
    return {skip.action: skip.phases for skip in CITY.skips(city.state, city.legal())}


def test_c8_1_exchanging_a_card_in_the_movement_phase_skips_movement_and_contribution() -> None:
    city = given(3).hand(0, "hoax-3")

    assert CITY.skips(city.state, city.legal()) == (
        Skip("discard", ("movement", "contribution")),
        Skip("draw", ("movement", "contribution")),
    )
    exchanged = city.when(Discard("hoax-3"))
    exchanged.when(Walk("palace")).refuses("wrong_phase", phase="draw")
    assert skips(exchanged) == {}


def test_c2_1_a_contribution_skips_the_rest_of_the_movement() -> None:
    city = given(3).figure(0, "mill").hand(0, "terrah-3", "terrah-2", "terrah-2")

    assert skips(city)["contribute"] == ("movement",)
    built = city.when(Contribute(1, ("terrah-2",)))
    both = ("contribution",)
    assert skips(built) == {"discard": both, "draw": both}, "box 2 can still be paid"


def test_c2_1_nothing_is_skipped_when_nothing_is_left_to_do() -> None:
    built = given(3).figure(0, "mill").hand(0, "terrah-2", "aqua-1")

    assert skips(built.when(Contribute(1, ("terrah-2",)))) == {}


def test_c10_4_a_leap_skips_what_could_be_built() -> None:
    city = given(3, expansions=(1,)).figure(0, "assembly").hand(0, "aqua-1").turn(0, steps=0)

    assert skips(city)["leap"] == ("movement", "contribution"), "the card could move a dragon"


def test_c10_5_an_offering_in_the_golden_temple_skips_contributions() -> None:
    city = given(3, expansions=(2,)).figure(0, "golden_temple").crystals(0, 8).turn(0, steps=0)
    payable = city.hand(0, "hoax-3", "aqua-3")

    assert skips(payable)["offer"] == ("contribution",)
    assert skips(given(3).crystals(0, 8).turn(0, steps=0)) == {
        "draw": ("contribution",),
    }


def test_c2_1_what_is_skipped_is_said_only_of_listed_actions() -> None:
    assert CITY.skips(given(3).state, ()) == ()
    assert Draw() in given(3).legal()
