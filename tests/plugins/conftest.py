"""High Card, a game from another project, installed next to ours without network."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from games import registry
from tests.client.local_system import LocalSystem, run_local_system

PROJECT = Path(__file__).parent / "highcard"
collect_ignore = ["highcard"]
"""Its own tests need it installed; `test_highcard.py` runs them."""


@pytest.fixture(scope="session")
def highcard_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the project with pip and install it into an empty folder."""
    folder = tmp_path_factory.mktemp("highcard")
    # A build writes into its source folder.
    source = shutil.copytree(PROJECT, folder / "source")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    offline = ["--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*command, *offline, "--target", folder / "site", source], check=True)
    return folder / "site"


@pytest.fixture(scope="package")
def highcard(highcard_site: Path) -> Iterator[Path]:
    """Make the game visible to this process and to those it starts."""
    paths = [str(highcard_site), *filter(None, [os.environ.get("PYTHONPATH")])]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(paths))
        patch.syspath_prepend(highcard_site)
        registry.rediscover()
        yield highcard_site
    registry.rediscover()


@pytest.fixture(scope="package")
def system(highcard: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalSystem]:
    """A system that hosts High Card, shared by all tests."""
    assert highcard.is_dir()
    with run_local_system(tmp_path_factory.mktemp("system")) as system:
        yield system
