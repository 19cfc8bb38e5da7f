"""Names cannot control a terminal or change the direction of the text around them."""

import httpx
import pytest

from client import BlueMoon
from tests.client.local_system import LocalSystem
from tests.client.playing import open_table
from tests.waiting import DEADLINE_SECONDS

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
