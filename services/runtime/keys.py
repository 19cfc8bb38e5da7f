"""The one place that spells key names.

All keys of a shard carry its hash tag, so that one script may touch them together on a cluster.
Tags are chosen so that shard 0, 1, 2, ... lie in equal parts of the cluster's slots: whole ranges
of shards fall to each master, whether there are three of them or six.
"""

from binascii import crc32
from functools import cache

from msgspec import Struct
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

META = "bluemoon:meta"
"""What all services of a deployment must agree on."""
ENGINES = "bluemoon:engines"
"""Live engines, by the time of their last sign of life."""
SERVICES = "bluemoon:services"
"""Live services with the addresses of their health, by the time of their last sign of life."""
WEBHOOKS = "{webhooks}:hooks"
"""Platform and name of a hook -> the hook."""
WEBHOOK_CURSORS = "{webhooks}:cursors"
"""Shard -> how far in its feed messages are queued."""
WEBHOOK_LEADER = "{webhooks}:leader"
"""Held by the notifier that sends."""


class ShardKeys(Struct, frozen=True):
    """Names of a shard's keys."""

    number: int
    tag: str

    @property
    def commands(self) -> str:
        return f"{{{self.tag}}}:commands"

    @property
    def feed(self) -> str:
        return f"{{{self.tag}}}:feed"

    @property
    def outcomes(self) -> str:
        return f"{{{self.tag}}}:outcomes"

    @property
    def dead(self) -> str:
        return f"{{{self.tag}}}:dead"

    @property
    def dead_handled(self) -> str:
        """Dead letters that were retried or dropped, until they are trimmed away."""
        return f"{{{self.tag}}}:dead:handled"

    @property
    def games(self) -> str:
        """Game id -> last version."""
        return f"{{{self.tag}}}:games"

    @property
    def deadlines(self) -> str:
        """Game id -> when the time of a seat runs out."""
        return f"{{{self.tag}}}:deadlines"

    @property
    def cursors(self) -> str:
        """Follower -> how far in the feed it has come."""
        return f"{{{self.tag}}}:cursors"

    def owner(self, service: str) -> str:
        return f"{{{self.tag}}}:owner:{service}"

    def game(self, game_id: str) -> str:
        """The truth."""
        return f"{{{self.tag}}}:game:{game_id}"

    def seen(self, game_id: str) -> str:
        """Command id -> its first outcome."""
        return f"{{{self.tag}}}:seen:{game_id}"

    def snapshot(self, game_id: str) -> str:
        return f"{{{self.tag}}}:snapshot:{game_id}"


class WebhookKeys(Struct, frozen=True):
    """Names of a hook's keys. All hooks share a tag: one script queues for several of them."""

    platform: str
    name: str

    @property
    def field(self) -> str:
        """Its name among all hooks. A hook's own name has no slash."""
        return f"{self.platform}/{self.name}"

    @property
    def deliveries(self) -> str:
        """Message id -> the delivery, waiting or dead."""
        return f"{{webhooks}}:deliveries:{self.field}"

    @property
    def due(self) -> str:
        """Message ids, by when they are to be sent."""
        return f"{{webhooks}}:due:{self.field}"

    @property
    def dead(self) -> str:
        """Message ids, by when they were given up."""
        return f"{{webhooks}}:dead:{self.field}"


@cache
def all_shards(shards: int) -> tuple[ShardKeys, ...]:
    return tuple(ShardKeys(number, _tag(number, shards)) for number in range(shards))


def shard_of(game_id: str, shards: int) -> ShardKeys:
    return all_shards(shards)[crc32(game_id.encode()) % shards]


def _tag(number: int, shards: int) -> str:
    """`s03`, with the first suffix that puts it into its part of the slots."""
    suffix = 0
    while True:
        tag = f"s{number:02}" + (f"-{suffix}" if suffix else "")
        if key_slot(tag.encode()) * shards // REDIS_CLUSTER_HASH_SLOTS == number:
            return tag
        suffix += 1
