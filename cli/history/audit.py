"""`bluemoon audit`: re-run recorded games, and compare them with newer rules."""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated

import typer
from msgspec import Struct

from cli.connection.server_connection import with_event_log
from cli.history.commit_replay import History, replay_lines
from cli.history.log_reader import read_log
from cli.progress import progress_counter
from cli.tables.history import read_history
from games.candidate import Difference, What, differences
from games.history import Position, audit, start
from games.registry import newest_rulebook
from games.terminal_kit.arguments import AsJson
from games.terminal_kit.console import plain_console
from games.terminal_kit.errors import CommandLineError, error_line
from games.terminal_kit.json_output import echo_json
from games.terminal_kit.phrases import pluralize
from services.runtime.store.event_log import EventLog

UNEXPLAINED = "no amendment"


class Finding(Struct, frozen=True):
    """Where newer rules would decide differently, for one reason."""

    rules: str
    """The rules of the histories."""
    rule: str
    amendment: str
    refused: int
    """Commands that would be refused."""
    events: int
    """Commands that would have other events."""
    legal: int
    """Positions with another list of legal actions."""
    first: str
    """The first such commit."""


class AuditReport(Struct, frozen=True):
    games: int
    commits: int
    failures: tuple[str, ...]
    """Histories that are not what their own rules decide, or cannot be read."""
    findings: tuple[Finding, ...] = ()

    @property
    def unexplained(self) -> int:
        return sum(1 for finding in self.findings if finding.amendment == UNEXPLAINED)


def audit_histories(
    *,
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE]...", help="Commit logs; the stored tables without any."),
    ] = None,
    candidate: Annotated[
        bool,
        typer.Option("--candidate", help="Also list where the newest rules would differ."),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Re-run every command of recorded games and check that the result is byte-identical.

    With --candidate it is the gate of a release: differences that no amendment explains are
    failures.

    Example: bluemoon audit --candidate games/*.jsonl
    """
    auditor = _Auditor(compares=candidate)
    if files:
        with progress_counter("auditing", len(files)) as advance:
            for file in files:
                auditor.add(file, read_log(file, audit, exact=True))
                advance()
    else:
        with_event_log(lambda log: _audit_stored(log, auditor))
    report = auditor.report()
    if as_json:
        echo_json(report)
    else:
        _print(report, candidate=candidate)
    if report.failures or report.unexplained:
        raise typer.Exit(1)


async def _audit_stored(log: EventLog, auditor: "_Auditor") -> None:
    table_ids = await log.table_ids()
    with progress_counter("auditing", len(table_ids)) as advance:
        for table_id in table_ids:
            lines = await read_history(log, table_id)
            auditor.add(table_id, replay_lines(table_id, lines, audit, exact=True))
            advance()


class _Auditor:
    def __init__(self, *, compares: bool) -> None:
        self._compares = compares
        self._games = self._commits = 0
        self._failures: list[str] = []
        self._counts: dict[tuple[str, str, str], Counter[What]] = {}
        self._firsts: dict[tuple[str, str, str], str] = {}

    def add(self, source: str, history: History) -> None:
        self._games += 1
        before: Position | None = None
        try:
            for commit, after in history:
                self._commits += 1
                if self._compares:
                    newest = newest_rulebook(commit.rules)
                    assert newest is not None, "the audit knows the rules"
                    for difference in differences(before or start(commit), commit, newest):
                        self._count(source, difference)
                before = after
        except CommandLineError as error:
            self._failures.append(error.message)

    def _count(self, source: str, difference: Difference) -> None:
        reasons = [(each.rule, each.name) for each in difference.amendments]
        for rule, name in reasons or [("", UNEXPLAINED)]:
            key = (difference.rules, rule, name)
            self._counts.setdefault(key, Counter())[difference.what] += 1
            self._firsts.setdefault(key, f"{source}: commit {difference.seq}")

    def report(self) -> AuditReport:
        return AuditReport(
            self._games, self._commits, tuple(self._failures), tuple(self._findings())
        )

    def _findings(self) -> Iterator[Finding]:
        for key in sorted(self._counts):
            counts = self._counts[key]
            figures = (counts["refused"], counts["events"], counts["legal"])
            yield Finding(*key, *figures, self._firsts[key])


def _print(report: AuditReport, *, candidate: bool) -> None:
    for failure in report.failures:
        typer.echo(error_line(failure), err=True)
    games, commits = pluralize(report.games, "game"), pluralize(report.commits, "commit")
    console = plain_console()
    console.print(f"{games} with {commits} audited, {len(report.failures)} failed.")
    if candidate and report.findings:
        console.print("The newest rules would differ:")
        for finding in report.findings:
            typer.echo(_describe(finding))
    elif candidate:
        console.print("The newest rules decide all of them the same way.")


def _describe(finding: Finding) -> str:
    counts = {
        "refused": finding.refused,
        "with other events": finding.events,
        "with another list of actions": finding.legal,
    }
    listed = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
    rule = f"{finding.rule} {finding.amendment}".strip()
    return f"{finding.rules}, {rule}: {listed}; first {finding.first}"
