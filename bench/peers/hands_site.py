"""The toy game as an installed plug-in, in a folder outside the project's environment."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parent / "hands"


def install_hands(folder: Path) -> Path:
    """Build the plug-in with pip, install it into `folder` and return the folder to import from."""
    # A build writes into its source folder.
    source = shutil.copytree(PROJECT, folder / "source")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    offline = ["--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*command, *offline, "--target", folder / "site", source], check=True)
    return folder / "site"


def python_path(site: Path) -> str:
    """Return a PYTHONPATH with which `bluemoon` finds the game."""
    return os.pathsep.join((str(site), *filter(None, [os.environ.get("PYTHONPATH")])))
