"""The commands that clients sent, and the outcomes they received."""

from msgspec import Struct, field

from schemas.commit import AnyCommand
from schemas.outcome import Outcome


class Ledger(Struct):
    sent: dict[str, AnyCommand] = field(default_factory=dict)
    outcomes: dict[str, list[Outcome]] = field(default_factory=dict)
    """Command id -> the outcomes received for it, in order."""
    poison: set[str] = field(default_factory=set)
    """Ids of commands that kill engines and become dead letters."""
    in_order: dict[str, list[str]] = field(default_factory=dict)
    """Table -> ids of commands sent without waiting for outcomes. Legal in this order only."""

    def record_sent(self, command: AnyCommand) -> None:
        self.sent[command.id] = command

    def record_outcome(self, outcome: Outcome) -> None:
        self.outcomes.setdefault(outcome.command, []).append(outcome)

    @property
    def table_ids(self) -> set[str]:
        return {command.table for command in self.sent.values()}

    @property
    def without_outcome(self) -> list[str]:
        return [
            command
            for command in self.sent
            if command not in self.outcomes and command not in self._unawaited
        ]

    @property
    def _unawaited(self) -> set[str]:
        return {command for commands in self.in_order.values() for command in commands}
