"""Builds the OpenAPI document from the endpoints."""

import re
from typing import Any

import msgspec

from schemas.http import Problem
from services.gateway.endpoints import Endpoint
from services.gateway.http_cache import NOT_MODIFIED
from services.gateway.parameters import Parameter, path_parameters
from services.runtime.web.problems import MEDIA_TYPE, STATUS_OF_CODE

REF = "#/components/schemas/{name}"
COMMON_PROBLEMS = ("malformed", "bad_token", "too_many", "internal", "unavailable")
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
ACCESS_PROBLEMS = ("no_token", "bad_token", "not_allowed")


def document(endpoints: tuple[Endpoint, ...], version: str) -> dict[str, Any]:
    types = [Problem]
    for endpoint in endpoints:
        types += [body for body in (*endpoint.responses.values(), endpoint.body) if body]
    unique = list(dict.fromkeys(types))
    schemas, components = msgspec.json.schema_components(unique, ref_template=REF)
    schema_of = dict(zip(unique, schemas, strict=True))
    paths: dict[str, Any] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(
            endpoint, schema_of
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
                    "description": "A platform key, or the token of a seat or spectator.",
                }
            },
        },
    }


def _operation(endpoint: Endpoint, schema_of: dict[Any, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "parameters": [
            *(
                _parameter(name, "path", path_parameters()[name])
                for name in re.findall(r"{(\w+)}", endpoint.path)
            ),
            *(_parameter(name, "query", query) for name, query in endpoint.query.items()),
        ],
        "responses": {
            str(status): {
                "description": "Success.",
                "content": {"application/json": {"schema": schema_of[body]}},
            }
            for status, body in endpoint.responses.items()
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
    if endpoint.body is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": schema_of[endpoint.body]}},
        }
    operation["responses"] |= _problems(endpoint, schema_of[Problem])
    return operation


def _parameter(name: str, location: str, parameter: Parameter) -> dict[str, Any]:
    return {
        "name": name,
        "in": location,
        "required": location == "path",
        "schema": msgspec.json.schema(parameter.type),
        "description": parameter.description,
    }


def _problems(endpoint: Endpoint, schema: Any) -> dict[str, Any]:
    codes = [*endpoint.problems, *COMMON_PROBLEMS]
    if endpoint.role != "anyone":
        codes += ACCESS_PROBLEMS
    if endpoint.body is not None:
        codes.append("too_large")
    if "{" in endpoint.path:
        codes.append("not_found")
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys(codes):
        by_status.setdefault(STATUS_OF_CODE[code], []).append(code)
    return {
        str(status): {
            "description": f"Codes: {', '.join(status_codes)}.",
            "content": {MEDIA_TYPE: {"schema": schema}},
        }
        for status, status_codes in sorted(by_status.items())
    }
