"""How many functions a move passes between the intake and the rules' `evolve`."""

import re
import sys
from pathlib import Path
from types import FrameType

import pytest

from games import table as tables
from games.city import emitter
from games.city.evolve import evolve
from games.city.rulebook import CITY
from schemas.city.actions import Walk
from schemas.city.events import PlayEvent
from schemas.city.options import CityOptions
from schemas.city.state import CityState
from schemas.table import OpenTable, StartGame, TakeSeat
from services.runtime.store.dispatch import Dispatcher
from services.runtime.store.event_log import EventLog
from services.runtime.store.snapshots import load_position
from tests.services.commands import new_command, new_table_id
from tests.services.engines import Engines

pytestmark = pytest.mark.anyio

FRAMES_MAX = 7
PROJECT = Path(__file__).parents[3]


def project_frames(frame: FrameType | None) -> list[str]:
    """Return the project's functions on a call stack, the outermost first."""
    functions: list[str] = []
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(PROJECT) and ".venv" not in path.parts and "tests" not in path.parts:
            functions.append(f"{path.relative_to(PROJECT)}: {frame.f_code.co_qualname}")
        frame = frame.f_back
    return functions[::-1]


def function_of(frame: str) -> tuple[str, str]:
    file, _, name = frame.partition(": ")
    return file, name.rpartition(".")[2]


def functions_in_docs() -> list[tuple[str, str]]:
    """Return the functions from `receive` to `evolve`, as `docs/walk.md` names them."""
    page = (PROJECT / "docs/walk.md").read_text()
    rows = re.findall(r"^\| \d+ \| `([^`]+)` \| `(\w+)`", page, re.MULTILINE)
    names = [name for _, name in rows]
    first = rows.index(("services/engine/owned_stream.py", "receive"))
    return rows[first : names.index("evolve") + 1]


async def first_walk(event_log: EventLog, table_id: str) -> tuple[Walk, int]:
    """Return the first legal walk and the seat whose turn it is."""
    position = await load_position(event_log, table_id)
    assert position is not None
    assert position.table is not None
    (seat,) = tables.to_act(CITY, position.table)
    actions = tables.legal(CITY, position.table, seat)
    return next(action for action in actions if isinstance(action, Walk)), seat


async def test_at_most_seven_frames_between_the_intake_and_the_rules(
    engines: Engines,
    dispatcher: Dispatcher,
    event_log: EventLog,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await engines.start()
    table_id = new_table_id()
    for action, *seat in (
        (OpenTable("city", CityOptions(2)),),
        (TakeSeat("Amber"), 0),
        (TakeSeat("Basalt"), 1),
        (StartGame(),),
    ):
        assert (await dispatcher.send(new_command(table_id, action, *seat))).seq
    stacks: list[list[str]] = []

    def recording_evolve(state: CityState, event: PlayEvent) -> CityState:
        stacks.append(project_frames(sys._getframe(1)))
        return evolve(state, event)

    monkeypatch.setattr(emitter, "evolve", recording_evolve)
    walk, seat_to_act = await first_walk(event_log, table_id)
    outcome = await dispatcher.send(new_command(table_id, walk, seat_to_act))
    assert outcome.rejection is None

    handler, *between = stacks[0]
    assert handler == "services/engine/owned_stream.py: OwnedStream.receive"
    assert between[-1] == "games/city/emitter.py: Emitter.emit"
    assert len(between) <= FRAMES_MAX, "\n".join(between)
    assert [function_of(frame) for frame in between] == functions_in_docs()[1:-1]
