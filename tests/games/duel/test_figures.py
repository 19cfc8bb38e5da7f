"""Figures give reasons for every number, and the reasons lead to what the rules count."""

from typing import Any

import pytest

from games import table as tables
from games.duel.cards import CARDS
from games.duel.figures import figures
from games.duel.reading import Reading
from games.duel.rulebook import DUEL
from games.duel.values import may_announce, present_power
from games.playout import Playout, play_out
from schemas.commit import canonical
from schemas.duel.figures import PowerLine, Reason, SeatFigures
from schemas.duel.options import DuelOptions
from schemas.duel.state import DuelState
from schemas.redaction import SPECTATOR, redact
from tests.games.duel.bold import bold_bot
from tests.games.duel.scenarios import PLACEHOLDERS, attempt, position, scenarios


@pytest.fixture(autouse=True)
def placeholder_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    for card in PLACEHOLDERS:
        monkeypatch.setitem(CARDS, card.id, card)


def require_explained(state: DuelState) -> int:
    """Check that the reasons lead to the numbers, and the numbers are those of the rules.

    Returns the number of reasons.
    """
    duel_figures, reading = figures(state), Reading(state)
    for seat in duel_figures.seats:
        sums = [0, 0]
        for line in seat.lines:
            value = [line.printed_fire or 0, line.printed_earth or 0]
            _follow(value, line.reasons)
            assert value == [line.fire, line.earth]
            assert line.ignored == any(reason.what == "ignored" for reason in line.reasons)
            sums = [sums[0] + line.fire, sums[1] + line.earth]
        _follow(sums, seat.raised)
        power = [present_power(reading, seat.seat, element) for element in ("fire", "earth")]
        assert sums == [seat.fire, seat.earth] == power
        assert seat.highest_fire >= seat.fire
    for beat in duel_figures.to_beat:
        assert beat.reached == (beat.highest >= beat.value or beat.shielded)
        assert beat.reached == may_announce(reading, state.turn.seat, beat.element)
    for viewer in (0, 1, SPECTATOR):
        assert canonical(figures(redact(state, viewer))) == canonical(duel_figures)
    return sum(len(line.reasons) for seat in duel_figures.seats for line in seat.lines)


def _follow(value: list[int], reasons: tuple[Reason, ...]) -> None:
    for reason in reasons:
        assert (reason.fire, reason.earth) != (None, None)
        for at, after in enumerate((reason.fire, reason.earth)):
            value[at] = value[at] if after is None else after


def test_r20_reasons_lead_to_the_power_in_every_scenario() -> None:
    reasons = 0
    for scenario in scenarios():
        if scenario.match:
            continue
        state = position(scenario.given)
        reasons += require_explained(state)
        for step in scenario.steps:
            state = attempt(state, step).state
            reasons += require_explained(state)
    assert reasons > 50


@pytest.mark.parametrize(
    "decks", [("pillar", "khind"), ("buka", "hoax"), ("aqua", "flit"), ("mimix", "terrah")]
)
def test_r20_reasons_lead_to_the_power_in_every_position_of_a_game(decks: Any) -> None:
    options = DuelOptions(decks, crystals_to_win=1)
    players = (("Amber", bold_bot), ("Basalt", bold_bot))
    for _, at in play_out(Playout(DUEL, options, players, "figures", "figures")):
        assert at.table is not None
        if at.table.play is not None:
            require_explained(at.table.play)
            assert tables.figures(DUEL, at.table) == figures(at.table.play)


def fight_figures(**sides: Any) -> tuple[SeatFigures, SeatFigures]:
    state = position(
        {"turn": "A", "phase": "booster_support", "fight_started": True, "element": "fire"} | sides
    )
    require_explained(state)
    mine, theirs = figures(state).seats
    return mine, theirs


def line_of(seat: SeatFigures, card: str) -> PowerLine:
    (line,) = (line for line in seat.lines if line.card == card)
    return line


def test_r19_2_an_ignored_card_counts_nothing_and_names_the_ignoring_card() -> None:
    mine, theirs = fight_figures(
        A={"combat_active": ["vulca-05"], "support": ["hoax-21"]},
        B={"combat_active": ["flit-08"]},
    )
    support = line_of(mine, "hoax-21")
    assert (support.printed_fire, support.fire, support.ignored) == (2, 0, True)
    assert support.reasons == (Reason("flit-08", 1, "ignored", 0, 0),)
    assert line_of(mine, "vulca-05").reasons == ()
    assert (mine.fire, mine.earth) == (5, 1)
    (standing,) = (card for card in mine.cards if card.card == "hoax-21")
    assert (standing.ignored, standing.text_works, standing.by) == (True, None, ("flit-08",))
    assert theirs.cards[0].text_works is True


def test_r25_4_bluffs_are_listed_by_handle_and_may_be_ignored() -> None:
    mine, _ = fight_figures(A={"combat_active": ["buka-21"], "bluffs": ["buka-07"]})
    bluff = line_of(mine, "facedown-1")
    assert (bluff.kind, bluff.printed_fire, bluff.printed_earth) == ("bluff", 2, 2)
    assert bluff.reasons == (Reason("buka-21", 0, "raised_to", 4, 4),)
    mine, _ = fight_figures(
        A={"combat_active": ["buka-21"], "bluffs": ["buka-07"]}, B={"combat_active": ["flit-08"]}
    )
    bluff = line_of(mine, "facedown-1")
    assert (bluff.fire, bluff.reasons) == (0, (Reason("flit-08", 1, "ignored", 0, 0),))
    assert mine.bluffs_ignored


def test_r20_1_a_zeroed_number_stays_0_and_a_protected_card_keeps_its_own() -> None:
    mine, _ = fight_figures(
        A={"combat_active": ["vulca-05", "aqua-02", "pillar-21"]}, B={"combat_active": ["khind-01"]}
    )
    zeroed = line_of(mine, "vulca-05")
    assert zeroed.reasons == (Reason("khind-01", 1, "zeroed", 0, 0),)
    safe = line_of(mine, "aqua-02")
    assert safe.reasons == (Reason("pillar-21", 0, "multiplied", 10, None, best=True),)
    (standing,) = (card for card in mine.cards if card.card == "aqua-02")
    assert standing.protected
    assert mine.fire == 10


def test_r21_5_a_chosen_target_is_not_marked_as_the_best() -> None:
    mine, _ = fight_figures(
        A={
            "combat_active": ["vulca-05", "vulca-01", "pillar-21"],
            "targets": {"pillar-21": "vulca-05"},
        }
    )
    assert line_of(mine, "vulca-05").reasons == (Reason("pillar-21", 0, "multiplied", 10, 2),)
    assert (mine.fire, mine.highest_fire) == (17, 19)


def test_r20_2_and_r20_3_texts_are_listed_in_the_order_in_which_they_work() -> None:
    mine, _ = fight_figures(A={"combat_active": ["vulca-05", "khind-14", "pillar-22"]})
    assert line_of(mine, "vulca-05").reasons == (
        Reason("pillar-22", 0, "raised_to_sum", 6, 6, best=True),
        Reason("khind-14", 0, "multiplied", 12, 12),
    )


def test_r20_6_texts_that_raise_the_whole_power_are_listed_separately() -> None:
    mine, _ = fight_figures(A={"combat_active": ["vulca-05", "vulca-20"]})
    assert mine.raised == (Reason("vulca-20", 0, "raised_power", 6, 6),)
    assert (mine.fire, mine.earth) == (6, 6)
    mine, _ = fight_figures(A={"combat_active": ["vulca-01", "vulca-20"]})
    assert mine.raised == (Reason("vulca-20", 0, "raised_power", None, 6),)


def test_r10_4_the_power_to_reach_is_the_opponents_present_power() -> None:
    state = position(
        {
            "turn": "A",
            "phase": "booster_support",
            "fight_started": True,
            "element": "fire",
            "A": {"combat_active": ["vulca-05"]},
            "B": {"combat_active": ["vulca-01"]},
        }
    )
    (beat,) = figures(state).to_beat
    assert (beat.element, beat.value, beat.highest) == ("fire", 7, 5)
    assert not beat.reached
    before = position({"turn": "A", "phase": "action"})
    assert [beat.element for beat in figures(before).to_beat] == ["fire", "earth"]
    assert figures(before).seats[0].reward is None


def test_r13_3_figures_show_the_reward_of_a_retreat_and_whether_it_wins() -> None:
    many = ["vulca-01", "vulca-03", "vulca-04", "vulca-05", "vulca-06", "hoax-10"]
    mine, theirs = fight_figures(A={"combat_active": ["vulca-07"]}, B={"combat_active": many})
    assert (mine.reward, theirs.reward, theirs.wins_game) == (1, 3, False)
    _, theirs = fight_figures(B={"combat_active": many}, dragons={"A": 0, "B": 1})
    assert theirs.wins_game
    assert theirs.crystals == 2
