"""No viewer receives hidden information: see `games.testing.two_worlds`."""

from typing import Any

import pytest

from games.duel.rulebook import DUEL
from games.playout import Playout, play_out
from schemas.commit import redact_commit
from schemas.duel.events import BluffPutDown, HandRecycled
from schemas.duel.options import DuelOptions
from schemas.redaction import SPECTATOR
from tests.games.duel import test_contract
from tests.games.duel.bold import bold_bot


@pytest.mark.parametrize(
    "decks",
    [
        ("pillar", "buka"),
        ("hoax", "mimix"),
        pytest.param(("buka", "pillar"), marks=pytest.mark.slow),
        pytest.param(("aqua", "khind"), marks=pytest.mark.slow),
    ],
)
def test_r34_3_what_a_viewer_receives_does_not_depend_on_hidden_cards(
    decks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here with decks that hide much; the contract tests cover other options."""
    options = DuelOptions(decks, interventions=decks[0] == "hoax", crystals_to_win=1)
    test_contract.TestContract().compare_worlds(monkeypatch, [options])


def test_r25_8_a_bluff_has_a_handle_and_only_its_owner_sees_its_face() -> None:
    options = DuelOptions(("buka", "buka"), crystals_to_win=1)
    players = tuple((f"player {seat}", bold_bot) for seat in range(2))
    history = list(play_out(Playout(DUEL, options, players, "bluffs", "bluffs")))
    bluffs = 0
    for commit, position in history:
        if position.table is not None and position.table.stage == "over":
            break
        for event in commit.events:
            if isinstance(event, BluffPutDown):
                bluffs += 1
                assert event.handle.startswith("facedown-")
                for viewer in (1 - event.seat, SPECTATOR):
                    shown = redact_commit(commit, viewer, over=False)
                    assert shown.command.action.card is None
                    faces = [e.card for e in shown.events if isinstance(e, BluffPutDown)]
                    assert faces == [None]
                owner = redact_commit(commit, event.seat, over=False)
                assert [e.card for e in owner.events if isinstance(e, BluffPutDown)] == [event.card]
            if isinstance(event, HandRecycled):
                hidden = redact_commit(commit, 1 - event.seat, over=False).events
                counts: list[Any] = [e.cards for e in hidden if isinstance(e, HandRecycled)]
                assert all(isinstance(count, int) for count in counts)
    assert bluffs > 0
