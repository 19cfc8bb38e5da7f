"""Writes schemas/openapi.json: what the gateway offers, for any client.

python -m cli.openapi            write the file
python -m cli.openapi --check    exit 1 when it is stale
"""

import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from cli.generated import keep
from services.gateway.catalogue import CatalogueDesk
from services.gateway.guests import GuestDesk
from services.gateway.lists import ListDesk
from services.gateway.offer import operations
from services.gateway.openapi import document
from services.gateway.play import PlayDesk
from services.gateway.tables import TableDesk
from services.gateway.upkeep import UpkeepDesk
from services.gateway.webhooks import WebhookDesk

FILE = Path(__file__).parents[1] / "schemas" / "openapi.json"


def rendered() -> str:
    # The desks are only named in the operations, not asked for anything.
    nothing: Any = None
    offered = operations(
        CatalogueDesk(nothing),
        TableDesk(nothing, nothing, nothing),
        PlayDesk(nothing, nothing, nothing, nothing),
        WebhookDesk(nothing, nothing, allow_private=False),
        ListDesk(nothing, nothing),
        GuestDesk(nothing, nothing, nothing, nothing),
        UpkeepDesk(nothing),
    )
    found = msgspec.json.encode(document(offered, version("bluemoon")))
    return msgspec.json.format(found, indent=2).decode() + "\n"


if __name__ == "__main__":
    sys.exit(keep(FILE, rendered(), sys.argv[1:]))
