"""Key names, all in one place.

All keys of a shard share a hash tag, so that one script can use them on a cluster. Tags are chosen
so that shards spread evenly over the slots: each master gets a whole range of shards, with three
masters or with six.
"""

from binascii import crc32
from functools import cache

from msgspec import Struct
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

META = "bluemoon:meta"
"""Settings that all services of a deployment must share."""
ENGINES = "bluemoon:engines"
"""Live engines, scored by their last heartbeat."""
ENGINE_RULES = "bluemoon:engines:rules"
"""Id of a live engine -> the rules it knows."""
RULES_IN_PLAY = "bluemoon:rules_in_play"
"""The rules that tables of each shard were opened under. Kept for good."""
SERVICES = "bluemoon:services"
"""Live services and their health addresses, scored by their last heartbeat."""
PLAYERS = "bluemoon:players"
"""Player id -> entry of the player directory. Kept until the player is erased."""
PLAYER_CHANGES = "bluemoon:player_changes"
"""Ids of players who were renamed or erased, for processes that keep names. Kept for an hour."""
DENIED_NAMES = "bluemoon:denied_names"
"""Platform, or empty for all -> names that players may not have. Kept for good."""
NAME_REPORTS = "bluemoon:name_reports"
"""The platforms whose players' names were reported."""
PLATFORMS = "bluemoon:platforms"
"""Name -> platform that operators manage at run time. Kept for good."""
AUDIT_LOG = "bluemoon:audit_log"
"""Interventions of operators and platforms, as a hash chain. Kept for good."""
GUEST_TABLES = "bluemoon:guest_tables"
"""Table id -> network that opened it. Kept until the table has ended."""
DEMO_OWNER = "bluemoon:demo:owner"
"""Held by the `bluemoon up --demo` that plays the demo tables."""
WEBHOOKS = "{webhooks}:webhooks"
"""Platform and name -> webhook."""
WEBHOOK_CURSORS = "{webhooks}:cursors"
"""Shard -> cursor in its feed up to which messages are queued."""
WEBHOOK_LEADER = "{webhooks}:leader"
"""Held by the notifier that delivers webhooks."""


class ShardKeys(Struct, frozen=True):
    """Key names of a shard: everything of its tables, for good."""

    number: int
    tag: str

    @property
    def commands(self) -> str:
        """The command stream of a shard that was never resized, see `StreamKeys`."""
        return f"{{{self.tag}}}:commands"

    @property
    def streams(self) -> str:
        """The layout: generation and number of the command streams. Kept for good."""
        return f"{{{self.tag}}}:streams"

    @property
    def feed(self) -> str:
        return f"{{{self.tag}}}:feed"

    @property
    def outcomes(self) -> str:
        return f"{{{self.tag}}}:outcomes"

    @property
    def dead_letters(self) -> str:
        return f"{{{self.tag}}}:dead_letters"

    @property
    def resolved_dead_letters(self) -> str:
        """Ids of dead letters that were retried or dropped, until they are trimmed."""
        return f"{{{self.tag}}}:dead_letters:resolved"

    @property
    def tables(self) -> str:
        """Table id -> seq of its last commit."""
        return f"{{{self.tag}}}:tables"

    @property
    def deadlines(self) -> str:
        """Table id -> when a seat runs out of time."""
        return f"{{{self.tag}}}:deadlines"

    @property
    def expiries(self) -> str:
        """Table id -> when the table is ended unless somebody acts."""
        return f"{{{self.tag}}}:expiries"

    @property
    def cursors(self) -> str:
        """Follower -> its cursor in the feed."""
        return f"{{{self.tag}}}:cursors"

    def owner(self, service: str) -> str:
        return f"{{{self.tag}}}:owner:{service}"

    def table(self, table_id: str) -> str:
        """The commits of a table: the source of truth."""
        return f"{{{self.tag}}}:table:{table_id}"

    def accepted_commands(self, table_id: str) -> str:
        """Part of the idempotency record: id of an accepted command -> seq of its commit."""
        return f"{{{self.tag}}}:idempotency:{table_id}"

    def idempotency(self, table_id: str) -> tuple[str, str, str]:
        """The idempotency record: three hashes of command id -> its first outcome. They hold the
        accepted commands, the newer and the older rejections. Rejections expire."""
        rejections = f"{{{self.tag}}}:rejections:{table_id}"
        return self.accepted_commands(table_id), rejections, f"{rejections}:older"

    def snapshot(self, table_id: str) -> str:
        return f"{{{self.tag}}}:snapshot:{table_id}"


class StreamKeys(Struct, frozen=True):
    """Key names of a command stream: the commands for some tables of a shard, and who owns it."""

    shard: ShardKeys
    generation: int = 0
    """Grows when the number of the shard's streams changes."""
    count: int = 1
    """Number of streams in this generation. Generation 0 has one."""
    index: int = 0
    is_draining: bool = False
    """Whether a later generation has replaced it. No writer finds it any more."""

    @property
    def commands(self) -> str:
        if self.is_draining:
            return f"{{{self.shard.tag}}}:draining:{self.generation}.{self.index}"
        if not self.generation:
            return self.shard.commands
        return f"{self.shard.commands}:{self.generation}.{self.index}"

    def owner(self, service: str) -> str:
        """The lock. It stays the same when the stream is replaced."""
        if not self.generation:
            return self.shard.owner(service)
        return f"{self.shard.owner(service)}:{self.generation}.{self.index}"

    @property
    def name(self) -> str:
        """What people call it: `3`, or `3/1` if its shard has several."""
        number = str(self.shard.number)
        return number if self.count == 1 else f"{number}/{self.index}"


class WebhookKeys(Struct, frozen=True):
    """Key names of a webhook. All webhooks share a tag, so one script can queue for several."""

    platform: str
    name: str

    @property
    def field(self) -> str:
        """Its unique name: webhook names contain no slash."""
        return f"{self.platform}/{self.name}"

    @property
    def deliveries(self) -> str:
        """Message id -> delivery, waiting or a dead letter."""
        return f"{{webhooks}}:deliveries:{self.field}"

    @property
    def due(self) -> str:
        """Message ids, scored by the time of the next attempt."""
        return f"{{webhooks}}:due:{self.field}"

    @property
    def dead_letters(self) -> str:
        """Message ids, scored by the time of the last attempt."""
        return f"{{webhooks}}:dead_letters:{self.field}"


def player_refs(platform: str) -> str:
    """A platform's own player id -> our player id."""
    return f"bluemoon:players:{platform}"


def name_reports(platform: str) -> str:
    """Id of a report -> report. Kept until it is closed, or for 30 days."""
    return f"bluemoon:name_reports:{platform}"


def idempotency_key(platform: str, key: str) -> str:
    """The response to a platform's request with this `Idempotency-Key`. Kept for a day."""
    return f"bluemoon:idempotency_keys:{platform}:{key}"


class MetadataKeys(Struct, frozen=True):
    """Key names of the metadata of a platform's tables. Kept until the platform erases it."""

    platform: str

    @property
    def tables(self) -> str:
        """Table id -> metadata."""
        return f"{{metadata:{self.platform}}}:tables"

    @property
    def index(self) -> str:
        """Sorted set: entries start with name and value, then sort by age of the table."""
        return f"{{metadata:{self.platform}}}:index"


def external_ids(platform: str) -> str:
    """A platform's own name for a table -> table id."""
    return f"bluemoon:external_ids:{platform}"


@cache
def all_shards(shards: int) -> tuple[ShardKeys, ...]:
    return tuple(ShardKeys(number, _tag(number, shards)) for number in range(shards))


def shard_of(table_id: str, shards: int) -> ShardKeys:
    return all_shards(shards)[crc32(table_id.encode()) % shards]


def stream_index(table_id: str, shards: int, streams: int) -> int:
    """Return which stream of its shard has a table's commands, if the shard has this many.

    The remainder selects the shard, so the quotient selects the stream."""
    return crc32(table_id.encode()) // shards % streams


def _tag(number: int, shards: int) -> str:
    """Return `s03`, or with a suffix `s03-1`: the first tag in the shard's range of slots."""
    suffix = 0
    while True:
        tag = f"s{number:02}" + (f"-{suffix}" if suffix else "")
        if key_slot(tag.encode()) * shards // REDIS_CLUSTER_HASH_SLOTS == number:
            return tag
        suffix += 1
