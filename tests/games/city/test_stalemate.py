"""Stalemate by declaration (C9.2)."""

import pytest

from schemas.city.actions import Contribute, DeclareStalemate, Draw, Offer, Walk
from schemas.city.events import StalemateDeclared
from schemas.table import GameEnded
from tests.games.city.given import given

DECLARE = DeclareStalemate()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_c9_2_a_stalemate_is_declared_after_three_full_rounds(players: int) -> None:
    needed = 3 * players
    city = given(players)

    city.quiet(needed - 1).when(DECLARE).refuses("not_quiet", needed=needed, given=needed - 1)
    city.quiet(needed).when(DECLARE).then(StalemateDeclared(0))


def test_c9_2_quiet_turns_are_counted() -> None:
    outcome = given(3).when(*[Draw()] * 8)
    assert outcome.state.turn.seat == 2
    outcome.when(DECLARE).refuses("not_quiet", needed=9, given=8)

    outcome.when(Draw(), DECLARE).accepted()


def test_c9_2_moving_does_not_reset_the_count() -> None:
    given(3).quiet(8).when(Walk("palace"), Draw(), Walk("palace"), DECLARE).accepted()


def test_c9_2_when_all_have_declared_the_game_ends() -> None:
    outcome = given(3).crystals(1, 4).quiet(9).when(DECLARE, Draw(), DECLARE, Draw())
    assert outcome.events_of(StalemateDeclared) == [StalemateDeclared(0), StalemateDeclared(1)]
    assert not outcome.state.over

    outcome = outcome.when(DECLARE)
    ended = outcome.events_of(GameEnded)[0]
    assert ended.reason == "stalemate"
    assert [result.won for result in ended.results] == [False, True, False], "by C9.3"
    assert outcome.state.over


def test_c9_2_a_seat_that_declared_cannot_contribute_or_offer_in_this_turn() -> None:
    city = given(3).quiet(9).crystals(0, 30).hand(0, "hoax-3")

    city.when(DECLARE, Offer()).refuses("wrong_phase", expected="contribution", phase="draw")
    city.figure(0, "library").when(DECLARE, Contribute(1, ("hoax-3",))).refuses(
        "wrong_phase", expected="contribution", phase="draw"
    )
    city.when(DECLARE, DECLARE).refuses("wrong_phase", expected="contribution", phase="draw")
    city.when(DECLARE, Draw()).accepted()


def test_c9_2_a_seat_that_contributed_or_offered_in_this_turn_cannot_declare() -> None:
    city = given(3).quiet(9).crystals(0, 30).hand(0, "hoax-3")

    city.when(Offer(), DECLARE).refuses("not_quiet", needed=9, given=0)
    city.figure(0, "library").when(Contribute(1, ("hoax-3",)), DECLARE).refuses(
        "not_quiet", needed=9, given=0
    )


def test_c9_2_a_declaration_comes_before_the_draw_phase() -> None:
    given(3).quiet(9).turn(0, phase="draw").when(DECLARE).refuses(
        "wrong_phase", expected="contribution", phase="draw"
    )


def test_c9_2_nobody_has_to_declare() -> None:
    outcome = given(3).quiet(9).when(DECLARE, Draw(), DECLARE, Draw(), Draw(), Draw())

    assert not outcome.state.over
    assert [seat.declared for seat in outcome.state.seats] == [True, True, False]
    assert outcome.state.quiet_turns == 13


def test_c9_2_a_contribution_clears_all_declarations_and_the_count() -> None:
    city = given(3).quiet(12).declared(1, 2).figure(0, "library").hand(0, "hoax-3")

    outcome = city.when(Contribute(1, ("hoax-3",)))

    assert not any(seat.declared for seat in outcome.state.seats)
    assert outcome.state.quiet_turns == 0
    outcome.when(Draw(), DECLARE).refuses("not_quiet", needed=9, given=0)


def test_c9_2_an_offering_clears_all_declarations_and_the_count() -> None:
    outcome = given(3).quiet(12).declared(1, 2).crystals(0, 7).when(Offer())

    assert not any(seat.declared for seat in outcome.state.seats)
    assert outcome.state.quiet_turns == 0
    outcome.when(Draw(), DECLARE).refuses("not_quiet", needed=9, given=0)


def test_c9_2_a_seat_that_declared_may_offer_in_a_later_turn() -> None:
    outcome = given(2).quiet(6).crystals(0, 7).when(DECLARE, Draw(), Draw(), Offer())

    assert [seat.declared for seat in outcome.state.seats] == [False, False]


def test_c9_2_after_an_offering_three_full_rounds_are_needed_again() -> None:
    outcome = given(2).quiet(6).crystals(0, 7).when(Offer(), *[Draw()] * 6)
    outcome.when(DECLARE).refuses("not_quiet", needed=6, given=5)

    outcome.when(Draw(), DECLARE).accepted()


def test_c9_2_a_round_is_one_turn_of_each_seat_in_play() -> None:
    city = given(3).out(2)

    city.quiet(5).when(DECLARE).refuses("not_quiet", needed=6, given=5)
    outcome = city.quiet(6).when(DECLARE, Draw(), DECLARE)
    assert outcome.events_of(GameEnded)[0].reason == "stalemate"


@pytest.mark.parametrize("quiet", range(9))
@pytest.mark.parametrize("leaver", [0, 2])
def test_c9_2_a_resignation_does_not_shorten_the_three_rounds(quiet: int, leaver: int) -> None:
    """A round has three turns before the resignation and two after it; three rounds must pass."""
    outcome = given(3).quiet(quiet).resigns(leaver)

    turns = 0
    while DECLARE not in outcome.legal():
        outcome = outcome.when(Draw())
        turns += 1
    assert quiet / 3 + turns / 2 >= 3
    assert quiet / 3 + (turns - 1) / 2 < 3


def test_c9_2_the_game_ends_when_the_only_undeclared_seat_resigns() -> None:
    outcome = given(3).quiet(9).declared(1, 2).resigns(0)

    assert outcome.events_of(GameEnded)[0].reason == "stalemate"
