"""Narrate events: one sentence for each.

The table's own events are narrated here, the game's by its terminal UI. Redacted events work, too.
"""

from collections.abc import Iterable
from typing import Any

from games.terminal import Sentence, TerminalUI
from games.terminal_kit.errors import printable
from games.terminal_kit.narrator import Narrator
from games.terminal_kit.phrases import join_words
from schemas import table
from schemas.commit import AnyCommit, redact_commit
from schemas.redaction import Viewer


def narrate_commit(
    ui: TerminalUI, commit: AnyCommit, view: table.AnyTable, viewer: Viewer | None, language: str
) -> list[Sentence]:
    """Narrate a commit for a viewer. `view` is the table as of now, which may be over."""
    events: tuple[Any, ...] = commit.events
    if viewer is not None:
        events = redact_commit(commit, viewer, over=view.stage == "over").events
    return narrate_events(ui, events, view, language)


def narrate_events(
    ui: TerminalUI, events: Iterable[Any], view: table.AnyTable, language: str
) -> list[Sentence]:
    """Narrate events as they are, except those that are obvious from others."""
    narrator = Narrator(view, language)
    sentences = []
    for event in events:
        words = _words(ui, event, narrator)
        if words is not None:
            seat = getattr(event, "seat", None)
            name = "" if seat is None else narrator.name(seat)
            sentences.append(Sentence(words, seat, name))
    return sentences


def _words(ui: TerminalUI, event: Any, narrator: Narrator) -> str | None:
    match event:
        case table.TableOpened():
            return ui.describe_opening(event.options)
        case table.SeatTaken():
            return f"takes seat {event.seat}."
        case table.SeatLeft():
            return f"leaves seat {event.seat}."
        case table.SittingRenewed():
            return "continues with new tokens; the earlier ones are revoked."
        case table.GameStarted():
            return "The game begins."
        case table.SeatResigned():
            return "resigns."
        case table.TimeRanOut():
            return "runs out of time."
        case table.TakebackAsked():
            return "asks to take back the last turn."
        case table.TakebackAnswered():
            return "agrees." if event.agree else "declines."
        case table.TakebackLapsed():
            return "The takeback request has expired."
        case table.TakenBack():
            return "takes back the last turn."
        case table.TableAborted():
            return f"The table is closed{': ' + printable(event.reason) if event.reason else ''}."
        case table.TableVoided():
            return f"The table is voided: {printable(event.reason)}."
        case table.GameEnded():
            reason = describe_end_reason(ui, event.reason)
            return f"The game is over ({reason}). {describe_winners(narrator, event.results)}"
        case table.ClocksSet() | table.TurnKept():
            return None
        case _:
            return ui.narrate(event, narrator.view, narrator.language)


def describe_end_reason(ui: TerminalUI, reason: str) -> str:
    known = ui.end_reasons.get(reason) or _END_REASONS.get(reason)
    return known or printable(reason.replace("_", " "))


_END_REASONS = {"resignation": "all opponents resigned"}
"""The same in every game."""


def describe_winners(narrator: Narrator, results: Iterable[table.Result]) -> str:
    names = [narrator.name(result.seat) for result in results if result.won]
    if not names:
        return "Nobody wins."
    return f"{names[0]} wins." if len(names) == 1 else f"{join_words(names)} share the victory."
