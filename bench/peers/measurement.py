"""What one measurement says."""

from msgspec import Struct


class HalfLoad(Struct, frozen=True):
    """Moves sent at half the rate of the closed loop, from send to outcome."""

    moves_per_s: float
    moves: int
    p50_ms: float
    p99_ms: float


class LoadResult(Struct, frozen=True):
    """What the load generator saw."""

    moves: int
    moves_per_s: float
    p50_ms: float
    p99_ms: float
    bytes_per_move: float
    out_of_order: int
    unanswered: int
    diverged: int
    """Matches whose seats did not receive the same moves."""
    failed: int
    """Commands that were refused or not answered."""
    first_problem: str | None
    half_load: HalfLoad | None = None
    refuses_illegal_moves: bool | None = None
    hides_hands_in_broadcasts: bool | None = None
    hides_hands_at_joining: bool | None = None

    @property
    def errors(self) -> int:
        refused = self.refuses_illegal_moves is False
        return self.out_of_order + self.unanswered + self.diverged + self.failed + refused


class Hops(Struct, frozen=True):
    """Blue Moon's cost of a move by process and by command of the server."""

    cpu_us: dict[str, float]
    """By process."""
    switches: dict[str, float]
    """Context switches by process."""
    calls: dict[str, float]
    """Calls of the server by command, those inside scripts included."""
    call_us: dict[str, float]
    """Time in these calls."""
    reads: float
    """Reads from sockets by the server."""
    writes: float


class Measurement(Struct, frozen=True):
    peer: str
    store: str
    games: int
    load: LoadResult
    server_percent: float
    """CPU of all server processes; 100 is one core."""
    server_mib: float
    client_percent: float
    others_percent: float
    """CPU of everything else on the machine."""
    hops: Hops | None = None

    @property
    def moves_per_cpu_s(self) -> float:
        """Moves per second of server CPU: comparable even if the client is the limit."""
        return self.load.moves_per_s / self.server_percent * 100 if self.server_percent else 0.0
