"""Generate the Grafana dashboards. A list of panels is easier to review than their JSON.

`make dashboards` runs this script. It writes deploy/grafana/dashboards/*.json.
"""

import json
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent / "dashboards"
DATASOURCE = {"type": "prometheus", "uid": "prometheus"}
COLUMNS = 24
PANELS_PER_ROW = 3
PANEL_HEIGHT = 8


class Panel(NamedTuple):
    title: str
    unit: str
    """A Grafana unit: `s`, `bytes`, `short`, `reqps`, `percentunit`."""
    queries: dict[str, str]
    """Legend -> query."""
    description: str = ""


class Row(NamedTuple):
    title: str
    panels: tuple[Panel, ...]


def quantiles(metric: str, selector: str = "") -> dict[str, str]:
    """Return queries for the median and the 99th percentile of a histogram."""
    rate = f"sum by (le) (rate({metric}_bucket{selector}[$__rate_interval]))"
    quantile_of = {"p50": 0.5, "p99": 0.99}
    return {name: f"histogram_quantile({value}, {rate})" for name, value in quantile_of.items()}


OVERVIEW = (
    Row(
        "Commands",
        (
            Panel(
                "Commands per second",
                "reqps",
                {
                    "{{outcome}} {{code}}": "sum by (outcome, code) "
                    "(rate(bluemoon_commands_total[$__rate_interval]))"
                },
                "Accepted commands, and rejected commands by code.",
            ),
            Panel(
                "Commits and events per second",
                "short",
                {
                    "commits": "sum(rate(bluemoon_commits_total[$__rate_interval]))",
                    "events": "sum(rate(bluemoon_events_total[$__rate_interval]))",
                },
            ),
            Panel(
                "Tables",
                "short",
                {
                    "opened per minute": "60 * sum(rate(bluemoon_commands_total"
                    '{action="open_table", outcome="accepted"}[$__rate_interval]))',
                    "cached": "sum(bluemoon_cached_tables)",
                    "parked": "sum(bluemoon_parked_tables)",
                },
            ),
            Panel(
                "Command queue time",
                "s",
                quantiles("bluemoon_command_queue_duration_seconds"),
                "Time from receiving a command until an engine starts deciding it.",
            ),
            Panel("Batch decide time", "s", quantiles("bluemoon_batch_decide_duration_seconds")),
            Panel(
                "Batch append time",
                "s",
                quantiles("bluemoon_batch_append_duration_seconds"),
                "Includes the disk sync with durability `always`.",
            ),
            Panel(
                "Command to delivery",
                "s",
                quantiles("bluemoon_command_delivery_duration_seconds"),
                "Time from receiving a command until a viewer is sent its commit.",
            ),
            Panel(
                "Gateway response time",
                "s",
                quantiles("bluemoon_http_request_duration_seconds"),
                "Includes the wait for a command's outcome.",
            ),
            Panel(
                "Gateway requests per second by status",
                "reqps",
                {
                    "{{status}}": "sum by (status) "
                    "(rate(bluemoon_http_request_duration_seconds_count[$__rate_interval]))",
                    "rate limited": "sum(rate("
                    "bluemoon_rate_limited_requests_total[$__rate_interval]))",
                },
            ),
        ),
    ),
    Row(
        "Lag and shards",
        (
            Panel(
                "Lag in entries",
                "short",
                {"{{follower}}": "sum by (follower) (bluemoon_lag_entries)"},
                "Stream entries that a follower has not read yet, in all shards together.",
            ),
            Panel(
                "Age of the oldest unprocessed entry",
                "s",
                {
                    "{{follower}}": "max by (follower) (bluemoon_oldest_unprocessed_seconds)",
                    "read model {{model}}": "max by (model) (bluemoon_read_model_age_seconds)",
                },
            ),
            Panel(
                "Command streams",
                "short",
                {
                    "owned": "sum(bluemoon_command_streams_owned)",
                    "total": "max(bluemoon_command_streams)",
                    "{{instance}}": 'bluemoon_command_streams_owned{job="engine"}',
                },
            ),
            Panel(
                "Cache hit ratio",
                "percentunit",
                {
                    "hits": "sum(rate(bluemoon_cache_lookups_total"
                    '{result="hit"}[$__rate_interval]))'
                    " / sum(rate(bluemoon_cache_lookups_total[$__rate_interval]))"
                },
                "Share of table lookups that the engine's cache answered.",
            ),
            Panel(
                "Conflicts and duplicates per second",
                "short",
                {
                    "conflicts": "sum(rate(bluemoon_append_conflicts_total[$__rate_interval]))",
                    "fenced": "sum(rate(bluemoon_fenced_batches_total[$__rate_interval]))",
                    "deferred": "sum(rate(bluemoon_deferred_batches_total[$__rate_interval]))",
                    "duplicates": "sum(rate(bluemoon_duplicate_commands_total[$__rate_interval]))",
                },
                "Conflicts: commands decided again because their table had changed. "
                "Fenced: batches refused because another engine owned the shard. "
                "Deferred: batches that had to wait for older commands. "
                "Duplicates: commands that already had an outcome.",
            ),
            Panel(
                "Overdue deadlines",
                "s",
                {"oldest": "max(bluemoon_overdue_deadline_seconds)"},
                "Time since the oldest deadline that is not enforced yet.",
            ),
            Panel(
                "Expired deadlines per minute",
                "short",
                {
                    "expired": "60 * sum(rate(bluemoon_expired_deadlines_total[$__rate_interval]))",
                },
                "Deadlines of seats whose time was up, enforced by an engine.",
            ),
        ),
    ),
    Row(
        "Delivery",
        (
            Panel(
                "Connections",
                "short",
                {
                    "WebSockets": "sum(bluemoon_websocket_connections)",
                    "event streams": "sum(bluemoon_sse_connections)",
                },
            ),
            Panel(
                "Subscriptions",
                "short",
                {"{{topic}}": "sum by (topic) (bluemoon_subscriptions)"},
            ),
            Panel(
                "Clients disconnected or refused per minute",
                "short",
                {
                    "slow": "60 * sum(rate(bluemoon_slow_clients_total[$__rate_interval]))",
                    "refused: {{limit}}": "60 * sum by (limit) "
                    "(rate(bluemoon_refused_clients_total[$__rate_interval]))",
                    "drained": "60 * sum(rate(bluemoon_drained_clients_total[$__rate_interval]))",
                },
            ),
            Panel(
                "Webhook attempts per second",
                "reqps",
                {
                    "{{outcome}}": "sum by (outcome) "
                    "(rate(bluemoon_webhook_attempts_total[$__rate_interval]))"
                },
            ),
            Panel(
                "Commit to webhook delivery",
                "s",
                quantiles("bluemoon_webhook_delivery_duration_seconds"),
            ),
            Panel(
                "Webhook messages",
                "short",
                {
                    "waiting": "max(bluemoon_webhook_waiting_messages)",
                    "dead letters": "max(bluemoon_webhook_dead_letters)",
                },
            ),
        ),
    ),
    Row(
        "Problems and resources",
        (
            Panel(
                "Problems (must be 0)",
                "short",
                {
                    "dead letters, last hour": "sum(increase(bluemoon_dead_letters_total[1h]))",
                    "replay mismatches": "sum(bluemoon_replay_mismatches_total)",
                    "unknown rules": "sum(increase(bluemoon_unknown_rules_total[1h]))",
                    "parked tables": "sum(bluemoon_parked_tables)",
                    "services not ready": "count(bluemoon_ready == 0) or vector(0)",
                },
            ),
            Panel("Instances up", "short", {"{{job}}": "sum by (job) (up)"}),
            Panel(
                "Server memory",
                "percentunit",
                {"used": "max(bluemoon_server_memory_ratio)"},
                "Used share of the memory limit, on the fullest server.",
            ),
            Panel(
                "Service memory",
                "bytes",
                {"{{job}}": "sum by (job) (process_resident_memory_bytes)"},
            ),
            Panel(
                "CPU",
                "percentunit",
                {"{{job}}": "sum by (job) (rate(process_cpu_seconds_total[$__rate_interval]))"},
                "1 is one core.",
            ),
            Panel("Open files", "short", {"{{job}}": "sum by (job) (process_open_fds)"}),
        ),
    ),
)

SELECTOR = '{job="$service", instance=~"$instance"}'
SERVICE = (
    Row(
        "Process",
        (
            Panel("Ready", "short", {"{{instance}}": f"bluemoon_ready{SELECTOR}"}),
            Panel(
                "CPU",
                "percentunit",
                {"{{instance}}": f"rate(process_cpu_seconds_total{SELECTOR}[$__rate_interval])"},
                "1 is one core.",
            ),
            Panel("Memory", "bytes", {"{{instance}}": f"process_resident_memory_bytes{SELECTOR}"}),
            Panel(
                "Open files",
                "short",
                {
                    "{{instance}}": f"process_open_fds{SELECTOR}",
                    "limit {{instance}}": f"process_max_fds{SELECTOR}",
                },
            ),
            Panel(
                "Garbage collections per minute",
                "short",
                {
                    "generation {{generation}}": "60 * sum by (generation) "
                    f"(rate(python_gc_collections_total{SELECTOR}[$__rate_interval]))"
                },
            ),
            Panel(
                "Time since a loop's last heartbeat",
                "s",
                {
                    "{{loop}}": "time() - min by (loop) "
                    f"(bluemoon_loop_heartbeat_timestamp_seconds{SELECTOR})"
                },
            ),
        ),
    ),
    Row(
        "Work",
        (
            Panel(
                "Lag in entries by shard",
                "short",
                {"{{follower}} {{shard}}": f"bluemoon_lag_entries{SELECTOR}"},
            ),
            Panel(
                "Age of the oldest unprocessed entry by shard",
                "s",
                {"{{follower}} {{shard}}": f"bluemoon_oldest_unprocessed_seconds{SELECTOR}"},
            ),
            Panel(
                "Commands per batch",
                "short",
                quantiles("bluemoon_batch_commands", SELECTOR),
            ),
            Panel(
                "Batch load time", "s", quantiles("bluemoon_batch_load_duration_seconds", SELECTOR)
            ),
            Panel(
                "Requests per second by operation",
                "reqps",
                {
                    "{{operation}} {{status}}": "sum by (operation, status) "
                    f"(rate(bluemoon_http_request_duration_seconds_count{SELECTOR}[$__rate_interval]))"
                },
            ),
            Panel(
                "Frames queued per client",
                "short",
                quantiles("bluemoon_send_queue_frames", SELECTOR),
            ),
            Panel(
                "Table subscriptions started per second",
                "short",
                {
                    "from {{from}}": "sum by (from) "
                    f"(rate(bluemoon_table_subscriptions_started_total{SELECTOR}[$__rate_interval]))"
                },
            ),
            Panel(
                "Read models",
                "short",
                {
                    "{{model}} commits per second": "sum by (model) "
                    f"(rate(bluemoon_applied_commits_total{SELECTOR}[$__rate_interval]))",
                    "{{model}} write conflicts per second": "sum by (model) "
                    f"(rate(bluemoon_read_model_write_conflicts_total{SELECTOR}[$__rate_interval]))",
                    "{{model}} tables left to rebuild": "max by (model) "
                    f"(bluemoon_rebuild_remaining_tables{SELECTOR})",
                },
            ),
            Panel(
                "Snapshots and trimmed entries per second",
                "short",
                {
                    "snapshots": f"sum(rate(bluemoon_snapshots_total{SELECTOR}[$__rate_interval]))",
                    "unusable": "sum(rate(bluemoon_unusable_snapshots_total"
                    f"{SELECTOR}[$__rate_interval]))",
                    "trimmed {{stream}}": "sum by (stream) "
                    f"(rate(bluemoon_trimmed_entries_total{SELECTOR}[$__rate_interval]))",
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
        "datasource": DATASOURCE,
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
        SERVICE,
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
        "panels": lay_out(rows),
    }


def lay_out(rows: tuple[Row, ...]) -> list[dict[str, Any]]:
    panels: list[dict[str, Any]] = []
    top = 0
    width = COLUMNS // PANELS_PER_ROW
    for row in rows:
        panels.append(
            {
                "id": len(panels) + 1,
                "type": "row",
                "title": row.title,
                "collapsed": False,
                "panels": [],
                "gridPos": {"x": 0, "y": top, "w": COLUMNS, "h": 1},
            }
        )
        top += 1
        for index, panel in enumerate(row.panels):
            line, column = divmod(index, PANELS_PER_ROW)
            grid_pos = {
                "x": column * width,
                "y": top + line * PANEL_HEIGHT,
                "w": width,
                "h": PANEL_HEIGHT,
            }
            panels.append(render_panel(panel, len(panels) + 1, grid_pos))
        top += PANEL_HEIGHT * -(-len(row.panels) // PANELS_PER_ROW)
    return panels


def render_panel(panel: Panel, panel_id: int, grid_pos: dict[str, int]) -> dict[str, Any]:
    return {
        "id": panel_id,
        "type": "timeseries",
        "title": panel.title,
        "description": panel.description,
        "datasource": DATASOURCE,
        "gridPos": grid_pos,
        "fieldConfig": {"defaults": {"unit": panel.unit, "min": 0}, "overrides": []},
        "options": {"legend": {"displayMode": "list", "placement": "bottom", "showLegend": True}},
        "targets": [
            {"refId": chr(ord("A") + index), "expr": query, "legendFormat": legend}
            for index, (legend, query) in enumerate(panel.queries.items())
        ],
    }


def render(name: str) -> str:
    return json.dumps(dashboard(name), indent=2) + "\n"


if __name__ == "__main__":
    for name in DASHBOARDS:
        (FOLDER / f"{name}.json").write_text(render(name))
