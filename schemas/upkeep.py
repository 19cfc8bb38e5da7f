"""What the one who runs a deployment gets to see: the services, the server, the games."""

from typing import Annotated

from msgspec import Meta

from schemas.strict import Record

At = Annotated[int, Meta(description="Milliseconds since 1970.")]


class Sample(Record):
    """A number as Prometheus reads it. Counters only grow, and begin anew with their process."""

    name: str
    labels: dict[str, str]
    value: float


class ServiceFigures(Record):
    name: str
    """`engine`, `gateway`, `notifier` or `projector`."""
    id: str
    """Which one of them; a process that is started again has another."""
    address: str
    """Where its metrics are."""
    up: bool
    """Did it answer?"""
    ready: bool
    """Can it do its work?"""
    samples: tuple[Sample, ...]


class ServerFigures(Record):
    """Of a cluster all nodes together."""

    nodes: int
    used_memory_bytes: int
    memory_bytes_max: int | None
    """Null: there is no limit."""
    memory_ratio: float
    """What the fullest node uses of what it may."""
    connected_clients: int
    operations_per_second: int
    cpu_seconds: float
    """CPU time used since it started; grows, and begins anew with the server."""


class TableCounts(Record):
    """How many tables are in each stage."""

    open: int
    playing: int
    over: int
    aborted: int


class OperationsAnswer(Record):
    at: At
    services: tuple[ServiceFigures, ...]
    server: ServerFigures
    games: TableCounts | None
    """Null when no projector has counted them yet."""
    dead_letters: int
    """Commands put aside that nobody has looked after."""
