"""Differences between rules versions are found in recorded games, and their reasons named."""

from functools import cache
from pathlib import Path

import pytest

from games.candidate import Difference, differences
from games.city.rulebook import CITY_1, CITY_2
from games.codec import read_commit
from games.contract import AnyRulebook
from games.duel.rulebook import DUEL_1, DUEL_2
from games.history import Position, replay, start
from schemas.commit import AnyCommit
from schemas.rules import Amendment

GOLDEN = Path(__file__).parents[1] / "golden"


@cache
def steps(name: str) -> tuple[tuple[Position, AnyCommit], ...]:
    """Each commit of a golden game with the position before it."""
    found = []
    position: Position | None = None
    for line in (GOLDEN / f"{name}.jsonl").read_bytes().splitlines():
        commit = read_commit(line)
        before = position or start(commit)
        found.append((before, commit))
        position = replay(before, commit)
    return tuple(found)


def compared(name: str, candidate: AnyRulebook) -> list[Difference]:
    return [
        difference
        for before, commit in steps(name)
        for difference in differences(before, commit, candidate)
    ]


@pytest.mark.parametrize(
    ("name", "rulebook"), [("city-4p-finished", CITY_1), ("duel-interventions", DUEL_1)]
)
def test_a_game_does_not_differ_from_its_own_rules(name: str, rulebook: AnyRulebook) -> None:
    assert compared(name, rulebook) == []


def test_another_duty_in_the_finished_city_is_found_with_its_rule() -> None:
    """C9.1: under city/2 nobody must offer while a seat could win."""
    found = compared("city-4p-finished", CITY_2)

    assert {difference.what for difference in found} == {"legal"}
    assert {each.rule for difference in found for each in difference.amendments} == {"C9.1"}


def test_commands_that_would_be_refused_are_found_with_their_rule() -> None:
    """R6.8: a fight needs a character. R26.8: nobody is asked for cards that no deck contains."""
    found = compared("duel-interventions", DUEL_2)

    reasons = {
        (each.rule, difference.what) for difference in found for each in difference.amendments
    }
    assert ("R6.8", "refused") in reasons
    assert ("R26.8", "events") in reasons
    assert all(difference.rules == "duel/1" for difference in found)


def test_a_difference_without_an_amendment_has_no_reason() -> None:
    """A rule that was changed by mistake: the gate of a release fails."""

    class Changed(type(CITY_2)):  # type: ignore[misc] # a rulebook with a mistake
        def legal(self, state: object, seat: int) -> tuple[object, ...]:
            actions: tuple[object, ...] = super().legal(state, seat)
            return actions[1:]

        def amended(self, rules: str, amendments: tuple[Amendment, ...]) -> AnyRulebook:
            return Changed(rules, amendments)

    found = compared("city-4p-finished", Changed("city/2", CITY_1.amendments))

    assert {(difference.what, difference.amendments) for difference in found} == {("legal", ())}
