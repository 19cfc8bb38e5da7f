"""A sentence for every event there is, hidden or open, in every language."""

from typing import get_args

import pytest

from cli.duel_narration import DUEL_TELLERS
from cli.narration import _TELLERS, Narrator, tell
from games.city.names import LANGUAGES, Language
from schemas import city
from schemas.city import CityOptions, Reward
from schemas.secrecy import SPECTATOR, redact
from schemas.table import AnyTable, Chair, GameEnded, Result, Table, TableAborted
from tests.cli.conftest import History


@pytest.fixture
def table() -> AnyTable:
    chairs = (Chair(0, "Amber"), Chair(1, "Basalt"), Chair(2))
    return Table("city", "city/1", CityOptions(3), "0" * 64, "0" * 64, chairs)


def said(table: AnyTable, event: object, language: Language = "en") -> str:
    return Narrator(table, language).tell(event).text


def test_there_is_a_sentence_for_every_event() -> None:
    events = {getattr(event, "__origin__", event) for event in get_args(city.CityEvent)}

    assert set(_TELLERS) - set(DUEL_TELLERS) == events


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_can_be_told_to_anyone(history: History, language: Language) -> None:
    for commit, position in history:
        assert position.table is not None
        for viewer in (None, 0, SPECTATOR):
            for sentence in tell(commit, position.table, viewer, language):
                assert sentence.text.endswith(".")
                assert "None" not in sentence.text


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (city.FigureMoved(0, "library", steps=2), "Amber walks 2 steps to the Library."),
        (
            city.FigureMoved(0, "mill", card="flit-1"),
            "Amber discards Flit 1 and flies to the Mill.",
        ),
        (city.FigureMoved(1, "mill"), "Basalt leaps to the Mill."),
        (
            city.DragonMoved(1, "green", "mill", "terrah-1"),
            "Basalt discards Terrah 1: Doran, the green dragon, moves to the Mill.",
        ),
        (
            city.StonePlaced(0, "library", 1, ("khind-1", "khind-1", "hoax-1"), "white"),
            "Amber pays 2 × Khind 1 and Hoax 1 for the Hoax 3 of the Library.",  # noqa: RUF001
        ),
        (
            city.StonePlaced(0, "palace", 3, ("aqua-3",), "blue"),
            "Amber pays Aqua 3 for the 3 of the Royal Palace.",
        ),
        (
            city.RewardGained(1, "star", "mill", "mill", Reward(cards=2)),
            "Basalt gets 2 cards as master builder of the Mill.",
        ),
        (
            city.RewardGained(1, "neighbour", "mill", "palace", Reward(1, 1, 1)),
            "Basalt gets 1 crystal, 1 scale and 1 card from the Royal Palace beside it.",
        ),
        (
            city.RewardGained(2, "participant", "mill", "mill", Reward()),
            "seat 2 gets nothing for taking part in the Mill.",
        ),
        (
            city.ScalesScored((city.ScaleScore(0, 7, 6), city.ScaleScore(1, 2, 0))),
            "The last scale is taken: Amber gets 6 crystals for 7 scales and "
            "Basalt gets 0 crystals for 2 scales.",
        ),
        (
            city.OfferingMade(0, 3, 9, "pillar-2"),
            "Amber makes an offering for 9 crystals and Pillar 2.",
        ),
        (city.BuildingFinished("mill", 0), "The Mill is finished; Amber is its master builder."),
        (
            GameEnded("stalemate", (Result(0, 1, True, {}), Result(1, 1, True, {}))),
            "The game is over (everyone declared a stalemate). Amber and Basalt share the victory.",
        ),
        (TableAborted("\x1b[2J"), "The table is closed: \\x1b[2J."),
    ],
)
def test_sentences(table: AnyTable, event: object, expected: str) -> None:
    assert said(table, event) == expected


def test_hidden_cards_are_told_as_their_number(table: AnyTable) -> None:
    drawn = city.CardsDrawn(0, ("aqua-1", "aqua-2"))

    assert said(table, drawn) == "Amber draws Aqua 1 and Aqua 2."
    assert said(table, redact(drawn, 1)) == "Amber draws 2 cards."
    assert said(table, redact(city.CardsSetAside(0, ("aqua-1",)), 0)) == (
        "Amber wins 1 card, set aside unseen."
    )
    assert said(table, redact(city.DeckShuffled(("aqua-1",) * 40), 0)) == (
        "The discard pile becomes a new deck of 40 cards."
    )


def test_tiles_are_named_as_in_the_edition(table: AnyTable) -> None:
    moved = city.FigureMoved(0, "market_hall", steps=1)

    assert [said(table, moved, language).rsplit(" the ", 1)[1] for language in LANGUAGES] == [
        "Market Hall.",
        "Markthalle.",
        "Marché.",
        "Markthal.",
    ]


def test_a_box_that_does_not_exist_is_told_all_the_same(table: AnyTable) -> None:
    placed = city.StonePlaced(0, "mill", 8, ("aqua-3",), "blue")

    assert said(table, placed) == "Amber pays Aqua 3 for box 8 of the Mill."
