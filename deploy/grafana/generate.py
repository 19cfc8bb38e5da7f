"""Writes the dashboards: a list of panels here is easier to read and to review than their JSON.

python deploy/grafana/generate.py    writes deploy/grafana/dashboards/*.json
"""

import json
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent / "dashboards"
SOURCE = {"type": "prometheus", "uid": "prometheus"}
COLUMNS = 24
PANELS_A_ROW = 3
HEIGHT = 8


class Panel(NamedTuple):
    title: str
    unit: str
    """As Grafana names units: `s`, `bytes`, `short`, `reqps`, `percentunit`."""
    queries: dict[str, str]
    """What a line is called -> what it shows."""
    about: str = ""


class Row(NamedTuple):
    title: str
    panels: tuple[Panel, ...]


def quantiles(metric: str, selector: str = "") -> dict[str, str]:
    """The middle and the tail of a histogram."""
    rate = f"sum by (le) (rate({metric}_bucket{selector}[$__rate_interval]))"
    parts = {"p50": 0.5, "p99": 0.99}
    return {name: f"histogram_quantile({part}, {rate})" for name, part in parts.items()}


OVERVIEW = (
    Row(
        "Playing",
        (
            Panel(
                "Commands a second",
                "reqps",
                {
                    "{{outcome}} {{code}}": "sum by (outcome, code) "
                    "(rate(bluemoon_commands_total[$__rate_interval]))"
                },
                "Accepted, and rejected by reason.",
            ),
            Panel(
                "Commits and events a second",
                "short",
                {
                    "commits": "sum(rate(bluemoon_commits_total[$__rate_interval]))",
                    "events": "sum(rate(bluemoon_events_total[$__rate_interval]))",
                },
            ),
            Panel(
                "Games",
                "short",
                {
                    "opened a minute": "60 * sum(rate(bluemoon_commands_total"
                    '{kind="open_table", outcome="accepted"}[$__rate_interval]))',
                    "in memory": "sum(bluemoon_cached_games)",
                    "parked": "sum(bluemoon_parked_games)",
                },
            ),
            Panel("Waiting for an engine", "s", quantiles("bluemoon_command_waiting_seconds")),
            Panel("Deciding a batch", "s", quantiles("bluemoon_deciding_seconds")),
            Panel(
                "Appending a batch",
                "s",
                quantiles("bluemoon_appending_seconds"),
                "The script on the server, and its disk with durability `always`.",
            ),
            Panel(
                "From arrival to sent",
                "s",
                quantiles("bluemoon_arrival_to_sent_seconds"),
                "From a command's arrival until a viewer was sent what came of it.",
            ),
            Panel(
                "Calls to the gateway",
                "s",
                quantiles("bluemoon_call_seconds"),
                "Waiting for the outcome of a command is part of it.",
            ),
            Panel(
                "Calls by status",
                "reqps",
                {
                    "{{status}}": "sum by (status) "
                    "(rate(bluemoon_call_seconds_count[$__rate_interval]))",
                    "too many": "sum(rate(bluemoon_rate_limited_calls_total[$__rate_interval]))",
                },
            ),
        ),
    ),
    Row(
        "Keeping up",
        (
            Panel(
                "Lag",
                "short",
                {"{{follower}}": "sum by (follower) (bluemoon_lag_entries)"},
                "Entries behind the true head, over all shards.",
            ),
            Panel(
                "Age of the oldest unprocessed entry",
                "s",
                {
                    "{{follower}}": "max by (follower) (bluemoon_oldest_unprocessed_seconds)",
                    "read model {{model}}": "max by (model) (bluemoon_model_age_seconds)",
                },
            ),
            Panel(
                "Shards",
                "short",
                {
                    "owned": "sum(bluemoon_shards_owned)",
                    "there are": "max(bluemoon_shards)",
                    "{{instance}}": 'bluemoon_shards_owned{job="engine"}',
                },
            ),
            Panel(
                "Found in memory",
                "percentunit",
                {
                    "found": "sum(rate(bluemoon_cache_lookups_total"
                    '{found="yes"}[$__rate_interval]))'
                    " / sum(rate(bluemoon_cache_lookups_total[$__rate_interval]))"
                },
                "Games that an engine had in memory when a command came.",
            ),
            Panel(
                "Decided again",
                "short",
                {
                    "conflicts": "sum(rate(bluemoon_append_conflicts_total[$__rate_interval]))",
                    "fenced": "sum(rate(bluemoon_fenced_batches_total[$__rate_interval]))",
                    "behind": "sum(rate(bluemoon_behind_batches_total[$__rate_interval]))",
                    "repeated": "sum(rate(bluemoon_repeated_commands_total[$__rate_interval]))",
                },
            ),
            Panel(
                "Clocks",
                "s",
                {
                    "overdue": "max(bluemoon_overdue_deadline_seconds)",
                    "called a minute": "60 * sum(rate(bluemoon_times_called_total"
                    "[$__rate_interval]))",
                },
            ),
        ),
    ),
    Row(
        "Telling",
        (
            Panel(
                "Connections",
                "short",
                {
                    "sockets": "sum(bluemoon_open_sockets)",
                    "streams": "sum(bluemoon_open_streams)",
                },
            ),
            Panel(
                "Subscriptions",
                "short",
                {"{{topic}}": "sum by (topic) (bluemoon_subscriptions)"},
            ),
            Panel(
                "Clients dropped, refused and sent away, a minute",
                "short",
                {
                    "slow": "60 * sum(rate(bluemoon_slow_clients_total[$__rate_interval]))",
                    "refused: {{limit}}": "60 * sum by (limit) "
                    "(rate(bluemoon_refused_clients_total[$__rate_interval]))",
                    "drained": "60 * sum(rate(bluemoon_drained_clients_total[$__rate_interval]))",
                },
            ),
            Panel(
                "Webhooks",
                "reqps",
                {
                    "{{outcome}}": "sum by (outcome) "
                    "(rate(bluemoon_webhook_attempts_total[$__rate_interval]))"
                },
            ),
            Panel("From a commit to its webhook", "s", quantiles("bluemoon_webhook_seconds")),
            Panel(
                "Webhooks waiting and dead",
                "short",
                {
                    "waiting": "max(bluemoon_webhook_waiting)",
                    "dead": "max(bluemoon_webhook_dead)",
                },
            ),
        ),
    ),
    Row(
        "Trouble",
        (
            Panel(
                "Must be 0",
                "short",
                {
                    "dead letters in an hour": "sum(increase(bluemoon_dead_letters_total[1h]))",
                    "replay mismatches": "sum(bluemoon_replay_mismatches_total)",
                    "games parked": "sum(bluemoon_parked_games)",
                    "services not ready": "count(bluemoon_ready == 0) or vector(0)",
                },
            ),
            Panel("Up", "short", {"{{job}}": "sum by (job) (up)"}),
            Panel(
                "The server's memory",
                "percentunit",
                {"of its limit": "max(bluemoon_server_memory_ratio)"},
            ),
            Panel("Memory", "bytes", {"{{job}}": "sum by (job) (process_resident_memory_bytes)"}),
            Panel(
                "CPU",
                "percentunit",
                {"{{job}}": "sum by (job) (rate(process_cpu_seconds_total[$__rate_interval]))"},
                "Of one core.",
            ),
            Panel("Open files", "short", {"{{job}}": "sum by (job) (process_open_fds)"}),
        ),
    ),
)

OF_ONE = '{job="$service", instance=~"$instance"}'
ONE_SERVICE = (
    Row(
        "Process",
        (
            Panel("Ready", "short", {"{{instance}}": f"bluemoon_ready{OF_ONE}"}),
            Panel(
                "CPU",
                "percentunit",
                {"{{instance}}": f"rate(process_cpu_seconds_total{OF_ONE}[$__rate_interval])"},
                "Of one core.",
            ),
            Panel("Memory", "bytes", {"{{instance}}": f"process_resident_memory_bytes{OF_ONE}"}),
            Panel(
                "Open files",
                "short",
                {
                    "{{instance}}": f"process_open_fds{OF_ONE}",
                    "limit {{instance}}": f"process_max_fds{OF_ONE}",
                },
            ),
            Panel(
                "Garbage collections a minute",
                "short",
                {
                    "generation {{generation}}": "60 * sum by (generation) "
                    f"(rate(python_gc_collections_total{OF_ONE}[$__rate_interval]))"
                },
            ),
            Panel(
                "Since a loop last turned",
                "s",
                {
                    "{{loop}}": "time() - min by (loop) "
                    f"(bluemoon_loop_heartbeat_timestamp_seconds{OF_ONE})"
                },
            ),
        ),
    ),
    Row(
        "Work",
        (
            Panel(
                "Lag by shard",
                "short",
                {"{{follower}} {{shard}}": f"bluemoon_lag_entries{OF_ONE}"},
            ),
            Panel(
                "Age by shard",
                "s",
                {"{{follower}} {{shard}}": f"bluemoon_oldest_unprocessed_seconds{OF_ONE}"},
            ),
            Panel(
                "Commands in a batch",
                "short",
                quantiles("bluemoon_batch_commands", OF_ONE),
            ),
            Panel("Loading games", "s", quantiles("bluemoon_loading_seconds", OF_ONE)),
            Panel(
                "Calls by operation",
                "reqps",
                {
                    "{{operation}} {{status}}": "sum by (operation, status) "
                    f"(rate(bluemoon_call_seconds_count{OF_ONE}[$__rate_interval]))"
                },
            ),
            Panel(
                "Frames that wait for a client",
                "short",
                quantiles("bluemoon_send_queue_frames", OF_ONE),
            ),
            Panel(
                "Subscriptions by where they begin",
                "short",
                {
                    "{{begin}}": "sum by (begin) "
                    f"(rate(bluemoon_resumes_total{OF_ONE}[$__rate_interval]))"
                },
            ),
            Panel(
                "Into read models",
                "short",
                {
                    "{{model}}": "sum by (model) "
                    f"(rate(bluemoon_projected_commits_total{OF_ONE}[$__rate_interval]))",
                    "{{model}} refused": "sum by (model) "
                    f"(rate(bluemoon_refused_model_writes_total{OF_ONE}[$__rate_interval]))",
                    "{{model}} games left to rebuild": "max by (model) "
                    f"(bluemoon_rebuild_games_left{OF_ONE})",
                },
            ),
            Panel(
                "Snapshots and trimming a second",
                "short",
                {
                    "snapshots": f"sum(rate(bluemoon_snapshots_total{OF_ONE}[$__rate_interval]))",
                    "unusable": "sum(rate(bluemoon_unusable_snapshots_total"
                    f"{OF_ONE}[$__rate_interval]))",
                    "trimmed {{stream}}": "sum by (stream) "
                    f"(rate(bluemoon_trimmed_entries_total{OF_ONE}[$__rate_interval]))",
                },
            ),
        ),
    ),
)


def variable(name: str, query: str, *, many: bool) -> dict[str, Any]:
    return {
        "name": name,
        "label": name.capitalize(),
        "type": "query",
        "datasource": SOURCE,
        "query": {"query": query, "refId": name},
        "refresh": 2,
        "multi": many,
        "includeAll": many,
        "allValue": ".*" if many else None,
        "sort": 1,
    }


DASHBOARDS: dict[str, tuple[str, tuple[Row, ...], list[dict[str, Any]]]] = {
    "overview": ("Blue Moon: overview", OVERVIEW, []),
    "service": (
        "Blue Moon: one service",
        ONE_SERVICE,
        [
            variable("service", "label_values(bluemoon_ready, job)", many=False),
            variable(
                "instance", 'label_values(bluemoon_ready{job="$service"}, instance)', many=True
            ),
        ],
    ),
}


def dashboard(name: str) -> dict[str, Any]:
    title, rows, variables = DASHBOARDS[name]
    return {
        "uid": f"bluemoon-{name}",
        "title": title,
        "tags": ["bluemoon"],
        "schemaVersion": 39,
        "version": 1,
        "editable": False,
        "refresh": "10s",
        "time": {"from": "now-1h", "to": "now"},
        "templating": {"list": variables},
        "panels": laid_out(rows),
    }


def laid_out(rows: tuple[Row, ...]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    top = 0
    width = COLUMNS // PANELS_A_ROW
    for row in rows:
        found.append(
            {
                "id": len(found) + 1,
                "type": "row",
                "title": row.title,
                "collapsed": False,
                "panels": [],
                "gridPos": {"x": 0, "y": top, "w": COLUMNS, "h": 1},
            }
        )
        top += 1
        for place, panel in enumerate(row.panels):
            line, column = divmod(place, PANELS_A_ROW)
            where = {"x": column * width, "y": top + line * HEIGHT, "w": width, "h": HEIGHT}
            found.append(drawn(panel, len(found) + 1, where))
        top += HEIGHT * -(-len(row.panels) // PANELS_A_ROW)
    return found


def drawn(panel: Panel, number: int, where: dict[str, int]) -> dict[str, Any]:
    return {
        "id": number,
        "type": "timeseries",
        "title": panel.title,
        "description": panel.about,
        "datasource": SOURCE,
        "gridPos": where,
        "fieldConfig": {"defaults": {"unit": panel.unit, "min": 0}, "overrides": []},
        "options": {"legend": {"displayMode": "list", "placement": "bottom", "showLegend": True}},
        "targets": [
            {"refId": chr(ord("A") + place), "expr": query, "legendFormat": name}
            for place, (name, query) in enumerate(panel.queries.items())
        ],
    }


def rendered(name: str) -> str:
    return json.dumps(dashboard(name), indent=2) + "\n"


if __name__ == "__main__":
    for name in DASHBOARDS:
        (FOLDER / f"{name}.json").write_text(rendered(name))
