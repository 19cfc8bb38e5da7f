"""Settings: defaults, bounds, errors and hidden passwords."""

from typing import get_type_hints

import pytest

from services.runtime.operations.settings import (
    KEY_BYTES_MIN,
    PREFIX,
    Settings,
    SettingsError,
    describe_settings,
    hide_password,
    masked_settings,
    read_settings,
    risky_settings,
)
from tests.services.servers import SERVER_VARIABLE

KEY = "a key for tests that has 40 bytes or so"


def test_has_defaults() -> None:
    assert read_settings({}) == Settings()


def test_ignores_variables_without_prefix() -> None:
    assert read_settings({"HOME": "/root", "SHARDS": "3"}) == Settings()


def test_reads_every_setting() -> None:
    values = {
        "server": "redis://db:6379/0",
        "data": "games",
        "durability": "everysec",
        "shards": "32",
        "batch_max": "100",
        "cache_tables": "7",
        "snapshot_every": "5",
        "lock_seconds": "2.5",
        "followers": "projector, notifier",
        "stream_minutes": "10",
        "gateway_host": "0.0.0.0",
        "gateway_port": "80",
        "notifier_host": "0.0.0.0",
        "notifier_port": "81",
        "sockets_max": "2",
        "sockets_per_address_max": "1",
        "http_connections_per_address_max": "2",
        "subscriptions_per_socket_max": "3",
        "send_queue_frames_max": "4",
        "send_queue_kib_max": "5",
        "stalled_seconds": "1.5",
        "idle_seconds": "2.5",
        "heartbeat_seconds": "3.5",
        "ping_seconds": "4.5",
        "drain_seconds": "5.5",
        "trusted_proxies": "10.0.0.1,10.0.0.2",
        "allowed_origins": "https://play.example",
        "platform_keys": f"mine:{KEY}, yours:{KEY}:too",
        "operator_keys": f"amber:{KEY}",
        "shared_lobbies": "mine,guests",
        "token_keys": f"new:{KEY},old:{KEY}",
        "token_seconds": "60",
        "token_renewal_days": "7",
        "open_table_hours": "1.5",
        "idle_table_hours": "0.0",
        "idle_table_policy": "resign",
        "client_calls_per_second": "5.5",
        "platform_calls_per_second": "0.0",
        "seat_commands_per_second": "10.0",
        "guests": "True",
        "guest_tables_per_minute": "2.0",
        "guest_tables_per_address_max": "5",
        "guest_tables_max": "50",
        "name_reports_per_minute": "4.0",
        "guest_token_seconds": "120",
        "live_url": "wss://live.example",
        "web_folder": "web/dist",
        "webhook_allow_private": "True",
        "health_host": "0.0.0.0",
        "health_port": "9100",
        "dice_seed": "fixed",
        "log_level": "debug",
        "log_format": "json",
    }
    assert values.keys() == set(Settings.__struct_fields__)
    settings = read_settings({PREFIX + name.upper(): text for name, text in values.items()})
    assert settings.followers == ("projector", "notifier")
    assert settings.lock_seconds == 2.5
    texts = masked_settings(settings)
    assert texts == values | {
        "followers": "projector,notifier",
        "platform_keys": "mine:***,yours:***",
        "operator_keys": "amber:***",
        "token_keys": "new:***,old:***",
    }
    assert settings.platform_keys == (f"mine:{KEY}", f"yours:{KEY}:too")


@pytest.mark.parametrize("name", ["BLUEMOON_PLATFORM_KEYS", "BLUEMOON_TOKEN_KEYS"])
def test_rejects_a_key_without_a_name_and_does_not_print_it(name: str) -> None:
    with pytest.raises(SettingsError) as error:
        read_settings({name: f"mine:{KEY},bare"})
    assert str(error.value) == f"{name}: expected name:key, separated by commas"


@pytest.mark.parametrize("key", ["", "short", "x" * (KEY_BYTES_MIN - 1)])
@pytest.mark.parametrize("name", ["BLUEMOON_PLATFORM_KEYS", "BLUEMOON_TOKEN_KEYS"])
def test_refuses_empty_and_short_keys_and_does_not_print_them(name: str, key: str) -> None:
    with pytest.raises(SettingsError) as error:
        read_settings({name: f"mine:{KEY},weak:{key}"})
    message = str(error.value)
    assert message.startswith(
        f"{name}: expected a key of at least 32 bytes, the key of 'weak' has {len(key)};"
    )
    assert KEY not in message
    assert not key or key not in message.replace("openssl", "")


def test_warns_of_any_proxy_and_any_origin() -> None:
    assert risky_settings(Settings(trusted_proxies=("10.0.0.1",))) == []
    warnings = risky_settings(Settings(trusted_proxies=("*",), allowed_origins=("*",)))
    assert [warning.split()[0] for warning in warnings] == [
        "BLUEMOON_TRUSTED_PROXIES",
        "BLUEMOON_ALLOWED_ORIGINS",
    ]


@pytest.mark.parametrize(
    ("field", "lowest", "highest"),
    [
        ("shards", 0, 256),
        ("batch_max", 1, 1000),
        ("cache_tables", 1, None),
        ("snapshot_every", 1, None),
        ("lock_seconds", 1, None),
        ("stream_minutes", 1, None),
        ("sockets_max", 1, None),
        ("sockets_per_address_max", 1, None),
        ("http_connections_per_address_max", 1, None),
        ("subscriptions_per_socket_max", 1, None),
        ("send_queue_frames_max", 2, None),
        ("send_queue_kib_max", 1, None),
        ("drain_seconds", 0, None),
        ("health_port", 0, 65535),
    ],
)
def test_checks_bounds(field: str, lowest: int, highest: int | None) -> None:
    name = PREFIX + field.upper()
    assert getattr(read_settings({name: str(lowest)}), field) == lowest
    with pytest.raises(SettingsError, match=rf"^{name}: .*{lowest}.*got '{lowest - 1}'"):
        read_settings({name: str(lowest - 1)})
    if highest is not None:
        assert getattr(read_settings({name: str(highest)}), field) == highest
        with pytest.raises(SettingsError, match=rf"^{name}: .*{highest}.*got '{highest + 1}'"):
            read_settings({name: str(highest + 1)})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("durability", "sometimes"),
        ("log_level", "loud"),
        ("log_format", "xml"),
        ("shards", "many"),
        ("shards", "1.5"),
        ("lock_seconds", "soon"),
        ("health_port", ""),
    ],
)
def test_rejects_invalid_values(field: str, value: str) -> None:
    name = PREFIX + field.upper()
    with pytest.raises(SettingsError, match=rf"^{name}: .*got '{value}'"):
        read_settings({name: value})


@pytest.mark.parametrize("name", ["BLUEMOON_SHARD", "BLUEMOON_", SERVER_VARIABLE])
def test_rejects_unknown_settings(name: str) -> None:
    with pytest.raises(SettingsError, match=rf"^unknown setting {name}.*BLUEMOON_SHARDS"):
        read_settings({name: "1"})


def test_variable_names_are_case_insensitive() -> None:
    assert read_settings({"BLUEMOON_server": "redis://db:1/0"}).server == "redis://db:1/0"


def test_describes_every_setting() -> None:
    rows = describe_settings()
    assert [name for name, _, _ in rows] == [PREFIX + f.upper() for f in get_type_hints(Settings)]
    assert all(description.endswith(".") for _, _, description in rows)
    defaults = {name: default for name, default, _ in rows}
    assert defaults["BLUEMOON_SHARDS"] == "0"
    assert defaults["BLUEMOON_FOLLOWERS"] == ""


SECRET = "hunter2"


@pytest.mark.parametrize(
    "url",
    [
        f"redis://:{SECRET}@db:6379/0",
        f"redis://me:{SECRET}@db:6379/0",
        f"rediss://me:{SECRET}@db:6379/0",
        f"redis://:x@y{SECRET}@db:6379/0",
        f"redis://:x/{SECRET}@db:6379/0",
        f"redis://db:6379/0?password={SECRET}",
        f"redis://db:6379/0?username=me&password={SECRET}&db=1",
        f"unix://me:{SECRET}@/run/redis.sock",
        f"redis+cluster://:{SECRET}@a:1,b:2",
        f"redis+sentinel://:{SECRET}@a:1,b:2/main",
    ],
)
def test_hides_passwords(url: str) -> None:
    texts = masked_settings(Settings(server=url))
    assert SECRET not in str(texts)
    assert "***" in texts["server"]


@pytest.mark.parametrize("url", ["embedded", "redis://db:6379/0", "redis+cluster://a:1,b:2"])
def test_keeps_urls_without_password(url: str) -> None:
    assert hide_password(url) == url
