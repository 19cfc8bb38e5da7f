"""`bluemoon up` in processes of its own, and what is left of them."""

import contextlib
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

from redis import Redis

from tests.cli.calling import BLUEMOON
from tests.cli.live import READY_SECONDS
from tests.services.servers import clean_environment, within


class Up:
    """`bluemoon up` in a process group of its own, as a terminal would start it."""

    def __init__(self, folder: Path, *options: object, **settings: object) -> None:
        self._output = folder / "output"
        with self._output.open("wb") as output:
            self.process = subprocess.Popen(
                [BLUEMOON, "up", "--data", folder / "data", *map(str, options)],
                env=clean_environment()
                | {
                    "BLUEMOON_LOCK_SECONDS": "1",
                    # Several systems are up at once while tests run side by side.
                    "BLUEMOON_GATEWAY_PORT": "0",
                    "BLUEMOON_NOTIFIER_PORT": "0",
                    # Tests have no other address than their own machine's.
                    "BLUEMOON_WEBHOOK_ALLOW_PRIVATE": "true",
                    "PYTHONUNBUFFERED": "1",
                }
                | {f"BLUEMOON_{name.upper()}": str(value) for name, value in settings.items()},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                process_group=0,
            )

    @property
    def output(self) -> str:
        return self._output.read_text()

    def engine_pids(self) -> list[int]:
        return [int(pid) for pid in re.findall(r"engine-\d.*started as process (\d+)", self.output)]

    def await_output(self, pattern: str) -> str:
        def found() -> str | None:
            match = re.search(pattern, self.output)
            if match is None:
                assert self.process.poll() is None, self.output
            return match and match[0]

        return within(READY_SECONDS, found, f"{pattern!r} in the output")

    def url(self) -> str:
        return self.await_output(r"redis://[\d.:]+/0")

    def server_pid(self) -> int:
        with Redis.from_url(self.url()) as client:
            return int(client.info("server")["process_id"])

    def interrupt(self) -> None:
        """Ctrl-C goes to the whole group."""
        os.killpg(self.process.pid, signal.SIGINT)

    def ended(self) -> int:
        return self.process.wait(READY_SECONDS)


def gone(*pids: int) -> bool | None:
    """Whether none of these processes is left."""
    return None if any(map(_lives, pids)) else True


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        # One that has ended and that nobody has asked about yet is no process any more.
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except ProcessLookupError:
        return False
    except FileNotFoundError:
        return not Path("/proc/self").exists()


@contextlib.contextmanager
def up(folder: Path, *options: object, **settings: object) -> Iterator[Up]:
    folder.mkdir(parents=True, exist_ok=True)
    system = Up(folder, *options, **settings)
    try:
        yield system
    finally:
        if system.process.poll() is None:
            system.process.terminate()
            system.process.wait(READY_SECONDS)
