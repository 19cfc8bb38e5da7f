"""Drawn positions show everything the viewer may know, and nothing else."""

import re
from collections.abc import Sequence
from io import StringIO

import pytest
from msgspec.structs import replace
from rich.console import Console

from games import table as tables
from games.city.components import BUILDINGS
from games.city.names import tile_name
from games.city.terminal.ui import TERMINAL
from games.terminal import Scene, Sentence
from schemas.city.state import CityState, Site
from schemas.redaction import SPECTATOR, Viewer
from schemas.table import AnyTable
from tests.games.city.playouts import History

CARD_GROUP = re.compile(r"\b[VTAFKMHP]\d(?:·\d)*\b")
MIDDLE = 60


def render(
    view: AnyTable, columns: int, rows: int | None = None, output: Sequence[Sentence] = ()
) -> str:
    console = Console(file=StringIO(), width=columns, no_color=True, _environ={})
    console.print(TERMINAL.draw(Scene(view, "title", output, rows=rows)))
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def table_at(history: History, seq: int) -> AnyTable:
    table = history[seq - 1][1].table
    assert table is not None
    return table


def play_of(table: AnyTable) -> CityState:
    assert isinstance(table.play, CityState)
    return table.play


@pytest.mark.parametrize("columns", [80, 119, 120, 137, 200])
def test_no_line_is_wider_than_the_terminal(history: History, columns: int) -> None:
    for seq in range(5, len(history) + 1, 17):
        assert max(map(len, render(table_at(history, seq), columns).splitlines())) <= columns


@pytest.mark.parametrize(("columns", "rows"), [(80, 23), (100, 30), (120, 31), (160, 48)])
def test_picture_fits_the_given_rows(history: History, columns: int, rows: int) -> None:
    picture = render(table_at(history, MIDDLE), columns, rows, [Sentence("It rains.")] * 50)

    assert "It rains." in picture
    assert len(picture.splitlines()) <= rows


@pytest.mark.parametrize("columns", [80, 140])
def test_every_tile_and_seat_is_shown(history: History, columns: int) -> None:
    table = table_at(history, MIDDLE)

    picture = render(table, columns)

    for tile in BUILDINGS:
        assert tile_name(tile) in picture
    for name in ("Amber", "Basalt", "Coral"):
        assert name in picture


def seat_lines(picture: str) -> list[str]:
    return [line for line in picture.splitlines() if re.match(r"[ ▶]\d (Amber|Basalt|Coral)", line)]


@pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR])
def test_hidden_hands_are_never_shown(history: History, viewer: Viewer) -> None:
    for seq in range(5, len(history), 9):
        picture = render(tables.view(table_at(history, seq), viewer), 100)
        lines = seat_lines(picture)
        assert len(lines) == 3
        for seat, line in enumerate(lines):
            if seat == viewer:
                assert "◆?" not in line
            else:
                assert CARD_GROUP.search(line) is None, line
                assert "◆?" in line


def test_whole_table_shows_every_hand(history: History) -> None:
    table = table_at(history, MIDDLE)

    lines = seat_lines(render(table, 100))

    for seat in play_of(table).seats:
        groups = CARD_GROUP.findall(lines[seat.seat])
        assert sum(len(group.split("·")) for group in groups) == len(seat.hand)


@pytest.mark.parametrize("columns", [80, 140])
def test_finished_building_is_ticked_and_shows_its_reward(history: History, columns: int) -> None:
    table = table_at(history, MIDDLE)
    play = play_of(table)
    sites = tuple(site and Site((None,) * len(site.stones)) for site in play.sites)
    untouched = replace(table, play=replace(play, sites=sites))
    index = play.layout.index("fire_temple")
    finished = replace(
        untouched,
        play=replace(
            play,
            sites=(*sites[:index], Site((None,) * 3, finished=True), *sites[index + 1 :]),
        ),
    )

    assert "✓" not in render(untouched, columns)
    assert "✓" in render(finished, columns)
    assert "beside 3◆" in render(finished, columns)


@pytest.mark.parametrize(
    ("columns", "row"),
    [(80, "●0●1●2●0●1P1"), (120, " ●0●1●2●0●1 "), (140, " ●0 ●1 ●2 ●0 ●1 ")],
)
def test_each_stone_on_a_box_shows_its_owner(history: History, columns: int, row: str) -> None:
    table = table_at(history, MIDDLE)
    play = play_of(table)
    index = play.layout.index("assembly")
    # Five of six boxes taken is the fullest an unfinished tile can be.
    site = Site((0, 1, 2, 0, 1, None))
    sites = tuple(other and Site((None,) * len(other.stones)) for other in play.sites)
    almost_finished = replace(
        table, play=replace(play, obelisk=(), sites=(*sites[:index], site, *sites[index + 1 :]))
    )

    assert row in render(almost_finished, columns)


def test_withdrawn_seat_is_marked(history: History) -> None:
    table = table_at(history, MIDDLE)
    play = play_of(table)
    withdrawn = replace(play.seats[2], out=True, figure=None, hand=())
    after_withdrawal = replace(table, play=replace(play, seats=(*play.seats[:2], withdrawn)))

    assert "has left the game" in seat_lines(render(after_withdrawal, 100))[2]
