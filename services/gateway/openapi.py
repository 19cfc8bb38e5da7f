"""Builds the OpenAPI document from the endpoints."""

from typing import Any

import msgspec

from schemas.http import Problem, ProblemCode
from services.gateway.endpoints import Endpoint, Signature, signature_of
from services.gateway.http_cache import NOT_MODIFIED
from services.gateway.idempotency import HEADER, KEY_PATTERN
from services.gateway.parameters import Parameters
from services.runtime.web.problems import MEDIA_TYPE, PROBLEMS

REF = "#/components/schemas/{name}"
COMMON_PROBLEMS: tuple[ProblemCode, ...] = (
    "malformed",
    "bad_token",
    "too_many",
    "internal",
    "unavailable",
)
"""Codes that any request may get."""
CACHE_HEADERS = {
    "ETag": {
        "description": "Send it back as `If-None-Match` to revalidate.",
        "schema": {"type": "string"},
    },
    "Cache-Control": {
        "description": "How long to reuse the response.",
        "schema": {"type": "string"},
    },
}
IDEMPOTENCY_KEY = {
    "name": HEADER,
    "in": "header",
    "required": False,
    "description": "A retry with the same key, within a day, gets the first response.",
    "schema": {"type": "string", "pattern": f"^{KEY_PATTERN}$"},
}
ACCESS_PROBLEMS: tuple[ProblemCode, ...] = (
    "no_token",
    "bad_token",
    "not_allowed",
    "former_sitting",
)


def document(endpoints: tuple[Endpoint, ...], version: str) -> dict[str, Any]:
    signatures = [signature_of(endpoint) for endpoint in endpoints]
    types: list[Any] = [Problem]
    for signature in signatures:
        types += [body for body in (*signature.responses.values(), signature.body) if body]
    unique = list(dict.fromkeys(types))
    schemas, components = msgspec.json.schema_components(unique, ref_template=REF)
    schema_of = dict(zip(unique, schemas, strict=True))
    paths: dict[str, Any] = {}
    for endpoint, signature in zip(endpoints, signatures, strict=True):
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(
            endpoint, signature, schema_of
        )
    return {
        "openapi": "3.1.0",
        "info": {"title": "Blue Moon", "version": version},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "bearer": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A platform or operator key, or a seat's or spectator's token.",
                }
            },
        },
    }


def _operation(
    endpoint: Endpoint, signature: Signature, schema_of: dict[Any, Any]
) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "parameters": [
            *_parameters(signature.path, "path"),
            *_parameters(signature.query, "query"),
            *([IDEMPOTENCY_KEY] if endpoint.accepts_idempotency_key else []),
        ],
        "responses": {
            str(status): {
                "description": "Success.",
                "content": {"application/json": {"schema": schema_of[body]}},
            }
            for status, body in signature.responses.items()
        },
    }
    if endpoint.role != "anyone":
        operation["security"] = [{"bearer": []}]
    if endpoint.max_age_seconds:
        for response in operation["responses"].values():
            response["headers"] = CACHE_HEADERS
        operation["responses"][str(NOT_MODIFIED)] = {
            "description": "Not modified.",
            "headers": CACHE_HEADERS,
        }
    if signature.body is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": schema_of[signature.body]}},
        }
    operation["responses"] |= _problems(endpoint, signature, schema_of[Problem])
    return operation


def _parameters(parameters_type: type[Parameters], location: str) -> list[dict[str, Any]]:
    (_,), components = msgspec.json.schema_components([parameters_type])
    properties = components[parameters_type.__name__]["properties"]
    return [
        {
            "name": name,
            "in": location,
            "required": location == "path",
            "description": schema.pop("description"),
            "schema": schema,
        }
        for name, schema in properties.items()
    ]


def _problems(endpoint: Endpoint, signature: Signature, schema: object) -> dict[str, Any]:
    codes: list[ProblemCode] = [*endpoint.problems, *COMMON_PROBLEMS]
    if endpoint.accepts_idempotency_key:
        codes.append("idempotency_conflict")
    if endpoint.role != "anyone":
        codes += ACCESS_PROBLEMS
    if signature.body is not None:
        codes.append("too_large")
    if "{" in endpoint.path:
        codes.append("not_found")
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys(codes):
        by_status.setdefault(PROBLEMS[code].status, []).append(code)
    return {
        str(status): {
            "description": f"Codes: {', '.join(status_codes)}.",
            "content": {MEDIA_TYPE: {"schema": schema}},
        }
        for status, status_codes in sorted(by_status.items())
    }
