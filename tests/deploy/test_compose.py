"""compose.yaml: commands, settings, files and ports that it names are there."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from services.notifier.webhooks.follower import FOLLOWER as WEBHOOKS
from services.projector.projector import FOLLOWER as PROJECTOR
from services.runtime.settings import Settings, described, read_settings
from tests.cli.calling import call
from tests.deploy.watched import DEPLOY

ROOT = DEPLOY.parent
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {name: one for name, one in SERVICES.items() if one["image"] == "bluemoon:local"}
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()
EXAMPLE = (DEPLOY / ".env.example").read_text()


def image_environment() -> dict[str, str]:
    return dict(re.findall(r"(BLUEMOON_[A-Z_]+)=(\S+)", DOCKERFILE))


def filled_in(value: str) -> str:
    """As compose would, with something for everything that has to be given."""
    value = re.sub(r"\$\{\w+_KEYS:\?[^}]*\}", "amber:key", value)
    value = re.sub(r"\$\{\w+:\?[^}]*\}", "secret", value)
    return re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", value)


def settings_of(name: str) -> Settings:
    given = OURS[name].get("environment", {})
    filled = {key: filled_in(value) for key, value in given.items()}
    return read_settings(image_environment() | filled)


def test_every_part_of_the_system_runs() -> None:
    wanted = {"server", "engine", "gateway", "notifier", "projector", "bots"}
    assert set(SERVICES) == wanted | {"prometheus", "grafana"}


@pytest.mark.parametrize("name", OURS)
def test_every_command_is_one_of_ours_with_options_it_has(name: str) -> None:
    command, *options = OURS[name]["command"]
    shown = call(command, "--help", env={"COLUMNS": "200"})
    assert shown.exit_code == 0, f"there is no `bluemoon {command}`"
    for option in (option for option in options if option.startswith("--")):
        assert option in shown.output


@pytest.mark.parametrize("name", OURS)
def test_every_variable_is_a_setting_and_its_value_is_taken(name: str) -> None:
    known = {setting for setting, _, _ in described()}
    assert set(OURS[name].get("environment", {})) | set(image_environment()) <= known
    settings = settings_of(name)
    assert settings.log_format == "json"
    if name != "bots":
        assert settings.server == "redis://:secret@server:6379/0"
        assert set(settings.followers) == {PROJECTOR, WEBHOOKS}


def test_the_server_is_one_that_services_accept() -> None:
    words = SERVICES["server"]["command"][1:]
    given = dict(zip(words[::2], words[1::2], strict=True))
    assert given["--appendonly"] == "yes"
    assert given["--appendfsync"] == settings_of("engine").durability == "always"
    assert given["--maxmemory-policy"] == "noeviction"
    assert "server-data:/data" in SERVICES["server"]["volumes"]


def test_every_file_and_volume_that_is_mounted_is_there() -> None:
    for one in SERVICES.values():
        for mount in one.get("volumes", ()):
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
    published = {name: one["ports"] for name, one in SERVICES.items() if "ports" in one}
    assert published == {name: [f"127.0.0.1:{p}:{p}"] for name, p in listening.items()}
    exposed = re.findall(r"^EXPOSE (.*)$", DOCKERFILE, re.MULTILINE)[0].split()
    assert exposed == ["8080", "8081", str(settings_of("engine").health_port)]


def test_prometheus_finds_every_service_at_its_port() -> None:
    config = yaml.safe_load((DEPLOY / "prometheus" / "prometheus.yml").read_text())
    found = {
        job["job_name"]: (entry["names"], entry["port"])
        for job in config["scrape_configs"]
        for entry in job["dns_sd_configs"]
    }
    watched = [name for name in OURS if not OURS[name].get("healthcheck", {}).get("disable")]
    assert found == {name: ([name], settings_of(name).health_port) for name in watched}
    assert f"127.0.0.1:{settings_of('engine').health_port}/live" in DOCKERFILE


def test_everything_starts_again_waits_for_its_server_and_has_time_to_stop() -> None:
    assert all(one["restart"] == "unless-stopped" for one in SERVICES.values())
    for name, one in OURS.items():
        assert all(on["condition"] == "service_healthy" for on in one["depends_on"].values())
        assert int(one["stop_grace_period"].removesuffix("s")) >= 30
        assert one["read_only"], name
        assert one["cap_drop"] == ["ALL"]
    assert "healthcheck" in SERVICES["server"]


def test_every_secret_has_a_place_in_the_example_and_stays_out_of_repository_and_image() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    asked = set(re.findall(r"\$\{(\w+)", text))
    offered = dict(re.findall(r"^(\w+)=(.*)$", EXAMPLE, re.MULTILINE))
    assert set(offered) == asked
    required = set(re.findall(r"\$\{(\w+):\?", text))
    assert {name for name in required if offered[name]} == set(), "an example is no secret"
    assert "deploy/.env" in (ROOT / ".gitignore").read_text().splitlines()
    assert "!deploy/image" in (ROOT / ".dockerignore").read_text().splitlines()
    assert not re.search(r"^!deploy/?$", (ROOT / ".dockerignore").read_text(), re.MULTILINE)


def test_everything_that_the_image_is_made_of_is_there_and_not_ignored() -> None:
    kept = {
        line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] == "!"
    }
    copied = re.findall(r"^COPY (?!--from)(.*) \S+$", DOCKERFILE, re.MULTILINE)
    for source in (Path(word) for words in copied for word in words.split()):
        assert (ROOT / source).exists()
        assert {str(source), str(source.parent)} & kept, f"{source} is ignored"


def test_nothing_runs_as_root() -> None:
    stage = DOCKERFILE.rpartition("\nFROM ")[2]
    users = re.findall(r"^USER (\S+)$", stage, re.MULTILINE)
    assert users == ["10001"]
    assert 'ENTRYPOINT ["bluemoon"]' in stage
