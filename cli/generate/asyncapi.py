"""Generate schemas/asyncapi.json: the streams with their writers and readers.

python -m cli.generate.asyncapi            write the file
python -m cli.generate.asyncapi --check    exit with 1 if it is stale

It is built from the key names, the records and the registered games. FastStream's own generator
knows only what subscribers read; a script writes commits, outcomes and dead letters.
"""

import sys
from pathlib import Path
from typing import Any

import msgspec

from cli.generate.files import write_or_check
from games.codec import commit_type
from games.registry import plugins
from schemas.commit import Command, RecordedCommand
from schemas.definition_names import rename_definitions, stable_name
from schemas.outcome import Outcome
from schemas.rejection import Rejection
from services.runtime.server.safety import DEFAULT_SHARDS, FORMAT
from services.runtime.store.dead_letters import DeadLetter
from services.runtime.store.keys import ShardKeys, all_shards

FILE = Path(__file__).parents[2] / "schemas" / "asyncapi.json"
REFERENCE = "#/components/schemas/{name}"

Document = dict[str, Any]

# The real keys, with parameter names in place of values.
SHARD = ShardKeys(0, "shard")
CHANNELS = {
    "commands": (
        SHARD.commands,
        "Commands of a shard, in the order the engine decides them. After the number of a shard's "
        "command streams was changed, their names end with generation and index "
        "(`:1.0`, `:1.1`); the hash `{shard}:streams` has the current ones. A writer adds with "
        "`NOMKSTREAM`: no entry id means that the stream was replaced.",
    ),
    "table": (
        SHARD.table("{table}"),
        "The commits of a table, the source of truth. An entry's id is `<seq>-0`; the stream is "
        "never trimmed.",
    ),
    "feed": (SHARD.feed, "Every commit of a shard, for followers, in commit order."),
    "outcomes": (
        SHARD.outcomes,
        "Rejections, and outcomes of repeated commands, for those who wait.",
    ),
    "dead_letters": (SHARD.dead_letters, "Commands that the engine failed on."),
}
PARAMETERS = {
    "shard": {
        "description": "The tag of a shard in braces, the hash tag of its keys on a cluster. "
        "A table belongs to shard crc32(table) modulo the number of shards.",
        "examples": [f"{{{shard.tag}}}" for shard in all_shards(DEFAULT_SHARDS)],
    },
    "table": {"description": "The id of a table."},
}
OPERATIONS = (
    ("gateway", "send", "commands", "Queues commands of clients."),
    ("engine", "receive", "commands", "Decides the commands of its shards in order."),
    ("engine", "send", "table", "Appends a commit for an accepted command."),
    ("engine", "receive", "table", "Loads a table that is not in memory."),
    ("engine", "send", "feed", "Publishes a commit, atomically with it."),
    ("engine", "send", "outcomes", "Publishes a rejection, or an outcome once more."),
    ("engine", "send", "dead_letters", "Stores a command that it failed on."),
    ("gateway", "receive", "outcomes", "Responds to waiting clients."),
    ("gateway", "receive", "feed", "Responds to waiting clients."),
    ("notifier", "send", "commands", "Queues a command of a live socket."),
    ("notifier", "receive", "outcomes", "Sends the outcome to the client that sent the command."),
    ("projector", "receive", "feed", "Updates read models."),
    ("notifier", "receive", "feed", "Delivers a redacted update to each viewer."),
    ("operator", "receive", "dead_letters", "Retries or drops dead letters."),
    ("operator", "receive", "table", "Replays, audits and exports a table."),
)


def document() -> Document:
    schemas = _schemas()
    messages = _messages()
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Blue Moon: the streams",
            "version": f"{FORMAT}.0.0",
            "description": "Streams of Redis or Valkey. A message is an entry and its payload "
            "lists the entry's fields. Values are text: JSON where the schema says object.",
        },
        "defaultContentType": "application/json",
        "channels": {
            name: {
                "address": address,
                "description": description,
                "messages": {
                    message: {"$ref": f"#/components/messages/{message}"}
                    for message, (channel, _) in messages.items()
                    if channel == name
                },
                "parameters": {
                    parameter: {"$ref": f"#/components/parameters/{parameter}"}
                    for parameter in PARAMETERS
                    if f"{{{parameter}}}" in address
                },
            }
            for name, (address, description) in CHANNELS.items()
        },
        "operations": {
            f"{service}.{action}.{channel}": {
                "action": action,
                "channel": {"$ref": f"#/channels/{channel}"},
                "summary": summary,
                "tags": [{"name": service}],
            }
            for service, action, channel, summary in OPERATIONS
        },
        "components": {
            "parameters": PARAMETERS,
            "messages": {name: message for name, (_, message) in messages.items()},
            "schemas": schemas,
        },
    }


def _messages() -> dict[str, tuple[str, Document]]:
    """Return every message by name, with its channel."""
    messages = {
        "repeated": _message(
            "outcomes", "A command was repeated.", command=str, table=str, seq=int
        ),
        "rejected": _message(
            "outcomes", "A command was rejected.", command=str, table=str, rejection="Rejection"
        ),
        "dead_letter": _message(
            "dead_letters", "A command and the traceback of the engine.", dead_letter="DeadLetter"
        ),
    }
    for rulebook in (plugin.rulebook for plugin in plugins().values()):
        messages |= {
            f"{rulebook.game}.command": _message(
                "commands",
                f"A command for {rulebook.game}.",
                command=_schema_name(rulebook.game, "Command"),
            ),
            f"{rulebook.game}.commit": _message(
                "table",
                f"A commit of {rulebook.rules}.",
                commit=_schema_name(rulebook.game, "Commit"),
            ),
            f"{rulebook.game}.feed_entry": _message(
                "feed",
                f"A commit of {rulebook.rules}: the outcome of its command.",
                table=str,
                seq=int,
                command=str,
                commit=_schema_name(rulebook.game, "Commit"),
            ),
        }
    return messages


def _message(channel: str, summary: str, **fields: type | str) -> tuple[str, Document]:
    """Build a message. A field is a plain type or the name of a schema."""
    plain = {str: {"type": "string"}, int: {"type": "integer"}}
    properties = {
        name: {"$ref": REFERENCE.format(name=field_type)}
        if isinstance(field_type, str)
        else plain[field_type]
        for name, field_type in fields.items()
    }
    payload = {"type": "object", "properties": properties, "required": list(fields)}
    return channel, {"summary": summary, "payload": payload}


def _schemas() -> Document:
    """Return the schema of every record under a readable name."""
    record_types: dict[str, Any] = {
        record_type.__name__: record_type for record_type in (Outcome, Rejection, DeadLetter)
    }
    for rulebook in (plugin.rulebook for plugin in plugins().values()):
        record_types[_schema_name(rulebook.game, "Command")] = Command[rulebook.action_type]  # type: ignore[name-defined]
        recorded = RecordedCommand[rulebook.action_type]  # type: ignore[name-defined]
        record_types[_schema_name(rulebook.game, "RecordedCommand")] = recorded
        record_types[_schema_name(rulebook.game, "Commit")] = commit_type(rulebook)
    references, components = msgspec.json.schema_components(
        record_types.values(), ref_template=REFERENCE
    )
    names = {name: stable_name(name, plugins()) for name in components} | {
        reference["$ref"].rpartition("/")[2]: name
        for reference, name in zip(references, record_types, strict=True)
    }
    renamed: Document = without_discriminators(rename_definitions(components, names, REFERENCE))
    return renamed


def without_discriminators(schema: Any) -> Any:
    """Drop what OpenAPI says about unions: AsyncAPI's `discriminator` is something else, and the
    constant `type` of each member says the same."""
    if isinstance(schema, dict):
        return {
            key: without_discriminators(value)
            for key, value in schema.items()
            if not (key == "discriminator" and isinstance(value, dict))
        }
    if isinstance(schema, list):
        return [without_discriminators(item) for item in schema]
    return schema


def _schema_name(game: str, record: str) -> str:
    return f"{game.capitalize()}{record}"


def render() -> str:
    return msgspec.json.format(msgspec.json.encode(document()), indent=2).decode() + "\n"


if __name__ == "__main__":
    sys.exit(write_or_check(FILE, render(), sys.argv[1:]))
