"""The gateway as a process: it starts, answers, and stops in order."""

import re
import signal
import subprocess
from pathlib import Path

import httpx

from tests.cli.calling import BLUEMOON
from tests.cli.live import READY_SECONDS
from tests.services.servers import clean_environment, start_server, within


def test_on_sigterm_it_stops_in_order(tmp_path: Path) -> None:
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
        listens = r'"url": "(http://[\d.:]+)", "event": "gateway listens"'
        found = within(
            READY_SECONDS, lambda: re.search(listens, output.read_text()), "the gateway listens"
        )
        assert httpx.get(f"{found[1]}/v1/health").json()["status"] == "ok"

        gateway.send_signal(signal.SIGTERM)

        assert gateway.wait(READY_SECONDS) == 0, output.read_text()
        assert '"event": "gateway stopped"' in output.read_text()
    finally:
        gateway.kill()
        gateway.wait()
        server.stop()
