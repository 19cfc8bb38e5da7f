"""Generate schemas/openapi.json, the gateway's HTTP API.

python -m cli.generate.openapi            write the file
python -m cli.generate.openapi --check    exit with 1 if it is stale
"""

import sys
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

import msgspec

from cli.generate.files import write_or_check
from services.gateway.bulk import BulkHandlers
from services.gateway.catalogue import CatalogueHandlers
from services.gateway.guests import GuestHandlers
from services.gateway.lists import ListHandlers
from services.gateway.metadata import MetadataHandlers
from services.gateway.moderation import ModerationHandlers
from services.gateway.openapi import document
from services.gateway.operations import OperationsHandlers
from services.gateway.personal_data import PersonalDataHandlers
from services.gateway.platform_admin import PlatformHandlers
from services.gateway.play import PlayHandlers
from services.gateway.routes import all_endpoints
from services.gateway.tables import TableHandlers
from services.gateway.webhooks import WebhookHandlers

T = TypeVar("T")

FILE = Path(__file__).parents[2] / "schemas" / "openapi.json"


def render() -> str:
    endpoints = all_endpoints(
        _bare(CatalogueHandlers),
        _bare(TableHandlers),
        _bare(PlayHandlers),
        _bare(WebhookHandlers),
        _bare(ListHandlers),
        _bare(GuestHandlers),
        _bare(OperationsHandlers),
        _bare(PlatformHandlers),
        _bare(PersonalDataHandlers),
        _bare(BulkHandlers),
        _bare(MetadataHandlers),
        _bare(ModerationHandlers),
    )
    content = msgspec.json.encode(document(endpoints, version("bluemoon")))
    return msgspec.json.format(content, indent=2).decode() + "\n"


def _bare(handlers: type[T]) -> T:
    """Return an uninitialised instance: the document only references its methods."""
    return handlers.__new__(handlers)


if __name__ == "__main__":
    sys.exit(write_or_check(FILE, render(), sys.argv[1:]))
