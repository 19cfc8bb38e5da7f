"""One command, one outcome: a commit or a rejection."""

from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from games.contract import Game
from games.history import Position, advance
from games.illegal import Illegal
from games.registry import GAMES
from schemas.commit import AnyCommit, Cause, CommandId
from schemas.rejection import Rejection
from schemas.table import Actor, GameId
from schemas.terms import Milliseconds


class Envelope(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A command before anyone knows which game it is for: its action is still bytes."""

    id: CommandId
    game: GameId
    seat: Actor
    action: msgspec.Raw
    at: Milliseconds
    expected_seq: int | None = None


class _Opening(Struct):
    type: str
    game: str | None = None


_envelopes = msgspec.json.Decoder(Envelope)
_openings = msgspec.json.Decoder(_Opening)


def open_envelope(command: bytes) -> Envelope:
    """Raises msgspec.DecodeError when the bytes are no command."""
    return _envelopes.decode(command)


class Verdict(Struct, frozen=True, gc=False):
    """What the rules say: a commit and the position after it, or a rejection."""

    kind: str
    commit: AnyCommit | None = None
    after: Position | None = None
    rejection: Rejection | None = None


def decide(envelope: Envelope, position: Position | None, at: int, seed: str) -> Verdict:
    """Decide a command on the position that its game is in."""
    kind = "unknown"
    try:
        game = position.game if position else _game_to_open(envelope.action)
        action = _decode(_actions(game.rules), envelope.action)
        kind = action.__struct_config__.tag
        start = position or Position(game, envelope.game)
        if envelope.expected_seq is not None and envelope.expected_seq != start.seq:
            raise Illegal(
                "stale",
                f"The game is at version {start.seq}, not at {envelope.expected_seq}.",
                expected=envelope.expected_seq,
                actual=start.seq,
            )
        cause = Cause(envelope.id, envelope.seat, action, envelope.at)
        commit, after = advance(start, cause, at, seed)
    except Illegal as refusal:
        return Verdict(kind, rejection=refusal.rejection())
    return Verdict(kind, commit, after)


def _decode(decoder: msgspec.json.Decoder[Any], action: msgspec.Raw) -> Any:
    try:
        return decoder.decode(action)
    except msgspec.DecodeError as error:
        raise Illegal("malformed", f"The action can't be read: {error}.") from error


def _game_to_open(action: msgspec.Raw) -> Game:
    opening: _Opening = _decode(_openings, action)
    if opening.type != "open_table":
        raise Illegal("not_open", "There is no such table: it has to be opened first.")
    game = GAMES.get(opening.game or "")
    if game is None:
        raise Illegal(
            "unknown_game",
            f"There is no game {opening.game!r}; there are: {', '.join(GAMES)}.",
            known=list(GAMES),
        )
    return game


@cache
def _actions(rules: str) -> msgspec.json.Decoder[Any]:
    game = next(game for game in GAMES.values() if game.rules == rules)
    return msgspec.json.Decoder(game.action_type)
