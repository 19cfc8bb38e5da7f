"""Load time and frame times of the page in a real browser, measured by `web/bench/measure.ts`."""

import subprocess
from pathlib import Path

import msgspec
from msgspec import Struct

from bench.results import goal, report

WEB = Path(__file__).parent.parent / "web"
FIRST_LOAD_KIB_MAX = 250
USABLE_MS_MAX = 2_000
FRAME_MS_MAX = 50


class Load(Struct):
    transferred_kib: float
    usable_ms: float


class Frames(Struct):
    shown_commits: int
    count: int
    p99_ms: float
    longest_ms: float
    over_50_ms: int
    long_tasks: int
    """Tasks of the page's own code that took more than 50 ms."""


class Measured(Struct):
    slower: int
    """How many times the processor was slowed down."""
    loads: dict[str, Load]
    frames: Frames


def run() -> list[str]:
    process = subprocess.run(
        ["npx", "vite-node", "bench/measure.ts"],
        cwd=WEB,
        check=True,
        stdout=subprocess.PIPE,
    )
    measured = msgspec.json.decode(process.stdout, type=Measured)
    frames = measured.frames
    return [
        report(
            f"The page, processor slowed down {measured.slower} times, empty cache: median of 5",
            ("", "KiB transferred", "ms until usable"),
            [
                (name, f"{load.transferred_kib:.1f}", f"{load.usable_ms:,.0f}")
                for name, load in measured.loads.items()
            ],
        ),
        goal(
            "KiB of the first load",
            max(load.transferred_kib for load in measured.loads.values()),
            FIRST_LOAD_KIB_MAX,
            below=True,
        ),
        goal(
            "ms until usable",
            max(load.usable_ms for load in measured.loads.values()),
            USABLE_MS_MAX,
            below=True,
        ),
        report(
            f"Frames while {frames.shown_commits} commits of a game with four players are shown",
            ("frames", "p99 ms", "longest ms", "over 50 ms", "tasks over 50 ms"),
            [
                (
                    f"{frames.count:,}",
                    f"{frames.p99_ms:.1f}",
                    f"{frames.longest_ms:.1f}",
                    f"{frames.over_50_ms}",
                    f"{frames.long_tasks}",
                )
            ],
        ),
        goal("ms of the longest frame", frames.longest_ms, FRAME_MS_MAX, below=True),
    ]
