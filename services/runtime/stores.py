"""Everything that is stored on the server, by topic.

Services and the command line get these objects. Only they hold the client: nothing outside
`services.runtime` sends a command to the server.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from games.registry import rulebooks
from services.runtime.access.denied_names import DeniedNames
from services.runtime.access.guest_tables import GuestTables
from services.runtime.access.name_reports import NameReports
from services.runtime.access.platform_registry import PlatformRegistry
from services.runtime.access.player_directory import PlayerDirectory
from services.runtime.operations.deployment import Deployment
from services.runtime.operations.health import Health
from services.runtime.operations.opening_rules import OpeningRules
from services.runtime.operations.settings import Settings
from services.runtime.personal_data import PersonalData
from services.runtime.readmodels.generation_store import GenerationStore
from services.runtime.readmodels.read_models import ReadModels
from services.runtime.server.client import RedisClient
from services.runtime.server.connection import connected
from services.runtime.server.lock import ServerLock
from services.runtime.server.safety import shards_of
from services.runtime.store.audit_log import AuditLog
from services.runtime.store.command_stream import CommandStream
from services.runtime.store.dead_letters import DeadLetters
from services.runtime.store.deadlines import Deadlines
from services.runtime.store.event_log import EventLog
from services.runtime.store.external_ids import ExternalIds
from services.runtime.store.idempotency_keys import IdempotencyKeys
from services.runtime.store.keys import DEMO_OWNER, ShardKeys, StreamKeys
from services.runtime.store.ownership import Ownership
from services.runtime.store.rules_in_play import RulesInPlay
from services.runtime.store.shard_stats import ShardsReport, read_shard_stats
from services.runtime.store.table_metadata import TableMetadata
from services.runtime.store.trimming import trim, trim_commands
from services.runtime.webhooks.deliveries import Deliveries
from services.runtime.webhooks.registry import Webhooks


class Stores:
    def __init__(self, client: RedisClient, shards: int) -> None:
        self._client = client
        self.event_log = EventLog(client, shards)
        self.deadlines = Deadlines(client)
        self.expiries = Deadlines(client, lambda shard: shard.expiries)
        self.dead_letters = DeadLetters(client, self.event_log)
        self.external_ids = ExternalIds(client)
        self.table_metadata = TableMetadata(client)
        self.idempotency_keys = IdempotencyKeys(client)
        self.players = PlayerDirectory(client)
        self.denied_names = DeniedNames(client)
        self.name_reports = NameReports(client)
        self.platforms = PlatformRegistry(client)
        self.audit_log = AuditLog(client)
        self.guest_tables = GuestTables(client)
        self.webhooks = Webhooks(client)
        self.deliveries = Deliveries(client)
        self.read_models = ReadModels(client)
        self.generations = GenerationStore(client)
        self.deployment = Deployment(client)
        self.opening_rules = OpeningRules(client)
        self.rules_in_play = RulesInPlay(client, rulebooks())
        self.personal_data = PersonalData(
            self.players, self.name_reports, self.read_models, self.webhooks, self.deliveries
        )

    def command_stream(self, stream: StreamKeys) -> CommandStream:
        return CommandStream(self._client, stream)

    def ownership(self, service: str, lock_seconds: float, health: Health) -> Ownership:
        return Ownership(
            self._client,
            service,
            self.event_log.layouts,
            self.rules_in_play,
            lock_seconds,
            health,
        )

    async def trim(self, shard: ShardKeys, settings: Settings) -> None:
        """Trim feed and outcomes of a shard up to their slowest reader."""
        await trim(self._client, shard, settings)

    async def trim_commands(self, stream: StreamKeys) -> None:
        """Trim the commands that are acknowledged."""
        await trim_commands(self._client, stream)

    async def shards_report(self) -> ShardsReport:
        return await read_shard_stats(self._client, self.event_log)

    def demo_lock(self, seconds: float) -> ServerLock:
        """Return the lock of the process that plays the demo tables."""
        return ServerLock(self._client, DEMO_OWNER, seconds)


@asynccontextmanager
async def open_stores(url: str, shards: int) -> AsyncIterator[Stores]:
    """Connect to a server while the block runs.

    The number of shards is fixed once tables exist; `shards` applies only before that."""
    async with connected(url) as client:
        yield Stores(client, await shards_of(client, shards))
