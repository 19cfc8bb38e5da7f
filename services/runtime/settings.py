"""Settings from the environment: documented here, checked at start, printed without secrets."""

import os
import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
from msgspec import Meta

from schemas.strict import Record

PREFIX = "BLUEMOON_"
EMBEDDED = "embedded"

Durability = Literal["always", "everysec"]
LogFormat = Literal["auto", "console", "json"]
LogLevel = Literal["debug", "info", "warning", "error"]


class SettingsError(ValueError):
    """A setting is wrong; the message names it, what was expected, and what came."""


class Settings(Record):
    server: Annotated[
        str,
        Meta(
            description="Where games are kept: `embedded`, `redis://host:port/0`, `rediss://...`, "
            "`unix:///path`, `redis+sentinel://host:port,host:port/master` or "
            "`redis+cluster://host:port,host:port`."
        ),
    ] = EMBEDDED
    data: Annotated[str, Meta(description="Folder of the embedded server.")] = ".bluemoon"
    durability: Annotated[
        Durability,
        Meta(
            description="`always`: an outcome is on disk before anyone hears of it. `everysec`: "
            "faster, and a crash of the server may lose its last second."
        ),
    ] = "always"
    shards: Annotated[
        int, Meta(ge=1, le=256, description="Parts the games are divided into. Fixed for good.")
    ] = 16
    batch_max: Annotated[int, Meta(ge=1, le=1000, description="Commands decided in one go.")] = 200
    cache_games: Annotated[int, Meta(ge=1, description="Games an engine keeps in memory.")] = 10_000
    snapshot_every: Annotated[
        int, Meta(ge=1, description="Commits between two snapshots of a game.")
    ] = 100
    lock_seconds: Annotated[
        float, Meta(ge=1, description="How long a silent engine keeps its shards.")
    ] = 5.0
    followers: Annotated[
        tuple[str, ...],
        Meta(description="Feed followers that trimming waits for, separated by commas."),
    ] = ()
    stream_minutes: Annotated[
        int, Meta(ge=1, description="How long outcomes, and a feed without followers, are kept.")
    ] = 60
    gateway_host: Annotated[str, Meta(description="Where the gateway listens.")] = "127.0.0.1"
    gateway_port: Annotated[int, Meta(ge=0, le=65535, description="The gateway's port.")] = 8080
    notifier_host: Annotated[str, Meta(description="Where the notifier listens.")] = "127.0.0.1"
    notifier_port: Annotated[int, Meta(ge=0, le=65535, description="The notifier's port.")] = 8081
    sockets_max: Annotated[
        int, Meta(ge=1, description="Sockets and event streams that a notifier takes.")
    ] = 10_000
    sockets_per_address_max: Annotated[
        int, Meta(ge=1, description="As many of them from one address.")
    ] = 500
    subscriptions_per_socket_max: Annotated[
        int, Meta(ge=1, description="Subscriptions that a socket may have.")
    ] = 64
    send_queue_frames_max: Annotated[
        int, Meta(ge=2, description="Frames that may wait for a client; one more is too slow.")
    ] = 256
    send_queue_kib_max: Annotated[int, Meta(ge=1, description="The same in KiB.")] = 256
    stalled_seconds: Annotated[
        float, Meta(gt=0, description="How long a client may take nothing of what waits for it.")
    ] = 20.0
    idle_seconds: Annotated[
        float, Meta(gt=0, description="How long a socket may stay without a subscription.")
    ] = 60.0
    alive_seconds: Annotated[
        float, Meta(gt=0, description="A client that is sent nothing gets a sign of life after.")
    ] = 15.0
    ping_seconds: Annotated[
        float, Meta(gt=0, description="Between two pings of a socket, and until the answer.")
    ] = 20.0
    drain_seconds: Annotated[
        float, Meta(ge=0, description="How long clients may take to go when a notifier stops.")
    ] = 5.0
    trusted_proxies: Annotated[
        tuple[str, ...],
        Meta(
            description="Whose `X-Forwarded-For` gateway and notifier believe, separated by commas."
        ),
    ] = ()
    allowed_origins: Annotated[
        tuple[str, ...],
        Meta(description="Pages of which origins may call us, separated by commas."),
    ] = ()
    platform_keys: Annotated[
        tuple[str, ...],
        Meta(
            description="`name:key` of each platform, separated by commas; a name twice while its "
            "key changes. Made when empty."
        ),
    ] = ()
    token_keys: Annotated[
        tuple[str, ...],
        Meta(description="`name:key` that sign seat tokens; the first signs, all are accepted."),
    ] = ()
    token_seconds: Annotated[int, Meta(ge=60, description="How long a seat token is good.")] = (
        24 * 3600
    )
    client_calls_per_second: Annotated[
        float,
        Meta(ge=0, description="How often a seat, spectator or address may call; 0: no limit."),
    ] = 50.0
    platform_calls_per_second: Annotated[
        float, Meta(ge=0, description="How often a platform may call; 0: no limit.")
    ] = 2000.0
    game_commands_per_second: Annotated[
        float, Meta(ge=0, description="How many commands a game takes; 0: no limit.")
    ] = 50.0
    webhook_allow_private: Annotated[
        bool, Meta(description="`true` lets webhooks lead to addresses that are not public.")
    ] = False
    guests: Annotated[
        bool,
        Meta(
            description="May anyone open tables and sit down without a platform? `bluemoon up` "
            "says yes."
        ),
    ] = False
    guest_tables_per_minute: Annotated[
        float, Meta(ge=0, description="How many tables an address may open so; 0: no limit.")
    ] = 10.0
    guest_token_seconds: Annotated[
        int,
        Meta(
            ge=60, description="How long a guest's seat token is good: nobody gives them another."
        ),
    ] = 30 * 24 * 3600
    live_url: Annotated[
        str,
        Meta(
            pattern=r"^(wss?://[^\s/]+\S*)?$",
            description="Where pages reach the notifier, `wss://live.example`; when empty at the "
            "gateway's host and the notifier's port.",
        ),
    ] = ""
    web_folder: Annotated[
        str,
        Meta(
            description="Folder of the built browser client; when empty `web/dist` of this "
            "project, if it is there."
        ),
    ] = ""
    health_host: Annotated[str, Meta(description="Where /metrics, /live, /ready listen.")] = (
        "127.0.0.1"
    )
    health_port: Annotated[
        int, Meta(ge=0, le=65535, description="Their port; 0 takes a free one.")
    ] = 0
    log_level: Annotated[LogLevel, Meta(description="What is worth a line.")] = "info"
    log_format: Annotated[
        LogFormat, Meta(description="`auto` is coloured on a terminal and JSON elsewhere.")
    ] = "auto"


_LISTS = ("followers", "trusted_proxies", "allowed_origins", "platform_keys", "token_keys")
_SECRETS = ("platform_keys", "token_keys")


def read_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """Settings as the environment gives them. Raises SettingsError."""
    environment = os.environ if environment is None else environment
    given: dict[str, Any] = {}
    for name, value in environment.items():
        if not name.startswith(PREFIX):
            continue
        field = name.removeprefix(PREFIX).lower()
        if field not in Settings.__struct_fields__:
            known = ", ".join(PREFIX + known.upper() for known in Settings.__struct_fields__)
            raise SettingsError(f"{name} is no setting; there are: {known}")
        given[field] = _split(value) if field in _LISTS else value
    try:
        settings = msgspec.convert(given, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise SettingsError(_explain(str(error), given)) from error
    for field in _SECRETS:
        if not all(":" in key for key in getattr(settings, field)):
            raise SettingsError(f"{PREFIX}{field.upper()}: expected name:key, separated by commas")
    return settings


def _split(value: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in value.split(",") if part.strip())


def _explain(error: str, given: dict[str, Any]) -> str:
    found = re.search(r"\$\.(\w+)", error)
    field = found.group(1) if found else ""
    reason = error.split(" - at ", maxsplit=1)[0]
    return f"{PREFIX}{field.upper()}: {reason}, got {given.get(field)!r}"


def described() -> list[tuple[str, str, str]]:
    """Name, default and meaning of every setting."""
    defaults = Settings()
    rows = []
    for field, hint in get_type_hints(Settings, include_extras=True).items():
        meaning = next(mark.description for mark in hint.__metadata__ if mark.description)
        rows.append((PREFIX + field.upper(), _shown(getattr(defaults, field)), meaning))
    return rows


def environment_of(settings: Settings) -> dict[str, str]:
    """The settings as a process that we start reads them: with passwords."""
    return {
        PREFIX + field.upper(): _shown(getattr(settings, field))
        for field in Settings.__struct_fields__
    }


def printable(settings: Settings) -> dict[str, str]:
    """Every setting, with passwords and keys left out."""
    shown = {}
    for field in Settings.__struct_fields__:
        value = getattr(settings, field)
        if field in _SECRETS:
            value = tuple(key.split(":", 1)[0] + ":***" for key in value)
        shown[field] = without_password(_shown(value))
    return shown


def without_password(url: str) -> str:
    """An address fit for logs. A password may hold anything, an `@` or a slash too."""
    url = re.sub(r"(://[^:@/]*):.*@", r"\1:***@", url)
    return re.sub(r"(\bpassword=)[^&]*", r"\1***", url)


def _shown(value: object) -> str:
    return ",".join(value) if isinstance(value, tuple) else str(value)
