"""Every event has a sentence, redacted or not, in every language."""

from typing import get_args

import pytest

from games.city.names import LANGUAGES, Language
from games.city.terminal.narration import SENTENCES, SILENT_EVENTS
from games.city.terminal.ui import TERMINAL
from games.terminal_kit.narration import narrate_commit, narrate_events
from schemas.city.events import (
    BuildingFinished,
    CardsDrawn,
    CardsSetAside,
    DeckShuffled,
    DragonMoved,
    FigureMoved,
    OfferingMade,
    PlayEvent,
    RewardGained,
    ScaleScore,
    ScalesScored,
    StonePlaced,
)
from schemas.city.options import CityOptions, Reward
from schemas.redaction import SPECTATOR, redact
from schemas.table import AnyTable, GameEnded, Result, Table, TableAborted, TableSeat
from tests.games.city.playouts import History


@pytest.fixture
def table() -> AnyTable:
    seats = (TableSeat(0, "Amber"), TableSeat(1, "Basalt"), TableSeat(2))
    return Table("city", "city/1", CityOptions(3), "0" * 64, "0" * 64, seats)


def narrate(table: AnyTable, event: object, language: Language = "en") -> str:
    (sentence,) = narrate_events(TERMINAL, [event], table, language)
    return sentence.text


def test_every_event_has_a_sentence_or_is_silent() -> None:
    assert {*SENTENCES, *SILENT_EVENTS} == set(get_args(PlayEvent)) - {GameEnded}


@pytest.mark.parametrize("language", LANGUAGES)
def test_complete_game_is_narrated_for_every_viewer(history: History, language: Language) -> None:
    for commit, position in history:
        assert position.table is not None
        for viewer in (None, 0, SPECTATOR):
            for sentence in narrate_commit(TERMINAL, commit, position.table, viewer, language):
                assert sentence.text.endswith(".")
                assert "None" not in sentence.text


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (FigureMoved(0, "library", steps=2), "Amber walks 2 steps to the Library."),
        (
            FigureMoved(0, "mill", card="flit-1"),
            "Amber discards Flit 1 and flies to the Mill.",
        ),
        (FigureMoved(1, "mill"), "Basalt leaps to the Mill."),
        (
            DragonMoved(1, "green", "mill", "terrah-1"),
            "Basalt discards Terrah 1: Doran, the green dragon, moves to the Mill.",
        ),
        (
            StonePlaced(0, "library", 1, ("khind-1", "khind-1", "hoax-1"), "white"),
            "Amber pays 2 × Khind 1 and Hoax 1 for the Hoax 3 box of the Library.",  # noqa: RUF001
        ),
        (
            StonePlaced(0, "palace", 3, ("aqua-3",), "blue"),
            "Amber pays Aqua 3 for the 3 box of the Royal Palace.",
        ),
        (
            RewardGained(1, "star", "mill", "mill", Reward(cards=2)),
            "Basalt gets 2 cards as master builder of the Mill.",
        ),
        (
            RewardGained(1, "neighbour", "mill", "palace", Reward(1, 1, 1)),
            "Basalt gets 1 crystal, 1 scale and 1 card from the neighbouring Royal Palace.",
        ),
        (
            RewardGained(2, "participant", "mill", "mill", Reward()),
            "seat 2 gets nothing for contributing to the Mill.",
        ),
        (
            ScalesScored((ScaleScore(0, 7, 6), ScaleScore(1, 2, 0))),
            "The last scale is taken: Amber gets 6 crystals for 7 scales and "
            "Basalt gets 0 crystals for 2 scales.",
        ),
        (
            OfferingMade(0, 3, 9, "pillar-2"),
            "Amber makes an offering for 9 crystals and Pillar 2.",
        ),
        (BuildingFinished("mill", 0), "The Mill is finished; Amber is its master builder."),
        (
            GameEnded("stalemate", (Result(0, 1, True, {}), Result(1, 1, True, {}))),
            "The game is over (everyone declared a stalemate). Amber and Basalt share the victory.",
        ),
        (TableAborted("\x1b[2J"), "The table is closed: \\x1b[2J."),
    ],
)
def test_sentences(table: AnyTable, event: object, expected: str) -> None:
    assert narrate(table, event) == expected


def test_hidden_cards_are_narrated_as_a_number(table: AnyTable) -> None:
    drawn = CardsDrawn(0, ("aqua-1", "aqua-2"))

    assert narrate(table, drawn) == "Amber draws Aqua 1 and Aqua 2."
    assert narrate(table, redact(drawn, 1)) == "Amber draws 2 cards."
    assert narrate(table, redact(CardsSetAside(0, ("aqua-1",)), 0)) == (
        "Amber gains 1 card, set aside face down."
    )
    assert narrate(table, redact(DeckShuffled(("aqua-1",) * 40), 0)) == (
        "The discard pile becomes a new deck of 40 cards."
    )


def test_tile_names_follow_the_language(table: AnyTable) -> None:
    moved = FigureMoved(0, "market_hall", steps=1)

    assert [narrate(table, moved, language).rsplit(" the ", 1)[1] for language in LANGUAGES] == [
        "Market Hall.",
        "Markthalle.",
        "Marché.",
        "Markthal.",
    ]


def test_unknown_box_is_narrated_by_number(table: AnyTable) -> None:
    placed = StonePlaced(0, "mill", 8, ("aqua-3",), "blue")

    assert narrate(table, placed) == "Amber pays Aqua 3 for box 8 of the Mill."


def test_dragons_have_the_names_of_the_edition(table: AnyTable) -> None:
    event = DragonMoved(1, "blue", "courtyard", "aqua-1")
    names = {language: narrate(table, event, language).split(": ")[1][:5] for language in LANGUAGES}
    assert names == {"en": "Sesha", "de": "Sessa", "fr": "Sesha", "nl": "Sessa"}


def test_an_offering_without_a_stone_says_so(table: AnyTable) -> None:
    event = OfferingMade(0, 3, 7, marked=True)
    assert narrate(table, event) == "Amber makes an offering for 7 crystals, without a stone."
