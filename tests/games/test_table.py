"""Tables: opening, taking and leaving seats, start, play, resignation, end and abort."""

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, get_args

import pytest
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from games import table as tables
from games.bots import random_bot
from games.city.amendments import SECOND, names
from games.city.rulebook import CITY
from games.clocks import deadline
from games.illegal_action import IllegalActionError
from games.playout import Playout, play_out
from schemas.city.actions import Draw
from schemas.city.events import CityFounded, SeatWithdrawn, TurnBegan
from schemas.city.options import CityOptions
from schemas.city.state import CityState
from schemas.city.terms import Cards
from schemas.commit import canonical
from schemas.redaction import SPECTATOR, Viewer, redact
from schemas.rejection import TableCode
from schemas.table import (
    SYSTEM,
    AbortTable,
    AnswerTakeback,
    AnyTable,
    AskTakeback,
    CallTime,
    GameEnded,
    GameStarted,
    LeaveSeat,
    OpenTable,
    RenewSitting,
    Resign,
    Result,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    Sender,
    SittingRenewed,
    StartGame,
    TableAborted,
    TableOpened,
    TableSeat,
    TableVoided,
    TakeSeat,
    VoidTable,
)
from schemas.terms import BotSeat, PerMove, Terms

SEED = "5eed" * 16
PLAYERS = ("Amber", "Basalt", "Coral", "Jade")


def do(
    table: AnyTable | None, sender: Sender, action: Any, at: int = 0
) -> tuple[tuple[Any, ...], AnyTable]:
    """Decide, and check that folding the events gives the same table."""
    events, after = tables.decide(CITY, table, sender, action, SEED, at)
    folded = table
    for event in events:
        folded = tables.evolve(CITY, folded, event)
    assert folded == after
    return events, after


def opened(players: int = 2, terms: Terms | UnsetType = UNSET, **options: Any) -> AnyTable:
    return do(None, SYSTEM, OpenTable("city", CityOptions(players, **options), terms))[1]


def seated(
    players: int = 2,
    entropies: tuple[str, ...] = ("", "", "", ""),
    terms: Terms | UnsetType = UNSET,
) -> AnyTable:
    table = opened(players, terms)
    for seat in range(players):
        _, table = do(table, seat, TakeSeat(PLAYERS[seat], entropies[seat]))
    return table


def started(
    players: int = 2,
    entropies: tuple[str, ...] = ("", "", "", ""),
    terms: Terms | UnsetType = UNSET,
) -> AnyTable:
    return do(seated(players, entropies, terms), SYSTEM, StartGame())[1]


def over() -> AnyTable:
    return do(started(), 0, Resign())[1]


def voided() -> AnyTable:
    return do(started(), SYSTEM, VoidTable("cheating"))[1]


def aborted() -> AnyTable:
    return do(opened(), SYSTEM, AbortTable("nobody came"))[1]


def play_of(table: AnyTable) -> CityState:
    assert isinstance(table.play, CityState)
    return table.play


def hand(table: AnyTable, seat: int) -> Cards:
    assert isinstance(table.play, CityState)
    return table.play.seats[seat].hand


def whose_turn(table: AnyTable) -> int:
    (seat,) = tables.to_act(CITY, table)
    return seat


# Life cycle


def test_a_table_is_opened_with_options() -> None:
    options = CityOptions(3, random_city=True)

    events, table = do(None, SYSTEM, OpenTable("city", options))

    commitment = sha256(bytes.fromhex(SEED)).hexdigest()
    opened = TableOpened("city", options, commitment, SEED, amendments=names(SECOND))
    assert events == (opened,)
    assert (table.game, table.rules, table.options) == ("city", "city/2", options)
    assert [table_seat.player for table_seat in table.seats] == [None, None, None]
    assert (table.stage, table.play) == ("open", None)


def test_invalid_options_open_no_table() -> None:
    with pytest.raises(IllegalActionError) as refusal:
        do(None, SYSTEM, OpenTable("city", CityOptions(3, expansions=(1, 1))))

    assert refusal.value.code == "bad_options"


def test_a_seat_is_taken_and_left() -> None:
    events, table = do(opened(), 1, TakeSeat("Amber", "c0ffee"))
    assert events == (SeatTaken(1, "Amber", 1, "c0ffee"),)
    assert [table_seat.player for table_seat in table.seats] == [None, "Amber"]

    events, table = do(table, 1, LeaveSeat())
    assert events == (SeatLeft(1),)
    assert table.seats[1] == TableSeat(1, sitting=1), "only the number of the sitting remains"

    events, table = do(table, 1, TakeSeat("Basalt"))
    assert events == (SeatTaken(1, "Basalt", 2),)
    assert table.seats[1].sitting == 2


def test_a_seat_records_an_entropy_commitment() -> None:
    events, table = do(opened(), 0, TakeSeat("Amber", entropy_commitment="ab" * 32))
    assert events == (SeatTaken(0, "Amber", 1, entropy_commitment="ab" * 32),)
    assert table.seats[0].entropy_commitment == "ab" * 32


def test_a_deck_is_refused_by_rules_without_player_decks() -> None:
    with pytest.raises(IllegalActionError) as refusal:
        do(opened(), 0, TakeSeat("Amber", deck={"cards": []}))
    assert refusal.value.code == "deck_not_accepted"


def test_a_table_keeps_its_external_id() -> None:
    events, table = do(None, SYSTEM, OpenTable("city", CityOptions(2), external_id="match-7"))
    assert events[0].external_id == table.external_id == "match-7"


def test_a_player_who_left_may_take_another_seat() -> None:
    _, table = do(opened(), 1, TakeSeat("Amber"))
    _, table = do(table, 1, LeaveSeat())
    _, table = do(table, 0, TakeSeat("Amber"))

    assert [table_seat.player for table_seat in table.seats] == ["Amber", None]


@pytest.mark.parametrize("sender", [SYSTEM, 0, 1, 2])
def test_a_full_table_is_started_by_the_platform_or_by_a_seat(sender: Sender) -> None:
    events, table = do(seated(3), sender, StartGame())

    assert isinstance(events[0], GameStarted)
    assert [type(event) for event in events].count(CityFounded) == 1
    assert table.stage == "playing"
    assert tables.to_act(CITY, table) == (play_of(table).turn.seat,)


def test_no_seat_may_act_unless_a_game_is_running() -> None:
    for table in (opened(), seated(), over(), aborted()):
        assert tables.to_act(CITY, table) == ()
        assert [tables.legal(CITY, table, seat) for seat in (0, 1)] == [(), ()]


def test_the_seats_play_in_turn() -> None:
    table = started(3)
    first = whose_turn(table)
    order = []
    for _ in range(4):
        order.append(whose_turn(table))
        _, table = do(table, whose_turn(table), Draw())

    assert order == [first, (first + 1) % 3, (first + 2) % 3, first]


def test_a_seat_has_legal_actions_only_in_its_turn() -> None:
    table = started(3)
    for seat in range(3):
        assert bool(tables.legal(CITY, table, seat)) == (seat == whose_turn(table))


@pytest.mark.parametrize("leaver", [0, 1])
def test_with_two_players_one_resigns_and_the_other_wins(leaver: int) -> None:
    events, table = do(started(2), leaver, Resign())

    ended = events[-1]
    assert events[0] == SeatResigned(leaver)
    assert isinstance(ended, GameEnded)
    assert ended.reason == table.reason == "resignation"
    assert table.stage == "over"
    assert [result.won for result in table.results] == [leaver == 1, leaver == 0]
    assert table.results[leaver].place == 2


def test_with_more_players_the_turns_of_a_resigned_seat_are_skipped() -> None:
    table = started(3)
    leaver = (whose_turn(table) + 1) % 3
    hand = play_of(table).seats[leaver].hand

    events, table = do(table, leaver, Resign())
    assert events == (SeatResigned(leaver), SeatWithdrawn(leaver, hand))
    assert table.stage == "playing"
    assert table.seats[leaver].resigned
    assert play_of(table).seats[leaver].hand == ()
    assert sorted(play_of(table).discard) == sorted(hand)

    turns = set()
    for _ in range(6):
        turns.add(whose_turn(table))
        _, table = do(table, whose_turn(table), Draw())
    assert turns == {0, 1, 2} - {leaver}


def test_a_seat_that_resigns_in_its_turn_ends_the_turn() -> None:
    table = started(3)
    leaver = whose_turn(table)

    events, table = do(table, leaver, Resign())

    assert events[-1] == TurnBegan((leaver + 1) % 3, 2)
    assert whose_turn(table) == (leaver + 1) % 3


def test_the_last_seat_that_has_not_resigned_wins() -> None:
    table = started(4)
    for leaver in (2, 0):
        _, table = do(table, leaver, Resign())
        assert table.stage == "playing"
    _, table = do(table, 3, Resign())

    assert table.stage == "over"
    assert [result.won for result in table.results] == [False, True, False, False]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_ends_with_a_result_for_each_seat(players: int) -> None:
    bots = tuple((name, random_bot) for name in PLAYERS[:players])
    *_, (commit, position) = play_out(Playout(CITY, CityOptions(players), bots, "result", "g"))

    ended = commit.events[-1]
    table = position.table
    assert table is not None
    assert isinstance(ended, GameEnded)
    assert (table.stage, table.reason, table.results) == ("over", ended.reason, ended.results)
    assert [result.seat for result in table.results] == list(range(players))
    _check_places(table.results)


def _check_places(results: tuple[Result, ...]) -> None:
    """Check that place 1 wins and that equal seats share a place."""
    places = sorted(result.place for result in results)
    assert places[0] == 1
    for result in results:
        assert result.won == (result.place == 1)
        assert result.place == 1 + sum(place < result.place for place in places)


def test_a_table_is_aborted_before_the_start() -> None:
    events, table = do(seated(), SYSTEM, AbortTable("nobody came"))

    assert events == (TableAborted("nobody came"),)
    assert (table.stage, table.reason, table.play) == ("aborted", "nobody came", None)


@pytest.mark.parametrize("before", [opened, seated, started])
def test_an_open_or_running_table_is_voided(before: Callable[[], AnyTable]) -> None:
    events, table = do(before(), SYSTEM, VoidTable("cheating"))

    assert events == (TableVoided("cheating"),)
    assert (table.stage, table.reason, table.results) == ("voided", "cheating", ())
    assert table.play == before().play


def test_voiding_stops_clocks_and_takebacks() -> None:
    with_clock = do(_one_minute(), SYSTEM, VoidTable("cheating"))[1]
    assert deadline(with_clock) is None
    asked = do(_takeback_asked_by_seat_1(), SYSTEM, VoidTable("cheating"))[1]
    assert (asked.takeback, asked.kept) == (UNSET, UNSET)


@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_a_voided_table_keeps_its_secrets(viewer: Viewer) -> None:
    table = do(started(), SYSTEM, VoidTable("cheating"))[1]
    assert tables.view(table, viewer) == redact(table, viewer, over=False)
    assert tables.legal(CITY, table, 0) == ()
    assert tables.to_act(CITY, table) == ()


@pytest.mark.parametrize("table", ["seated", "started"])
def test_a_renewed_sitting_keeps_its_player(table: str) -> None:
    before = seated() if table == "seated" else started()
    events, after = do(before, SYSTEM, RenewSitting(1))

    assert events == (SittingRenewed(1, 2),)
    assert after == replace(before, seats=(before.seats[0], replace(before.seats[1], sitting=2)))


# Refusals


@dataclass(frozen=True)
class Refusal:
    table: Callable[[], AnyTable | None]
    sender: Sender
    action: Any
    detail: dict[str, Any] = field(default_factory=dict)
    at: int = 0


def _one_resigned() -> AnyTable:
    return do(started(3), 1, Resign())[1]


def _seat_zero_acts() -> AnyTable:
    """A game in which seat 0 is to act."""
    table = started(3)
    while whose_turn(table) != 0:
        _, table = do(table, whose_turn(table), Draw())
    return table


def _one_minute() -> AnyTable:
    """Seat 0 is to act and has one minute from time 0."""
    table = started(2, terms=Terms(clock=PerMove(60), takebacks=True))
    while whose_turn(table) != 0:
        _, table = do(table, whose_turn(table), Draw())
    return table


def _takeback_asked_by_seat_1() -> AnyTable:
    """Three players; seat 1 has ended its turn and asks for a takeback."""
    table = started(3, terms=Terms(takebacks=True))
    while whose_turn(table) != 1:
        _, table = do(table, whose_turn(table), Draw())
    return do(do(table, 1, Draw())[1], 1, AskTakeback())[1]


def _amber_on_seat_1() -> AnyTable:
    return do(opened(), 1, TakeSeat("Amber"))[1]


OPEN_CITY = OpenTable("city", CityOptions(2))

REFUSALS: dict[str, tuple[Refusal, ...]] = {
    "already_open": (
        Refusal(opened, SYSTEM, OPEN_CITY, {"stage": "open"}),
        Refusal(started, SYSTEM, OPEN_CITY, {"stage": "playing"}),
        Refusal(aborted, SYSTEM, OPEN_CITY, {"stage": "aborted"}),
    ),
    "deck_not_accepted": (Refusal(opened, 0, TakeSeat("Amber", deck={"cards": []}), {}),),
    "wrong_game": (
        Refusal(
            lambda: None,
            SYSTEM,
            OpenTable("duel", CityOptions(2)),
            {"expected": "city", "given": "duel"},
        ),
    ),
    "not_open": (
        Refusal(lambda: None, 0, TakeSeat("Amber")),
        Refusal(lambda: None, SYSTEM, StartGame()),
        Refusal(lambda: None, 0, Draw()),
    ),
    "wrong_sender": (
        Refusal(lambda: None, 0, OPEN_CITY, {"expected": "system"}),
        Refusal(opened, 0, AbortTable(), {"expected": "system"}),
        Refusal(started, 0, RenewSitting(0), {"expected": "system"}),
        Refusal(started, 0, VoidTable("mine"), {"expected": "system"}),
        Refusal(opened, SYSTEM, TakeSeat("Amber"), {"expected": "seat"}),
        Refusal(seated, SYSTEM, LeaveSeat(), {"expected": "seat"}),
        Refusal(started, SYSTEM, Resign(), {"expected": "seat"}),
        Refusal(started, SYSTEM, Draw(), {"expected": "seat"}),
        Refusal(_one_minute, 0, CallTime(), {"expected": "system"}),
    ),
    "no_such_seat": (
        Refusal(opened, 2, TakeSeat("Amber"), {"seat": 2, "seats": 2}),
        Refusal(started, 3, Resign(), {"seat": 3, "seats": 2}),
        Refusal(seated, 2, StartGame(), {"seat": 2, "seats": 2}),
        Refusal(seated, SYSTEM, RenewSitting(2), {"seat": 2, "seats": 2}),
    ),
    "seat_taken": (Refusal(seated, 1, TakeSeat("Eve"), {"seat": 1}),),
    "seat_empty": (
        Refusal(opened, 1, LeaveSeat(), {"seat": 1}),
        Refusal(opened, SYSTEM, RenewSitting(1), {"seat": 1}),
        Refusal(_amber_on_seat_1, 0, StartGame(), {"seat": 0}),
    ),
    "already_seated": (Refusal(_amber_on_seat_1, 0, TakeSeat("Amber"), {"seat": 1}),),
    "seats_empty": (
        Refusal(_amber_on_seat_1, 1, StartGame(), {"empty": [0]}),
        Refusal(lambda: opened(4), SYSTEM, StartGame(), {"empty": [0, 1, 2, 3]}),
    ),
    "already_started": (
        Refusal(started, 0, TakeSeat("Eve")),
        Refusal(started, 0, LeaveSeat()),
        Refusal(started, SYSTEM, StartGame()),
        Refusal(started, SYSTEM, AbortTable()),
    ),
    "not_started": (Refusal(seated, 0, Draw()), Refusal(seated, 0, Resign())),
    "game_over": (
        Refusal(over, 1, Draw(), {"reason": "resignation"}),
        Refusal(over, 1, Resign(), {"reason": "resignation"}),
        Refusal(over, SYSTEM, StartGame(), {"reason": "resignation"}),
        Refusal(over, SYSTEM, AbortTable(), {"reason": "resignation"}),
        Refusal(over, SYSTEM, RenewSitting(0), {"reason": "resignation"}),
        Refusal(over, SYSTEM, VoidTable("late"), {"reason": "resignation"}),
    ),
    "table_aborted": (
        Refusal(aborted, 0, TakeSeat("Amber"), {"reason": "nobody came"}),
        Refusal(aborted, 0, Draw(), {"reason": "nobody came"}),
        Refusal(aborted, SYSTEM, AbortTable(), {"reason": "nobody came"}),
    ),
    "table_voided": (
        Refusal(voided, 0, Draw(), {"reason": "cheating"}),
        Refusal(voided, 0, Resign(), {"reason": "cheating"}),
        Refusal(voided, SYSTEM, AbortTable(), {"reason": "cheating"}),
        Refusal(voided, SYSTEM, VoidTable("again"), {"reason": "cheating"}),
    ),
    "resigned": (
        Refusal(_one_resigned, 1, Resign(), {"seat": 1}),
        Refusal(_one_resigned, 1, Draw(), {"seat": 1}),
    ),
    "not_your_turn": (Refusal(_seat_zero_acts, 2, Draw(), {"seat": 2, "waiting": [0]}),),
    "bad_terms": (
        Refusal(
            lambda: None,
            SYSTEM,
            OpenTable("city", CityOptions(2), Terms(bots=(BotSeat(2, "builder"),))),
            {"seats": 2, "given": [2]},
        ),
        Refusal(
            lambda: None,
            SYSTEM,
            OpenTable("city", CityOptions(3), Terms(bots=(BotSeat(1, "x"), BotSeat(1, "y")))),
            {"seats": 3, "given": [1, 1]},
        ),
    ),
    "out_of_time": (Refusal(_one_minute, 0, Draw(), {"late_ms": 1}, at=60_001),),
    "no_clock": (
        Refusal(started, SYSTEM, CallTime()),
        Refusal(over, SYSTEM, CallTime()),
        Refusal(seated, SYSTEM, CallTime()),
    ),
    "time_left": (Refusal(_one_minute, SYSTEM, CallTime(), {"left_ms": 1}, at=59_999),),
    "no_takebacks": (Refusal(started, 0, AskTakeback()),),
    "takeback_pending": (Refusal(_takeback_asked_by_seat_1, 0, AskTakeback(), {"seat": 1}),),
    "nothing_to_take_back": (Refusal(_one_minute, 0, AskTakeback(), {"seat": 0}),),
    "no_takeback": (Refusal(_one_minute, 1, AnswerTakeback(agree=True)),),
    "own_takeback": (
        Refusal(_takeback_asked_by_seat_1, 1, AnswerTakeback(agree=True), {"seat": 1}),
    ),
    "already_agreed": (
        Refusal(
            lambda: do(_takeback_asked_by_seat_1(), 2, AnswerTakeback(agree=True))[1],
            2,
            AnswerTakeback(agree=True),
            {"seat": 2},
        ),
    ),
}


@pytest.mark.parametrize(
    ("code", "refusal"),
    [
        pytest.param(code, refusal, id=f"{code}-{number}")
        for code, refusals in REFUSALS.items()
        for number, refusal in enumerate(refusals)
    ],
)
def test_a_refusal_has_a_code_a_message_and_details(code: str, refusal: Refusal) -> None:
    with pytest.raises(IllegalActionError) as caught:
        do(refusal.table(), refusal.sender, refusal.action, refusal.at)

    rejection = caught.value.rejection()
    assert (rejection.code, rejection.detail) == (code, refusal.detail)
    assert rejection.message.endswith(".")


def test_every_error_code_of_the_table_is_tested() -> None:
    assert sorted(REFUSALS) == sorted(get_args(TableCode))


# The seed


@pytest.mark.parametrize("seed", [SEED, "00" * 32, "ff" * 32])
def test_the_commitment_is_the_sha_256_of_the_seed(seed: str) -> None:
    (event,), table = tables.decide(CITY, None, SYSTEM, OPEN_CITY, seed)

    assert event.commitment == table.commitment == sha256(bytes.fromhex(seed)).hexdigest()


def test_the_entropy_of_each_seat_changes_the_dice() -> None:
    decks = [
        play_of(started(2, entropies)).deck
        for entropies in [("", ""), ("00", ""), ("", "00"), ("01", ""), ("00", "00")]
    ]
    assert len(set(decks)) == len(decks)


def test_the_same_seed_and_the_same_entropy_give_the_same_game() -> None:
    assert started(3, ("0a", "", "ff")) == started(3, ("0a", "", "ff"))


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
@pytest.mark.parametrize("stage", [opened, seated, started, aborted])
def test_the_seed_is_hidden_from_every_viewer_until_the_game_is_over(
    viewer: Viewer, stage: Callable[[], AnyTable]
) -> None:
    view = canonical(tables.view(stage(), viewer))

    assert SEED.encode() not in view
    assert b'"seed":null' in view
    assert stage().commitment.encode() in view


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_the_seed_is_visible_when_the_game_is_over(viewer: Viewer) -> None:
    assert tables.view(over(), viewer).seed == SEED
    assert tables.view(over(), viewer) == over(), "and so is everything else"


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_the_opening_event_hides_the_seed_too(viewer: Viewer) -> None:
    (event,), _ = do(None, SYSTEM, OPEN_CITY)

    assert SEED.encode() not in canonical(redact(event, viewer))
    assert redact(event, viewer, over=True) == event


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_a_view_shows_only_the_size_of_other_hands(viewer: Viewer) -> None:
    table = started(2)
    view = tables.view(table, viewer)

    for seat in play_of(table).seats:
        shown: Any = play_of(view).seats[seat.seat]
        assert shown.hand == (seat.hand if seat.seat == viewer else len(seat.hand))
        assert shown.crystals == (seat.crystals if seat.seat == viewer else None)
    shown_deck: Any = play_of(view).deck
    assert shown_deck == len(play_of(table).deck)


def test_no_event_can_precede_the_opening_of_a_table() -> None:
    with pytest.raises(AssertionError, match="SeatTaken before the table was opened"):
        tables.evolve(CITY, None, SeatTaken(0, "Amber", 1))


def test_a_view_of_an_aborted_table_has_the_reason() -> None:
    table = aborted()
    assert tables.view(table, SPECTATOR) == replace(table, seed=None)
