"""Parse the value of a table option by its declared type."""

from typing import Any

import msgspec
from msgspec import inspect

_SEQUENCES = (
    inspect.ListType,
    inspect.VarTupleType,
    inspect.TupleType,
    inspect.SetType,
    inspect.FrozenSetType,
)
_BOOLEANS = {"true": True, "yes": True, "false": False, "no": False}


def parse_value(text: str, declared: Any) -> Any:
    """Return what JSON would hold: `3` for a number, `["a", "b"]` for the list `a,b`.

    JSON objects and arrays are accepted as well. Text that does not fit is returned as it is, so
    the conversion to the declared type reports it.
    """
    if text.startswith(("{", "[")):
        try:
            return msgspec.json.decode(text)
        except msgspec.DecodeError:
            return text
    kinds = _kinds(inspect.type_info(declared))
    sequence = next((kind for kind in kinds if isinstance(kind, _SEQUENCES)), None)
    if sequence is None:
        return _parse_scalar(text, kinds)
    items = _item_kinds(sequence)
    return [_parse_scalar(part.strip(), items) for part in text.split(",") if part.strip()]


def _parse_scalar(text: str, kinds: tuple[inspect.Type, ...]) -> Any:
    accepted = {type(value) for kind in kinds for value in _examples(kind)}
    if bool in accepted and text.lower() in _BOOLEANS:
        return _BOOLEANS[text.lower()]
    if type(None) in accepted and text.lower() == "none":
        return None
    for number in (int, float):
        if number in accepted:
            try:
                return number(text)
            except ValueError:
                continue
    return text


def _examples(kind: inspect.Type) -> tuple[Any, ...]:
    """Return values of the type, one of each Python type."""
    match kind:
        case inspect.LiteralType():
            return kind.values
        case inspect.IntType():
            return (0,)
        case inspect.FloatType():
            return (0, 0.0)
        case inspect.BoolType():
            return (False,)
        case inspect.NoneType():
            return (None,)
        case _:
            return ()


def _kinds(declared: inspect.Type) -> tuple[inspect.Type, ...]:
    """Return the members of a union, or the type itself."""
    if isinstance(declared, inspect.Metadata):
        return _kinds(declared.type)
    if isinstance(declared, inspect.UnionType):
        return tuple(kind for member in declared.types for kind in _kinds(member))
    return (declared,)


def _item_kinds(sequence: inspect.Type) -> tuple[inspect.Type, ...]:
    if isinstance(sequence, inspect.TupleType):
        return tuple(kind for item in sequence.item_types for kind in _kinds(item))
    return _kinds(sequence.item_type)  # type: ignore[attr-defined]
