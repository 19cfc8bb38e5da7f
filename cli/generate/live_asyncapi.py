"""Generate schemas/live.asyncapi.json: the frames of the live WebSocket.

python -m cli.generate.live_asyncapi            write the file
python -m cli.generate.live_asyncapi --check    exit with 1 if it is stale
"""

import inspect
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

from cli.generate.asyncapi import REFERENCE, Document, without_discriminators
from cli.generate.files import write_or_check
from schemas.definition_names import rename_definitions, stable_name
from schemas.live import FromClient, ToClient
from services.runtime.server.safety import FORMAT

FILE = Path(__file__).parents[2] / "schemas" / "live.asyncapi.json"
CHANNEL = "live"

SENT_BY_CLIENTS: tuple[Any, ...] = get_args(FromClient)
SENT_BY_THE_SERVER: tuple[Any, ...] = get_args(ToClient)


def document() -> Document:
    frames = {_tag(frame): frame for frame in (*SENT_BY_CLIENTS, *SENT_BY_THE_SERVER)}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Blue Moon: the live protocol",
            "version": f"{FORMAT}.0.0",
            "description": "One WebSocket carries many subscriptions, and the commands of the "
            "seats whose tables it follows. docs/live.md explains it.",
        },
        "defaultContentType": "application/json",
        "channels": {
            CHANNEL: {
                "address": "/v1/live",
                "description": "Frames are JSON text. `type` says which one it is.",
                "messages": {tag: {"$ref": f"#/components/messages/{tag}"} for tag in frames},
                "bindings": {"ws": {"method": "GET"}},
            }
        },
        "operations": {
            "receive": _operation("receive", "What a client sends.", SENT_BY_CLIENTS),
            "send": _operation("send", "What a client receives.", SENT_BY_THE_SERVER),
        },
        "components": {
            "messages": {tag: _message(frame) for tag, frame in frames.items()},
            "schemas": _schemas(),
        },
    }


def _operation(action: str, summary: str, frames: tuple[Any, ...]) -> Document:
    return {
        "action": action,
        "channel": {"$ref": f"#/channels/{CHANNEL}"},
        "summary": summary,
        "messages": [{"$ref": f"#/channels/{CHANNEL}/messages/{_tag(frame)}"} for frame in frames],
    }


def _message(frame: Any) -> Document:
    return {
        "name": _tag(frame),
        "summary": (inspect.getdoc(frame) or "").partition("\n")[0],
        "payload": {"$ref": REFERENCE.format(name=frame.__name__)},
    }


def _tag(frame: Any) -> str:
    return str(frame.__struct_config__.tag)


def _schemas() -> Document:
    _, components = msgspec.json.schema_components(
        (*SENT_BY_CLIENTS, *SENT_BY_THE_SERVER), ref_template=REFERENCE
    )
    names = {name: stable_name(name) for name in components}
    renamed: Document = without_discriminators(rename_definitions(components, names, REFERENCE))
    return renamed


def render() -> str:
    return msgspec.json.format(msgspec.json.encode(document()), indent=2).decode() + "\n"


if __name__ == "__main__":
    sys.exit(write_or_check(FILE, render(), sys.argv[1:]))
