"""Commands of seats, as HTTP and the live socket accept them: same ids, same checks, same problems.

Nothing here reads or folds a table: its first commit says once which rules and platform it has. The
engine refuses former sittings, so what is remembered here lets nobody in.
"""

from functools import cache
from typing import Protocol

import msgspec

from games.registry import rulebook_with_rules, rulebooks
from schemas.commit import AnyCommand, Command
from schemas.outcome import Outcome
from schemas.record import Record
from schemas.redaction import SPECTATOR
from schemas.strict import StrictDecoder
from schemas.table import TakeSeat
from services.runtime.access.command_quotas import CommandQuotas
from services.runtime.access.table_facts import TableFacts, TableFactsReader
from services.runtime.access.tokens import TokenClaims
from services.runtime.web.problems import ProblemError, unknown_rules

QUEUE_SECONDS = 2.0
"""How long a client who does not wait for the outcome waits until the command is queued."""


class SeatRequest(Protocol):
    """What a seat sends, over HTTP or on a socket."""

    @property
    def id(self) -> str: ...

    @property
    def action(self) -> msgspec.Raw: ...

    @property
    def expected_seq(self) -> int | None: ...


class SeatCommands:
    def __init__(self, tables: TableFactsReader, quotas: CommandQuotas) -> None:
        self._tables = tables
        self._quotas = quotas

    async def check(self, claims: TokenClaims, request: SeatRequest) -> AnyCommand:
        """Return the command to queue for the seat of a token. Raises ProblemError."""
        return self._command(claims, await self._tables.of(claims.table), request)

    def knows(self, table_id: str) -> bool:
        """Return whether commands for the table can be checked at once."""
        return self._tables.known(table_id) is not None

    def check_at_once(self, claims: TokenClaims, request: SeatRequest) -> AnyCommand:
        """Do the same for a table that is known. Raises ProblemError."""
        return self._command(claims, self._tables.known(claims.table), request)

    def _command(
        self, claims: TokenClaims, facts: TableFacts | None, request: SeatRequest
    ) -> AnyCommand:
        assert claims.viewer != SPECTATOR, "only seats send commands"
        assert claims.sitting is not None, "the token of a seat names its sitting"
        if facts is None or facts.platform != claims.platform:
            raise ProblemError("not_found", f"Table {claims.table!r} does not exist.")
        _check_action(facts.rules, request.action)
        self._quotas.charge(facts.platform)
        return Command(
            seat_command_id(claims, request.id),
            claims.table,
            claims.viewer,
            request.action,
            request.expected_seq,
            claims.sitting,
        )


def seat_command_id(claims: TokenClaims, client_id: str) -> str:
    """Command ids are per sitting: an outcome may reveal what its seat holds."""
    return f"{claims.viewer}.{claims.sitting}:{client_id}"


def client_command_id(command_id: str) -> str:
    """Return the id that the client chose."""
    return command_id.partition(":")[2]


def require_accepted(outcome: Outcome) -> Outcome:
    """Return an accepted outcome. Raises ProblemError for a rejection."""
    rejection = outcome.rejection
    if rejection is None:
        return outcome
    if rejection.code == "former_sitting":
        raise ProblemError("former_sitting", rejection.message)
    raise ProblemError("rejected", rejection.message, rejection)


def not_queued() -> ProblemError:
    """Return the error for a command that the server did not take."""
    return ProblemError("unavailable", "The server did not take the command. Send it again.")


def _check_action(rules: str, action: msgspec.Raw) -> None:
    """Raise ProblemError for an action that the engine would not understand."""
    if rulebook_with_rules(rules) is None:
        raise unknown_rules(rules)
    try:
        decoded = _decoder(rules).decode(action)
    except msgspec.DecodeError as error:
        raise ProblemError("malformed", f"The action is malformed: {error}.") from error
    if isinstance(decoded, TakeSeat):
        raise ProblemError(
            "not_allowed", "Platforms assign seats. Use the seat endpoint, not a command."
        )


@cache
def _decoder(rules: str) -> StrictDecoder[Record]:
    return StrictDecoder(rulebooks()[rules].action_type)
