"""Redaction: each field declares who may see it, and `redact` hides the rest.

    cards: Annotated[tuple[Card, ...], secret_to("seat")]   # only that record's seat
    order: Annotated[tuple[Card, ...], SECRET_UNTIL_END]    # hidden from all until the game is over

`redact` follows these marks through events, actions and states alike: a hidden sequence becomes
its length, any other hidden value becomes null. Nothing else in the project decides what is
secret. Once the game is over everything is open.
"""

from functools import cache
from types import UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from msgspec import Meta, Struct, UnsetType
from msgspec.structs import replace

from schemas.rebuilt import rebuild_type

T = TypeVar("T")

Viewer = int | Literal["spectator"]
"""A seat's number, or a spectator."""

SPECTATOR: Literal["spectator"] = "spectator"

_NOBODY = ""


def secret_to(seat_field: str) -> Meta:
    """Only the seat named by `seat_field` of the same record may see this field."""
    return Meta(extra={"secret_to": seat_field}, extra_json_schema={"x-secret-to": seat_field})


SECRET_UNTIL_END = Meta(
    extra={"secret_to": _NOBODY}, extra_json_schema={"x-secret-until-end": True}
)


def redact(record: T, viewer: Viewer, *, over: bool = False) -> T:
    """Return the record as the viewer may know it: same shape, hidden fields as counts or null.

    The result is for sending and showing only; its hidden fields no longer have their declared
    type. `redacted_type` gives the type a receiver decodes it with.
    """
    if over:
        return record
    if isinstance(record, tuple):
        return cast(T, tuple(redact(item, viewer) for item in record))
    if not isinstance(record, Struct):
        return record
    plan = _plan(type(record))
    if plan is None:
        return record
    changes: dict[str, Any] = {}
    for field, seat_field in plan.secrets:
        if seat_field == _NOBODY or getattr(record, seat_field) != viewer:
            changes[field] = _hidden(getattr(record, field))
    for field in plan.nested:
        changes[field] = redact(getattr(record, field), viewer)
    return replace(record, **changes)


def _hidden(value: object) -> int | UnsetType | None:
    if isinstance(value, UnsetType):
        return value
    return len(value) if isinstance(value, tuple) else None


class _Plan(Struct, frozen=True):
    secrets: tuple[tuple[str, str], ...]
    nested: tuple[str, ...]


@cache
def _plan(record_type: type[Struct]) -> _Plan | None:
    """Which fields of a record are secret, and which hold records that may have some."""
    secrets = []
    nested = []
    for field, hint in get_type_hints(record_type, include_extras=True).items():
        seat_field = _secret_of(hint)
        if seat_field is not None:
            secrets.append((field, seat_field))
        elif any(
            member is record_type or _plan(member) is not None for member in _records_within(hint)
        ):
            nested.append(field)
    return _Plan(tuple(secrets), tuple(nested)) if secrets or nested else None


def _secret_of(hint: object) -> str | None:
    if get_origin(hint) is Annotated:
        for mark in get_args(hint)[1:]:
            if _is_secret(mark):
                return str(mark.extra["secret_to"])
    return None


def _is_secret(mark: object) -> bool:
    return isinstance(mark, Meta) and mark.extra is not None and "secret_to" in mark.extra


def _records_within(hint: object) -> set[type[Struct]]:
    """Every record type mentioned in a type hint: through unions, tuples and type variables."""
    origin = get_origin(hint)
    if isinstance(origin, type) and issubclass(origin, Struct):
        return {origin}
    if isinstance(hint, type) and issubclass(hint, Struct):
        return {hint}
    if isinstance(hint, TypeVar):
        # A type variable is bound only at run time, so the type of the value decides.
        return {_Unknown}
    records: set[type[Struct]] = set()
    for part in get_args(hint):
        records |= _records_within(part)
    return records


class _Unknown(Struct, frozen=True):
    """A placeholder for a record whose type is known only at run time."""

    value: Annotated[None, SECRET_UNTIL_END] = None


@cache
def redacted_type(record_type: Any) -> Any:
    """The type of a redacted record: each secret field may also be a count or null.

    Works on a record type, a union of them, or any type built from them.
    """
    return rebuild_type(record_type, widen=_widen_secret)


def _widen_secret(hint: Any, inner: Any, marks: tuple[Any, ...]) -> Any:
    secrets = tuple(mark for mark in marks if _is_secret(mark))
    if not secrets:
        return inner
    return Annotated[(inner | (int if _is_sequence(get_args(hint)[0]) else None), *secrets)]


def restore_types(record: Any) -> Any:
    """Turn what was decoded by a redacted type into the declared types; hidden fields stay.

    So a receiver holds what `redact` returned on the other side: a view that rules, bots and
    renderers can use.
    """
    if isinstance(record, tuple):
        return tuple(map(restore_types, record))
    if not isinstance(record, Struct):
        return record
    declared = getattr(type(record), "__declared__", type(record))
    return declared(
        **{name: restore_types(getattr(record, name)) for name in record.__struct_fields__}
    )


def _is_sequence(hint: object) -> bool:
    if get_origin(hint) in (Union, UnionType):
        return any(map(_is_sequence, get_args(hint)))
    return get_origin(hint) is tuple
