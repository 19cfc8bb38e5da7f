"""What all shards of an engine share."""

import asyncio

from msgspec import Struct, field

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
    quarantine: Quarantine = field(default_factory=Quarantine)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by the shard that decides."""
