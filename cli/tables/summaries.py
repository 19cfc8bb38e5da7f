"""Summaries of tables, read from the last commit of each."""

import asyncio
from collections.abc import Callable
from typing import get_args

import msgspec
from msgspec import Struct

from schemas.record import Event
from schemas.table import (
    GameEnded,
    SeatLeft,
    SeatTaken,
    SittingRenewed,
    Stage,
    TableAborted,
    TableOpened,
    TableVoided,
)
from services.runtime.store.event_log import EventLog

BATCH_TABLES = 100
"""Tables read at the same time."""

STAGES: tuple[str, ...] = get_args(Stage)


class TableSummary(Struct, frozen=True):
    table: str
    rules: str
    stage: Stage
    commits: int
    at: int
    """When the last commit was made, in milliseconds since 1970."""


class _Tag(Struct):
    type: str


class _LastCommit(Struct):
    rules: str
    seq: int
    at: int
    events: tuple[_Tag, ...]


_decoder = msgspec.json.Decoder(_LastCommit)


async def read_summaries(
    log: EventLog, table_ids: list[str], on_table: Callable[[], None] = lambda: None
) -> list[TableSummary]:
    """Return the summaries in the order of the ids; call `on_table` after each table."""
    summaries = []
    for start in range(0, len(table_ids), BATCH_TABLES):
        batch = (_summary(log, table_id) for table_id in table_ids[start : start + BATCH_TABLES])
        for summary in await asyncio.gather(*batch):
            if summary is not None:
                summaries.append(summary)
            on_table()
    return summaries


async def _summary(log: EventLog, table_id: str) -> TableSummary | None:
    """Return None for a listed table without a history; `table verify` reports it."""
    line = await log.last_commit(table_id)
    if line is None:
        return None
    last = telling = _decoder.decode(line)
    while _tags(telling) == {_tag(SittingRenewed)}:
        # Happens at any stage: the commit before says which.
        line = await log.commit(table_id, telling.seq - 1)
        assert line is not None, "a history starts with TableOpened"
        telling = _decoder.decode(line)
    return TableSummary(table_id, last.rules, _stage(telling), last.seq, last.at)


def _tag(event: type[Event]) -> str:
    return str(event.__struct_config__.tag)


_BEFORE_THE_START = {_tag(event) for event in (TableOpened, SeatTaken, SeatLeft)}


def _tags(commit: _LastCommit) -> set[str]:
    return {event.type for event in commit.events}


def _stage(last: _LastCommit) -> Stage:
    tags = _tags(last)
    if _tag(GameEnded) in tags:
        return "over"
    if _tag(TableAborted) in tags:
        return "aborted"
    if _tag(TableVoided) in tags:
        return "voided"
    return "open" if tags <= _BEFORE_THE_START else "playing"
