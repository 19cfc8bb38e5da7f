"""All metrics and log fields. Labels never identify a table or a player."""

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
)

REGISTRY = CollectorRegistry()
for _collector in (ProcessCollector, PlatformCollector, GCCollector):
    _collector(registry=REGISTRY)

# Log fields
TABLE = "table"
SEQ = "seq"
COMMAND = "command"
SHARD = "shard"
STREAM = "stream"
ENTRY = "entry"
MODEL = "model"

_FAST_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_SLOW_BUCKETS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200)
_SIZE_BUCKETS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)

COMMANDS = Counter(
    "bluemoon_commands",
    "Commands that got an outcome.",
    ("action", "outcome", "code"),
    registry=REGISTRY,
)
COMMAND_QUEUE_SECONDS = Histogram(
    "bluemoon_command_queue_duration_seconds",
    "Time from receiving a command until an engine starts deciding it.",
    buckets=_FAST_BUCKETS,
    registry=REGISTRY,
)
COMMAND_COMMIT_SECONDS = Histogram(
    "bluemoon_command_commit_duration_seconds",
    "Time from receiving a command until its commit is stored.",
    buckets=_FAST_BUCKETS,
    registry=REGISTRY,
)
BATCH_DECIDE_SECONDS = Histogram(
    "bluemoon_batch_decide_duration_seconds",
    "Time to decide a batch of commands.",
    buckets=_FAST_BUCKETS,
    registry=REGISTRY,
)
BATCH_APPEND_SECONDS = Histogram(
    "bluemoon_batch_append_duration_seconds",
    "Time to append a batch, including the disk sync with durability `always`.",
    buckets=_FAST_BUCKETS,
    registry=REGISTRY,
)
BATCH_LOAD_SECONDS = Histogram(
    "bluemoon_batch_load_duration_seconds",
    "Time to load the tables of a batch that were not cached.",
    buckets=_FAST_BUCKETS,
    registry=REGISTRY,
)
BATCH_COMMANDS = Histogram(
    "bluemoon_batch_commands", "Commands per batch.", buckets=_SIZE_BUCKETS, registry=REGISTRY
)
COMMITS = Counter("bluemoon_commits", "Appended commits.", registry=REGISTRY)
EVENTS = Counter("bluemoon_events", "Events in appended commits.", registry=REGISTRY)
APPEND_CONFLICTS = Counter(
    "bluemoon_append_conflicts",
    "Commands decided again because their table had changed.",
    registry=REGISTRY,
)
DUPLICATE_COMMANDS = Counter(
    "bluemoon_duplicate_commands", "Commands that already had an outcome.", registry=REGISTRY
)
FENCED_BATCHES = Counter(
    "bluemoon_fenced_batches",
    "Batches refused because another engine owned the shard.",
    registry=REGISTRY,
)
DEFERRED_BATCHES = Counter(
    "bluemoon_deferred_batches",
    "Batches deferred because older commands of the shard were pending.",
    registry=REGISTRY,
)
CACHE_LOOKUPS = Counter(
    "bluemoon_cache_lookups", "Table cache lookups, by result.", ("result",), registry=REGISTRY
)
CACHED_TABLES = Gauge("bluemoon_cached_tables", "Tables in the cache.", registry=REGISTRY)
SNAPSHOTS = Counter("bluemoon_snapshots", "Snapshots written.", registry=REGISTRY)
UNUSABLE_SNAPSHOTS = Counter(
    "bluemoon_unusable_snapshots",
    "Snapshots that could not be used; the table was loaded from all its commits.",
    registry=REGISTRY,
)
DEAD_LETTERS = Counter(
    "bluemoon_dead_letters",
    "Commands that became dead letters.",
    registry=REGISTRY,
)
EXPIRED_DEADLINES = Counter(
    "bluemoon_expired_deadlines", "Deadlines that expired and were enforced.", registry=REGISTRY
)
OVERDUE_DEADLINE_SECONDS = Gauge(
    "bluemoon_overdue_deadline_seconds",
    "Time since the oldest deadline that is not enforced yet.",
    registry=REGISTRY,
)
READY = Gauge("bluemoon_ready", "1 if the service is ready, 0 otherwise.", registry=REGISTRY)
SERVER_MEMORY_RATIO = Gauge(
    "bluemoon_server_memory_ratio",
    "Used share of the memory limit, on the fullest server.",
    registry=REGISTRY,
)
SHARDS = Gauge("bluemoon_shards", "Shards in this deployment.", registry=REGISTRY)
SHARDS_OWNED = Gauge(
    "bluemoon_shards_owned",
    "Shards owned by this engine: it owns their first command stream.",
    registry=REGISTRY,
)
COMMAND_STREAMS = Gauge(
    "bluemoon_command_streams", "Command streams that engines read now.", registry=REGISTRY
)
COMMAND_STREAMS_OWNED = Gauge(
    "bluemoon_command_streams_owned", "Command streams owned by this engine.", registry=REGISTRY
)
LAG_ENTRIES = Gauge(
    "bluemoon_lag_entries",
    "Entries a follower has not read yet, by shard.",
    ("shard", "follower"),
    registry=REGISTRY,
)
OLDEST_UNPROCESSED_SECONDS = Gauge(
    "bluemoon_oldest_unprocessed_seconds",
    "Age of the oldest entry a follower has not processed yet, by shard.",
    ("shard", "follower"),
    registry=REGISTRY,
)
HEARTBEAT_SECONDS = Gauge(
    "bluemoon_loop_heartbeat_timestamp_seconds",
    "Unix time of the last heartbeat of a loop.",
    ("loop",),
    registry=REGISTRY,
)
TRIMMED_ENTRIES = Counter(
    "bluemoon_trimmed_entries", "Trimmed stream entries.", ("stream",), registry=REGISTRY
)
REPLAY_MISMATCHES = Counter(
    "bluemoon_replay_mismatches",
    "Table histories that failed to replay. Must be 0.",
    registry=REGISTRY,
)
UNKNOWN_RULES = Counter(
    "bluemoon_unknown_rules",
    "Commands, requests and subscriptions refused because this release does not know the rules of "
    "their table. Must be 0.",
    registry=REGISTRY,
)
HTTP_REQUEST_SECONDS = Histogram(
    "bluemoon_http_request_duration_seconds",
    "Duration of gateway requests, including the wait for a command's outcome.",
    ("operation", "status"),
    buckets=_FAST_BUCKETS,
    registry=REGISTRY,
)
HTTP_REQUEST_SECONDS.labels("get_health", "200")
RATE_LIMITED_REQUESTS = Counter(
    "bluemoon_rate_limited_requests", "Requests refused by a rate limit.", registry=REGISTRY
)
WEBSOCKET_CONNECTIONS = Gauge(
    "bluemoon_websocket_connections", "Open WebSocket connections.", registry=REGISTRY
)
SSE_CONNECTIONS = Gauge(
    "bluemoon_sse_connections", "Open event streams (server-sent events).", registry=REGISTRY
)
SUBSCRIPTIONS = Gauge(
    "bluemoon_subscriptions",
    "Active subscriptions, by topic.",
    ("topic",),
    registry=REGISTRY,
)
for _topic in ("table", "lobby", "player"):
    SUBSCRIPTIONS.labels(_topic)
TABLE_SUBSCRIPTIONS_STARTED = Counter(
    "bluemoon_table_subscriptions_started",
    "Subscriptions to tables, by whether they start at the first commit or at a seq.",
    ("from",),
    registry=REGISTRY,
)
for _from in ("start", "seq"):
    TABLE_SUBSCRIPTIONS_STARTED.labels(_from)
SEND_QUEUE_FRAMES = Histogram(
    "bluemoon_send_queue_frames",
    "Frames queued for a client when a send starts.",
    buckets=_SIZE_BUCKETS,
    registry=REGISTRY,
)
COMMAND_DELIVERY_SECONDS = Histogram(
    "bluemoon_command_delivery_duration_seconds",
    "Time from receiving a command until a viewer is sent its commit.",
    buckets=_FAST_BUCKETS,
    registry=REGISTRY,
)
SLOW_CLIENTS = Counter(
    "bluemoon_slow_clients",
    "Connections closed because the client read too slowly.",
    registry=REGISTRY,
)
REFUSED_CLIENTS = Counter(
    "bluemoon_refused_clients",
    "Connections refused or ended by a limit: per process, per address, a slow or a large request.",
    ("limit",),
    registry=REGISTRY,
)
for _limit in ("process", "address", "slow_request", "large_request"):
    REFUSED_CLIENTS.labels(_limit)
DRAINED_CLIENTS = Counter(
    "bluemoon_drained_clients",
    "Connections closed because the service was stopping.",
    registry=REGISTRY,
)
APPLIED_COMMITS = Counter(
    "bluemoon_applied_commits",
    "Commits applied to a read model.",
    ("model",),
    registry=REGISTRY,
)
PARKED_TABLES = Gauge(
    "bluemoon_parked_tables",
    "Tables a read model has stopped following. Must be 0.",
    ("model",),
    registry=REGISTRY,
)
READ_MODEL_AGE_SECONDS = Gauge(
    "bluemoon_read_model_age_seconds",
    "Age of a read model: it contains everything that happened before.",
    ("model",),
    registry=REGISTRY,
)
REBUILD_REMAINING_TABLES = Gauge(
    "bluemoon_rebuild_remaining_tables",
    "Tables left to fold in the running rebuild.",
    ("model",),
    registry=REGISTRY,
)
READ_MODEL_WRITE_CONFLICTS = Counter(
    "bluemoon_read_model_write_conflicts",
    "Writes to a read model refused because another projector had written.",
    ("model",),
    registry=REGISTRY,
)
PROJECTOR_LEADER = Gauge(
    "bluemoon_projector_leader",
    "1 if this projector is the leader, 0 if it is on standby.",
    registry=REGISTRY,
)
for _model in ("tables", "players", "standings", "activity"):
    APPLIED_COMMITS.labels(_model)
    PARKED_TABLES.labels(_model)
    READ_MODEL_AGE_SECONDS.labels(_model)
    REBUILD_REMAINING_TABLES.labels(_model)
    READ_MODEL_WRITE_CONFLICTS.labels(_model)
WEBHOOK_ATTEMPTS = Counter(
    "bluemoon_webhook_attempts",
    "Webhook delivery attempts, by outcome.",
    ("outcome",),
    registry=REGISTRY,
)
for _outcome in ("delivered", "retry", "dead_letter"):
    WEBHOOK_ATTEMPTS.labels(_outcome)
WEBHOOK_DELIVERY_SECONDS = Histogram(
    "bluemoon_webhook_delivery_duration_seconds",
    "Time from a commit until the webhook receiver accepts its message.",
    buckets=_SLOW_BUCKETS,
    registry=REGISTRY,
)
WEBHOOK_WAITING_MESSAGES = Gauge(
    "bluemoon_webhook_waiting_messages", "Webhook messages waiting for delivery.", registry=REGISTRY
)
WEBHOOK_DEAD_LETTERS = Gauge(
    "bluemoon_webhook_dead_letters",
    "Webhook messages that became dead letters.",
    registry=REGISTRY,
)
