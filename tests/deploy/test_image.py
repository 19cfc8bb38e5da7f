"""The image contains the runtime dependencies, pinned with hashes, and no development tools."""

import importlib.util
import re
from importlib.metadata import distribution
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.deploy.queries import DEPLOY


@pytest.fixture
def locked() -> ModuleType:
    spec = importlib.util.spec_from_file_location("locked", DEPLOY / "image" / "locked.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def add_requirements(name: str, extras: tuple[str, ...], names: set[tuple[str, str]]) -> None:
    """Add the transitive requirements of an installed package to `names`."""
    for line in distribution(name).requires or ():
        requirement = Requirement(line)
        applies = requirement.marker is None or any(
            requirement.marker.evaluate({"extra": extra}) for extra in ("", *extras)
        )
        key = (canonicalize_name(requirement.name), ",".join(sorted(requirement.extras)))
        if applies and key not in names:
            names.add(key)
            add_requirements(requirement.name, tuple(requirement.extras), names)


def test_the_image_has_runtime_dependencies_and_no_development_tools(
    locked: ModuleType,
) -> None:
    names: set[tuple[str, str]] = set()
    add_requirements("bluemoon", (), names)
    assert set(locked.locked("run")) >= {str(name) for name, _ in names}
    assert not {"pytest", "mypy", "ruff", "pip-tools", "hypothesis"} & set(locked.locked("run"))


def test_every_entry_is_pinned_with_hashes(locked: ModuleType) -> None:
    for group in ("run", "build"):
        for name, entry in locked.locked(group).items():
            assert re.match(r"[\w.-]+==\S+ \\\n    --hash=sha256:[0-9a-f]{64}", entry), name
