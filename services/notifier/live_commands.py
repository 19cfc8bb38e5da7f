"""Commands on live sockets: checked as over HTTP, queued, and answered with their outcomes."""

import time

from msgspec import Struct

from schemas.live import CommandOutcome, SendCommand
from schemas.redaction import SPECTATOR
from services.notifier.client import Client
from services.notifier.frames import encode_frame
from services.notifier.table_subscription import TableSubscription
from services.runtime.access.tokens import TokenClaims
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.store.dispatch import (
    Dispatcher,
    NotQueuedError,
    PublishedOutcome,
    read_outcome,
)
from services.runtime.web.problems import ProblemError
from services.runtime.web.rate_limits import Charges, RateLimits
from services.runtime.web.seat_commands import (
    SeatCommands,
    client_command_id,
    require_accepted,
)

QUEUE_SECONDS = 2.0
OUTCOME_SECONDS_MAX = 60.0
"""How long a client waits for an outcome. Later it repeats the command to get it."""


class _Sender(Struct, frozen=True, gc=False):
    """Who waits for an outcome."""

    client: Client
    subscription_id: str
    sent_at: float


class LiveCommands:
    def __init__(
        self, seat_commands: SeatCommands, dispatcher: Dispatcher, limits: RateLimits
    ) -> None:
        self._seat_commands = seat_commands
        self._dispatcher = dispatcher
        self._limits = limits
        self._senders: dict[tuple[str, str], list[_Sender]] = {}
        """By table and command id, oldest first."""

    async def receive(self, client: Client, network: str, frame: SendCommand) -> None:
        """Queue a command. A problem is sent as its outcome."""
        try:
            await self._queue(client, self._limits.charges(network), frame)
        except ProblemError as error:
            problem = error.problem
            client.send(encode_frame(CommandOutcome(frame.subscription, frame.id, problem=problem)))

    async def _queue(self, client: Client, charges: Charges, frame: SendCommand) -> None:
        try:
            claims = _claims(client, frame.subscription)
        except ProblemError:
            charges.charge_address()
            raise
        charges.charge_token(claims)
        assert claims.viewer != SPECTATOR
        charges.charge_command(claims.table, claims.viewer)
        try:
            command = await self._seat_commands.check(
                claims, frame.id, frame.action, frame.expected_seq
            )
            self._add_sender((command.table, command.id), client, frame.subscription)
            await self._dispatcher.queue(command, QUEUE_SECONDS)
        except (NotQueuedError, *CONNECTION_ERRORS) as error:
            raise ProblemError(
                "unavailable", "The server did not take the command. Send it again."
            ) from error

    def resolve(self, fields: PublishedOutcome) -> None:
        """Send an outcome to whoever waits for it here."""
        if not self._senders:
            return
        senders = self._senders.pop((fields[b"table"].decode(), fields[b"command"].decode()), ())
        for sender in senders:
            if sender.subscription_id in sender.client.subscriptions:
                sender.client.send(encode_frame(_outcome_frame(sender.subscription_id, fields)))

    def _add_sender(self, key: tuple[str, str], client: Client, subscription_id: str) -> None:
        now = time.monotonic()
        self._forget_before(now - OUTCOME_SECONDS_MAX)
        self._senders.setdefault(key, []).append(_Sender(client, subscription_id, now))

    def _forget_before(self, sent_at: float) -> None:
        while self._senders:
            key, senders = next(iter(self._senders.items()))
            if senders[-1].sent_at > sent_at:
                return
            del self._senders[key]


def _outcome_frame(subscription_id: str, fields: PublishedOutcome) -> CommandOutcome:
    outcome = read_outcome(fields)
    command_id = client_command_id(outcome.command)
    try:
        require_accepted(outcome)
    except ProblemError as error:
        return CommandOutcome(subscription_id, command_id, problem=error.problem)
    return CommandOutcome(subscription_id, command_id, outcome.seq)


def _claims(client: Client, subscription_id: str) -> TokenClaims:
    """Return the claims of a seat that the client follows. Raises ProblemError."""
    subscription = client.subscriptions.get(subscription_id)
    if subscription is None:
        raise ProblemError("not_found", f"There is no subscription {subscription_id!r}.")
    if not isinstance(subscription, TableSubscription) or subscription.claims.viewer == SPECTATOR:
        raise ProblemError("not_allowed", "Commands require a subscription with a seat's token.")
    return subscription.claims
