"""Every scenario, under its id."""

import pytest
from msgspec.structs import replace

from games.duel.cards import CARDS
from games.duel.emitter import Emitter
from games.duel.founding import go_on_after_duel
from games.duel.rulebook import DUEL_1, DUEL_2, Duel
from schemas.duel.events import DuelEnded
from schemas.table import GameEnded
from tests.games.duel.scenarios import DICE, PLACEHOLDERS, SEAT, Scenario, position, run, scenarios

ALL = scenarios()
KNOWN_INTERVENTIONS = tuple(
    replace(card, known=True) for card in CARDS.values() if card.type == "intervention"
)
"""No deck can contain one yet, so nobody would be asked for one under duel/2 (R26.8)."""
MATCHES = [scenario for scenario in ALL if scenario.match]


@pytest.fixture(autouse=True)
def placeholder_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    for card in (*PLACEHOLDERS, *KNOWN_INTERVENTIONS):
        monkeypatch.setitem(CARDS, card.id, card)


@pytest.mark.parametrize(
    ("scenario", "rulebook"),
    [
        pytest.param(scenario, rulebook, id=f"{scenario.id} {rulebook.rules}")
        for scenario in ALL
        for rulebook in (DUEL_1, DUEL_2)
        if not scenario.match and scenario.under in ("", rulebook.rules)
    ],
)
def test_scenario(scenario: Scenario, rulebook: Duel) -> None:
    run(scenario, rulebook)


@pytest.mark.parametrize("scenario", MATCHES, ids=lambda scenario: scenario.id)
def test_match(scenario: Scenario) -> None:
    """Check whether the match is over after a game, and who starts the next game."""
    match, then = scenario.match, scenario.then
    state = position({"turn": "A", "phase": "action"})
    state = replace(
        state,
        options=replace(state.options, decks=("vulca", "hoax"), crystals_to_win=5),
        sides=tuple(replace(s, crystals=match["crystals"]["AB"[s.seat]]) for s in state.sides),
    )
    emitter = Emitter(state, DICE)
    emitter.emit(DuelEnded(SEAT[match["game_won_by"]], "no_cards", match["won_crystals"]))

    go_on_after_duel(emitter)

    after = emitter.state
    assert {"AB"[side.seat]: side.crystals for side in after.sides} == then["crystals"]
    assert after.over == then["match_over"]
    if then["match_over"]:
        ending = emitter.events[-1]
        assert isinstance(ending, GameEnded)
        assert [result.seat for result in ending.results if result.won] == [SEAT[then["winner"]]]
    else:
        assert after.start == SEAT[then["next_start"]]
