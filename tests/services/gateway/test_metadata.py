"""Metadata of tables: set at opening or later, filtered by, erased."""

from typing import Any

import pytest

from services.runtime.store import table_metadata
from services.runtime.store.event_log import EventLog
from tests.services.gateway.conftest import OTHER_KEY, PLATFORM_KEY, GatewayClient
from tests.services.projectors import Projectors

pytestmark = pytest.mark.anyio


async def open_table(gateway: GatewayClient, players: int = 2, **metadata: str) -> str:
    body = {"game": "city", "options": {"players": players}, "metadata": metadata}
    opened = await gateway("POST", "/v1/tables", body, token=PLATFORM_KEY, status=201)
    return str(opened["table"])


async def listed(gateway: GatewayClient, query: str, key: str = PLATFORM_KEY) -> list[str]:
    page = await gateway("GET", f"/v1/tables?{query}", token=key)
    return [row["table"] for row in page["tables"]]


async def test_a_platform_filters_its_tables_by_metadata(
    gateway: GatewayClient, projectors: Projectors
) -> None:
    projectors.start()
    first = await open_table(gateway, cup="spring", round="1")
    second = await open_table(gateway, cup="spring", round="2")
    await open_table(gateway, cup="spring-2")
    await projectors.caught_up()
    assert await listed(gateway, "metadata=cup:spring") == [second, first]
    assert await listed(gateway, "metadata=round:2") == [second]
    assert await listed(gateway, "metadata=cup:spring&stage=playing") == []
    assert await listed(gateway, "metadata=cup:autumn") == []
    assert await listed(gateway, "metadata=cup:spring", OTHER_KEY) == []
    problem = await gateway("GET", "/v1/tables?metadata=cup:spring", status=403)
    assert problem["code"] == "not_allowed"


async def test_pages_of_a_filtered_list_cover_every_table_once(
    gateway: GatewayClient, projectors: Projectors, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_metadata, "SCAN_ENTRIES", 2)
    projectors.start()
    opened = [await open_table(gateway, cup="spring") for _ in range(5)]
    await projectors.caught_up()
    seen: list[str] = []
    path = "/v1/tables?metadata=cup:spring&limit=2"
    page: dict[str, Any] = await gateway("GET", path, token=PLATFORM_KEY)
    while True:
        seen += [row["table"] for row in page["tables"]]
        if page["after"] is None:
            break
        page = await gateway("GET", f"{path}&after={page['after']}", token=PLATFORM_KEY)
    assert sorted(seen) == sorted(opened)


async def test_metadata_can_be_replaced_and_erased(
    gateway: GatewayClient, event_log: EventLog, projectors: Projectors
) -> None:
    projectors.start()
    table = await open_table(gateway, note="personal, perhaps")
    before = [line async for line in event_log.read(table)]
    path = f"/v1/tables/{table}/metadata"
    assert (await gateway("GET", path, token=PLATFORM_KEY))["metadata"] == {
        "note": "personal, perhaps"
    }
    await gateway("PUT", path, {"metadata": {"cup": "spring"}}, token=PLATFORM_KEY)
    await projectors.caught_up()
    assert await listed(gateway, "metadata=cup:spring") == [table]
    assert await listed(gateway, "metadata=note:personal, perhaps") == []
    await gateway("PUT", path, {"metadata": {}}, token=PLATFORM_KEY)
    assert (await gateway("GET", path, token=PLATFORM_KEY))["metadata"] == {}
    assert await listed(gateway, "metadata=cup:spring") == []
    assert [line async for line in event_log.read(table)] == before, "not part of the history"


async def test_only_the_platform_of_a_table_reads_or_changes_its_metadata(
    gateway: GatewayClient,
) -> None:
    table = await open_table(gateway, cup="spring")
    path = f"/v1/tables/{table}/metadata"
    for method, body in (("GET", None), ("PUT", {"metadata": {}})):
        response = await gateway.http.request(
            method, path, json=body, headers={"Authorization": f"Bearer {OTHER_KEY}"}
        )
        assert response.status_code in {403, 404}
    assert (await gateway("GET", path, token=PLATFORM_KEY))["metadata"] == {"cup": "spring"}


@pytest.mark.parametrize(
    "metadata",
    [{"": "x"}, {"a b": "x"}, {"a": "x" * 201}, {f"n{n}": "x" for n in range(17)}, {"a": 1}],
)
async def test_metadata_is_bounded(gateway: GatewayClient, metadata: dict[str, Any]) -> None:
    table = await open_table(gateway)
    path = f"/v1/tables/{table}/metadata"
    body = {"metadata": metadata}
    problem = await gateway("PUT", path, body, token=PLATFORM_KEY, status=400)
    assert problem["code"] == "malformed"
