"""`eventsourcing`, measured in its own virtual environment."""

import subprocess
import tempfile
from pathlib import Path

import msgspec
from msgspec import Struct

from bench.peers.failure import PeersError
from bench.peers.installation import Installation
from bench.peers.processes import on_core

SECONDS_MAX = 120.0
SCRIPT = Path(__file__).parent / "eventsourcing_table.py"


class LibraryRow(Struct, frozen=True):
    store: str
    work: str
    unit: str
    per_second: float
    p50_us: float
    p99_us: float


def measure_library(installation: Installation, core: int | None) -> list[LibraryRow]:
    with tempfile.TemporaryDirectory(prefix="bluemoon-peer-") as folder:
        command = on_core(core, [installation.python, SCRIPT, folder])
        try:
            result = subprocess.run(
                command, capture_output=True, text=True, check=True, timeout=SECONDS_MAX
            )
        except subprocess.CalledProcessError as error:
            raise PeersError(f"eventsourcing failed:\n{error.stderr}") from error
        except subprocess.TimeoutExpired as error:
            raise PeersError(f"eventsourcing was not done in {SECONDS_MAX:g} s.") from error
    return [msgspec.json.decode(line, type=LibraryRow) for line in result.stdout.splitlines()]
