"""Strict decoding of requests: an undeclared field is an error, so a typo never passes.

Recorded commits are decoded by the declared types, which tolerate unknown fields.
"""

from functools import cache
from typing import Any, Generic, TypeVar

import msgspec

from schemas.rebuilt import rebuild_type

T = TypeVar("T")


@cache
def strict_type(declared: Any) -> Any:
    """Return the type whose records, nested ones included, refuse undeclared fields."""
    return rebuild_type(declared, strict=True)


class StrictDecoder(Generic[T]):
    """Decodes JSON to the declared type and refuses undeclared fields with msgspec's errors."""

    def __init__(self, declared: Any) -> None:
        self._strict = msgspec.json.Decoder(strict_type(declared))
        self._declared: msgspec.json.Decoder[T] = msgspec.json.Decoder(declared)

    def decode(self, content: bytes | str | msgspec.Raw) -> T:
        """Return the record. Raises msgspec.DecodeError and nothing else, whatever the content."""
        try:
            self._strict.decode(content)
            return self._declared.decode(content)
        except UnicodeDecodeError as error:
            raise msgspec.DecodeError(f"invalid UTF-8 at byte {error.start}") from error
        except RecursionError as error:
            raise msgspec.DecodeError("too deeply nested") from error


def convert_strictly(value: Any, declared: Any) -> Any:
    """Convert built-in values to the declared type; undeclared fields are an error."""
    msgspec.convert(value, strict_type(declared))
    return msgspec.convert(value, declared)
