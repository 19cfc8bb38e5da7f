"""Commands on live sockets: checked as over HTTP, queued, and answered with their outcomes."""

import asyncio
import time
from functools import partial

from msgspec import Struct

from schemas.commit import AnyCommand, canonical
from schemas.live import CommandOutcome, SendCommand
from schemas.redaction import SPECTATOR
from services.notifier.client import Client
from services.notifier.frames import encode_frame
from services.notifier.table_subscription import TableSubscription
from services.runtime.access.tokens import TokenClaims
from services.runtime.server.connection import CONNECTION_ERRORS
from services.runtime.store.dispatch import Dispatcher, NotQueuedError, read_outcome
from services.runtime.store.event_log import EventLog, PublishedOutcome
from services.runtime.web.problems import ProblemError
from services.runtime.web.rate_limits import RateLimits
from services.runtime.web.seat_commands import (
    QUEUE_SECONDS,
    SeatCommands,
    client_command_id,
    not_queued,
    require_accepted,
)

OUTCOME_SECONDS_MAX = 60.0
"""How long a client waits for an outcome. Later it repeats the command to get it."""


class _Sender(Struct, frozen=True, gc=False):
    """A client that waits for an outcome."""

    client: Client
    subscription_id: str
    sent_at: float


class LiveCommands:
    def __init__(self, event_log: EventLog, commands: SeatCommands, limits: RateLimits) -> None:
        self._log = event_log
        self._dispatcher = Dispatcher(event_log)
        self._commands = commands
        self._limits = limits
        self._senders: dict[tuple[str, str], list[_Sender]] = {}
        """By table and command id, oldest first."""
        self._retries: set[asyncio.Task[None]] = set()

    def take(self, client: Client, network: str, frame: SendCommand) -> bool:
        """Queue a command at once. Return False if its table must be read first: see `receive`."""
        subscription = client.subscriptions.get(frame.subscription)
        if not isinstance(subscription, TableSubscription) or not self._commands.knows(
            subscription.claims.table
        ):
            return False
        try:
            claims = self._authorize(client, network, frame)
            command = self._commands.check_at_once(claims, frame)
        except ProblemError as error:
            _send_problem(client, frame, error)
            return True
        self._add_sender(command, client, frame.subscription)
        queued = self._log.send_soon(command.table, canonical(command))
        queued.add_done_callback(partial(self._check_queued, client, frame, command))
        return True

    async def receive(self, client: Client, network: str, frame: SendCommand) -> None:
        """Queue a command. A problem is sent as its outcome."""
        try:
            claims = self._authorize(client, network, frame)
            command = await self._commands.check(claims, frame)
        except ProblemError as error:
            _send_problem(client, frame, error)
        except CONNECTION_ERRORS:
            _send_problem(client, frame, not_queued())
        else:
            self._add_sender(command, client, frame.subscription)
            await self._queue(client, frame, command)

    def resolve(self, published: PublishedOutcome) -> None:
        """Send an outcome to the clients that wait for it."""
        if not self._senders:
            return
        key = (published.table_id, published.command_id)
        for sender in self._senders.pop(key, ()):
            if sender.subscription_id in sender.client.subscriptions:
                frame = _outcome_frame(sender.subscription_id, published)
                sender.client.send(encode_frame(frame))

    def _authorize(self, client: Client, network: str, frame: SendCommand) -> TokenClaims:
        """Return the claims of the seat that the command is for, and count the command.

        Raises ProblemError. As over HTTP, what names no seat costs the address of the sender."""
        charges = self._limits.charges(network)
        try:
            claims = _claims(client, frame.subscription)
        except ProblemError:
            charges.charge_address()
            raise
        assert claims.viewer != SPECTATOR
        charges.charge_token(claims)
        charges.charge_command(claims.table, claims.viewer)
        return claims

    def _check_queued(
        self,
        client: Client,
        frame: SendCommand,
        command: AnyCommand,
        queued: asyncio.Future[bytes],
    ) -> None:
        if not queued.cancelled() and queued.exception() is not None:
            retry = asyncio.create_task(self._queue(client, frame, command))
            self._retries.add(retry)
            retry.add_done_callback(self._retries.discard)

    async def _queue(self, client: Client, frame: SendCommand, command: AnyCommand) -> None:
        """Queue a command, and try for a while if the server does not take it."""
        try:
            await self._dispatcher.queue(command, QUEUE_SECONDS)
        except NotQueuedError:
            _send_problem(client, frame, not_queued())

    def _add_sender(self, command: AnyCommand, client: Client, subscription_id: str) -> None:
        now = time.monotonic()
        self._forget_before(now - OUTCOME_SECONDS_MAX)
        sender = _Sender(client, subscription_id, now)
        self._senders.setdefault((command.table, command.id), []).append(sender)

    def _forget_before(self, sent_at: float) -> None:
        while self._senders:
            key, senders = next(iter(self._senders.items()))
            if senders[-1].sent_at > sent_at:
                return
            del self._senders[key]


def _claims(client: Client, subscription_id: str) -> TokenClaims:
    """Return the claims of a seat that the client follows. Raises ProblemError."""
    subscription = client.subscriptions.get(subscription_id)
    if subscription is None:
        raise ProblemError("not_found", f"There is no subscription {subscription_id!r}.")
    if not isinstance(subscription, TableSubscription) or subscription.claims.viewer == SPECTATOR:
        raise ProblemError("not_allowed", "Commands require a subscription with a seat's token.")
    return subscription.claims


def _outcome_frame(subscription_id: str, published: PublishedOutcome) -> CommandOutcome:
    outcome = read_outcome(published)
    command_id = client_command_id(outcome.command)
    try:
        require_accepted(outcome)
    except ProblemError as error:
        return CommandOutcome(subscription_id, command_id, problem=error.problem)
    return CommandOutcome(subscription_id, command_id, outcome.seq)


def _send_problem(client: Client, frame: SendCommand, error: ProblemError) -> None:
    outcome = CommandOutcome(frame.subscription, frame.id, problem=error.problem)
    client.send(encode_frame(outcome))
