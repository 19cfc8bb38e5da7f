"""Show records by their fields.

In a view, a hidden sequence is its length and any other hidden value is None. The declared type
tells such a number from an ordinary one.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET, Struct, inspect

from games.terminal_kit.errors import printable

Labels = Mapping[str, str]
"""Names of pieces by id."""

INDENT = "  "
HIDDEN = "hidden"
_SEQUENCES = (list, tuple, set, frozenset)


def type_words(record: Struct) -> str:
    """Return `card played` for a record with the tag `card_played`."""
    tag = record.__struct_config__.tag
    return _words(str(tag or type(record).__name__))


def list_fields(record: Struct, labels: Labels, without: Collection[str] = ()) -> str:
    """Return the fields on one line: `card 7, face down`."""
    return ", ".join(
        f"{_words(name)} {_inline(value, labels, declared)}"
        for name, value, declared in _fields(record)
        if name not in without
    )


def field_lines(record: Struct, labels: Labels, indent: str = "") -> Iterator[str]:
    """Yield a line for each field. A record without records in it takes one line."""
    for name, value, declared in _fields(record):
        yield from _lines(_words(name), value, labels, declared, indent)


def _lines(label: str, value: Any, labels: Labels, declared: Any, indent: str) -> Iterator[str]:
    if isinstance(value, Struct) and _is_nested(value):
        yield f"{indent}{label}:"
        yield from field_lines(value, labels, indent + INDENT)
    elif isinstance(value, Struct):
        yield f"{indent}{label}: {list_fields(value, labels)}"
    elif _has_records(value):
        yield f"{indent}{label}:"
        for number, item in enumerate(value):
            yield from _lines(str(number), item, labels, None, indent + INDENT)
    else:
        yield f"{indent}{label}: {_inline(value, labels, declared)}"


def _is_nested(record: Struct) -> bool:
    """Return whether a record contains others, so that its fields need a line each."""
    return any(isinstance(value, Struct) or _has_records(value) for _, value, _ in _fields(record))


def _has_records(value: Any) -> bool:
    return isinstance(value, _SEQUENCES) and any(isinstance(item, Struct) for item in value)


def _inline(value: Any, labels: Labels, declared: Any) -> str:
    if value is None:
        return "none" if declared is None or _accepts(declared, inspect.NoneType) else HIDDEN
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and declared is not None and not _accepts(declared, inspect.IntType):
        return f"{value} {HIDDEN}"
    if isinstance(value, Struct):
        return f"({list_fields(value, labels)})"
    if isinstance(value, _SEQUENCES):
        return " · ".join(_inline(item, labels, None) for item in value) or "none"
    if isinstance(value, Mapping):
        return " ".join(f"{key}={_inline(item, labels, None)}" for key, item in value.items())
    return printable(labels.get(value, value) if isinstance(value, str) else str(value))


def _fields(record: Struct) -> Iterator[tuple[str, Any, Any]]:
    """Yield each field that is set: its name, its value and its declared type."""
    for field in msgspec.structs.fields(record):
        value = getattr(record, field.name)
        if value is not UNSET:
            yield field.name, value, field.type


def _words(name: str) -> str:
    return name.replace("_", " ")


@cache
def _accepts(declared: Any, kind: type) -> bool:
    """Return whether values of this kind are allowed: a hidden value may not be."""
    try:
        declared_type = inspect.type_info(declared)
    except TypeError:
        return True
    return any(
        isinstance(member, kind | inspect.AnyType)
        or (kind is inspect.IntType and _has_numbers(member))
        for member in _members(declared_type)
    )


def _members(declared: inspect.Type) -> tuple[inspect.Type, ...]:
    if isinstance(declared, inspect.Metadata):
        return _members(declared.type)
    if isinstance(declared, inspect.UnionType):
        return tuple(member for part in declared.types for member in _members(part))
    return (declared,)


def _has_numbers(declared: inspect.Type) -> bool:
    if isinstance(declared, inspect.LiteralType):
        return any(isinstance(value, int) for value in declared.values)
    return isinstance(declared, inspect.FloatType | inspect.BoolType)
