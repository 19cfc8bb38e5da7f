"""What `duel/2` changed: each fault under the rules that had it, and under those without."""

import re
from pathlib import Path
from typing import Any, get_args

import pytest

from games.duel.amendments import FIRST, SECOND
from games.duel.cards import CARDS
from games.duel.rulebook import DUEL, DUEL_1, DUEL_2, Duel
from games.illegal_action import IllegalActionError
from schemas.duel.actions import (
    AnnouncePower,
    ChooseCards,
    FinishPhase,
    LandShip,
    PayDemand,
    PlayCard,
    RewindTurn,
)
from schemas.duel.events import CardsDiscarded, FightEnded
from schemas.duel.options import DuelOptions
from schemas.duel.state import DuelState
from schemas.duel.terms import DuelAmendment
from tests.games.duel.scenarios import DICE, PLACEHOLDERS, position, zones_of

BOTH = pytest.mark.parametrize("rulebook", [DUEL_1, DUEL_2], ids=lambda rulebook: rulebook.rules)
FIGHT = {"turn": "A", "fight_started": True, "element": "fire"}
RULES_PAGE = Path(__file__).parents[3] / "docs" / "rules" / "duel.md"


def decide(state: DuelState, seat: int, action: Any) -> tuple[tuple[Any, ...], DuelState]:
    """Decide an action that must be listed."""
    assert action in DUEL.legal(state, seat)
    return DUEL.decide(state, seat, action, DICE)


def refused(state: DuelState, seat: int, action: Any) -> str:
    """Return the code of a refusal. A refused action must not be listed."""
    assert action not in DUEL.legal(state, seat)
    with pytest.raises(IllegalActionError) as refusal:
        DUEL.decide(state, seat, action, DICE)
    return str(refusal.value.code)


# Versions


def test_the_names_of_the_amendments_agree() -> None:
    names = tuple(amendment.name for amendment in SECOND)
    assert names == get_args(DuelAmendment)
    assert len(set(names)) == len(names)


def test_the_rules_page_lists_every_amendment_with_its_rule() -> None:
    versions = RULES_PAGE.read_text().split("\n## Versions\n")[1]
    listed = re.findall(r"^\| `([a-z-]+)` \| (R\d+\.\d+) \| (.+) \|$", versions, re.MULTILINE)
    assert listed == [(a.name, a.rule, a.change) for a in SECOND]


def test_a_state_names_what_it_is_played_under() -> None:
    assert DUEL_1.amendments == FIRST == ()
    assert DUEL is DUEL_2
    first, second = (rulebook.initial(DuelOptions()) for rulebook in (DUEL_1, DUEL_2))
    for name in get_args(DuelAmendment):
        assert not first.follows(name)
        assert second.follows(name)


def test_the_next_game_of_a_match_is_played_under_the_same_amendments() -> None:
    initial = DUEL_2.initial(DuelOptions())
    _, state = DUEL_2.setup(initial, DICE)
    assert state.number == 1
    assert state.amendments == initial.amendments


# The amendments


def flooded(rulebook: Duel) -> DuelState:
    """A can force B to retreat with two Floods, and both have Irresistible Sirens."""
    sides = {
        "A": {"support": ["aqua-25", "aqua-26", "aqua-28"], "hand": ["vulca-05", "aqua-01"]},
        "B": {"support": ["aqua-28"], "combat_active": ["hoax-09"], "hand": ["hoax-01"]},
    }
    return position(FIGHT | {"phase": "character"} | sides, rulebook)


@BOTH
def test_r28_18_what_one_seat_pays_does_not_count_for_the_other(rulebook: Duel) -> None:
    _, state = decide(flooded(rulebook), 0, PlayCard("vulca-05"))
    _, state = decide(state, 0, PayDemand("aqua-28", ("aqua-01",)))
    events, state = decide(state, 0, AnnouncePower())

    ended = next(event for event in events if isinstance(event, FightEnded))
    assert (ended.winner, ended.how, ended.reward) == (0, "forced", 1)
    assert state.dragons == (2 if rulebook is DUEL_2 else 1)


@BOTH
def test_r28_18_a_payment_counts_in_the_own_turn(rulebook: Duel) -> None:
    _, state = decide(flooded(rulebook), 0, PayDemand("aqua-28", ("aqua-01",)))
    assert refused(state, 0, PayDemand("aqua-28", ("vulca-05",))) == "already_paid"


@BOTH
@pytest.mark.parametrize("limit", [{"support": ["terrah-27"]}, {"combat_active": ["pillar-15"]}])
def test_r32_21_limits_of_the_hand_do_not_stop_entreat_favor(
    rulebook: Duel, limit: dict[str, Any]
) -> None:
    own = {
        "hand": ["buka-27", "buka-01", "buka-02", "buka-03", "buka-04"],
        "influence": ["buka-28"],
        "draw_top": ["buka-05"],
    }
    sides = {"A": own, "B": {"combat_active": ["hoax-09"]} | limit}
    state = position(FIGHT | {"phase": "action"} | sides, rulebook)
    _, state = decide(state, 0, PlayCard("buka-27"))

    if rulebook is DUEL_1:
        assert state.decision is None
        return
    _, state = decide(state, 0, ChooseCards(("buka-05",)))
    assert zones_of(state.sides[0])["loaded"] == ["buka-05"]


@BOTH
def test_r32_21_the_draw_deck_stays_sealed_for_entreat_favor(rulebook: Duel) -> None:
    own = {"hand": ["buka-27"], "influence": ["buka-28"], "draw_top": ["buka-05"]}
    sides = {"A": own, "B": {"combat_active": ["hoax-09"], "support": ["vulca-26"]}}
    state = position(FIGHT | {"phase": "action"} | sides, rulebook)
    _, state = decide(state, 0, PlayCard("buka-27"))
    assert state.decision is None


@BOTH
def test_r32_13_a_protected_character_may_be_the_one_that_stays(rulebook: Duel) -> None:
    sides = {
        "A": {"hand": ["aqua-30"]},
        "B": {"combat_active": ["aqua-02", "vulca-01", "vulca-18"], "hand": ["hoax-01"]},
    }
    state = position(FIGHT | {"phase": "action"} | sides, rulebook)
    events, state = decide(state, 0, PlayCard("aqua-30"))

    if rulebook is DUEL_1:
        assert state.sides[1].active == ("aqua-02", "vulca-01")
        return
    _, other = decide(state, 0, ChooseCards(("vulca-01",)))
    assert other.sides[1].active == ("aqua-02", "vulca-01")
    events, state = decide(state, 0, ChooseCards(("aqua-02",)))
    assert [e.cards for e in events if isinstance(e, CardsDiscarded)] == [("vulca-01", "vulca-18")]
    assert state.sides[1].active == ("aqua-02",)


def gang(rulebook: Duel, **opposing: Any) -> DuelState:
    sides = {
        "A": {"combat_active": ["khind-15", "khind-16"], "hand": ["khind-17", "vulca-05"]},
        "B": {"combat_active": ["hoax-09"], "hand": ["hoax-01"]} | opposing,
    }
    return position(FIGHT | {"phase": "character"} | sides, rulebook)


@BOTH
def test_r22_21_a_gang_member_joins_unless_it_is_told_to_cover(rulebook: Duel) -> None:
    _, state = decide(gang(rulebook), 0, PlayCard("khind-17"))
    assert state.sides[0].active == ("khind-15", "khind-16", "khind-17")


def test_r22_21_a_gang_member_may_cover_the_gang() -> None:
    state = gang(DUEL_2, combat_active=["buka-18"])
    _, joined = decide(state, 0, PlayCard("khind-17"))
    assert refused(joined, 0, FinishPhase()) == "too_many_active_characters"

    _, state = decide(state, 0, PlayCard("khind-17", cover=True))
    assert state.sides[0].active == ("khind-17",)
    assert state.sides[0].covered == ("khind-15", "khind-16")
    assert state.turn.regular_used
    decide(state, 0, FinishPhase())


def test_r22_21_nothing_else_can_be_told_to_cover() -> None:
    cover = PlayCard("khind-17", cover=True)
    assert refused(gang(DUEL_1), 0, cover) == "no_gang_to_cover"
    assert refused(gang(DUEL_1), 0, PlayCard("khind-17", cover=False)) == "no_gang_to_cover"
    assert refused(gang(DUEL_2), 0, PlayCard("vulca-05", cover=True)) == "no_gang_to_cover"
    assert refused(gang(DUEL_2), 0, PlayCard("nobody", cover=True)) == "no_gang_to_cover"
    _, alone = decide(gang(DUEL_2), 0, PlayCard("vulca-05"))
    assert refused(alone, 0, cover) == "no_gang_to_cover"


def test_r22_21_a_card_played_later_in_the_turn_covers_nothing() -> None:
    sides = {
        "A": {"combat_active": ["khind-15"], "hand": ["khind-16", "khind-17"]},
        "B": {"combat_active": ["hoax-09"], "hand": ["hoax-01"]},
    }
    state = position(FIGHT | {"phase": "character"} | sides, DUEL_2)
    _, state = decide(state, 0, PlayCard("khind-16"))
    assert refused(state, 0, PlayCard("khind-17", cover=True)) == "no_gang_to_cover"


@BOTH
@pytest.mark.parametrize("fight", [True, False])
def test_r6_8_without_a_character_there_is_no_way_to_the_character_phase(
    rulebook: Duel,
    fight: bool,
) -> None:
    sides = {"A": {"hand": ["vulca-18"]}, "B": {"hand": ["hoax-01"]}}
    given = {"turn": "A", "phase": "retreat_or_decline", "fight_started": fight}
    state = position(given | {"element": "fire" if fight else None} | sides, rulebook)
    if rulebook is DUEL_1:
        _, state = decide(state, 0, FinishPhase())
        assert DUEL.legal(state, 0) == (RewindTurn(),)
    else:
        assert refused(state, 0, FinishPhase()) == "character_required"


@BOTH
@pytest.mark.parametrize(
    "own",
    [
        {"hand": ["vulca-05"]},
        {"combat_active": ["vulca-13"], "hand": ["khind-31"]},
        {"hand": ["vulca-18"], "influence": [{"ship": "buka-28", "load": ["buka-01"]}]},
    ],
    ids=["in hand", "none is needed", "on a landed ship"],
)
def test_r6_8_a_character_may_be_in_hand_on_a_ship_or_not_needed(
    rulebook: Duel, own: dict[str, Any]
) -> None:
    sides = {"A": own, "B": {"combat_active": ["hoax-09"], "hand": ["hoax-01"]}}
    state = position(FIGHT | {"phase": "turn_start"} | sides, rulebook)
    if "influence" in own:
        _, state = decide(state, 0, LandShip("buka-28"))
    if "khind-31" in own["hand"]:
        _, state = decide(state, 0, PlayCard("khind-31"))
    while state.turn.phase != "retreat_or_decline":
        _, state = decide(state, 0, FinishPhase())
    _, state = decide(state, 0, FinishPhase())
    assert state.turn.phase == "character"


@BOTH
def test_r26_8_nobody_is_asked_for_interventions_that_no_deck_contains(rulebook: Duel) -> None:
    sides = {"A": {"hand": ["aqua-31"]}, "B": {"combat_active": ["hoax-09"], "hand": ["hoax-01"]}}
    given = FIGHT | {"phase": "action", "interventions": True} | sides
    _, state = decide(position(given, rulebook), 0, PlayCard("aqua-31"))
    asked = state.decision is not None and state.decision.reason == "intervene"
    assert asked == (rulebook is DUEL_1)


@BOTH
@pytest.mark.parametrize("owner", ["A", "B"])
def test_r27_1_a_hyla_replaces_that_of_its_player(
    rulebook: Duel, owner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for card in PLACEHOLDERS:
        monkeypatch.setitem(CARDS, card.id, card)
    sides: dict[str, Any] = {"A": {"hand": ["x-hyla-1"]}, "B": {"hand": ["hoax-01"]}}
    sides[owner] |= {"influence": ["hyla-piplox"]}
    state = position(FIGHT | {"phase": "action"} | sides, rulebook)
    _, state = decide(state, 0, PlayCard("x-hyla-1"))
    kept = owner == "B" and rulebook is DUEL_2
    assert [vessel.card for vessel in state.sides[1].influence] == ["hyla-piplox"] * kept
    assert [vessel.card for vessel in state.sides[0].influence] == ["x-hyla-1"]
