"""What the server was asked to do per move, from `INFO commandstats` and `INFO stats`."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

PREFIX = "cmdstat_"


class ServerCalls(Struct, frozen=True):
    """Counters of the server at one time. Calls inside scripts count, too."""

    calls: dict[str, int]
    """By command."""
    microseconds: dict[str, float]
    reads: int
    """Reads from client sockets that returned something."""
    writes: int


def parse_calls(commandstats: Mapping[str, Any], stats: Mapping[str, Any]) -> ServerCalls:
    """Read the two sections of INFO, as redis-py returns them."""
    # Subcommands are named `xinfo|stream`; a bar would end a cell of a Markdown table.
    commands = {
        name.removeprefix(PREFIX).replace("|", " "): counts for name, counts in commandstats.items()
    }
    return ServerCalls(
        {name: int(counts["calls"]) for name, counts in commands.items()},
        {name: float(counts["usec"]) for name, counts in commands.items()},
        int(stats["total_reads_processed"]),
        int(stats["total_writes_processed"]),
    )


def calls_per_move(begin: ServerCalls, end: ServerCalls, moves: int) -> dict[str, float]:
    """Return the calls between two readings per move, most frequent first."""
    differences = {name: count - begin.calls.get(name, 0) for name, count in end.calls.items()}
    frequent = sorted(differences.items(), key=lambda item: -item[1])
    return {name: count / moves for name, count in frequent if count}


def microseconds_per_move(begin: ServerCalls, end: ServerCalls, moves: int) -> dict[str, float]:
    """Return the time spent in each command per move. A script includes what it calls."""
    return {
        name: (spent - begin.microseconds.get(name, 0.0)) / moves
        for name, spent in end.microseconds.items()
    }
