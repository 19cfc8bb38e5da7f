"""Variants of declared record types, built at run time: redacted or strict ones."""

from collections.abc import Callable
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

Widen = Callable[[Any, Any, tuple[Any, ...]], Any]
"""Takes an annotated type, its rebuilt inner type and its annotations; returns the new type."""


def _keep(_hint: Any, inner: Any, _marks: tuple[Any, ...]) -> Any:
    return inner


def rebuild_type(hint: Any, *, widen: Widen = _keep, strict: bool = False) -> Any:
    """Return the type with every record in it rebuilt.

    `widen` may change the type of annotated fields; `strict` records refuse undeclared fields.
    Each rebuilt record keeps the declared one in `__declared__`.
    """
    return _Rebuilder(widen, strict).rebuild(hint)


class _Rebuilder:
    def __init__(self, widen: Widen, strict: bool) -> None:
        self._widen = widen
        self._strict = strict
        self._known: dict[Any, Any] = {}

    def rebuild(self, hint: Any) -> Any:
        origin = get_origin(hint)
        if isinstance(hint, type) and origin is None and issubclass(hint, Struct):
            return self._struct(hint, hint)
        if isinstance(origin, type) and issubclass(origin, Struct):
            return self._struct(origin, hint)
        arguments = get_args(hint)
        if origin is None or not arguments or origin is Literal:
            return hint
        if origin is Annotated:
            return self._annotated(hint, arguments)
        parts = tuple(part if part is Ellipsis else self.rebuild(part) for part in arguments)
        if origin in (Union, UnionType):
            return Union[parts]  # noqa: UP007 - the parts are known only at run time
        return origin[parts]

    def _annotated(self, hint: Any, arguments: tuple[Any, ...]) -> Any:
        inner = self.rebuild(arguments[0])
        # The limits of a value stay on the value; other marks go on the widened type.
        limits = tuple(mark for mark in arguments[1:] if getattr(mark, "extra", None) is None)
        return self._widen(hint, Annotated[(inner, *limits)] if limits else inner, arguments[1:])

    def _struct(self, origin: type[Struct], hint: Any) -> Any:
        if hint in self._known:
            return self._known[hint]
        substitute = _substitution(origin, hint)
        config = origin.__struct_config__
        fields: list[Any] = []
        for field in msgspec.structs.fields(hint):
            declared = get_type_hints(origin, include_extras=True)[field.name]
            new_type = self.rebuild(substitute(declared))
            if field.required:
                fields.append((field.name, new_type))
            elif field.default is not msgspec.NODEFAULT:
                fields.append((field.name, new_type, field.default))
            else:
                default = msgspec.field(default_factory=field.default_factory)
                fields.append((field.name, new_type, default))
        self._known[hint] = msgspec.defstruct(
            origin.__name__,
            fields,
            namespace={"__doc__": origin.__doc__, "__declared__": origin},
            frozen=True,
            # A record whose required fields follow optional ones is built by names.
            kw_only=True,
            forbid_unknown_fields=self._strict,
            tag_field=config.tag_field,
            tag=config.tag,
        )
        return self._known[hint]


def _substitution(origin: type[Struct], hint: Any) -> Callable[[Any], Any]:
    """Replace a generic record's type variables by its actual types."""
    parameters = getattr(origin, "__parameters__", ())
    actual = dict(zip(parameters, get_args(hint), strict=True)) if parameters else {}

    def substitute(declared: Any) -> Any:
        if isinstance(declared, TypeVar):
            return actual[declared]
        used = tuple(p for p in getattr(declared, "__parameters__", ()) if p in actual)
        if get_args(declared) and used:
            return declared[tuple(actual[p] for p in used)]
        return declared

    return substitute
