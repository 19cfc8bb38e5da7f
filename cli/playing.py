"""A person at a table: sees what happens, is asked when the table waits, and answers in a line."""

import asyncio
from collections import deque
from typing import Any

from rich.console import Console

from cli.choices import Choice, choices, lines
from cli.narration import Narrator, Sentence, tell_events
from cli.position import Picture, sentence_line
from cli.standings import standings
from cli.typed_lines import TypedLines
from client import LineChange, RejectedError, Seat, Update
from games.city.names import Language
from schemas.city import Draw
from schemas.table import Takeback
from schemas.terms import Terms

LOG_LINES_KEPT = 12
HINT_SECONDS = 8.0
HELP = """\
 a number  do what stands beside it
 d         draw and end the turn (in the city)
 all       list every place and every payment
 p         show the position again
 u         ask to take your last turn back; again to play on instead
 r         resign
 q         leave; the game goes on, and you can come back
 ?         this help"""


class Playing:
    def __init__(self, seat: Seat, typed: TypedLines, console: Console, language: Language) -> None:
        self._seat = seat
        self._typed = typed
        self._console = console
        self._language: Language = language
        self._told: deque[Sentence] = deque(maxlen=LOG_LINES_KEPT)
        self._choices: list[Choice] = []
        self._seq = 0
        """The version that the choices are for."""
        self._takeback: Takeback | None = None
        """What somebody wants of us."""
        self._waits = False
        """Have we asked for a takeback, and not been answered yet?"""
        self._resigning = False
        self._left = False

    async def play(self) -> bool:
        """Until the game is over (True) or the person leaves (False)."""
        news: asyncio.Queue[Update] = asyncio.Queue()
        collecting = asyncio.create_task(self._collect(news))
        hinting = asyncio.create_task(self._hint())
        waiting: dict[str, asyncio.Task[Any]] = {}
        try:
            await self._look_around()
            while not (self._seat.view.over or self._left):
                if "news" not in waiting:
                    waiting["news"] = asyncio.create_task(news.get())
                if "line" not in waiting and (self._is_asked or self._typed.by_hand):
                    waiting["line"] = asyncio.create_task(self._typed.next())
                await asyncio.wait(
                    {collecting, *waiting.values()}, return_when=asyncio.FIRST_COMPLETED
                )
                if waiting["news"].done():
                    await self._happened(waiting.pop("news").result())
                elif collecting.done():
                    collecting.result()
                if "line" in waiting and waiting["line"].done():
                    await self._answered(waiting.pop("line").result())
        finally:
            for task in (collecting, hinting, *waiting.values()):
                task.cancel()
        if not self._left:
            self._farewell()
        return not self._left

    def line_changed(self, change: LineChange) -> None:
        if not change.up:
            self._say(f"The line is lost ({change.reason}); looking for it.")

    @property
    def _is_asked(self) -> bool:
        return bool(self._choices) or self._takeback is not None or self._resigning

    async def _collect(self, news: asyncio.Queue[Update]) -> None:
        async for update in self._seat:
            news.put_nowait(update)

    async def _hint(self) -> None:
        """Bots come within a moment, if anybody runs them."""
        await asyncio.sleep(HINT_SECONDS)
        table = self._seat.view.table
        terms = table.terms
        if table.stage == "open" and isinstance(terms, Terms):
            missing = [bot.seat for bot in terms.bots if table.chairs[bot.seat].player is None]
            if missing:
                self._say("No bot has come yet: `bluemoon bot --fill` takes the seats it is for.")

    # What happens

    async def _happened(self, update: Update) -> None:
        events = (event for commit in update.commits for event in commit.events)
        told = tell_events(events, update.view.table, self._language)
        self._told.extend(told)
        for sentence in told:
            self._console.print(sentence_line(sentence), soft_wrap=True)
        if not update.view.over:
            await self._look_around()

    async def _look_around(self) -> None:
        """What does the table want of us?"""
        view, legal = self._seat.view, await self._seat.legal()
        takeback = view.table.takeback
        asked = takeback if isinstance(takeback, Takeback) else None
        self._waits = asked is not None and asked.seat == self._seat.seat
        answered = asked is None or self._seat.seat in (asked.seat, *asked.agreed)
        self._takeback = None if answered else asked
        self._choices = []
        if legal.actions and legal.seq == view.seq and not self._waits:
            narrator = Narrator(view.table, self._language)
            self._choices = choices(view.table, self._seat.seat, legal.actions, narrator)
            self._seq = legal.seq
        self._ask()

    def _ask(self) -> None:
        if self._takeback is not None:
            name = Narrator(self._seat.view.table).name(self._takeback.seat)
            self._say(f"{name} asks to take the last turn back. Do you agree? y or n")
        elif self._choices:
            self._show_position()
            self._show_choices()

    def _show_position(self) -> None:
        view = self._seat.view
        title = f"game {self._seat.table} · you are seat {self._seat.seat}"
        self._console.print(Picture(view.table, title, tuple(self._told), self._language))

    def _show_choices(self, *, everything: bool = False) -> None:
        for line in lines(self._choices, everything=everything):
            self._console.print(line)
        self._console.print(" A number, or ? for help.", style="italic")

    # What the person says

    async def _answered(self, line: str | None) -> None:
        try:
            await self._do("q" if line is None else line.strip().lower())
        except RejectedError as refused:
            self._say(f"Refused: {refused.rejection.message}")
            await self._look_around()

    async def _do(self, said: str) -> None:
        if self._resigning:
            await self._confirmed(said)
        elif self._takeback is not None and said in ("y", "n"):
            self._takeback = None
            await self._seat.answer_takeback(agree=said == "y")
        elif said in ("q", "r", "u", "p", "all", "?", ""):
            await self._ordered(said)
        else:
            await self._chosen(said)

    async def _ordered(self, said: str) -> None:
        match said:
            case "q":
                self._left = True
            case "r":
                self._resigning = True
                self._say("Resign for good? y or n")
            case "u" if self._waits:
                await self._seat.answer_takeback(agree=False)
            case "u":
                self._choices = []
                await self._seat.ask_takeback()
                self._say("Asked: your last turn is taken back when all others agree.")
            case "all":
                self._show_choices(everything=True)
            case "?":
                self._say(HELP)
            case _:
                self._show_position()
                self._ask()

    async def _confirmed(self, said: str) -> None:
        self._resigning = False
        if said == "y":
            self._choices = []
            await self._seat.resign()
        else:
            self._say("You play on.")
            self._ask()

    async def _chosen(self, said: str) -> None:
        if not self._choices:
            self._say("It is not your turn. ? for help.")
            return
        choice = next((choice for choice in self._choices if _names(choice, said)), None)
        if choice is None:
            many = len(self._choices)
            self._say(f"Expected a number from 1 to {many}, or ? for help; got {said[:20]!r}.")
            return
        self._choices = []
        await self._seat.act(choice.action, expected_seq=self._seq)

    def _farewell(self) -> None:
        table = self._seat.view.table
        self._show_position()
        self._say(standings(table) or "The table was closed before the game began.")

    def _say(self, words: str) -> None:
        self._console.print(words, soft_wrap=True, markup=False)


def _names(choice: Choice, said: str) -> bool:
    return said == str(choice.number) or (said == "d" and isinstance(choice.action, Draw))
