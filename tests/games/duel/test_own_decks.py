"""Decks that players bring when they sit down, and what others know of them (R2.7 to R2.9)."""

from typing import Any

import msgspec
import pytest

from games import table as tables
from games.dice import Dice
from games.duel.decks import DECKS
from games.duel.rulebook import DUEL_1, DUEL_2, Duel
from games.history import Position, audit
from games.illegal_action import IllegalActionError
from games.playout import Playout, play_out
from schemas.commit import canonical, redact_commit
from schemas.duel.actions import ChooseDeck
from schemas.duel.deck import DeckList
from schemas.duel.events import LeadersDrawn
from schemas.duel.options import DuelOptions
from schemas.redaction import SPECTATOR, Viewer, redact
from schemas.table import (
    SYSTEM,
    AnyTable,
    LeaveSeat,
    OpenTable,
    SeatTaken,
    StartGame,
    TableOpened,
    TakeSeat,
)
from schemas.terms import Terms
from tests.games.duel.bold import bold_bot

OWN = DuelOptions(own_decks=True, crystals_to_win=1)
SEED = "5eed" * 16
OTHERS: tuple[Viewer, ...] = (1, SPECTATOR)


def swapped(number: int) -> dict[str, Any]:
    """A legal custom deck: the Hoax without one of its cards, with hoax-30 instead."""
    cards = tuple("hoax-30" if c == f"hoax-{number:02}" else c for c in DECKS["hoax"].cards)
    return as_json(DeckList(leader="hoax-00", cards=cards))


def as_json(deck: DeckList) -> dict[str, Any]:
    content: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(deck))
    return content


CUSTOM = swapped(1)


def opened(options: DuelOptions = OWN, rulebook: Duel = DUEL_2, **terms: Any) -> Any:
    action = OpenTable("duel", options, Terms(**terms))
    _, table = tables.decide(rulebook, None, SYSTEM, action, SEED)
    return table


def seated(table: AnyTable, seat: int, *decks: Any) -> tuple[tuple[Any, ...], Any]:
    deck = {"decks": list(decks)} if decks else msgspec.UNSET
    return tables.decide(DUEL_2, table, seat, TakeSeat(f"player-{seat}", deck=deck), "")


def refusal_of(table: AnyTable, deck: Any, rulebook: Duel = DUEL_2) -> IllegalActionError[str]:
    with pytest.raises(IllegalActionError) as refusal:
        tables.decide(rulebook, table, 0, TakeSeat("player-0", deck=deck), "")
    return refusal.value


def started(*seats: tuple[Any, ...]) -> Any:
    table = opened()
    for seat, decks in enumerate(seats):
        _, table = seated(table, seat, *decks)
    _, table = tables.decide(DUEL_2, table, SYSTEM, StartGame(), "")
    return table


# Bringing a deck


def test_r2_7_each_seat_plays_with_the_deck_it_brought() -> None:
    table = started((CUSTOM,), ("aqua",))
    sides = table.play.sides
    assert [side.leader for side in sides] == ["hoax-00", "aqua-00"]
    assert sorted((*sides[0].hand, *sides[0].deck)) == sorted(CUSTOM["cards"])
    assert DUEL_2.broken_laws(table.play) == ()


def test_r2_7_a_seat_without_a_deck_plays_with_that_of_the_options() -> None:
    table = started((CUSTOM,), ())
    assert [side.leader for side in table.play.sides] == ["hoax-00", "hoax-00"]
    table = started((), ())
    assert [side.leader for side in table.play.sides] == ["vulca-00", "hoax-00"]
    assert table.play.prepared is msgspec.UNSET


def test_r2_7_reserves_are_brought_too() -> None:
    table = started(("aqua", CUSTOM, "flit"), ())
    assert table.play.stage == "decks"
    assert DUEL_2.legal(table.play, 0) == (ChooseDeck(0), ChooseDeck(1), ChooseDeck(2))
    _, table = tables.decide(DUEL_2, table, 0, ChooseDeck(1), "")
    assert table.play.sides[0].leader == "hoax-00"
    assert "hoax-30" in (*table.play.sides[0].hand, *table.play.sides[0].deck)


def test_r2_7_decks_are_accepted_only_where_the_options_say_so() -> None:
    deck = {"decks": [CUSTOM]}
    assert refusal_of(opened(DuelOptions()), deck).code == "deck_not_accepted"
    assert refusal_of(opened(DuelOptions(own_decks=False)), deck).code == "deck_not_accepted"
    old = opened(DuelOptions(), DUEL_1)
    assert refusal_of(old, deck, DUEL_1).code == "deck_not_accepted"


@pytest.mark.parametrize("options", [OWN, DuelOptions(own_decks=False)])
def test_r2_7_the_first_rules_know_no_own_decks(options: DuelOptions) -> None:
    assert [problem.where for problem in DUEL_1.problems(options)] == ["own_decks"]
    assert DUEL_2.problems(options) == ()
    with pytest.raises(IllegalActionError, match="do not bring"):
        DUEL_1.seats(options)


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        ({}, "missing required field `decks`"),
        ({"decks": []}, "length >= 1"),
        ({"decks": ["dragons"]}, "Invalid enum value"),
        ({"decks": ["hoax"] * 10}, "length <= 9"),
        ({"decks": [{"leader": "hoax-00", "cards": ["hoax-01"]}]}, "exactly 30 cards"),
        ({"decks": ["aqua", {"leader": "hoax-00", "cards": ["hoax-01"]}]}, "Deck 1: "),
        ({"decks": ["aqua", "random"]}, "Only the first deck"),
        ({"decks": ["aqua"], "more": 1}, "unknown field `more`"),
    ],
)
def test_r33_10_a_bad_deck_is_refused(deck: Any, message: str) -> None:
    refusal = refusal_of(opened(), deck)
    assert refusal.code == "bad_deck"
    assert message in refusal.message


# Random decks


def test_r2_8_a_random_deck_is_drawn_by_its_leader() -> None:
    drawn = set()
    for number in range(30):
        initial = DUEL_2.initial(DuelOptions(("random", "random")))
        events, state = DUEL_2.setup(initial, Dice.of_text(f"leaders/{number}"))
        assert isinstance(events[0], LeadersDrawn)
        first, second = events[0].leaders
        assert first is not None
        assert second is not None
        assert first != second
        assert [side.leader for side in state.sides] == [f"{first}-00", f"{second}-00"]
        assert DUEL_2.broken_laws(state) == ()
        drawn |= {first, second}
    assert drawn == set(DECKS)


def test_r2_8_the_leader_of_the_opponent_is_not_drawn() -> None:
    for number in range(30):
        initial = DUEL_2.initial(DuelOptions(("random", "hoax")))
        events, _ = DUEL_2.setup(initial, Dice.of_text(f"leaders/{number}"))
        assert isinstance(events[0], LeadersDrawn)
        assert events[0].leaders[0] != "hoax"
        assert events[0].leaders[1] is None


def test_r2_8_only_first_decks_are_drawn_and_only_under_the_second_rules() -> None:
    reserves = DuelOptions(reserves=(("random",), ()))
    assert [problem.code for problem in DUEL_2.problems(reserves)] == ["random_reserve"]
    first = DuelOptions(("vulca", "random"))
    assert DUEL_2.problems(first) == ()
    assert [problem.where for problem in DUEL_1.problems(first)] == ["decks[1]"]


def test_r2_8_a_player_may_bring_chance() -> None:
    table = started(("random",), ("aqua",))
    assert table.seats[0].deck_front == {"decks": [{"leader": None, "inquisitor": None}]}
    assert table.play.sides[0].leader not in ("aqua-00", "undrawn")


# What others know


def test_r2_9_leaders_are_shown_when_both_players_have_sat_down() -> None:
    first, table = seated(opened(), 0, CUSTOM, "flit")
    assert isinstance(first[0], SeatTaken)
    assert first[0].deck_fronts is msgspec.UNSET
    assert b"hoax" not in canonical(redact(table.seats, 1))

    events, table = seated(table, 1, "aqua")
    view: Any = tables.view(table, SPECTATOR)
    leaders = [[deck["leader"] for deck in seat.deck_front["decks"]] for seat in view.seats]
    assert leaders == [["hoax-00", "flit-00"], ["aqua-00"]]
    assert isinstance(events[0], SeatTaken)
    assert redact(events[0], SPECTATOR).deck_fronts == events[0].deck_fronts


def test_r2_9_a_new_player_brings_a_new_deck() -> None:
    _, table = seated(opened(), 0, CUSTOM)
    _, table = seated(table, 1, "aqua")
    _, table = tables.decide(DUEL_2, table, 1, LeaveSeat(), "")
    assert (table.seats[1].deck, table.seats[1].deck_front) == (msgspec.UNSET, msgspec.UNSET)
    _, table = seated(table, 1, "buka")
    assert table.seats[1].deck_front["decks"][0]["leader"] == "buka-00"


def test_r34_6_only_the_seat_itself_sees_its_deck_before_the_end() -> None:
    _, table = seated(opened(), 0, CUSTOM)
    own, *others = (tables.view(table, viewer).seats[0].deck for viewer in (0, *OTHERS))
    assert own == {"decks": [CUSTOM]}
    assert others == [None, None]
    assert redact(TakeSeat("x", deck={"decks": [CUSTOM]}), 0).deck is None


def test_r34_6_the_cards_of_decks_in_the_options_are_hidden() -> None:
    """The opener knows them, but neither the players nor spectators do."""
    custom = msgspec.convert(CUSTOM, DeckList)
    for rulebook in (DUEL_1, DUEL_2):
        options = DuelOptions((custom, "aqua"), reserves=((custom,), ()))
        action = OpenTable("duel", options)
        (event,), table = tables.decide(rulebook, None, SYSTEM, action, SEED)
        assert isinstance(event, TableOpened)
        for viewer in (0, *OTHERS):
            records = (action, event, tables.view(table, viewer))
            shown = canonical([redact(record, viewer) for record in records])
            assert b"hoax-00" in shown
            assert b"hoax-02" not in shown
        assert b"hoax-02" in canonical(redact(event, 1, over=True))


@pytest.mark.parametrize("reserve", [(), ("flit",)])
def test_r34_6_nobody_can_tell_two_decks_with_the_same_leader_apart(reserve: Any) -> None:
    """The same commands with other hidden cards give all others the same bytes."""
    worlds = []
    for deck in (CUSTOM, swapped(2), as_json(DECKS["hoax"])):
        decks = ({"decks": [deck, *reserve]}, {"decks": ["aqua"]})
        players = tuple((f"player-{seat}", bold_bot) for seat in range(2))
        playout = Playout(DUEL_2, OWN, players, "worlds", "worlds", decks=decks)
        history = [step for step, _ in zip(play_out(playout), range(4), strict=False)]
        worlds.append(
            [
                canonical(
                    (
                        redact_commit(commit, viewer, over=False),
                        tables.view(position.table, viewer),
                        tables.figures(DUEL_2, tables.view(position.table, viewer)),
                        tables.legal(DUEL_2, position.table, 1),
                    )
                )
                for commit, position in history
                for viewer in OTHERS
                if position.table is not None
            ]
        )
    assert len(worlds[0]) == 8
    assert worlds[0] == worlds[1] == worlds[2]


def test_r34_6_everything_is_shown_when_the_match_is_over() -> None:
    decks = ({"decks": [CUSTOM]}, {"decks": ["random", "aqua"]})
    players = tuple((f"player-{seat}", bold_bot) for seat in range(2))
    playout = Playout(DUEL_2, OWN, players, "whole", "whole", decks=decks)
    audited = Position(DUEL_2, "whole")
    for commit, position in play_out(playout):
        audited = audit(audited, commit)
        assert audited == position
        assert position.table is not None
        if position.table.stage != "over":
            view = canonical(tables.view(position.table, SPECTATOR))
            assert canonical(CUSTOM["cards"]) not in view
    assert audited.table is not None
    assert audited.table.stage == "over"
    assert tables.view(audited.table, SPECTATOR).seats[0].deck == {"decks": [CUSTOM]}
