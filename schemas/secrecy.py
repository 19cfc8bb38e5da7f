"""Who may see a field, said where the field is declared, and the one function that obeys.

    cards: Annotated[tuple[Card, ...], secret_to("seat")]   # only that record's seat
    order: Annotated[tuple[Card, ...], SECRET_UNTIL_END]    # nobody before the game is over

`redact` follows these marks through events, actions and states alike: a hidden sequence becomes
its length, any other hidden value becomes null. Nothing else in the project decides what is
secret. Once the game is over everything is open.
"""

from collections.abc import Callable
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct, UnsetType
from msgspec.structs import replace

T = TypeVar("T")

Viewer = int | Literal["spectator"]
"""A seat's number, or someone who watches and holds no seat."""

SPECTATOR: Literal["spectator"] = "spectator"

_NOBODY = ""


def secret_to(seat_field: str) -> Meta:
    """Only the seat named by `seat_field` of the same record may see this field."""
    return Meta(extra={"secret_to": seat_field}, extra_json_schema={"x-secret-to": seat_field})


SECRET_UNTIL_END = Meta(
    extra={"secret_to": _NOBODY}, extra_json_schema={"x-secret-until-end": True}
)


def redact(record: T, viewer: Viewer, *, over: bool = False) -> T:
    """The record as the viewer may know it: same shape, hidden fields as counts or null.

    The result is for sending and showing only; its hidden fields no longer have their declared
    type. `veiled` gives the type a receiver decodes it with.
    """
    if over or not isinstance(record, Struct):
        return record
    plan = _plan(type(record))
    if plan is None:
        return record
    changes: dict[str, Any] = {}
    for field, seat_field in plan.secrets:
        if seat_field == _NOBODY or getattr(record, seat_field) != viewer:
            changes[field] = _hidden(getattr(record, field))
    for field in plan.nested:
        value = getattr(record, field)
        if isinstance(value, tuple):
            changes[field] = tuple(redact(item, viewer) for item in value)
        else:
            changes[field] = redact(value, viewer)
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
        # A type variable is bound only at run time, so the value itself is asked.
        return {_Unknown}
    found: set[type[Struct]] = set()
    for part in get_args(hint):
        found |= _records_within(part)
    return found


class _Unknown(Struct, frozen=True):
    """Stands for a record whose type is known only when it is met."""

    value: Annotated[None, SECRET_UNTIL_END] = None


@cache
def veiled(record_type: Any) -> Any:
    """The type of a redacted record: each secret field may also be a count or null.

    Works on a record type, a union of them, or any type built from them.
    """
    return _rebuild(record_type, {})


def unveiled(record: Any) -> Any:
    """What was decoded by its veiled type, as the declared types again, hidden fields as they are.

    So a receiver has in hand what `redact` gave on the other side: a view that rules, bots and
    pictures can look at.
    """
    if isinstance(record, tuple):
        return tuple(map(unveiled, record))
    if not isinstance(record, Struct):
        return record
    declared = getattr(type(record), "__declared__", type(record))
    return declared(**{name: unveiled(getattr(record, name)) for name in record.__struct_fields__})


def _rebuild(hint: Any, known: dict[Any, Any]) -> Any:
    origin = get_origin(hint)
    if isinstance(hint, type) and origin is None and issubclass(hint, Struct):
        return _veil_struct(hint, hint, known)
    if isinstance(origin, type) and issubclass(origin, Struct):
        return _veil_struct(origin, hint, known)
    arguments = get_args(hint)
    if origin is None or not arguments or origin is Literal:
        return hint
    if origin is Annotated:
        # The value's own limits stay on the value; the secret's mark goes on the widened type.
        secrets = tuple(mark for mark in arguments[1:] if _is_secret(mark))
        limits = tuple(mark for mark in arguments[1:] if not _is_secret(mark))
        inner = _rebuild(arguments[0], known)
        inner = Annotated[(inner, *limits)] if limits else inner
        if not secrets:
            return inner
        return Annotated[(inner | (int if _is_sequence(arguments[0]) else None), *secrets)]
    parts = tuple(part if part is Ellipsis else _rebuild(part, known) for part in arguments)
    if origin in (Union, UnionType):
        return Union[parts]  # noqa: UP007 - the parts are known only at run time
    return origin[parts]


def _is_sequence(hint: object) -> bool:
    if get_origin(hint) in (Union, UnionType):
        return any(map(_is_sequence, get_args(hint)))
    return get_origin(hint) is tuple


def _veil_struct(origin: type[Struct], hint: Any, known: dict[Any, Any]) -> Any:
    if hint in known:
        return known[hint]
    substitute = _substitution(origin, hint)
    config = origin.__struct_config__
    fields: list[Any] = []
    for field in msgspec.structs.fields(hint):
        declared = get_type_hints(origin, include_extras=True)[field.name]
        new_type = _rebuild(substitute(declared), known)
        if field.required:
            fields.append((field.name, new_type))
        else:
            fields.append((field.name, new_type, field.default))
    known[hint] = msgspec.defstruct(
        origin.__name__,
        fields,
        namespace={"__doc__": origin.__doc__, "__declared__": origin},
        frozen=True,
        # A record whose required fields follow optional ones is built by names.
        kw_only=True,
        forbid_unknown_fields=True,
        tag_field=config.tag_field,
        tag=config.tag,
    )
    return known[hint]


def _substitution(origin: type[Struct], hint: Any) -> Callable[[Any], Any]:
    """Puts a generic record's actual types in the place of its type variables."""
    parameters = getattr(origin, "__parameters__", ())
    actual = dict(zip(parameters, get_args(hint), strict=True)) if parameters else {}

    def substitute(declared: Any) -> Any:
        if isinstance(declared, TypeVar):
            return actual[declared]
        arguments = get_args(declared)
        wanted = tuple(p for p in getattr(declared, "__parameters__", ()) if p in actual)
        if arguments and wanted:
            return declared[tuple(actual[p] for p in wanted)]
        return declared

    return substitute
