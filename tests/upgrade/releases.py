"""Two releases side by side: this one, and a next one with new rules, a new event field and a new
state field."""

import shutil
import sys
from pathlib import Path

from msgspec import Struct

from tests.services.servers import clean_environment

PROJECT = Path(__file__).parents[2]
PACKAGES = ("schemas", "games", "services", "client", "cli")
NEXT_RULES = "city/9"


class Change(Struct, frozen=True):
    file: str
    old: str
    new: str


_CHANGES = (
    Change(
        "schemas/city/events.py",
        "    steps: int = 0\n    card: Card | None = None\n",
        "    steps: int = 0\n    card: Card | None = None\n    left: int | UnsetType = UNSET\n",
    ),
    Change(
        "schemas/city/events.py",
        "from schemas.record import",
        "from msgspec import UNSET, UnsetType\nfrom schemas.record import",
    ),
    Change(
        "schemas/city/state.py",
        "    leapt: bool = False\n",
        "    leapt: bool = False\n    left: int | UnsetType = UNSET\n",
    ),
    Change(
        "games/city/movement.py",
        "FigureMoved(emitter.turn.seat, action.to, steps=steps)",
        "FigureMoved(emitter.turn.seat, action.to, steps, None, emitter.turn.steps - steps"
        ' if emitter.state.follows("count-steps") else UNSET)',
    ),
    Change(
        "games/city/movement.py",
        "from schemas.city.state",
        "from msgspec import UNSET\nfrom schemas.city.state",
    ),
    Change(
        "games/city/evolve.py",
        "turn=replace(state.turn, steps=state.turn.steps - event.steps)",
        "turn=replace(state.turn, steps=state.turn.steps - event.steps, left=event.left)",
    ),
    Change(
        "games/city/plugin.py",
        "    rulebooks=(",
        f'    rulebooks=(City("{NEXT_RULES}", (*CITY.amendments, '
        'Amendment("count-steps", "C3.1", "Steps are counted."))), ',
    ),
    Change(
        "games/city/plugin.py",
        "from schemas.city.actions",
        "from games.city.rulebook import CITY, City\n"
        "from schemas.rules import Amendment\nfrom schemas.city.actions",
    ),
)


class Release(Struct, frozen=True):
    """Source code to start services from."""

    folder: Path

    def command(self, *arguments: str) -> list[str]:
        start = f"import sys; sys.path.insert(0, {str(self.folder)!r}); from cli.main import app; "
        return [sys.executable, "-c", f"{start}app({list(arguments)!r})"]

    @property
    def environment(self) -> dict[str, str]:
        return clean_environment() | {"PYTHONPATH": str(self.folder)}


def this_release() -> Release:
    return Release(PROJECT)


def next_release(folder: Path) -> Release:
    """Copy this release, and change it like a later one might."""
    for package in PACKAGES:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(PROJECT / package, folder / package, ignore=ignored)
    for change in _CHANGES:
        file = folder / change.file
        text = file.read_text()
        assert text.count(change.old) == 1, f"{change.file}: expected {change.old!r} once"
        file.write_text(text.replace(change.old, change.new))
    return Release(folder)
