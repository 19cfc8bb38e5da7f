"""Settings, read from environment variables."""

import os
import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
from msgspec import Meta

from schemas.record import Record

PREFIX = "BLUEMOON_"
EMBEDDED = "embedded"
KEY_BYTES_MIN = 32

Durability = Literal["always", "everysec"]
IdleTablePolicy = Literal["void", "resign"]
LogFormat = Literal["auto", "console", "json"]
LogLevel = Literal["debug", "info", "warning", "error"]


class SettingsError(ValueError):
    """A setting is invalid. The message names the setting, the expected and the actual value."""


class Settings(Record):
    server: Annotated[
        str,
        Meta(
            description="Address of the Redis or Valkey server: `embedded`, `redis://host:port/0`, "
            "`rediss://...`, `unix:///path`, "
            "`redis+sentinel://host:port,host:port/master` or "
            "`redis+cluster://host:port,host:port`. `user:password@` may precede a host."
        ),
    ] = EMBEDDED
    data: Annotated[str, Meta(description="Data folder of the embedded server.")] = ".bluemoon"
    durability: Annotated[
        Durability,
        Meta(
            description="`always`: an outcome is on disk before it is sent. `everysec`: faster, "
            "but a server crash can lose the last second."
        ),
    ] = "always"
    shards: Annotated[
        int,
        Meta(
            ge=0,
            le=256,
            description="Number of shards. It can't change once tables exist. `0`: as stored, or "
            "4 for a new server. More of them cost more per move; the number of command streams in "
            "each can change.",
        ),
    ] = 0
    batch_max: Annotated[
        int,
        Meta(
            ge=1, le=1000, description="Maximum number of commands an engine decides in one batch."
        ),
    ] = 200
    cache_tables: Annotated[
        int, Meta(ge=1, description="Number of tables an engine keeps in memory.")
    ] = 10_000
    snapshot_every: Annotated[
        int, Meta(ge=1, description="Number of commits between two snapshots of a table.")
    ] = 100
    lock_seconds: Annotated[
        float,
        Meta(ge=1, description="Time until the shards of an unresponsive engine become free."),
    ] = 5.0
    followers: Annotated[
        tuple[str, ...],
        Meta(
            description="Names of the feed followers that trimming waits for, separated by commas."
        ),
    ] = ()
    stream_minutes: Annotated[
        int,
        Meta(ge=1, description="How long to keep outcomes, and the feed if it has no followers."),
    ] = 60
    open_table_hours: Annotated[
        float,
        Meta(
            ge=0,
            description="Close a table whose game has not started after this long without a "
            "change. 0 means never.",
        ),
    ] = 168.0
    idle_table_hours: Annotated[
        float,
        Meta(
            ge=0,
            description="End a running table without a clock after this long without a move. 0 "
            "means never.",
        ),
    ] = 720.0
    idle_table_policy: Annotated[
        IdleTablePolicy,
        Meta(
            description="How such a table ends. `void`: without a result. `resign`: the seats that "
            "have to act resign."
        ),
    ] = "void"
    gateway_host: Annotated[str, Meta(description="Host the gateway listens on.")] = "127.0.0.1"
    gateway_port: Annotated[
        int, Meta(ge=0, le=65535, description="Port the gateway listens on.")
    ] = 8080
    notifier_host: Annotated[str, Meta(description="Host the notifier listens on.")] = "127.0.0.1"
    notifier_port: Annotated[
        int, Meta(ge=0, le=65535, description="Port the notifier listens on.")
    ] = 8081
    sockets_max: Annotated[
        int,
        Meta(
            ge=1,
            description="Maximum number of open connections per notifier (WebSockets and event "
            "streams).",
        ),
    ] = 10_000
    sockets_per_address_max: Annotated[
        int,
        Meta(
            ge=1,
            description="Maximum number of WebSockets and event streams per client address "
            "(IPv6: per /64 network).",
        ),
    ] = 500
    http_connections_per_address_max: Annotated[
        int,
        Meta(
            ge=1,
            description="Maximum number of HTTP connections to a gateway or notifier per client "
            "address (IPv6: per /64 network). Trusted proxies are not limited.",
        ),
    ] = 500
    subscriptions_per_socket_max: Annotated[
        int, Meta(ge=1, description="Maximum number of subscriptions per connection.")
    ] = 64
    send_queue_frames_max: Annotated[
        int,
        Meta(
            ge=2,
            description="Maximum number of frames queued for a client. A client that exceeds it is "
            "disconnected.",
        ),
    ] = 256
    send_queue_kib_max: Annotated[
        int, Meta(ge=1, description="Maximum size of the frames queued for a client, in KiB.")
    ] = 256
    stalled_seconds: Annotated[
        float,
        Meta(
            gt=0, description="Disconnect a client that reads nothing from its queue for this long."
        ),
    ] = 20.0
    idle_seconds: Annotated[
        float, Meta(gt=0, description="Disconnect a client that has no subscription for this long.")
    ] = 60.0
    heartbeat_seconds: Annotated[
        float,
        Meta(
            gt=0, description="Send a heartbeat to a client after this long without another frame."
        ),
    ] = 15.0
    ping_seconds: Annotated[
        float,
        Meta(gt=0, description="Interval between WebSocket pings, and timeout for the reply."),
    ] = 20.0
    drain_seconds: Annotated[
        float, Meta(ge=0, description="Time clients get to disconnect when a notifier stops.")
    ] = 5.0
    trusted_proxies: Annotated[
        tuple[str, ...],
        Meta(
            description="Addresses of the proxies whose `X-Forwarded-For` header is trusted, "
            "separated by commas."
        ),
    ] = ()
    allowed_origins: Annotated[
        tuple[str, ...],
        Meta(
            description="Origins of the web pages that may call the API and open live connections, "
            "separated by commas. Pages of the service's own host always may."
        ),
    ] = ()
    platform_keys: Annotated[
        tuple[str, ...],
        Meta(
            description="`name:key` of each platform, separated by commas. List a name twice while "
            "its key is rotated. If empty, a key is generated."
        ),
    ] = ()
    operator_keys: Annotated[
        tuple[str, ...],
        Meta(
            description="`name:key` of each operator, separated by commas. If empty, a key is "
            "generated."
        ),
    ] = ()
    shared_lobbies: Annotated[
        tuple[str, ...],
        Meta(
            description="Platforms whose listed tables, players and standings anyone may see, "
            "separated by commas. Platforms added at run time have a switch of their own."
        ),
    ] = ("own", "guests")
    token_keys: Annotated[
        tuple[str, ...],
        Meta(
            description="`name:key` pairs that sign seat tokens, separated by commas. The first "
            "one signs; all are accepted. If empty, a key is generated."
        ),
    ] = ()
    token_seconds: Annotated[int, Meta(ge=60, description="Lifetime of a seat token.")] = 24 * 3600
    token_renewal_days: Annotated[
        int,
        Meta(
            ge=1,
            description="How long after its first issue a token can be renewed, in days. Then the "
            "platform mints a new one.",
        ),
    ] = 30
    client_calls_per_second: Annotated[
        float,
        Meta(
            ge=0,
            description="Request rate limit per token and address, or per address for requests "
            "without a valid token. 0 means no limit.",
        ),
    ] = 50.0
    platform_calls_per_second: Annotated[
        float, Meta(ge=0, description="Request rate limit per platform. 0 means no limit.")
    ] = 2000.0
    seat_commands_per_second: Annotated[
        float, Meta(ge=0, description="Command rate limit per seat. 0 means no limit.")
    ] = 50.0
    webhook_allow_private: Annotated[
        bool, Meta(description="`true` allows webhook URLs with private addresses.")
    ] = False
    guests: Annotated[
        bool,
        Meta(
            description="`true` lets anyone open tables and play without a platform. `bluemoon up` "
            "turns it on."
        ),
    ] = False
    guest_tables_per_minute: Annotated[
        float,
        Meta(
            ge=0,
            description="Tables guests may open per minute and address. 0 means no limit.",
        ),
    ] = 10.0
    guest_tables_per_address_max: Annotated[
        int,
        Meta(
            ge=1,
            description="Maximum number of unfinished tables that guests of one address have "
            "opened (IPv6: per /64 network).",
        ),
    ] = 100
    guest_tables_max: Annotated[
        int,
        Meta(ge=1, description="Maximum number of unfinished tables that guests have opened."),
    ] = 5_000
    name_reports_per_minute: Annotated[
        float,
        Meta(
            ge=0,
            description="Names an address may report per minute. 0 means no limit.",
        ),
    ] = 5.0
    guest_token_seconds: Annotated[
        int,
        Meta(
            ge=60,
            description="Lifetime of a guest's seat token. A guest can't get a new one from a "
            "platform.",
        ),
    ] = 30 * 24 * 3600
    live_url: Annotated[
        str,
        Meta(
            pattern=r"^(wss?://[^\s/]+\S*)?$",
            description="Public URL of the notifier, such as `wss://live.example`. If empty, pages "
            "use the gateway's host and the notifier's port.",
        ),
    ] = ""
    web_folder: Annotated[
        str,
        Meta(
            description="Folder of the built browser client. If empty, `web/dist` of this project "
            "is used if it exists."
        ),
    ] = ""
    health_host: Annotated[
        str, Meta(description="Host that /metrics, /live and /ready listen on.")
    ] = "127.0.0.1"
    health_port: Annotated[
        int,
        Meta(
            ge=0,
            le=65535,
            description="Port that /metrics, /live and /ready listen on. 0 picks a free port.",
        ),
    ] = 0
    dice_seed: Annotated[
        str,
        Meta(
            description="For tests and development only: makes the dice deterministic. The seed of "
            "a table is derived from this text and the command that opens the table; "
            "bots choose deterministically, too. If empty, dice are random."
        ),
    ] = ""
    log_level: Annotated[LogLevel, Meta(description="Lowest level that is logged.")] = "info"
    log_format: Annotated[
        LogFormat, Meta(description="`auto` logs colored text on a terminal and JSON otherwise.")
    ] = "auto"


_LISTS = (
    "followers",
    "operator_keys",
    "trusted_proxies",
    "allowed_origins",
    "platform_keys",
    "shared_lobbies",
    "token_keys",
)
_SECRETS = ("platform_keys", "operator_keys", "token_keys")


def read_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Read the settings from environment variables. Raises SettingsError."""
    environment = os.environ if environment is None else environment
    values: dict[str, Any] = {}
    for name, value in environment.items():
        if not name.startswith(PREFIX):
            continue
        field = name.removeprefix(PREFIX).lower()
        if field not in Settings.__struct_fields__:
            known = ", ".join(PREFIX + known.upper() for known in Settings.__struct_fields__)
            raise SettingsError(f"unknown setting {name}; known settings: {known}")
        values[field] = _split(value) if field in _LISTS else value
    try:
        settings = msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise SettingsError(_explain(str(error), values)) from error
    for field in _SECRETS:
        for entry in getattr(settings, field):
            _check_key(PREFIX + field.upper(), entry)
    return settings


def _check_key(variable: str, entry: str) -> None:
    """Refuse a key that is easy to guess. The message never contains the key."""
    name, separator, key = entry.partition(":")
    if not separator or not name:
        raise SettingsError(f"{variable}: expected name:key, separated by commas")
    if len(key.encode()) < KEY_BYTES_MIN:
        raise SettingsError(
            f"{variable}: expected a key of at least {KEY_BYTES_MIN} bytes, "
            f"the key of {name!r} has {len(key.encode())}; generate one with: openssl rand -hex 32"
        )


def risky_settings(settings: Settings) -> list[str]:
    """Return a warning for each setting that is valid but weakens the protection of users."""
    warnings = []
    if "*" in settings.trusted_proxies:
        warnings.append(
            f"{PREFIX}TRUSTED_PROXIES is *: every client can choose the address that its rate "
            "limits are counted under"
        )
    if "*" in settings.allowed_origins:
        warnings.append(
            f"{PREFIX}ALLOWED_ORIGINS is *: every web page can call the API from its visitors' "
            "browsers"
        )
    return warnings


def _split(value: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in value.split(",") if part.strip())


def _explain(error: str, values: dict[str, Any]) -> str:
    match = re.search(r"\$\.(\w+)", error)
    field = match.group(1) if match else ""
    reason = error.split(" - at ", maxsplit=1)[0]
    return f"{PREFIX}{field.upper()}: {reason}, got {values.get(field)!r}"


def describe_settings() -> list[tuple[str, str, str]]:
    """Return the variable name, default and description of every setting."""
    defaults = Settings()
    rows = []
    for field, hint in get_type_hints(Settings, include_extras=True).items():
        description = next(meta.description for meta in hint.__metadata__ if meta.description)
        rows.append((PREFIX + field.upper(), _format(getattr(defaults, field)), description))
    return rows


def to_environment(settings: Settings) -> dict[str, str]:
    """Return the environment variables for a child process, with secrets."""
    return {
        PREFIX + field.upper(): _format(getattr(settings, field))
        for field in Settings.__struct_fields__
    }


def masked_settings(settings: Settings) -> dict[str, str]:
    """Return every setting as text, with passwords and keys replaced by `***`."""
    texts = {}
    for field in Settings.__struct_fields__:
        value = getattr(settings, field)
        if field in _SECRETS:
            value = tuple(key.split(":", 1)[0] + ":***" for key in value)
        texts[field] = hide_password(_format(value))
    return texts


def hide_password(url: str) -> str:
    """Replace the password in a URL by `***`. It may contain an unescaped `@` or slash."""
    url = re.sub(r"(://[^:@/]*):.*@", r"\1:***@", url)
    return re.sub(r"(\bpassword=)[^&]*", r"\1***", url)


def _format(value: object) -> str:
    return ",".join(value) if isinstance(value, tuple) else str(value)
