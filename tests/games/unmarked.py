"""Take the mark off a secret field, as if it had been forgotten."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import get_type_hints

import pytest
from msgspec import Struct

from schemas.redaction import _plan


@contextmanager
def unmarked(record: type[Struct], field: str) -> Iterator[None]:
    """Show this field to everyone; others stay hidden."""
    open_type = get_type_hints(record)[field]
    assert get_type_hints(record, include_extras=True)[field] != open_type, "it has a mark"
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(record.__annotations__, field, open_type)
        # `redact` looks at each type once.
        _plan.cache_clear()
        yield
    _plan.cache_clear()
