"""The supervisor restarts processes after a growing pause and stops all of them."""

import asyncio

import pytest

from cli.system import supervisor as supervisor_module
from cli.system.supervisor import Supervisor
from tests.waiting import DEADLINE_SECONDS


class RecordedLog:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def write_line(self, name: str, text: str) -> None:
        self.lines.append(f"{name}: {text}")

    write_notice = write_line


class FakeProcess:
    """Ends on request; may fail to start."""

    name = "fake"

    def __init__(self, *, failing_starts: int = 0) -> None:
        self.started = asyncio.Semaphore(0)
        self.starts = 0
        self.running = False
        self._end = asyncio.Event()
        self._failing = failing_starts

    async def start(self) -> str:
        self.starts += 1
        if 1 < self.starts <= 1 + self._failing:
            raise OSError("no space left")
        self.running = True
        self._end = asyncio.Event()
        self.started.release()
        return "started"

    async def wait_until_ended(self) -> str:
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
    monkeypatch.setattr(supervisor_module, "PAUSE_SECONDS_MIN", 0.001)
    monkeypatch.setattr(supervisor_module, "PAUSE_SECONDS_MAX", 0.004)


def test_pauses_grow_up_to_a_limit() -> None:
    async def check() -> None:
        log, process = RecordedLog(), FakeProcess()
        supervisor = Supervisor(log)
        await supervisor.start(process)
        for _ in range(4):
            await process.started.acquire()
            process.end()
        await process.started.acquire()
        await supervisor.stop([process])

        pauses = [line.split(" in ")[1] for line in log.lines if "restarting" in line]
        assert pauses == ["0.001 s", "0.002 s", "0.004 s", "0.004 s"]
        assert supervisor.restarts == 4
        assert log.lines[-1] == "fake: stopped"

    asyncio.run(check())


def test_failed_start_is_retried() -> None:
    async def check() -> None:
        log, process = RecordedLog(), FakeProcess(failing_starts=2)
        supervisor = Supervisor(log)
        await supervisor.start(process)
        await process.started.acquire()
        process.end()
        await process.started.acquire()
        await supervisor.stop([process])

        assert sum("failed to start: no space left" in line for line in log.lines) == 2
        assert process.starts == 4

    asyncio.run(check())


def test_nothing_restarts_while_stopping(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor_module, "PAUSE_SECONDS_MIN", 10 * DEADLINE_SECONDS)

    async def check() -> None:
        log, process = RecordedLog(), FakeProcess()
        supervisor = Supervisor(log)
        await supervisor.start(process)
        process.end()
        while not any("restarting" in line for line in log.lines):
            await asyncio.sleep(0)
        await asyncio.wait_for(supervisor.stop([process]), DEADLINE_SECONDS)

        assert process.starts == 1
        assert not process.running

    asyncio.run(check())
