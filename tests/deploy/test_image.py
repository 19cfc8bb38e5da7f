"""What goes into the image: everything that Blue Moon runs on, pinned with hashes, and no more."""

import importlib.util
import re
from importlib.metadata import distribution
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.deploy.watched import DEPLOY


@pytest.fixture
def locked() -> ModuleType:
    spec = importlib.util.spec_from_file_location("locked", DEPLOY / "image" / "locked.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def needed(name: str, extras: tuple[str, ...], found: set[tuple[str, str]]) -> None:
    """Everything that an installed package needs here, and what that needs."""
    for line in distribution(name).requires or ():
        one = Requirement(line)
        wanted = one.marker is None or any(
            one.marker.evaluate({"extra": extra}) for extra in ("", *extras)
        )
        key = (canonicalize_name(one.name), ",".join(sorted(one.extras)))
        if wanted and key not in found:
            found.add(key)
            needed(one.name, tuple(one.extras), found)


def test_everything_that_runs_is_in_the_image_and_no_tool_of_developers(
    locked: ModuleType,
) -> None:
    found: set[tuple[str, str]] = set()
    needed("bluemoon", (), found)
    assert set(locked.locked("run")) >= {str(name) for name, _ in found}
    assert not {"pytest", "mypy", "ruff", "pip-tools", "hypothesis"} & set(locked.locked("run"))


def test_every_entry_is_pinned_with_hashes(locked: ModuleType) -> None:
    for what in ("run", "build"):
        for name, entry in locked.locked(what).items():
            assert re.match(r"[\w.-]+==\S+ \\\n    --hash=sha256:[0-9a-f]{64}", entry), name
