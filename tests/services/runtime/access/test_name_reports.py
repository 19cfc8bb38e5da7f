"""Reports of names: one per table and player, bounded, and not kept for long."""

import asyncio

import pytest

from schemas.names import NameReport
from services.runtime.access import name_reports
from services.runtime.access.name_reports import DAY_MS, NameReports, TooManyReportsError
from tests.services.full_client import FullClient

pytestmark = pytest.mark.anyio


@pytest.fixture
def reports(client: FullClient) -> NameReports:
    return NameReports(client)


async def test_counts_each_reporter_once(reports: NameReports) -> None:
    await asyncio.gather(
        *(reports.add("own", "table", 1, "p1", reporter) for reporter in (0, 2, "spectator", 0, 2))
    )
    (report,) = await reports.of_platform("own")
    assert (report.id, report.seat, report.player) == ("table.p1", 1, "p1")
    assert set(report.reporters) == {0, 2, "spectator"}
    assert len(report.reporters) == 3


async def test_lists_the_reports_of_one_platform_or_of_all(reports: NameReports) -> None:
    await reports.add("own", "table", 0, "p1", 1)
    await reports.add("other", "elsewhere", 0, "p2", 1)
    assert [report.player for report in await reports.of_platform("own")] == ["p1"]
    assert {report.player for report in await reports.all()} == {"p1", "p2"}


async def test_closes_a_report_of_the_platform_only(reports: NameReports) -> None:
    report = await reports.add("own", "table", 0, "p1", 1)
    assert not await reports.close("other", report.id)
    assert await reports.close("own", report.id)
    assert await reports.of_platform("own") == []


async def test_forgets_an_erased_player(reports: NameReports) -> None:
    for player in ("p1", "p2"):
        await reports.add("own", "table", 0, player, 1)
    await reports.forget_player("own", "p1")
    assert [report.player for report in await reports.of_platform("own")] == ["p2"]


async def test_reports_are_bounded_and_expire(
    reports: NameReports, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(name_reports, "REPORTS_MAX", 2)
    now = 1_000 * DAY_MS
    monkeypatch.setattr(name_reports, "now_ms", lambda: now)
    for player in ("p1", "p2"):
        await reports.add("own", "table", 0, player, 1)
    with pytest.raises(TooManyReportsError):
        await reports.add("own", "table", 0, "p3", 1)
    await reports.add("other", "table", 0, "p3", 1)
    assert (await reports.add("own", "table", 0, "p1", 2)).reporters == (1, 2)

    now += (name_reports.REPORT_DAYS + 1) * DAY_MS
    assert await reports.all() == []
    expected = NameReport("table.p3", "own", "table", 0, "p3", (1,), now)
    assert await reports.add("own", "table", 0, "p3", 1) == expected
