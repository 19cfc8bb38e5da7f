"""Decide one command: a commit or a rejection."""

from collections.abc import Callable
from functools import cache
from typing import TypeVar

import msgspec
from msgspec import Struct

from games.contract import AnyRulebook
from games.history import Position, advance
from games.illegal_action import CommandError, IllegalActionError, TableActionError
from games.plugin import AnyGamePlugin
from games.registry import plugin_of, plugins, rulebooks
from games.unknown_rules import UnknownRules
from schemas.commit import AnyCommit, CommandId, RecordedCommand
from schemas.record import Record
from schemas.rejection import Rejection
from schemas.strict import StrictDecoder
from schemas.table import SYSTEM, Sender, TableId
from services.engine.seeds import SeedSource
from services.runtime.operations.telemetry import UNKNOWN_RULES

Decoded = TypeVar("Decoded")


RulesVersions = Callable[[AnyGamePlugin], tuple[AnyRulebook, ...]]
"""The rules that a table of a game may be opened under, the default first."""


def all_versions(plugin: AnyGamePlugin) -> tuple[AnyRulebook, ...]:
    return plugin.rulebooks


class QueuedCommand(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A command as queued. Its action stays encoded until its table's game is known."""

    id: CommandId
    table: TableId
    seat: Sender
    action: msgspec.Raw
    expected_seq: int | None = None
    sitting: int | msgspec.UnsetType = msgspec.UNSET
    rules: str | msgspec.UnsetType = msgspec.UNSET


class _OpeningAction(Struct):
    type: str
    game: str | None = None


_command_decoder = msgspec.json.Decoder(QueuedCommand)
_opening_action_decoder = msgspec.json.Decoder(_OpeningAction)


def decode_command(content: bytes) -> QueuedCommand:
    """Raises msgspec.DecodeError when the bytes are not a command."""
    return _command_decoder.decode(content)


class UnstoredOutcome(Struct, frozen=True, gc=False):
    """The outcome of a command before it is stored: a commit and the position after it, or a
    rejection."""

    action_type: str
    commit: AnyCommit | None = None
    after: Position | None = None
    rejection: Rejection | None = None


def decide(  # noqa: PLR0913, PLR0917 - all that a decision may depend on
    command: QueuedCommand,
    position: Position | None,
    arrived_at: int,
    at: int,
    new_seed: SeedSource,
    versions: RulesVersions = all_versions,
) -> UnstoredOutcome:
    """Decide a command on its table's current position; None when the table does not exist."""
    action_type = "unknown"
    try:
        _require_current_sitting(command, position)
        rulebook = position.rulebook if position else _rulebook_to_open(command, versions)
        if isinstance(rulebook, UnknownRules):
            raise unknown_rules(rulebook.rules)
        action = _decode(_action_decoder(rulebook.rules), command.action)
        action_type = str(action.__struct_config__.tag)
        start = position or Position(rulebook, command.table)
        if command.expected_seq is not None and command.expected_seq != start.seq:
            raise CommandError(
                "stale",
                f"The table is at seq {start.seq}, not {command.expected_seq}.",
                expected=command.expected_seq,
                actual=start.seq,
            )
        recorded = RecordedCommand(command.id, command.seat, action, arrived_at)
        seed = "" if position else new_seed(bytes(command.action))
        commit, after = advance(start, recorded, at, seed)
    except IllegalActionError as error:
        return UnstoredOutcome(action_type, rejection=error.rejection())
    return UnstoredOutcome(action_type, commit, after)


def unknown_rules(rules: str) -> CommandError:
    """Return the refusal of a command for a table that a newer release opened, and count it."""
    UNKNOWN_RULES.inc()
    return CommandError(
        "unknown_rules",
        f"The table is played under the rules {rules}, which no engine knows. It is unchanged.",
        rules=rules,
    )


def _require_current_sitting(command: QueuedCommand, position: Position | None) -> None:
    """Reject a former sitting before anything that depends on the state of the table."""
    if command.sitting is msgspec.UNSET or position is None or command.seat == SYSTEM:
        return
    assert position.table is not None, "every commit leaves a table"
    if command.seat >= len(position.table.seats):
        return
    seat = position.table.seats[command.seat]
    if seat.player is None or seat.sitting != command.sitting:
        raise CommandError(
            "former_sitting", "The sitting that this command was sent from has ended."
        )


def _decode(
    decoder: StrictDecoder[Decoded] | msgspec.json.Decoder[Decoded], action: msgspec.Raw
) -> Decoded:
    try:
        return decoder.decode(action)
    except msgspec.DecodeError as error:
        raise CommandError("malformed", f"The action is malformed: {error}.") from error


def _rulebook_to_open(command: QueuedCommand, versions: RulesVersions) -> AnyRulebook:
    opening_action = _decode(_opening_action_decoder, command.action)
    if opening_action.type != "open_table":
        raise TableActionError("not_open", "This table does not exist. Open it first.")
    plugin = plugin_of(opening_action.game or "")
    if plugin is None:
        raise CommandError(
            "unknown_game",
            f"Unknown game {opening_action.game!r}, expected one of: {', '.join(plugins())}.",
            known=list(plugins()),
        )
    available = versions(plugin)
    for rulebook in available:
        if isinstance(command.rules, msgspec.UnsetType) or command.rules == rulebook.rules:
            return rulebook
    known = [rulebook.rules for rulebook in available]
    raise CommandError(
        "unknown_rules",
        f"Tables of {plugin.game} can be opened under {', '.join(known) or 'no rules'} here, not "
        f"under {command.rules or 'the finalized ones'}.",
        known=known,
    )


@cache
def _action_decoder(rules: str) -> StrictDecoder[Record]:
    return StrictDecoder(rulebooks()[rules].action_type)
