"""Engines as processes of their own, to be killed, paused and stopped."""

import contextlib
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.services.servers import clean_environment

START = ("-c", "from cli.main import app; app(['engine', '--attached'])")
POISONED_START = ("-m", "tests.chaos.poison")
STOP_SECONDS = 30.0


class Engine:
    """One engine process. What it logs lies beside the server's data."""

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
                # It ends when this closes: even when the tests themselves are killed.
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
            )

    def __repr__(self) -> str:
        return self.name

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        """As the kernel does when memory is short: it finishes nothing."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdin is not None
        self._process.stdin.close()

    def pause(self) -> None:
        """As a suspended machine, or a very long pause of any kind."""
        self._process.send_signal(signal.SIGSTOP)

    def wake(self) -> None:
        self._process.send_signal(signal.SIGCONT)

    def ask_to_stop(self) -> None:
        self._process.send_signal(signal.SIGTERM)

    def stopped_in_order(self) -> bool:
        """Wait for the end that was asked for."""
        return self._process.wait(STOP_SECONDS) == 0


class Fleet:
    """The engines of a deployment. All that it ever started are gone when it is closed."""

    def __init__(self, folder: Path, settings: dict[str, str], start: tuple[str, ...]) -> None:
        self._folder = folder
        self._settings = settings
        self._start = start
        self._all: list[Engine] = []

    def start(self) -> Engine:
        engine = Engine(f"engine-{len(self._all)}", self._folder, self._settings, self._start)
        self._all.append(engine)
        return engine

    @property
    def alive(self) -> list[Engine]:
        return [engine for engine in self._all if engine.alive]

    def close(self) -> None:
        for engine in self._all:
            engine.kill()

    def errors(self) -> list[str]:
        """What should never be logged, whatever happens to a deployment."""
        return [
            f"{engine}: {line}"
            for engine in self._all
            for line in engine.log.read_text(errors="replace").splitlines()
            if not line.startswith("{") or '"level": "error"' in line
        ]


@contextlib.contextmanager
def fleet(
    folder: Path, settings: dict[str, str], start: tuple[str, ...] = START
) -> Iterator[Fleet]:
    engines = Fleet(folder, settings, start)
    try:
        yield engines
    finally:
        engines.close()
