"""The toy game of the benchmarks is a complete plug-in."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from bench.peers.hands_site import PROJECT, install_hands, python_path


def test_it_passes_the_tests_for_every_game(tmp_path: Path) -> None:
    site = install_hands(tmp_path / "plugin")
    tests = shutil.copytree(PROJECT / "hands_tests", tmp_path / "tests")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", "."]
    environment = os.environ | {"PYTHONPATH": python_path(site)}
    result = subprocess.run(
        [*command, str(tests)], cwd=tmp_path, env=environment, capture_output=True, check=False
    )

    assert result.returncode == 0, result.stdout.decode()
    assert b" passed" in result.stdout
