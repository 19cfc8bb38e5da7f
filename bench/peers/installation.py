"""The peers, installed on first use into a temporary folder that later runs find again."""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from msgspec import Struct

from bench.peers.failure import PeersError

HERE = Path(__file__).parent
PROGRESS = HERE.parents[1] / "deploy" / "progress.sh"
PACKAGES, REQUIREMENTS = HERE / "package.json", HERE / "requirements.txt"
STAMP = ".installed"


class Installation(Struct, frozen=True):
    folder: Path

    @property
    def load_generator(self) -> Path:
        return self.folder / "node" / "load.mjs"

    @property
    def python(self) -> Path:
        return self.folder / "venv" / "bin" / "python"

    def server(self, script: str) -> Path:
        return self.folder / "node" / "servers" / script


def require_tools(*, pin: bool) -> None:
    """Raise PeersError if something that the comparison needs is missing."""
    for tool in ("node", "npm", "bash"):
        if shutil.which(tool) is None:
            raise PeersError(f"The comparison needs {tool}, which is not installed.")
    if not Path("/proc/self/stat").exists():
        raise PeersError("The comparison reads CPU times from /proc, which only Linux has.")
    if pin and shutil.which("taskset") is None:
        raise PeersError("taskset (util-linux) is not installed. Use --no-pin to measure without.")
    if pin and len(os.sched_getaffinity(0)) < 2:
        raise PeersError("Only one core is available. Use --no-pin to measure on it.")


def install() -> Installation:
    """Install the peers, unless an earlier run has installed these versions."""
    installation = Installation(_own_folder())
    folder = installation.folder
    shutil.copytree(HERE / "node", folder / "node", dirs_exist_ok=True)
    versions = hashlib.sha256(PACKAGES.read_bytes() + REQUIREMENTS.read_bytes()).hexdigest()
    stamp = folder / STAMP
    if stamp.exists() and stamp.read_text() == versions:
        return installation
    print(f"==> installing the peers into {folder}", file=sys.stderr)
    shutil.copy(PACKAGES, folder)
    npm = ["npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts"]
    counted = ["--count", "^npm http (fetch|cache)"]
    _run(folder, *counted, "installing boardgame.io and Colyseus", *npm, "--loglevel=http")
    venv = [sys.executable, "-m", "venv", "--clear", str(folder / "venv")]
    _run(folder, "creating a virtual environment", *venv)
    pip = [str(installation.python), "-m", "pip", "install", "--disable-pip-version-check"]
    _run(folder, "installing eventsourcing", *pip, "-r", str(REQUIREMENTS))
    stamp.write_text(versions)
    return installation


def _own_folder() -> Path:
    folder = Path(tempfile.gettempdir()) / f"bluemoon-peers-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    # Code is run from here, and others can create folders in the same place.
    if folder.is_symlink() or folder.stat().st_uid != os.getuid():
        raise PeersError(f"{folder} belongs to another user. Set TMPDIR to another folder.")
    return folder


def _run(folder: Path, *arguments: str) -> None:
    result = subprocess.run(["bash", str(PROGRESS), *arguments], cwd=folder, check=False)
    if result.returncode:
        raise PeersError("The peers could not be installed: see the output above.")
