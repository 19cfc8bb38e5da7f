"""What all command streams of an engine share."""

import asyncio

from msgspec import Struct, field

from services.engine.lag_metrics import LagMetrics
from services.engine.memory import Memory
from services.engine.quarantine import Quarantine
from services.engine.seeds import SeedSource
from services.runtime.operations.health import Health
from services.runtime.operations.settings import Settings
from services.runtime.store.event_log import EventLog
from services.runtime.stores import Stores


class EngineContext(Struct, frozen=True):
    stores: Stores
    event_log: EventLog
    memory: Memory
    settings: Settings
    health: Health
    new_seed: SeedSource
    layout_changed: asyncio.Event
    """Wakes the ownership loop when a stream was replaced or is drained."""
    quarantine: Quarantine = field(default_factory=Quarantine)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by the stream that decides."""
    lag_metrics: LagMetrics = field(default_factory=LagMetrics)
