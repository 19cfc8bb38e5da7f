"""What an operator sees: the services, the server, the tables."""

from typing import Annotated

from msgspec import Meta

from schemas.record import Record

At = Annotated[int, Meta(description="Milliseconds since 1970.")]


class Sample(Record):
    """A number as Prometheus reads it. Counters only grow, and restart with their process."""

    name: str
    labels: dict[str, str]
    value: float


class ServiceFigures(Record):
    name: str
    """`engine`, `gateway`, `notifier` or `projector`."""
    id: str
    """The id of the process; a restarted process has a new one."""
    address: str
    """The address of its metrics."""
    up: bool
    """Did it respond?"""
    ready: bool
    """Can it do its work?"""
    samples: tuple[Sample, ...]


class ServerFigures(Record):
    """The sums over all nodes of a cluster."""

    nodes: int
    used_memory_bytes: int
    memory_bytes_max: int | None
    """Null: there is no limit."""
    memory_ratio: float
    """Used memory of the fullest node, as a share of its limit."""
    connected_clients: int
    operations_per_second: int
    cpu_seconds: float
    """CPU time used since the server started."""


class TableCounts(Record):
    """How many tables are in each stage."""

    open: int
    playing: int
    over: int
    aborted: int
    voided: int


class OperationsResponse(Record):
    at: At
    services: tuple[ServiceFigures, ...]
    server: ServerFigures
    tables: TableCounts | None
    """Null when no projector has counted them yet."""
    dead_letters: int
    """Number of unresolved dead letters."""
