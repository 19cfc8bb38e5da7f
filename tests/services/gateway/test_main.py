"""The gateway as a process: start, response and graceful shutdown."""

import re
import signal
import subprocess
from pathlib import Path

import httpx

from tests.cli.runner import BLUEMOON
from tests.services.servers import clean_environment, start_server
from tests.waiting import DEADLINE_SECONDS, wait_until


def test_stops_gracefully_on_sigterm(tmp_path: Path) -> None:
    server = start_server(tmp_path / "server")
    output = tmp_path / "output"
    with output.open("wb") as file:
        gateway = subprocess.Popen(
            [BLUEMOON, "gateway", "--server", server.url],
            env=clean_environment()
            | {"BLUEMOON_GATEWAY_PORT": "0", "BLUEMOON_DATA": str(tmp_path / "data")},
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
        )
    try:
        pattern = r'"url": "(http://[\d.:]+)", "event": "gateway listening"'
        match = wait_until(
            lambda: re.search(pattern, output.read_text()), "the gateway is listening"
        )
        assert httpx.get(f"{match[1]}/v1/health").json()["status"] == "ok"

        gateway.send_signal(signal.SIGTERM)

        assert gateway.wait(DEADLINE_SECONDS) == 0, output.read_text()
        assert '"event": "gateway stopped"' in output.read_text()
    finally:
        gateway.kill()
        gateway.wait()
        server.stop()
