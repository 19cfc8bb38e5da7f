"""The options after `many` on the command line."""

import argparse
from collections.abc import Sequence

from msgspec import Struct

DESCRIPTION = (
    "Measure whether a move costs the same after 10,000 moves of its table, and beside 10,000 "
    "tables: throughput, p99, CPU and memory, as ratios within the run."
)


class Options(Struct, frozen=True):
    tables: int = 10_000
    """Running tables of the full system."""
    moving: int = 200
    """Tables that move at the same time. The small system has no others."""
    seconds: float = 5.0
    """Length of a round."""
    rounds: int = 5
    moves: int = 10_000
    """Moves of each long table."""
    long_tables: int = 4
    """Tables with long histories, played at the same time."""
    record: bool = True

    @property
    def window(self) -> int:
        """Moves of a table at the beginning and at the end that are compared."""
        return self.moves // 10


def parse_options(arguments: Sequence[str]) -> Options:
    defaults = Options()
    parser = argparse.ArgumentParser("python -m bench many", description=DESCRIPTION)
    parser.add_argument(
        "--tables", type=int, default=defaults.tables, help="running tables (%(default)s)"
    )
    parser.add_argument(
        "--moving", type=int, default=defaults.moving, help="tables that move (%(default)s)"
    )
    parser.add_argument(
        "--seconds", type=float, default=defaults.seconds, help="length of a round (%(default)g)"
    )
    parser.add_argument(
        "--rounds", type=int, default=defaults.rounds, help="rounds of each system (%(default)s)"
    )
    parser.add_argument(
        "--moves", type=int, default=defaults.moves, help="moves of a long table (%(default)s)"
    )
    parser.add_argument("--no-record", action="store_true", help="do not change results.md")
    parsed = parser.parse_args(arguments)
    if not 10 <= parsed.moving <= parsed.tables // 10:
        parser.error("--moving: expected 10 or more, and at most a tenth of --tables")
    if parsed.moves < 100 or parsed.rounds < 1:
        parser.error("expected at least 100 --moves and one of the --rounds")
    return Options(
        tables=parsed.tables,
        moving=parsed.moving,
        seconds=parsed.seconds,
        rounds=parsed.rounds,
        moves=parsed.moves,
        record=not parsed.no_record,
    )
