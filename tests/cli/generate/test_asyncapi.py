"""The AsyncAPI document is fresh, consistent, and matches what the append script writes."""

import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import msgspec
import pytest

from cli.generate import asyncapi
from games.registry import plugins
from services.runtime.store.keys import all_shards

DOCUMENT: dict[str, Any] = msgspec.json.decode(asyncapi.FILE.read_bytes())


def references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "$ref":
                yield value
            else:
                yield from references(value)
    elif isinstance(part, list):
        for value in part:
            yield from references(value)


def resolved(reference: str) -> Any:
    part: Any = DOCUMENT
    for step in reference.removeprefix("#/").split("/"):
        part = part[step]
    return part


def fields(channel: str) -> set[frozenset[str]]:
    """Return the fields of each kind of entry on a channel."""
    messages = DOCUMENT["channels"][channel]["messages"].values()
    return {frozenset(resolved(message["$ref"])["payload"]["required"]) for message in messages}


def test_file_is_fresh() -> None:
    assert asyncapi.FILE.read_text(encoding="utf-8") == asyncapi.render()


def test_document_is_asyncapi_3() -> None:
    assert DOCUMENT["asyncapi"] == "3.0.0"
    assert DOCUMENT["info"].keys() >= {"title", "version"}
    assert set(DOCUMENT) <= {
        "asyncapi",
        "id",
        "info",
        "servers",
        "defaultContentType",
        "channels",
        "operations",
        "components",
    }
    for kind in DOCUMENT["components"].values():
        assert all(re.fullmatch(r"[A-Za-z0-9._-]+", name) for name in kind)


def test_every_reference_resolves() -> None:
    document_references = set(references(DOCUMENT))

    assert document_references
    for reference in document_references:
        assert isinstance(resolved(reference), dict), reference


def test_every_component_is_used() -> None:
    document_references = set(references(DOCUMENT))
    for kind in ("messages", "parameters"):
        for name in DOCUMENT["components"][kind]:
            assert f"#/components/{kind}/{name}" in document_references


@pytest.mark.parametrize("channel", asyncapi.CHANNELS)
def test_channel_has_messages_and_declares_its_parameters(channel: str) -> None:
    channel_description = DOCUMENT["channels"][channel]

    assert channel_description["messages"]
    assert set(re.findall(r"{(\w+)}", channel_description["address"])) == set(
        channel_description["parameters"]
    )


@pytest.mark.parametrize("channel", asyncapi.CHANNELS)
def test_address_with_parameters_filled_in_is_a_key(channel: str) -> None:
    shard = all_shards(16)[3]
    address = DOCUMENT["channels"][channel]["address"]
    key = address.replace("{shard}", f"{{{shard.tag}}}").replace("{table}", "g1")

    assert key == (shard.table("g1") if channel == "table" else getattr(shard, channel))


@pytest.mark.parametrize("channel", asyncapi.CHANNELS)
def test_channel_has_a_writer_and_a_reader(channel: str) -> None:
    actions = {
        operation["action"]
        for operation in DOCUMENT["operations"].values()
        if operation["channel"]["$ref"] == f"#/channels/{channel}"
    }

    assert actions == {"send", "receive"}


@pytest.mark.parametrize("game", plugins())
def test_every_game_has_its_messages(game: str) -> None:
    for channel, kind in (("commands", "command"), ("table", "commit"), ("feed", "feed_entry")):
        assert f"{game}.{kind}" in DOCUMENT["channels"][channel]["messages"]


def test_entries_have_the_fields_the_script_writes() -> None:
    script = files("services.runtime.store").joinpath("append.lua").read_text(encoding="utf-8")
    written: dict[str, set[frozenset[str]]] = {}
    for key, values in re.findall(r"'XADD', (\S+), [^,]+, (.*)\)", script):
        name = key.removeprefix("KEYS[").removesuffix("]").lower()
        channel = "table" if name == "stream" else name
        written.setdefault(channel, set()).add(frozenset(re.findall(r"'(\w+)',", values)))

    assert written == {name: fields(name) for name in ("table", "feed", "outcomes", "dead_letters")}
