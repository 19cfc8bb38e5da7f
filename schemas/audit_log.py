"""The audit log: interventions of operators and platforms, as a hash chain.

Each entry holds the hash of the one before it, so that none can be changed or removed unnoticed.
Entries hold no names of players, only their random ids, so that erasures break no hash.
"""

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from schemas.commit import digest
from schemas.record import Record
from schemas.table import Hex256
from schemas.terms import Milliseconds

Intervention = Literal[
    "command_sent",
    "dead_letter_dropped",
    "dead_letter_retried",
    "denied_names_changed",
    "metadata_changed",
    "name_report_closed",
    "platform_added",
    "platform_changed",
    "platform_key_rotated",
    "platform_resumed",
    "platform_suspended",
    "player_erased",
    "player_exported",
    "player_renamed",
    "read_model_rebuilt",
    "shards_resized",
    "sitting_revoked",
    "table_voided",
    "upgrade_finalized",
    "webhook_retried",
]
NO_HASH: Hex256 = "0" * 64


class AuditEntry(Record):
    seq: Annotated[int, Meta(ge=1)]
    at: Milliseconds
    actor: str
    """`operator:NAME`, `platform:NAME`, or `cli:USER` for the command line."""
    intervention: Intervention
    subject: str
    """What was changed: a table, a platform, a dead letter, a player's id."""
    detail: str
    prev: Hex256
    hash: Hex256 = NO_HASH


def sealed(entry: AuditEntry) -> AuditEntry:
    """Return the entry with its hash filled in: the SHA-256 of its canonical form without it."""
    return replace(entry, hash=digest(replace(entry, hash=NO_HASH)))
