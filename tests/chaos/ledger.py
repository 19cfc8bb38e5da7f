"""What was asked, and what was answered: the side of the story that the players can tell."""

from msgspec import Struct, field

from schemas.commit import AnyCommand
from schemas.outcome import Outcome


class Ledger(Struct):
    asked: dict[str, AnyCommand] = field(default_factory=dict)
    answered: dict[str, list[Outcome]] = field(default_factory=dict)
    """Every outcome that was heard for a command, in the order of hearing."""
    poison: set[str] = field(default_factory=set)
    """Commands that kill engines, and are put aside in the end."""
    in_order: dict[str, list[str]] = field(default_factory=dict)
    """Game -> commands that were sent one after the other without waiting, all of them legal in
    this order only."""

    def ask(self, command: AnyCommand) -> None:
        self.asked[command.id] = command

    def answer(self, outcome: Outcome) -> None:
        self.answered.setdefault(outcome.command, []).append(outcome)

    @property
    def games(self) -> set[str]:
        return {command.game for command in self.asked.values()}

    @property
    def unanswered(self) -> list[str]:
        return [
            command
            for command in self.asked
            if command not in self.answered and command not in self._unwaited
        ]

    @property
    def _unwaited(self) -> set[str]:
        return {command for commands in self.in_order.values() for command in commands}
