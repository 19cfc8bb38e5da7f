"""The AsyncAPI document of the live protocol is fresh, and describes every frame."""

from typing import Any, get_args

import msgspec

from cli.generate import live_asyncapi
from schemas.live import FromClient, ToClient
from tests.cli.generate.test_asyncapi import references

DOCUMENT: dict[str, Any] = msgspec.json.decode(live_asyncapi.FILE.read_bytes())


def resolved(reference: str) -> Any:
    part: Any = DOCUMENT
    for step in reference.removeprefix("#/").split("/"):
        part = part[step]
    return part


def tags(frames: Any) -> list[str]:
    return [frame.__struct_config__.tag for frame in get_args(frames)]


def operation_tags(operation: str) -> list[str]:
    messages = DOCUMENT["operations"][operation]["messages"]
    return [message["$ref"].rpartition("/")[2] for message in messages]


def test_file_is_fresh() -> None:
    assert live_asyncapi.FILE.read_text(encoding="utf-8") == live_asyncapi.render()


def test_every_reference_leads_somewhere() -> None:
    assert all(resolved(reference) for reference in references(DOCUMENT))


def test_every_frame_is_described_with_its_direction() -> None:
    assert operation_tags("receive") == tags(FromClient)
    assert operation_tags("send") == tags(ToClient)
    assert {"command", "outcome"} <= set(DOCUMENT["components"]["messages"])


def test_the_type_of_a_frame_is_its_name() -> None:
    for name, message in DOCUMENT["components"]["messages"].items():
        payload = resolved(message["payload"]["$ref"])
        assert payload["properties"]["type"] == {"enum": [name]}
        assert message["summary"]
