"""Run `bluemoon up` in real processes."""

import contextlib
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

from redis import Redis

from services.runtime.server.data_folder import running_server_url
from tests.cli.runner import BLUEMOON
from tests.services.servers import clean_environment
from tests.waiting import DEADLINE_SECONDS, wait_until


class UpProcess:
    """`bluemoon up` in its own process group, as a terminal would start it."""

    def __init__(self, folder: Path, *options: object, **settings: object) -> None:
        self._output = folder / "output"
        self._data = folder / "data"
        with self._output.open("wb") as output:
            self.process = subprocess.Popen(
                [BLUEMOON, "up", "--data", self._data, *map(str, options)],
                env=clean_environment()
                | {
                    "BLUEMOON_LOCK_SECONDS": "1",
                    # Tests run several systems at the same time.
                    "BLUEMOON_GATEWAY_PORT": "0",
                    "BLUEMOON_NOTIFIER_PORT": "0",
                    # The test receivers have private addresses.
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
        def find() -> str | None:
            match = re.search(pattern, self.output)
            if match is None:
                assert self.process.poll() is None, self.output
            return match and match[0]

        return wait_until(find, f"{pattern!r} in the output")

    def url(self) -> str:
        """Return the address of the server, with its password."""
        self.await_output(r"redis://:\*\*\*@[\d.:]+/0")
        url = running_server_url(self._data)
        assert url is not None, self.output
        return url

    def server_pid(self) -> int:
        with Redis.from_url(self.url()) as client:
            return int(client.info("server")["process_id"])

    def interrupt(self) -> None:
        """Send SIGINT to the process group, as Ctrl-C does."""
        os.killpg(self.process.pid, signal.SIGINT)

    def wait_for_exit(self) -> int:
        return self.process.wait(DEADLINE_SECONDS)


def all_ended(*pids: int) -> bool | None:
    """Return True if none of these processes is running, else None."""
    return None if any(map(_is_running, pids)) else True


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        # A zombie counts as ended.
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except ProcessLookupError:
        return False
    except FileNotFoundError:
        return not Path("/proc/self").exists()


@contextlib.contextmanager
def run_up(folder: Path, *options: object, **settings: object) -> Iterator[UpProcess]:
    folder.mkdir(parents=True, exist_ok=True)
    system = UpProcess(folder, *options, **settings)
    try:
        yield system
    finally:
        if system.process.poll() is None:
            system.process.terminate()
            system.process.wait(DEADLINE_SECONDS)
