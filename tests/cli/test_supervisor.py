"""Supervision: what ends is started again after a growing pause, and nothing is left behind."""

import asyncio

import pytest

from cli import supervisor
from cli.supervisor import Supervisor


class Lines:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def line(self, name: str, text: str) -> None:
        self.lines.append(f"{name}: {text}")

    notice = line


class FakePart:
    """Ends when told; may refuse to start."""

    name = "part"

    def __init__(self, *, failing_starts: int = 0) -> None:
        self.started = asyncio.Semaphore(0)
        self.starts = 0
        self.running = False
        self._end = asyncio.Event()
        self._failing = failing_starts

    async def start(self) -> str:
        self.starts += 1
        if 1 < self.starts <= 1 + self._failing:
            raise OSError("no room")
        self.running = True
        self._end = asyncio.Event()
        self.started.release()
        return "started"

    async def ended(self) -> str:
        await self._end.wait()
        self.running = False
        return "ended"

    def end(self) -> None:
        self._end.set()

    async def stop(self) -> None:
        self.end()

    def kill(self) -> None:
        self.end()


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "PAUSE_SECONDS_MIN", 0.001)
    monkeypatch.setattr(supervisor, "PAUSE_SECONDS_MAX", 0.004)


def test_pauses_grow_up_to_a_limit() -> None:
    async def check() -> None:
        log, part = Lines(), FakePart()
        keeper = Supervisor(log)
        await keeper.start(part)
        for _ in range(4):
            await part.started.acquire()
            part.end()
        await part.started.acquire()
        await keeper.stop([part])

        pauses = [line.split(" in ")[1] for line in log.lines if "starts again" in line]
        assert pauses == ["0.001 s", "0.002 s", "0.004 s", "0.004 s"]
        assert keeper.restarts == 4
        assert log.lines[-1] == "part: stopped"

    asyncio.run(check())


def test_a_start_that_fails_is_tried_again() -> None:
    async def check() -> None:
        log, part = Lines(), FakePart(failing_starts=2)
        keeper = Supervisor(log)
        await keeper.start(part)
        await part.started.acquire()
        part.end()
        await part.started.acquire()
        await keeper.stop([part])

        assert sum("did not start: no room" in line for line in log.lines) == 2
        assert part.starts == 4

    asyncio.run(check())


def test_nothing_is_started_again_while_stopping(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "PAUSE_SECONDS_MIN", 60.0)

    async def check() -> None:
        log, part = Lines(), FakePart()
        keeper = Supervisor(log)
        await keeper.start(part)
        part.end()
        while not any("starts again" in line for line in log.lines):
            await asyncio.sleep(0)
        await asyncio.wait_for(keeper.stop([part]), 5.0)

        assert part.starts == 1
        assert not part.running

    asyncio.run(check())
