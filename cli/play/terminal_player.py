"""Play a seat in the terminal: show updates, prompt, and read commands line by line."""

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Any

from rich.console import Console

from cli.drawing.picture import draw, narrate_events
from cli.drawing.standings import standings
from cli.play.choices import NumberedChoice, choice_lines, number_choices
from cli.play.input_lines import InputLines
from cli.setup.installed import terminal_of
from client import ConnectionChange, RejectedError, Seat, Update
from games.terminal import Sentence, Shortcut
from games.terminal_kit.narrator import Narrator
from games.terminal_kit.scene import sentence_line
from schemas.table import Takeback
from schemas.terms import Terms

LOG_LINES_KEPT = 12
HINT_SECONDS = 8.0
HELP_BEFORE_SHORTCUTS = (("NUMBER", "make this choice"),)
HELP_AFTER_SHORTCUTS = (
    ("all", "list every choice"),
    ("p", "show the position again"),
    ("u", "ask to take back your last turn; repeat to withdraw the request"),
    ("r", "resign"),
    ("q", "quit; the game continues and you can come back"),
    ("?", "show this help"),
)


class TerminalPlayer:
    def __init__(
        self, seat: Seat, input_lines: InputLines, console: Console, language: str
    ) -> None:
        self._seat = seat
        self._input_lines = input_lines
        self._console = console
        self._language = language
        self._ui = terminal_of(seat.view.table.game)
        self._sentences: deque[Sentence] = deque(maxlen=LOG_LINES_KEPT)
        self._choices: list[NumberedChoice] = []
        self._seq = 0
        """The seq the choices are for."""
        self._takeback: Takeback | None = None
        """Another seat's takeback request that we have not answered."""
        self._has_asked_takeback = False
        """Whether our own takeback request is pending."""
        self._is_resigning = False
        self._has_left = False

    async def play(self) -> bool:
        """Return True when the game is over and False when the player quits."""
        updates: asyncio.Queue[Update] = asyncio.Queue()
        # Not `self._seat.view`, which may be ahead of what has been printed.
        is_over = self._seat.view.is_over
        collector = asyncio.create_task(self._collect_updates(updates))
        hint = asyncio.create_task(self._hint_missing_bots())
        pending_tasks: dict[str, asyncio.Task[Any]] = {}
        try:
            self._refresh()
            while not (is_over or self._has_left):
                if "update" not in pending_tasks:
                    pending_tasks["update"] = asyncio.create_task(updates.get())
                reads_line = self._is_prompting or self._input_lines.is_interactive
                if "line" not in pending_tasks and reads_line:
                    pending_tasks["line"] = asyncio.create_task(self._input_lines.next())
                await asyncio.wait(
                    {collector, *pending_tasks.values()}, return_when=asyncio.FIRST_COMPLETED
                )
                if pending_tasks["update"].done():
                    update = pending_tasks.pop("update").result()
                    await self._on_update(update)
                    is_over = update.view.is_over
                elif collector.done():
                    collector.result()
                if "line" in pending_tasks and pending_tasks["line"].done():
                    await self._on_line(pending_tasks.pop("line").result())
        finally:
            for task in (collector, hint, *pending_tasks.values()):
                task.cancel()
        if not self._has_left:
            self._print_result()
        return not self._has_left

    def connection_changed(self, change: ConnectionChange) -> None:
        if not change.is_up:
            self._print(f"Connection lost ({change.reason}); reconnecting.")

    @property
    def _is_prompting(self) -> bool:
        return bool(self._choices) or self._takeback is not None or self._is_resigning

    async def _collect_updates(self, updates: asyncio.Queue[Update]) -> None:
        async for update in self._seat:
            updates.put_nowait(update)

    async def _hint_missing_bots(self) -> None:
        """Print a hint if no bot has taken a bot seat after a while."""
        await asyncio.sleep(HINT_SECONDS)
        table = self._seat.view.table
        terms = table.terms
        if table.stage == "open" and isinstance(terms, Terms):
            missing = [bot.seat for bot in terms.bots if table.seats[bot.seat].player is None]
            if missing:
                self._print("No bot has joined yet: start a bot host with `bluemoon bot --fill`.")

    # Updates

    async def _on_update(self, update: Update) -> None:
        events = (event for commit in update.commits for event in commit.events)
        sentences = narrate_events(events, update.view.table, self._language)
        self._sentences.extend(sentences)
        for sentence in sentences:
            self._console.print(sentence_line(sentence), soft_wrap=True)
        if not update.view.is_over:
            self._refresh()

    def _refresh(self) -> None:
        """Work out what the table expects from this seat, and prompt."""
        view = self._seat.view
        takeback = view.table.takeback if isinstance(view.table.takeback, Takeback) else None
        own_seat = self._seat.seat
        self._has_asked_takeback = takeback is not None and takeback.seat == own_seat
        is_answered = takeback is None or own_seat in (takeback.seat, *takeback.agreed)
        self._takeback = None if is_answered else takeback
        self._choices = []
        if view.actions and not self._has_asked_takeback:
            choices = self._ui.list_choices(
                view.table, self._seat.seat, view.actions, self._language
            )
            self._choices = number_choices(choices)
            self._seq = view.seq
        self._prompt()

    def _prompt(self) -> None:
        if self._takeback is not None:
            name = Narrator(self._seat.view.table).name(self._takeback.seat)
            self._print(f"{name} asks to take back the last turn. Do you agree? (y/n)")
        elif self._choices:
            self._show_position()
            self._show_choices()

    def _show_position(self) -> None:
        view = self._seat.view
        title = f"table {self._seat.table_id} · you are seat {self._seat.seat}"
        self._console.print(draw(view.table, title, tuple(self._sentences), self._language))

    def _show_choices(self, *, everything: bool = False) -> None:
        for line in choice_lines(self._choices, everything=everything):
            self._console.print(line)
        self._console.print(" Enter a number, or ? for help.", style="italic")

    # Input

    async def _on_line(self, line: str | None) -> None:
        try:
            await self._dispatch("q" if line is None else line.strip().lower())
        except RejectedError as rejected:
            self._print(f"Rejected: {rejected.rejection.message}")
            await self._seat.refresh()
            self._refresh()

    async def _dispatch(self, text: str) -> None:
        if self._is_resigning:
            await self._on_resign_answer(text)
        elif self._takeback is not None and text in ("y", "n"):
            self._takeback = None
            await self._seat.answer_takeback(agree=text == "y")
        elif text in ("q", "r", "u", "p", "all", "?", ""):
            await self._run_command(text)
        else:
            await self._choose(text)

    async def _run_command(self, text: str) -> None:
        match text:
            case "q":
                self._has_left = True
            case "r":
                self._is_resigning = True
                self._print("Do you really want to resign? (y/n)")
            case "u" if self._has_asked_takeback:
                await self._seat.answer_takeback(agree=False)
            case "u":
                self._choices = []
                await self._seat.ask_takeback()
                self._print("Your last turn is taken back if all others agree.")
            case "all":
                self._show_choices(everything=True)
            case "?":
                self._print(_help(self._ui.shortcuts))
            case _:
                self._show_position()
                self._prompt()

    async def _on_resign_answer(self, text: str) -> None:
        self._is_resigning = False
        if text == "y":
            self._choices = []
            await self._seat.resign()
        else:
            self._print("You keep playing.")
            self._prompt()

    async def _choose(self, text: str) -> None:
        if not self._choices:
            self._print("It is not your turn. Enter ? for help.")
            return
        chosen = next((choice for choice in self._choices if self._matches(choice, text)), None)
        if chosen is None:
            last = len(self._choices)
            self._print(f"Expected a number from 1 to {last}, or ? for help; got {text[:20]!r}.")
            return
        self._choices = []
        await self._seat.act(chosen.choice.action, expected_seq=self._seq)

    def _matches(self, numbered: NumberedChoice, text: str) -> bool:
        return text == str(numbered.number) or any(
            text == shortcut.key and shortcut.matches(numbered.choice.action)
            for shortcut in self._ui.shortcuts
        )

    def _print_result(self) -> None:
        table = self._seat.view.table
        self._show_position()
        self._print(standings(table) or "The table was closed before the game started.")

    def _print(self, words: str) -> None:
        self._console.print(words, soft_wrap=True, markup=False)


def _help(shortcuts: Sequence[Shortcut]) -> str:
    own = [(shortcut.key, shortcut.help) for shortcut in shortcuts]
    lines = (*HELP_BEFORE_SHORTCUTS, *own, *HELP_AFTER_SHORTCUTS)
    return "\n".join(f" {key:<7} {words}" for key, words in lines)
