"""Engine processes, to be killed, paused and stopped."""

import contextlib
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.services.servers import clean_environment
from tests.waiting import DEADLINE_SECONDS

START = ("-c", "from cli.main import app; app(['engine', '--attached'])")
POISONED_START = ("-m", "tests.chaos.poison")


class Engine:
    """An engine process. It logs to a file in the server's folder."""

    def __init__(
        self, name: str, folder: Path, settings: dict[str, str], start: tuple[str, ...]
    ) -> None:
        self.name = name
        self.log = folder / f"{name}.log"
        environment = clean_environment() | {
            f"BLUEMOON_{setting.upper()}": value for setting, value in settings.items()
        }
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-W", "error", *start],
                env=environment,
                # The engine ends when this pipe closes, even if the tests are killed.
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
            )

    def __repr__(self) -> str:
        return self.name

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        """Kill the process with SIGKILL, like the kernel when memory is short."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdin is not None
        self._process.stdin.close()

    def pause(self) -> None:
        """Pause the process, like a suspended machine."""
        self._process.send_signal(signal.SIGSTOP)

    def wake(self) -> None:
        self._process.send_signal(signal.SIGCONT)

    def terminate(self) -> None:
        self._process.send_signal(signal.SIGTERM)

    def stopped_gracefully(self) -> bool:
        """Wait for the end after `terminate`. Return whether the exit code is 0."""
        return self._process.wait(DEADLINE_SECONDS) == 0


class EngineFleet:
    """The engines of a deployment. `close` kills all of them."""

    def __init__(self, folder: Path, settings: dict[str, str], start: tuple[str, ...]) -> None:
        self._folder = folder
        self._settings = settings
        self._start = start
        self._engines: list[Engine] = []

    def start(self) -> Engine:
        engine = Engine(f"engine-{len(self._engines)}", self._folder, self._settings, self._start)
        self._engines.append(engine)
        return engine

    @property
    def running(self) -> list[Engine]:
        return [engine for engine in self._engines if engine.is_alive]

    def close(self) -> None:
        for engine in self._engines:
            engine.kill()

    def errors(self) -> list[str]:
        """Return the error lines of all logs. There must be none, whatever the fault."""
        return [
            f"{engine}: {line}"
            for engine in self._engines
            for line in engine.log.read_text(errors="replace").splitlines()
            if not line.startswith("{") or '"level": "error"' in line
        ]


@contextlib.contextmanager
def fleet(
    folder: Path, settings: dict[str, str], start: tuple[str, ...] = START
) -> Iterator[EngineFleet]:
    engines = EngineFleet(folder, settings, start)
    try:
        yield engines
    finally:
        engines.close()
