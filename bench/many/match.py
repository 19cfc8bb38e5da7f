"""Two seats that play the toy game on live sockets, one move at a time.

A seat moves as soon as it has received the move before. It chooses from its own cards, which it
knows from the events.
"""

import asyncio
import time
from collections.abc import Iterable
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from bench.live_socket import LiveSocket
from bench.many.opening import SEATS, OpenedTable
from schemas.live import SendCommand, Subscribe, TableTopic

SUBSCRIPTION = "t"
OPENING_MAX = 50
"""Matches that connect at the same time."""
FRAME_SECONDS_MAX = 60.0

_encode = msgspec.json.Encoder().encode


class _Event(Struct, frozen=True):
    type: str
    seat: int | None = None
    card: int | None = None
    cards: tuple[int, ...] | int | None = None
    """The number of cards if they are another seat's."""


class _Commit(Struct, frozen=True):
    events: tuple[_Event, ...]


class _Frame(Struct, frozen=True):
    type: str
    seq: int | None = None
    commit: _Commit | None = None
    problem: msgspec.Raw | None = None


_frame_decoder = msgspec.json.Decoder(_Frame)


class Match:
    def __init__(self, opened: OpenedTable, waits: list[float]) -> None:
        """`waits` gets the milliseconds from sending each move to receiving it."""
        self.moves = 0
        """Moves that both seats have received."""
        self.problems: list[str] = []
        self._limit = 0
        self._idle = asyncio.Event()
        self._table_id = opened.table_id
        self._waits = waits
        self._seats = tuple(
            _SeatPlayer(self, seat, token) for seat, token in zip(SEATS, opened.tokens, strict=True)
        )

    async def connect(self, live_url: str) -> None:
        for player in self._seats:
            await player.connect(live_url, self._table_id)
        async with asyncio.timeout(FRAME_SECONDS_MAX):
            while not all(player.cards for player in self._seats):
                await asyncio.sleep(0.005)

    def close(self) -> None:
        for player in self._seats:
            player.close()

    def start(self, moves: int) -> None:
        """Play this many moves from now on."""
        self._limit = self.moves + moves
        self._idle.clear()
        self._seats[self.moves % len(SEATS)].move(self.moves)

    async def finish(self) -> None:
        """Wait for the last move."""
        async with asyncio.timeout(FRAME_SECONDS_MAX):
            await self._idle.wait()

    def stop(self) -> None:
        """Play no further moves after the current one."""
        self._limit = 0

    def on_move(self, player: "_SeatPlayer") -> None:
        """Note that a seat has received a move."""
        if player.sent_at is not None:
            self._waits.append((time.perf_counter() - player.sent_at) * 1000)
            player.sent_at = None
        # The seat to move goes on at once, whether or not the other has received the move.
        if player.moves % len(SEATS) == player.seat and player.moves < self._limit:
            player.move(player.moves)
        self.moves = min(each.moves for each in self._seats)
        is_same = all(each.moves == self.moves for each in self._seats)
        if is_same and self.moves >= self._limit and not any(each.sent_at for each in self._seats):
            self._idle.set()


class _SeatPlayer:
    def __init__(self, match: Match, seat: int, token: str) -> None:
        self.seat = seat
        self.moves = 0
        self.cards: list[int] = []
        self.sent_at: float | None = None
        self._match = match
        self._token = token
        self._seq = 0

    async def connect(self, live_url: str, table_id: str) -> None:
        address = urlsplit(live_url)
        assert address.hostname is not None
        assert address.port is not None
        _, self._socket = await asyncio.get_running_loop().create_connection(
            lambda: LiveSocket(self._on_frame), address.hostname, address.port
        )
        await self._socket.opened
        self._socket.send(_encode(Subscribe(SUBSCRIPTION, TableTopic(table_id, self._token))))

    def close(self) -> None:
        self._socket.transport.close()

    def move(self, number: int) -> None:
        card = self.cards[number * 7 % len(self.cards)]
        action = msgspec.Raw(b'{"type":"play_card","card":%d}' % card)
        self.sent_at = time.perf_counter()
        self._socket.send(_encode(SendCommand(SUBSCRIPTION, f"m{number}", action)))

    def _on_frame(self, _socket: LiveSocket, text: bytes) -> None:
        frame = _frame_decoder.decode(text)
        match frame.type:
            case "commit_update":
                assert frame.commit is not None
                self._follow(frame.seq, frame.commit)
            case "outcome" if frame.problem is None:
                pass
            case "subscribed" | "heartbeat":
                pass
            case _:
                self._match.problems.append(text.decode())

    def _follow(self, seq: int | None, commit: _Commit) -> None:
        self._seq += 1
        if seq != self._seq:
            self._match.problems.append(f"expected seq {self._seq}, got {seq}")
        has_moved = False
        for event in commit.events:
            if event.type == "card_played":
                has_moved = True
                if event.seat == self.seat and event.card is not None:
                    self.cards.remove(event.card)
            elif event.type == "cards_dealt" and isinstance(event.cards, tuple):
                self.cards = list(event.cards)
        if has_moved:
            self.moves += 1
            self._match.on_move(self)


async def connect_matches(
    tables: Iterable[OpenedTable], live_url: str, waits: list[float]
) -> list[Match]:
    matches = [Match(table, waits) for table in tables]
    for first in range(0, len(matches), OPENING_MAX):
        part = matches[first : first + OPENING_MAX]
        await asyncio.gather(*(match.connect(live_url) for match in part))
    return matches
