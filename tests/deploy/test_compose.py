"""compose.yaml: its commands, settings, files and ports exist."""

import re
import stat
from pathlib import Path
from typing import Any

import pytest
import redis
import yaml  # type: ignore[import-untyped]

from services.notifier.webhooks.feed_follower import FOLLOWER as WEBHOOKS
from services.projector.projector import FOLLOWER as PROJECTOR
from services.runtime.operations.settings import Settings, describe_settings, read_settings
from services.runtime.server.users import SERVER_USERS
from tests.cli.runner import call
from tests.deploy.queries import DEPLOY
from tests.deploy.server_script import ADMIN, PASSWORDS, run_server_script

ROOT = DEPLOY.parent
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"] == "bluemoon:local"}
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
EXAMPLE = (DEPLOY / ".env.example").read_text()


def image_environment() -> dict[str, str]:
    return dict(re.findall(r"(BLUEMOON_[A-Z_]+)=(\S+)", DOCKERFILE))


def substitute(value: str) -> str:
    """Substitute variables like compose, with sample values for required ones."""
    value = re.sub(r"\$\{\w+_KEYS:\?[^}]*\}", f"amber:{'k' * 32}", value)
    value = re.sub(r"\$\{\w+:\?[^}]*\}", "secret", value)
    return re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", value)


def settings_of(name: str) -> Settings:
    environment = OURS[name].get("environment", {})
    values = {key: substitute(value) for key, value in environment.items()}
    return read_settings(image_environment() | values)


def test_runs_every_part_of_the_system() -> None:
    parts = {"server", "engine", "gateway", "notifier", "projector", "bots", "operator"}
    assert set(SERVICES) == parts | {"prometheus", "grafana"}


@pytest.mark.parametrize("name", sorted(set(OURS) - {"operator"}))
def test_commands_and_options_exist(name: str) -> None:
    command, *options = OURS[name]["command"]
    result = call(command, "--help", env={"COLUMNS": "200"})
    assert result.exit_code == 0, f"`bluemoon {command}` does not exist"
    for option in (option for option in options if option.startswith("--")):
        assert option in result.output


@pytest.mark.parametrize("name", OURS)
def test_variables_are_valid_settings(name: str) -> None:
    known = {setting for setting, _, _ in describe_settings()}
    assert set(OURS[name].get("environment", {})) | set(image_environment()) <= known
    settings = settings_of(name)
    assert settings.log_format == "json"
    if name != "bots":
        assert settings.server == f"redis://{name}:secret@server:6379/0"
        assert set(settings.followers) == {PROJECTOR, WEBHOOKS}


def test_every_service_has_a_user_of_its_own() -> None:
    assert {user.name for user in SERVER_USERS} == set(OURS) - {"bots"}
    variables = {f"{user.name.upper()}_PASSWORD" for user in SERVER_USERS}
    assert variables < set(SERVICES["server"]["environment"])
    for name in set(OURS) - {"bots"}:
        given = re.findall(r"\$\{(\w+PASSWORD)", str(OURS[name]["environment"]))
        assert given == [f"{name.upper()}_PASSWORD"], "no service knows another's password"


def test_services_generate_no_keys() -> None:
    """Their file system is read-only, and two processes would generate different keys."""
    assert settings_of("gateway").operator_keys
    for name in ("gateway", "notifier"):
        assert settings_of(name).platform_keys
        assert settings_of(name).token_keys


def test_the_server_is_safe(tmp_path: Path) -> None:
    server = SERVICES["server"]
    assert server["command"] == ["sh", "/server.sh"]
    assert server["user"] == "valkey"
    assert "server-data:/data" in server["volumes"]
    assert "./users.acl:/users.acl:ro" in server["volumes"]
    with run_server_script(tmp_path) as script:
        assert stat.S_IMODE(script.configuration.stat().st_mode) == 0o600
        for file in ("cmdline", "environ"):
            shown = Path(f"/proc/{script.process.pid}/{file}").read_text()
            assert not [password for password in PASSWORDS.values() if password in shown]
        with pytest.raises(redis.AuthenticationError):
            redis.Redis(port=script.port).ping()
        with script.client(ADMIN) as client:
            actual = client.config_get("append*", "maxmemory*", "save")
    assert actual["appendonly"] == "yes"
    assert actual["appendfsync"] == settings_of("engine").durability == "always"
    assert actual["maxmemory-policy"] == "noeviction"
    assert actual["maxmemory"] == str(64 * 1024 * 1024)


def test_containers_have_limits_and_no_password_on_a_command_line() -> None:
    for name, service in {**OURS, "server": SERVICES["server"]}.items():
        assert service["pids_limit"], name
        assert service["cpus"], name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert name == "server" or service["mem_limit"], "the server has a limit of its own"
    for name, service in SERVICES.items():
        assert not re.search("PASSWORD|KEY", str(service.get("command"))), name


def test_mounted_files_and_volumes_exist() -> None:
    for service in SERVICES.values():
        for mount in service.get("volumes", ()):
            source = mount.split(":")[0]
            assert (
                (DEPLOY / source).exists()
                if source.startswith(".")
                else (source in COMPOSE["volumes"])
            ), mount


def test_ports_are_open_on_this_machine_only_and_lead_to_who_listens_there() -> None:
    listening = {
        "gateway": settings_of("gateway").gateway_port,
        "notifier": settings_of("notifier").notifier_port,
        "prometheus": 9090,
        "grafana": 3000,
    }
    published = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert published == {name: [f"127.0.0.1:{p}:{p}"] for name, p in listening.items()}
    exposed = re.findall(r"^EXPOSE (.*)$", DOCKERFILE, re.MULTILINE)[0].split()
    assert exposed == ["8080", "8081", str(settings_of("engine").health_port)]


def test_prometheus_scrapes_every_service() -> None:
    config = yaml.safe_load((DEPLOY / "prometheus" / "prometheus.yml").read_text())
    targets = {
        job["job_name"]: (entry["names"], entry["port"])
        for job in config["scrape_configs"]
        for entry in job["dns_sd_configs"]
    }
    scraped = [name for name in OURS if not OURS[name].get("healthcheck", {}).get("disable")]
    assert targets == {name: ([name], settings_of(name).health_port) for name in scraped}
    assert f"127.0.0.1:{settings_of('engine').health_port}/live" in DOCKERFILE


def test_services_restart_wait_for_the_server_and_have_time_to_stop() -> None:
    restart = {name: service["restart"] for name, service in SERVICES.items()}
    assert restart.pop("operator") == "no", "it runs one command"
    assert set(restart.values()) == {"unless-stopped"}
    for name, service in OURS.items():
        assert all(
            dependency["condition"] == "service_healthy"
            for dependency in service["depends_on"].values()
        )
        assert int(service["stop_grace_period"].removesuffix("s")) >= 30
        assert service["read_only"], name
        assert service["cap_drop"] == ["ALL"]
    assert "healthcheck" in SERVICES["server"]


def test_secrets_are_in_the_example_and_not_in_repository_or_image() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    variables = set(re.findall(r"\$\{(\w+)", text))
    examples = dict(re.findall(r"^(\w+)=(.*)$", EXAMPLE, re.MULTILINE))
    assert set(examples) == variables
    required = set(re.findall(r"\$\{(\w+):\?", text))
    assert {name for name in required if examples[name]} == set(), "examples contain no secrets"
    assert "deploy/.env" in (ROOT / ".gitignore").read_text().splitlines()
    assert "!deploy/image" in (ROOT / ".dockerignore").read_text().splitlines()
    assert not re.search(r"^!deploy/?$", (ROOT / ".dockerignore").read_text(), re.MULTILINE)


def test_copied_files_exist_and_are_not_ignored() -> None:
    included = {
        line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] == "!"
    }
    copied = re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.MULTILINE)
    for source in (Path(word) for words in copied for word in words.split()):
        assert (ROOT / source).exists()
        assert {str(source), str(source.parent)} & included, f"{source} is ignored"


def test_does_not_run_as_root() -> None:
    stage = DOCKERFILE.rpartition("\nFROM ")[2]
    users = re.findall(r"^USER (\S+)$", stage, re.MULTILINE)
    assert users == ["10001"]
    assert 'ENTRYPOINT ["bluemoon"]' in stage
