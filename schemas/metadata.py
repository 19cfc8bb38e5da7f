"""Metadata: what a platform notes about its tables, outside their histories."""

from typing import Annotated

from msgspec import Meta

from schemas.record import Record

FIELDS_MAX = 16

MetadataName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.-]{1,40}$(?!\n)")]
MetadataValue = Annotated[str, Meta(max_length=200)]
Metadata = Annotated[dict[MetadataName, MetadataValue], Meta(max_length=FIELDS_MAX)]
"""Only its platform sees it, can filter lists by it, and can change or erase it at any time."""


class PutMetadataRequest(Record):
    metadata: Metadata
    """Replaces all of it; empty erases it."""


class MetadataResponse(Record):
    metadata: Metadata
