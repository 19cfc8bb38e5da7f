"""Every metric and every log field, named once. Never a game or a player as a label."""

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
GAME = "game"
SEQ = "seq"
COMMAND = "command"
SHARD = "shard"
ENTRY = "entry"
MODEL = "model"

_FAST = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
_PATIENT = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200)
_SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)

COMMANDS = Counter(
    "bluemoon_commands",
    "Commands that got an outcome.",
    ("kind", "outcome", "code"),
    registry=REGISTRY,
)
WAITING_SECONDS = Histogram(
    "bluemoon_command_waiting_seconds",
    "From arrival until an engine took the command up.",
    buckets=_FAST,
    registry=REGISTRY,
)
ARRIVAL_TO_COMMIT_SECONDS = Histogram(
    "bluemoon_arrival_to_commit_seconds",
    "From a command's arrival until its commit is kept.",
    buckets=_FAST,
    registry=REGISTRY,
)
DECIDING_SECONDS = Histogram(
    "bluemoon_deciding_seconds",
    "Deciding one batch.",
    buckets=_FAST,
    registry=REGISTRY,
)
APPENDING_SECONDS = Histogram(
    "bluemoon_appending_seconds",
    "Appending one batch: the script, and the disk with durability `always`.",
    buckets=_FAST,
    registry=REGISTRY,
)
LOADING_SECONDS = Histogram(
    "bluemoon_loading_seconds",
    "Loading the games of a batch that were not in memory.",
    buckets=_FAST,
    registry=REGISTRY,
)
BATCH_COMMANDS = Histogram(
    "bluemoon_batch_commands", "Commands in a batch.", buckets=_SIZES, registry=REGISTRY
)
COMMITS = Counter("bluemoon_commits", "Commits appended.", registry=REGISTRY)
EVENTS = Counter("bluemoon_events", "Events in appended commits.", registry=REGISTRY)
CONFLICTS = Counter(
    "bluemoon_append_conflicts",
    "Commands decided on an old state, decided again.",
    registry=REGISTRY,
)
REPEATED = Counter(
    "bluemoon_repeated_commands", "Commands that had an outcome already.", registry=REGISTRY
)
FENCED = Counter(
    "bluemoon_fenced_batches",
    "Batches refused because the shard had a new owner.",
    registry=REGISTRY,
)
BEHIND = Counter(
    "bluemoon_behind_batches",
    "Batches put back because older commands were still pending.",
    registry=REGISTRY,
)
CACHE = Counter(
    "bluemoon_cache_lookups", "Games looked for in memory.", ("found",), registry=REGISTRY
)
CACHED_GAMES = Gauge("bluemoon_cached_games", "Games in memory.", registry=REGISTRY)
SNAPSHOTS = Counter("bluemoon_snapshots", "Snapshots written.", registry=REGISTRY)
SNAPSHOTS_UNUSABLE = Counter(
    "bluemoon_unusable_snapshots",
    "Snapshots that could not be used; their games were read from all their commits.",
    registry=REGISTRY,
)
DEAD_LETTERS = Counter(
    "bluemoon_dead_letters",
    "Commands put aside because the engine failed on them.",
    registry=REGISTRY,
)
TIMES_CALLED = Counter(
    "bluemoon_times_called", "Deadlines that passed and were called.", registry=REGISTRY
)
OVERDUE_SECONDS = Gauge(
    "bluemoon_overdue_deadline_seconds",
    "How long ago the oldest deadline passed that is not yet decided on.",
    registry=REGISTRY,
)
READY = Gauge("bluemoon_ready", "1 while the service can do its work.", registry=REGISTRY)
SERVER_MEMORY = Gauge(
    "bluemoon_server_memory_ratio",
    "Memory that the fullest server uses, of what it may use.",
    registry=REGISTRY,
)
SHARDS = Gauge("bluemoon_shards", "Shards there are, as engines know.", registry=REGISTRY)
SHARDS_OWNED = Gauge("bluemoon_shards_owned", "Shards this engine owns.", registry=REGISTRY)
LAG_ENTRIES = Gauge(
    "bluemoon_lag_entries",
    "Entries behind the true head, by shard and follower.",
    ("shard", "follower"),
    registry=REGISTRY,
)
OLDEST_SECONDS = Gauge(
    "bluemoon_oldest_unprocessed_seconds",
    "Age of the oldest entry not yet processed, by shard and follower.",
    ("shard", "follower"),
    registry=REGISTRY,
)
HEARTBEAT_SECONDS = Gauge(
    "bluemoon_loop_heartbeat_timestamp_seconds",
    "When a loop last turned.",
    ("loop",),
    registry=REGISTRY,
)
TRIMMED = Counter(
    "bluemoon_trimmed_entries", "Stream entries trimmed away.", ("stream",), registry=REGISTRY
)
REPLAY_MISMATCHES = Counter(
    "bluemoon_replay_mismatches", "Histories that did not replay. Must be 0.", registry=REGISTRY
)
CALLS = Histogram(
    "bluemoon_call_seconds",
    "Calls to the gateway, by operation and status; waiting for an outcome is part of it.",
    ("operation", "status"),
    buckets=_FAST,
    registry=REGISTRY,
)
CALLS.labels("get_health", "200")
RATE_LIMITED = Counter(
    "bluemoon_rate_limited_calls", "Calls refused because of a rate.", registry=REGISTRY
)
OPEN_SOCKETS = Gauge("bluemoon_open_sockets", "Sockets that are open.", registry=REGISTRY)
OPEN_STREAMS = Gauge("bluemoon_open_streams", "Streams of events that are open.", registry=REGISTRY)
SUBSCRIPTIONS = Gauge(
    "bluemoon_subscriptions",
    "Subscriptions of sockets and streams, by topic.",
    ("topic",),
    registry=REGISTRY,
)
for _topic in ("game", "lobby", "player"):
    SUBSCRIPTIONS.labels(_topic)
RESUMES = Counter(
    "bluemoon_resumes",
    "Subscriptions to games, by where they begin.",
    ("begin",),
    registry=REGISTRY,
)
for _begin in ("start", "version"):
    RESUMES.labels(_begin)
SEND_QUEUE_FRAMES = Histogram(
    "bluemoon_send_queue_frames",
    "Frames that wait for a client when sending to it begins.",
    buckets=_SIZES,
    registry=REGISTRY,
)
ARRIVAL_TO_SENT_SECONDS = Histogram(
    "bluemoon_arrival_to_sent_seconds",
    "From a command's arrival until a viewer was sent what came of it.",
    buckets=_FAST,
    registry=REGISTRY,
)
SLOW_CLIENTS = Counter(
    "bluemoon_slow_clients",
    "Sockets and streams closed because they took too little, too late.",
    registry=REGISTRY,
)
REFUSED_CLIENTS = Counter(
    "bluemoon_refused_clients",
    "Sockets and streams refused because there were too many, here or from one address.",
    ("limit",),
    registry=REGISTRY,
)
for _limit in ("process", "address"):
    REFUSED_CLIENTS.labels(_limit)
DRAINED_CLIENTS = Counter(
    "bluemoon_drained_clients",
    "Sockets and streams sent away because the service was to stop.",
    registry=REGISTRY,
)
PROJECTED = Counter(
    "bluemoon_projected_commits",
    "Commits that went into a read model.",
    ("model",),
    registry=REGISTRY,
)
PARKED = Gauge(
    "bluemoon_parked_games",
    "Games that a read model has stopped following. Must be 0.",
    ("model",),
    registry=REGISTRY,
)
MODEL_AGE_SECONDS = Gauge(
    "bluemoon_model_age_seconds", "How old a read model may be.", ("model",), registry=REGISTRY
)
REBUILD_LEFT = Gauge(
    "bluemoon_rebuild_games_left",
    "Games still to be folded by the rebuild that is going on.",
    ("model",),
    registry=REGISTRY,
)
REFUSED_WRITES = Counter(
    "bluemoon_refused_model_writes",
    "Writes to a read model refused because somebody else had written.",
    ("model",),
    registry=REGISTRY,
)
PROJECTING = Gauge(
    "bluemoon_projecting", "1 while this projector is the one that writes.", registry=REGISTRY
)
for _model in ("tables", "players", "standings", "activity"):
    PROJECTED.labels(_model)
    PARKED.labels(_model)
    MODEL_AGE_SECONDS.labels(_model)
    REBUILD_LEFT.labels(_model)
    REFUSED_WRITES.labels(_model)
WEBHOOK_ATTEMPTS = Counter(
    "bluemoon_webhook_attempts",
    "Webhook messages that were sent, by what came of it.",
    ("outcome",),
    registry=REGISTRY,
)
for _outcome in ("delivered", "again", "dead"):
    WEBHOOK_ATTEMPTS.labels(_outcome)
WEBHOOK_SECONDS = Histogram(
    "bluemoon_webhook_seconds",
    "From a commit until a webhook's receiver has taken its message.",
    buckets=_PATIENT,
    registry=REGISTRY,
)
WEBHOOKS_WAITING = Gauge(
    "bluemoon_webhook_waiting", "Webhook messages that are to be sent.", registry=REGISTRY
)
WEBHOOKS_DEAD = Gauge(
    "bluemoon_webhook_dead", "Webhook messages that were given up.", registry=REGISTRY
)
