"""Names cannot control a terminal, and are moderated."""

import httpx
import msgspec
import pytest

from client import BlueMoon, RejectedError
from schemas.city.options import CityOptions
from tests.client.local_system import LocalSystem
from tests.client.playing import open_table
from tests.waiting import DEADLINE_SECONDS, eventually

NAMES = [
    "\x1b[31mAmber",
    "Am\x00ber",
    "Amber\n",
    "\u202erebmA",
    "Am\u2066ber",
    "\u200fAmber",
    "\x9bm",
]

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("name", NAMES, ids=ascii)
async def test_deceptive_names_are_refused_everywhere(
    target: LocalSystem, moon: BlueMoon, name: str
) -> None:
    table = await open_table(moon, "", "")
    key = {"Authorization": f"Bearer {target.key}"}
    options = {"players": 2}
    requests: list[tuple[str, dict[str, object]]] = [
        (f"/v1/tables/{table}/seats/0", {"player": name}),
        (f"/v1/tables/{table}/seats/0", {"player": "amber", "name": name}),
        ("/v1/guests/tables", {"game": "city", "options": options, "player": name}),
        (f"/v1/guests/tables/{table}/seats", {"player": name}),
    ]
    async with httpx.AsyncClient(base_url=target.gateway, timeout=DEADLINE_SECONDS) as http:
        for path, body in requests:
            headers = {} if "guests" in path else key
            response = await http.post(path, json=body, headers=headers)
            assert response.status_code == 400, response.text
            assert response.json()["code"] == "malformed"


async def test_denied_names_are_refused_everywhere(target: LocalSystem, moon: BlueMoon) -> None:
    operator = moon.gateway.with_credential(target.operator_key)
    await operator.put_denied_names(["Grand Vizier"])
    table = await open_table(moon, "", "")
    guest = await moon.gateway.open_guest_table("city", CityOptions(2), "Amber")
    name = "gr\u00e4nd-V1ZIER"
    with pytest.raises(RejectedError) as refused:
        await moon.gateway.take_seat(table, 0, name)
    assert refused.value.rejection.code == "name_denied"
    assert "vizier" not in str(refused.value).lower(), "the list must not leak"
    for call in (
        moon.gateway.take_seat(table, 0, "amber", name=name),
        moon.gateway.open_guest_table("city", CityOptions(2), name),
        moon.gateway.take_guest_seat(guest.table, name),
    ):
        with pytest.raises(RejectedError) as refused:
            await call
        assert refused.value.rejection.code == "name_denied"
    await operator.put_denied_names([])


async def test_a_replaced_name_disappears_everywhere(target: LocalSystem, moon: BlueMoon) -> None:
    name = "An unwanted name"
    operator = moon.gateway.with_credential(target.operator_key)
    table = (await moon.gateway.open_table("city", CityOptions(2))).table
    unwanted = await moon.gateway.take_seat(table, 0, name)
    reporter = await moon.gateway.take_seat(table, 1, "Jade")
    await moon.gateway.start_game(table)
    report = await moon.gateway.with_credential(reporter.token).report_name(table, 0)

    listed = {row.id: row for row in await operator.list_name_reports()}
    assert (listed[report].player, listed[report].name) == (unwanted.player, name)
    await operator.rename_player(unwanted.player, "Player 7")
    await operator.close_name_report(report)

    async def is_listed() -> bool:
        return table in {row.table for row in (await moon.gateway.list_tables()).tables}

    await eventually(is_listed, "the table is listed")
    responses = (
        await moon.gateway.get_table(table),
        await moon.gateway.list_tables(),
        await moon.gateway.get_view(table),
        await moon.gateway.get_commits(table),
        await operator.list_name_reports(),
    )
    for response in responses:
        assert name.encode() not in msgspec.json.encode(response)
    assert "Player 7" in (await moon.gateway.get_view(table)).names.values()
