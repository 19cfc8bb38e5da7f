"""Redaction: fields declare who may see them, and `redact` hides the rest."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Annotated, Any, Generic, TypeVar, get_args

import msgspec
import pytest

from games import table as tables
from games.bots import random_bot
from games.city.rulebook import CITY
from games.codec import redacted_commit_type, view_type
from games.history import Position, advance
from games.playout import Playout, play_out
from schemas.city.actions import Draw
from schemas.city.events import CityEvent
from schemas.city.options import CityOptions
from schemas.city.state import CityState
from schemas.commit import AnyCommit, RecordedCommand, canonical, redact_commit
from schemas.generate import all_files
from schemas.record import Event, Record
from schemas.redaction import SECRET_UNTIL_END, SPECTATOR, Viewer, redact, redacted_type, secret_to
from schemas.table import (
    SYSTEM,
    AbortTable,
    AnswerTakeback,
    AnyTable,
    AskTakeback,
    CallTime,
    LeaveSeat,
    OpenTable,
    RenewSitting,
    Resign,
    Sender,
    Stage,
    Table,
    TakeSeat,
    VoidTable,
)
from schemas.terms import Bank, Terms

T = TypeVar("T")

VIEWERS: tuple[Viewer, ...] = (0, 1, 2, 3, SPECTATOR)

# Records of every shape that can have secret fields


class Purse(Record):
    owner: int
    coins: Annotated[tuple[int, ...], secret_to("owner")]
    note: Annotated[str, secret_to("owner")] = "mine"
    colour: str = "red"


class Vault(Record):
    code: Annotated[int, SECRET_UNTIL_END]
    purses: tuple[Purse, ...] = ()
    best: Purse | None = None


class Chest(Record):
    code: Annotated[int, SECRET_UNTIL_END]
    purse: Purse
    within: "Chest | None" = None


class Open(Record):
    words: tuple[str, ...]


class Coin(Event):
    seat: int
    sides: Annotated[tuple[str, str], secret_to("seat")]


class Whisper(Event):
    seat: int
    to: int
    text: Annotated[str, secret_to("to")]


class Shout(Event):
    text: str


class Box(Record, Generic[T]):
    lid: str
    inside: T
    more: tuple[T, ...] = ()
    perhaps: T | None = None


Word = Whisper | Shout | Coin

PURSE = Purse(0, (5, 7))


def redacted(record: object, viewer: Viewer, *, over: bool = False) -> Any:
    """What a viewer receives: the redacted record, as plain JSON."""
    return json.loads(canonical(redact(record, viewer, over=over)))


# Redaction


def test_the_named_seat_sees_everything() -> None:
    assert redact(PURSE, 0) == PURSE


@pytest.mark.parametrize("viewer", [1, 2, SPECTATOR])
def test_others_see_a_sequence_as_its_length_and_any_other_value_as_null(viewer: Viewer) -> None:
    assert redacted(PURSE, viewer) == {"owner": 0, "coins": 2, "note": None, "colour": "red"}


def test_an_empty_sequence_is_hidden_as_well() -> None:
    assert redacted(Purse(0, ()), 1)["coins"] == 0


@pytest.mark.parametrize("viewer", VIEWERS)
def test_secrets_until_the_end_are_hidden_from_all_viewers(viewer: Viewer) -> None:
    assert redacted(Vault(4711), viewer)["code"] is None
    assert redacted(Vault(4711), viewer, over=True)["code"] == 4711


@pytest.mark.parametrize("viewer", VIEWERS)
def test_everything_is_visible_once_the_game_is_over(viewer: Viewer) -> None:
    vault = Vault(4711, (PURSE, Purse(1, (1,))), best=PURSE)

    assert redact(vault, viewer, over=True) == vault


def test_nested_records_keep_their_own_secrets() -> None:
    vault = Vault(4711, (Purse(0, (5,)), Purse(1, (1, 2, 3))), best=Purse(1, (9, 9)))

    redacted_vault = redacted(vault, 1)
    assert [purse["coins"] for purse in redacted_vault["purses"]] == [1, [1, 2, 3]]
    assert redacted_vault["best"]["coins"] == [9, 9]
    assert redacted(vault, 0)["best"]["coins"] == 2
    assert redacted(Vault(4711), 0)["best"] is None


def test_recursive_records_are_redacted() -> None:
    chest = Chest(1, PURSE, within=Chest(2, PURSE, within=Chest(3, PURSE)))

    innermost = redacted(chest, 1)["within"]["within"]
    assert innermost["code"] is None
    assert innermost["purse"]["coins"] == 2


def test_each_member_of_a_union_keeps_its_own_secrets() -> None:
    words: tuple[Word, ...] = (Whisper(0, 1, "psst"), Shout("hey"), Coin(2, ("heads", "tails")))

    assert [redact(word, 1) for word in words[:2]] == list(words[:2])
    assert redacted(words[0], 0)["text"] is None, "only the addressee sees it"
    assert redacted(words[2], 1)["sides"] == 2


@pytest.mark.parametrize("viewer", [1, SPECTATOR])
def test_a_generic_record_hides_the_secrets_of_its_type_argument(viewer: Viewer) -> None:
    box = Box("oak", PURSE, (PURSE, PURSE), PURSE)

    redacted_box = redacted(box, viewer)
    assert redacted_box["lid"] == "oak"
    assert redacted_box["inside"]["coins"] == 2
    assert [purse["coins"] for purse in redacted_box["more"]] == [2, 2]
    assert redacted_box["perhaps"]["coins"] == 2
    assert redact(box, 0) == box


def test_nested_generic_records_are_redacted() -> None:
    assert redacted(Box("oak", Box("elm", PURSE)), 1)["inside"]["inside"]["coins"] == 2


def test_a_record_without_secrets_is_returned_unchanged() -> None:
    words = Open(("a", "b"))

    assert redact(words, SPECTATOR) is words


@pytest.mark.parametrize("value", [None, 5, "text", (1, 2)])
def test_a_value_that_is_not_a_record_is_returned_unchanged(value: object) -> None:
    assert redact(value, SPECTATOR) == value


def test_redaction_does_not_change_the_record() -> None:
    redact(PURSE, 1)

    assert PURSE.coins == (5, 7)


# The type of what a viewer receives


def received(record: object, record_type: Any, viewer: Viewer, *, over: bool = False) -> Any:
    """Redact, encode and decode a record, and check that nothing is lost."""
    sent = canonical(redact(record, viewer, over=over))
    decoded = msgspec.json.decode(sent, type=redacted_type(record_type))
    assert canonical(decoded) == sent
    return decoded


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize(
    ("record", "record_type"),
    [
        (PURSE, Purse),
        (Vault(1, (PURSE,), PURSE), Vault),
        (Open(("a",)), Open),
        (Whisper(0, 1, "psst"), Word),
        (Shout("hey"), Word),
        (Coin(1, ("heads", "tails")), Word),
        (Box("oak", PURSE, (PURSE,), PURSE), Box[Purse]),
        (Box("oak", Box("elm", Coin(0, ("heads", "tails")))), Box[Box[Word]]),
    ],
)
def test_redacted_types_decode_what_redact_sends(
    record: object, record_type: Any, viewer: Viewer, over: bool
) -> None:
    received(record, record_type, viewer, over=over)


def test_a_hidden_value_is_received_as_count_or_null() -> None:
    purse = received(PURSE, Purse, 1)

    assert (purse.coins, purse.note) == (2, None)


@pytest.mark.parametrize(
    "purse",
    [
        {"owner": 0, "coins": "two"},
        {"owner": 0, "coins": None},
        {"owner": 0, "coins": [1], "note": 4},
        {"owner": 0, "coins": 2, "colour": None},
        {"owner": None, "coins": 2},
        {"owner": 0},
    ],
)
def test_a_redacted_type_checks_the_values_of_the_record(purse: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(purse, redacted_type(Purse))


def test_a_redacted_type_is_built_once() -> None:
    assert redacted_type(Word) is redacted_type(Word)
    assert redacted_type(Table[CityOptions, CityState]) is redacted_type(
        Table[CityOptions, CityState]
    )


# Every event of the city, and the view of a table in every stage


def _sent(
    position: Position, *actions: tuple[Sender, Any], at: int = 0
) -> Iterator[tuple[AnyCommit, Position]]:
    for number, (sender, action) in enumerate(actions):
        command = RecordedCommand(f"x{position.seq}.{number}", sender, action, at)
        commit, position = advance(position, command, at, "5eed" * 16)
        yield commit, position


def _on_terms() -> Iterator[tuple[AnyCommit, Position]]:
    """One takeback is accepted, one lapses, and then time runs out."""
    bots = (("Amber", random_bot), ("Basalt", random_bot))
    terms = Terms(clock=Bank(60), takebacks=True)
    playout = Playout(CITY, CityOptions(2), bots, "terms", "g", terms)
    start = list(islice(play_out(playout), 4))
    position = start[-1][1]
    assert position.table is not None
    (seat,) = tables.to_act(CITY, position.table)
    yield from start
    commits = list(
        _sent(
            position,
            (seat, Draw()),
            (seat, AskTakeback()),
            (1 - seat, AnswerTakeback(agree=True)),
            (seat, Draw()),
            (seat, AskTakeback()),
            (1 - seat, Draw()),
            at=4_000,
        )
    )
    yield from commits
    yield from _sent(commits[-1][1], (SYSTEM, CallTime()), at=100_000)


@cache
def all_commits() -> tuple[tuple[AnyCommit, AnyTable], ...]:
    """Commits with the table after each: from finished, resigned, aborted and voided games."""
    start = Position(CITY, "g")
    opening = (SYSTEM, OpenTable("city", CityOptions(2)))
    commits = list(
        _sent(
            start,
            opening,
            (0, TakeSeat("Amber")),
            (SYSTEM, RenewSitting(0)),
            (0, LeaveSeat()),
            (SYSTEM, AbortTable("late")),
        )
    )
    for players in (2, 3, 4):
        bots = tuple((name, random_bot) for name in ("Amber", "Basalt", "Coral", "Jade")[:players])
        options = CityOptions(players, expansions=(1, 2))
        game = list(play_out(Playout(CITY, options, bots, "secrets", "g")))
        commits += game
        commits += _sent(game[60][1], (SYSTEM, VoidTable("cheating")))
        commits += _sent(game[60][1], *((seat, Resign()) for seat in range(players - 1)))
    commits += _on_terms()
    return tuple((commit, position.table) for commit, position in commits if position.table)


def test_the_sample_commits_cover_every_event_and_every_stage() -> None:
    """The tests below rely on this."""
    kinds = {type(event).__name__ for commit, _ in all_commits() for event in commit.events}
    declared = {
        (getattr(kind, "__origin__", None) or kind).__name__ for kind in get_args(CityEvent)
    }

    assert kinds == declared
    assert {table.stage for _, table in all_commits()} == set(get_args(Stage))


def test_every_viewer_can_decode_every_event_of_the_city() -> None:
    decoder = msgspec.json.Decoder(redacted_type(CityEvent))
    for commit, _ in all_commits():
        for event in commit.events:
            for viewer in VIEWERS:
                sent = canonical(redact(event, viewer))
                assert canonical(decoder.decode(sent)) == sent


@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_viewer_can_decode_every_commit(viewer: Viewer) -> None:
    decoder = msgspec.json.Decoder(redacted_commit_type(CITY))
    for commit, table in all_commits():
        for over in {False, table.stage == "over"}:
            sent = canonical(redact_commit(commit, viewer, over=over))
            assert canonical(decoder.decode(sent)) == sent


@pytest.mark.parametrize("viewer", VIEWERS)
def test_every_viewer_can_decode_views_in_every_stage(viewer: Viewer) -> None:
    decoder = msgspec.json.Decoder(view_type(CITY))
    for _, table in all_commits():
        sent = canonical(tables.view(table, viewer))
        assert canonical(decoder.decode(sent)) == sent


@pytest.mark.parametrize("viewer", VIEWERS)
def test_c1_9_a_view_shows_public_information_and_the_viewers_own_cards(viewer: Viewer) -> None:
    for _, table in all_commits():
        play = table.play
        if table.stage != "playing" or play is None:
            continue
        view = json.loads(canonical(tables.view(table, viewer)))
        assert view["seed"] is None
        assert view["play"]["deck"] == len(play.deck)
        assert view["play"]["discard"] == list(play.discard)
        assert view["play"]["supply"] == play.supply
        for seat, shown in zip(play.seats, view["play"]["seats"], strict=True):
            own = seat.seat == viewer
            assert shown["hand"] == (list(seat.hand) if own else len(seat.hand))
            assert shown["crystals"] == (seat.crystals if own else None)
            assert shown["aside"] == len(seat.aside), "hidden from their owner too"
            assert (shown["scales"], shown["stones"]) == (seat.scales, seat.stones)


# The schema shows what is secret

SECRETS = {
    ("TableOpened", "seed"): "until end",
    ("TakeSeat", "deck"): "until end",
    ("SeatTaken", "deck"): "seat",
    ("TableSeat", "deck"): "seat",
    ("Table", "seed"): "until end",
    ("Table", "kept"): "until end",
    ("CityFounded", "deck"): "until end",
    ("CityState", "deck"): "until end",
    ("DeckShuffled", "order"): "until end",
    ("CardsSetAside", "cards"): "until end",
    ("SeatState", "aside"): "until end",
    ("SeatState", "hand"): "seat",
    ("SeatState", "crystals"): "seat",
    ("HandDealt", "cards"): "seat",
    ("CardsDrawn", "cards"): "seat",
    ("AsideTaken", "cards"): "seat",
}


def marks_in(schema: dict[str, Any]) -> dict[tuple[str, str], str]:
    """Return the fields that a schema marks as secret."""
    marks = {}
    for name, record in schema["$defs"].items():
        for field, facts in record.get("properties", {}).items():
            if facts.get("x-secret-until-end"):
                marks[name.partition("_")[0], field] = "until end"
            elif "x-secret-to" in facts:
                marks[name.partition("_")[0], field] = facts["x-secret-to"]
    return marks


def secrets_of(*records: str) -> dict[tuple[str, str], str]:
    return {(name, field): mark for (name, field), mark in SECRETS.items() if name in records}


EVENTS = (
    "CityState",
    "SeatState",
    "TableOpened",
    "TakeSeat",
    "SeatTaken",
    "CityFounded",
    "DeckShuffled",
    "CardsSetAside",
    "HandDealt",
    "CardsDrawn",
    "AsideTaken",
)
TABLE = ("Table", "TableSeat", "CityState", "SeatState")


@pytest.mark.parametrize(
    ("name", "records"),
    [
        ("city.commit", EVENTS),
        ("city.commit.redacted", EVENTS),
        ("city.view", TABLE),
        ("city.command", ()),
        ("city.options", ()),
    ],
)
def test_the_generated_schema_marks_exactly_the_secrets(
    name: str, records: tuple[str, ...]
) -> None:
    assert marks_in(json.loads(all_files()[f"{name}.json"])) == secrets_of(*records)


def test_every_secret_is_checked() -> None:
    assert secrets_of(*EVENTS, *TABLE) == SECRETS


@pytest.mark.parametrize(
    ("name", "widened"), [("city.commit", False), ("city.commit.redacted", True)]
)
def test_only_the_redacted_schema_allows_a_count(name: str, widened: bool) -> None:
    schema = json.loads(all_files()[f"{name}.json"])
    (drawn,) = [d for n, d in schema["$defs"].items() if n.partition("_")[0] == "CardsDrawn"]

    kinds = {kind.get("type") for kind in drawn["properties"]["cards"].get("anyOf", [])}
    assert ({"array", "integer"} <= kinds) == widened
