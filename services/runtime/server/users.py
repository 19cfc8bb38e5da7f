"""One user of the server per service: what it may do with which keys.

`python -m cli.generate.users` writes these rules to `deploy/users.acl`. A service that is taken
over cannot do more than its user: an engine cannot read names or platforms, and only engines can
write commits. Nobody can change one, not even an engine. A right to append is also a right to trim
(`XADD` with `MAXLEN`), because rules do not see options; the gap that this leaves is detected.

Scripts run with the rights of their caller. A user may therefore run scripts on all its keys, and
the server checks every command inside them.
"""

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Final, get_args

from msgspec import Struct

from services.runtime.readmodels.generations import (
    BUILDS,
    GENERATIONS,
    LEADER,
    LIVE,
    ModelName,
    rebuild_lock,
)
from services.runtime.store.keys import (
    AUDIT_LOG,
    DEMO_OWNER,
    DENIED_NAMES,
    ENGINE_RULES,
    ENGINES,
    GUEST_TABLES,
    META,
    NAME_REPORTS,
    PLATFORMS,
    PLAYER_CHANGES,
    PLAYERS,
    RULES_IN_PLAY,
    SERVICES,
    WEBHOOK_CURSORS,
    WEBHOOK_LEADER,
    WEBHOOKS,
    MetadataKeys,
    ShardKeys,
    StreamKeys,
    WebhookKeys,
    external_ids,
    idempotency_key,
    name_reports,
    player_refs,
)

ANY = "*"
SHARD = ShardKeys(0, "s[0-9]*")
"""Stands for every shard. The digit keeps read models such as `{standings:v2.1}` out."""
WEBHOOK = WebhookKeys(ANY, ANY)
METADATA = MetadataKeys(ANY)
SHARD_OWNER = SHARD.owner(ANY)
COMMANDS = f"{SHARD.commands}{ANY}"
"""The command streams of all generations."""
DRAINING = StreamKeys(SHARD, is_draining=True).commands.replace("0.0", ANY)
"""Command streams that were replaced. Only engines read them, and nobody adds to them."""
COMMITS = SHARD.table(ANY)
IDEMPOTENCY_RECORD = SHARD.idempotency(ANY)[:2]
"""The second pattern covers the older rejections too."""
SNAPSHOT = SHARD.snapshot(ANY)
DELIVERIES = (WEBHOOK.deliveries, WEBHOOK.due, WEBHOOK.dead_letters)
MODELS = tuple(f"{{{model}:v*}}:*" for model in get_args(ModelName))
MODEL_LOCKS = tuple(rebuild_lock(model) for model in get_args(ModelName))
DIRECTORY = (PLAYERS, player_refs(ANY), PLAYER_CHANGES)
MODERATION = (DENIED_NAMES, NAME_REPORTS, name_reports(ANY))


class Right(Enum):
    """What a user may do with keys: the commands, and how a key pattern grants them."""

    READ = "+@read -@keyspace -@dangerous +exists +ttl", "%R~"
    CREATE = "+hsetnx", "%W~"
    """Set what is not set yet."""
    APPEND = "+xadd", "%W~"
    QUEUE = "+xadd +xgroup|create", "%W~"
    """Append to a command stream, and create it with the group of the engines."""
    TRIM = "+xtrim", "%W~"
    WRITE = (
        "+@read +@write -@keyspace -@dangerous +exists +ttl +del +unlink +expire +pexpire +rename",
        "~",
    )
    """Read and change."""

    def __init__(self, commands: str, sign: str) -> None:
        self.commands = commands
        self.sign = sign


CONNECTION: Final = (
    "+@connection -@admin -@dangerous -client|tracking "
    "+cluster|slots +cluster|shards +cluster|nodes +time +info +config|get "
    "+multi +exec +discard +script|load +evalsha"
)
"""For every user. None of these commands reveals the name of a key or a password, and all exist
since Redis 7.0."""


class ServerUser(Struct, frozen=True):
    name: str
    keys: Mapping[Right, tuple[str, ...]]

    def rule(self) -> str:
        """Return the ACL rule, without the password."""
        keys = {key for keys in self.keys.values() for key in keys}
        # The server refuses further patterns after `*`.
        scripted = {ANY} if ANY in keys else keys
        selectors = (
            f"({right.commands} {_patterns(right.sign, self.keys[right])})"
            for right in Right
            if right in self.keys
        )
        return " ".join(("resetchannels", CONNECTION, _patterns("~", sorted(scripted)), *selectors))


def _patterns(sign: str, keys: Iterable[str]) -> str:
    return " ".join(f"{sign}{key}" for key in keys)


ENGINE = ServerUser(
    "engine",
    {
        Right.READ: (META, COMMITS, SHARD.cursors),
        Right.CREATE: (META,),
        Right.APPEND: (COMMITS, SHARD.feed, SHARD.outcomes, SHARD.dead_letters),
        Right.TRIM: (SHARD.feed, SHARD.outcomes),
        Right.WRITE: (
            SERVICES,
            ENGINES,
            ENGINE_RULES,
            RULES_IN_PLAY,
            SHARD_OWNER,
            SHARD.streams,
            COMMANDS,
            DRAINING,
            SHARD.tables,
            SHARD.deadlines,
            SHARD.expiries,
            *IDEMPOTENCY_RECORD,
            SNAPSHOT,
        ),
    },
)

GATEWAY = ServerUser(
    "gateway",
    {
        Right.READ: (
            META,
            COMMITS,
            SNAPSHOT,
            SHARD.tables,
            SHARD.streams,
            SHARD.outcomes,
            SHARD.feed,
            *IDEMPOTENCY_RECORD,
            SHARD.dead_letters,
            SHARD.resolved_dead_letters,
            AUDIT_LOG,
            LIVE,
            *MODELS,
        ),
        Right.CREATE: (META,),
        Right.APPEND: (AUDIT_LOG,),
        Right.QUEUE: (COMMANDS,),
        Right.WRITE: (
            SERVICES,
            *DIRECTORY,
            *MODERATION,
            PLATFORMS,
            GUEST_TABLES,
            external_ids(ANY),
            idempotency_key(ANY, ANY),
            METADATA.tables,
            METADATA.index,
            WEBHOOKS,
            *DELIVERIES,
        ),
    },
)

NOTIFIER = ServerUser(
    "notifier",
    {
        Right.READ: (
            META,
            COMMITS,
            SNAPSHOT,
            SHARD.tables,
            SHARD.streams,
            SHARD.feed,
            SHARD.outcomes,
            LIVE,
            *MODELS,
            PLAYERS,
            PLAYER_CHANGES,
            PLATFORMS,
        ),
        Right.CREATE: (META,),
        Right.QUEUE: (COMMANDS,),
        Right.WRITE: (
            SERVICES,
            SHARD.cursors,
            WEBHOOKS,
            *DELIVERIES,
            WEBHOOK_CURSORS,
            WEBHOOK_LEADER,
        ),
    },
)

PROJECTOR = ServerUser(
    "projector",
    {
        Right.READ: (META, COMMITS, SNAPSHOT, SHARD.tables, SHARD.feed),
        Right.CREATE: (META,),
        Right.WRITE: (
            SERVICES,
            SHARD.cursors,
            LIVE,
            GENERATIONS,
            BUILDS,
            *MODEL_LOCKS,
            LEADER,
            *MODELS,
        ),
    },
)

OPERATOR = ServerUser(
    "operator",
    {
        Right.READ: (ANY,),
        Right.APPEND: (AUDIT_LOG,),
        Right.TRIM: (SHARD.dead_letters,),
        Right.WRITE: (
            META,
            SHARD.streams,
            COMMANDS,
            DRAINING,
            *IDEMPOTENCY_RECORD,
            SHARD.resolved_dead_letters,
            *DIRECTORY,
            *MODERATION,
            PLATFORMS,
            LIVE,
            GENERATIONS,
            BUILDS,
            *MODEL_LOCKS,
            *MODELS,
            WEBHOOKS,
            *DELIVERIES,
            DEMO_OWNER,
        ),
    },
)
"""For the `bluemoon` commands of a person who runs the deployment."""

SERVER_USERS = (ENGINE, GATEWAY, NOTIFIER, PROJECTOR, OPERATOR)
