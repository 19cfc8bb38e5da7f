"""Writes schemas/asyncapi.json: the streams, who writes and who reads them, for any client.

python -m cli.asyncapi            write the file
python -m cli.asyncapi --check    exit 1 when it is stale

Made from the key names, the records and the registered games. FastStream's own generator sees only
what its subscribers read; commits, outcomes and dead letters are written by a script.
"""

import sys
from pathlib import Path
from typing import Any

import msgspec

from cli.generated import keep
from games.codec import commit_type
from games.registry import GAMES
from schemas.commit import Cause, Command
from schemas.outcome import Outcome
from schemas.rejection import Rejection
from services.runtime.dead_letters import DeadLetter
from services.runtime.keys import ShardKeys, all_shards
from services.runtime.safety import FORMAT
from services.runtime.settings import Settings

FILE = Path(__file__).parents[1] / "schemas" / "asyncapi.json"
REFERENCE = "#/components/schemas/{name}"

Document = dict[str, Any]

# Keys as they are, with the names of the parameters in the place of their values.
SHARD = ShardKeys(0, "shard")
CHANNELS = {
    "commands": (SHARD.commands, "Commands of a shard, in the order they are decided in."),
    "game": (
        SHARD.game("{game}"),
        "The truth: the commits of a game. An entry's id is `<seq>-0`; the stream is never cut.",
    ),
    "feed": (SHARD.feed, "Every commit of a shard, for followers, in the order of the commits."),
    "outcomes": (SHARD.outcomes, "What became of commands, for whoever waits for it."),
    "dead": (SHARD.dead, "Commands that the engine failed on, put aside."),
}
PARAMETERS = {
    "shard": {
        "description": "The tag of a shard, in braces: it is the hash tag of its keys on a "
        "cluster. A game lies in shard crc32(game) modulo the number of shards.",
        "examples": [f"{{{shard.tag}}}" for shard in all_shards(Settings().shards)],
    },
    "game": {"description": "The id of a game."},
}
OPERATIONS = (
    ("gateway", "send", "commands", "Queues what a client asks for."),
    ("engine", "receive", "commands", "Decides commands, one shard at a time in their order."),
    ("engine", "send", "game", "Appends a commit for an accepted command."),
    ("engine", "receive", "game", "Loads a game that it does not have in memory."),
    ("engine", "send", "feed", "Tells followers of a commit, atomically with it."),
    ("engine", "send", "outcomes", "Answers a command, atomically with its commit."),
    ("engine", "send", "dead", "Puts a command aside that it failed on."),
    ("gateway", "receive", "outcomes", "Answers clients that wait."),
    ("projector", "receive", "feed", "Keeps read models."),
    ("notifier", "receive", "feed", "Sends each viewer what they may see."),
    ("operator", "receive", "dead", "Looks after what was put aside: retries or drops it."),
    ("operator", "receive", "game", "Replays, audits and exports a game."),
)


def document() -> Document:
    schemas = _schemas()
    messages = _messages()
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Blue Moon: the streams",
            "version": f"{FORMAT}.0.0",
            "description": "Streams of Redis or Valkey. A message is an entry, its payload lists "
            "the entry's fields. Their values are text: JSON where the schema says object.",
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
    """Every message by name, with its channel."""
    found = {
        "accepted": _message("outcomes", "A command was accepted.", command=str, game=str, seq=int),
        "rejected": _message(
            "outcomes", "A command was refused.", command=str, game=str, rejection="Rejection"
        ),
        "letter": _message("dead", "A command, and why the engine failed.", letter="DeadLetter"),
    }
    for game in GAMES.values():
        found |= {
            f"{game.id}.command": _message(
                "commands", f"A command for {game.id}.", command=_named(game.id, "Command")
            ),
            f"{game.id}.commit": _message(
                "game", f"A commit of {game.rules}.", commit=_named(game.id, "Commit")
            ),
            f"{game.id}.fed": _message(
                "feed",
                f"A commit of {game.rules}, with its game and place.",
                game=str,
                seq=int,
                commit=_named(game.id, "Commit"),
            ),
        }
    return found


def _message(channel: str, summary: str, **fields: type | str) -> tuple[str, Document]:
    """A field is a plain type or the name of a schema."""
    plain = {str: {"type": "string"}, int: {"type": "integer"}}
    properties = {
        name: {"$ref": REFERENCE.format(name=kind)} if isinstance(kind, str) else plain[kind]
        for name, kind in fields.items()
    }
    payload = {"type": "object", "properties": properties, "required": list(fields)}
    return channel, {"summary": summary, "payload": payload}


def _schemas() -> Document:
    """Every record, by a name that people can read."""
    kinds: dict[str, Any] = {kind.__name__: kind for kind in (Outcome, Rejection, DeadLetter)}
    for game in GAMES.values():
        kinds[_named(game.id, "Command")] = Command[game.action_type]  # type: ignore[name-defined]
        kinds[_named(game.id, "Cause")] = Cause[game.action_type]  # type: ignore[name-defined]
        kinds[_named(game.id, "Commit")] = commit_type(game)
    references, found = msgspec.json.schema_components(kinds.values(), ref_template=REFERENCE)
    # Of a generic record msgspec makes a name that spells out its whole union.
    names = {
        reference["$ref"].rpartition("/")[2]: name
        for reference, name in zip(references, kinds, strict=True)
    }
    text = msgspec.json.encode({names.get(name, name): found[name] for name in found}).decode()
    for long, short in names.items():
        text = text.replace(f'"{REFERENCE.format(name=long)}"', f'"{REFERENCE.format(name=short)}"')
    schemas: Document = msgspec.json.decode(text)
    for short in names.values():
        schemas[short]["title"] = short
    return schemas


def _named(game: str, record: str) -> str:
    return f"{game.capitalize()}{record}"


def rendered() -> str:
    return msgspec.json.format(msgspec.json.encode(document()), indent=2).decode() + "\n"


if __name__ == "__main__":
    sys.exit(keep(FILE, rendered(), sys.argv[1:]))
