"""Subscribing to a game: the token is checked, the room entered, the first message sent."""

import structlog

from games.codec import Unreadable, read_commit
from schemas.live import GameTopic, Subscribed
from schemas.secrecy import SPECTATOR
from schemas.table import GameStarted
from services.notifier.audience import Audience
from services.notifier.client import Client
from services.notifier.following import GameSubscription
from services.notifier.frames import frame_of
from services.notifier.refusal import RefusedError
from services.notifier.rooms import Room, Rooms
from services.runtime.connection import LOST
from services.runtime.sittings import who_sat_down
from services.runtime.spectators import spectators_forbidden
from services.runtime.telemetry import GAME, RESUMES
from services.runtime.tokens import Holder, TokenError, Tokens

log = structlog.get_logger()


class GameTopics:
    def __init__(self, rooms: Rooms, tokens: Tokens) -> None:
        self._rooms = rooms
        self._tokens = tokens

    async def subscribe(self, client: Client, subscription_id: str, topic: GameTopic) -> None:
        """Raises RefusedError."""
        holder = self._holder(topic)
        room = self._rooms.enter(topic.game)
        try:
            await self._enter(client, subscription_id, room, holder, topic.after)
        except BaseException as error:
            room.leave()
            if isinstance(error, LOST):
                log.warning("no word from the server", error=str(error), **{GAME: topic.game})
                raise RefusedError("unavailable", "the games can't be reached now") from error
            if isinstance(error, Unreadable):
                log.error("a commit can't be read", error=str(error), **{GAME: topic.game})
                raise RefusedError("unavailable", "the game can't be read here") from error
            raise
        RESUMES.labels("version" if topic.after else "start").inc()

    def _holder(self, topic: GameTopic) -> Holder:
        try:
            holder = self._tokens.read(topic.token)
        except TokenError as error:
            raise RefusedError("bad_token", str(error)) from error
        if holder.game != topic.game:
            raise RefusedError("not_allowed", "the token is for another game")
        return holder

    async def _enter(
        self, client: Client, subscription_id: str, room: Room, holder: Holder, after: int
    ) -> None:
        await room.load()
        if room.head == 0:
            raise RefusedError("no_such_game", f"there is no table {room.game!r}")
        if holder.viewer == SPECTATOR and spectators_forbidden(room.terms):
            raise RefusedError("not_allowed", "nobody may watch this table")
        audience = await room.audience(holder.viewer)
        if holder.sitting:
            await _until_sure(room, audience, holder)
        if after > audience.shown:
            raise RefusedError(
                "no_such_version", f"after is {after}, but the newest version is {audience.shown}"
            )
        # No pause from here on: what comes next is told, and told after this.
        subscription = GameSubscription(
            subscription_id, client, room, audience, after, holder.sitting
        )
        client.add(subscription)
        client.send(frame_of(Subscribed(subscription_id, audience.shown)))
        subscription.catch_up()


async def _until_sure(room: Room, audience: Audience, holder: Holder) -> None:
    """That nobody else sits on a guest's seat. Raises RefusedError."""
    while True:
        shown = audience.shown
        if await _last_sitting(room, holder) not in {None, holder.sitting}:
            raise RefusedError("not_allowed", "somebody else sits on that seat now")
        # Whoever sat down while we read has not been looked at.
        if audience.shown == shown:
            return


async def _last_sitting(room: Room, holder: Holder) -> str | None:
    """Who sat down there last; after the start nobody does."""
    found, after = None, 0
    while page := await room.page(after):
        for seq, line in page:
            commit = read_commit(line)
            found = who_sat_down(commit, holder.viewer) or found
            if any(isinstance(event, GameStarted) for event in commit.events):
                return found
            after = seq
    return found
