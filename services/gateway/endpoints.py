"""Declares HTTP endpoints. Routing, validation and the OpenAPI document all derive from them.

The annotations of a handler are the declaration: requests are validated as they say, so what the
type checker sees is what the handler gets.
"""

import re
from collections.abc import Awaitable, Callable, Mapping
from types import NoneType, UnionType
from typing import Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

from schemas.http import ProblemCode
from services.gateway.access import Caller, Role
from services.gateway.parameters import Parameters, TablePath

Path = TypeVar("Path", bound=Parameters)
Query = TypeVar("Query", bound=Parameters)
Body = TypeVar("Body")


class ApiRequest(Struct, Generic[Path, Query, Body], frozen=True):
    """An authorized request with validated parameters and body."""

    caller: Caller
    path: Path
    query: Query
    body: Body
    """None if the endpoint takes no body."""
    network: str = ""
    """The address of the client; for IPv6 its /64 network."""


PlainRequest = ApiRequest[Parameters, Parameters, None]
TableRequest = ApiRequest[TablePath, Parameters, None]
Handler = Callable[[ApiRequest[Any, Any, Any]], Awaitable[object]]
"""Takes an `ApiRequest` of its own types and returns the body of the response."""


class Endpoint(Struct, frozen=True):
    name: str
    """The operation id in the OpenAPI document."""
    method: Literal["GET", "POST", "PUT", "DELETE"]
    path: str
    summary: str
    handler: Handler
    role: Role
    status: int = 200
    status_of: Mapping[type, int] = {}
    """Statuses of the responses that do not have `status`."""
    response_type: Any = None
    """Type of the response, if the handler cannot name it: what the installed games bring."""
    problems: tuple[ProblemCode, ...] = ()
    """Problem codes besides those that any request may get."""
    is_seat_command: bool = False
    """Whether the command rate of the seat limits it, too."""
    accepts_idempotency_key: bool = False
    """Whether a retry with the same `Idempotency-Key` gets the first response."""
    max_age_seconds: int = 0
    """How long caches may reuse the response without revalidating it."""
    opens_guest_table: bool = False
    """Whether the guest table rate of the client's address limits it, too."""

    reports_name: bool = False
    """Whether the name report rate of the client's address limits it, too."""

    def status_for(self, response: object) -> int:
        return self.status_of.get(type(response), self.status)


class Signature(Struct, frozen=True):
    """The types of an endpoint, as its handler's annotations declare them."""

    path: type[Parameters]
    query: type[Parameters]
    body: Any
    """None if the endpoint takes no body."""
    responses: Mapping[int, Any]
    """Body type by status."""


def signature_of(endpoint: Endpoint) -> Signature:
    """Raises TypeError if the handler's path parameters are not those of the endpoint's path."""
    hints = get_type_hints(endpoint.handler, include_extras=True)
    returned = hints.pop("return")
    (request_type,) = hints.values()
    path, query, body = get_args(request_type)
    expected = set(re.findall(r"{(\w+)}", endpoint.path))
    actual = set(path.__struct_fields__)
    if actual != expected:
        raise TypeError(f"{endpoint.name}: expected path parameters {expected}, got {actual}")
    return Signature(
        path, query, None if body is NoneType else body, _responses(endpoint, returned)
    )


def _responses(endpoint: Endpoint, returned: Any) -> dict[int, Any]:
    if endpoint.response_type is not None:
        return {endpoint.status: endpoint.response_type}
    is_union = get_origin(returned) in {Union, UnionType}
    types = get_args(returned) if is_union else (returned,)
    return {endpoint.status_of.get(each, endpoint.status): each for each in types}
