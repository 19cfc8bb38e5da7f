"""The OpenAPI document, made from the operations themselves."""

import re
from typing import Any

import msgspec

from schemas.exchange import Problem
from services.gateway.keeping import NOT_MODIFIED
from services.gateway.operations import Operation
from services.gateway.parameters import IN_PATH, Parameter
from services.runtime.problems import MEDIA_TYPE, STATUS_OF_CODE

REF = "#/components/schemas/{name}"
ANY_PROBLEMS = ("malformed", "bad_token", "too_many", "internal", "unavailable")
"""Any call may have a query nobody asked for, a bad token, come too often, or meet a failure."""
KEEPING_HEADERS = {
    "ETag": {"description": "Send it as `If-None-Match`.", "schema": {"type": "string"}},
    "Cache-Control": {"description": "How long to keep it.", "schema": {"type": "string"}},
}
ACCESS_PROBLEMS = ("no_token", "bad_token", "not_allowed")


def document(operations: tuple[Operation, ...], version: str) -> dict[str, Any]:
    types = [Problem]
    for operation in operations:
        types += [kind for kind in (*operation.answers.values(), operation.body) if kind]
    unique = list(dict.fromkeys(types))
    schemas, components = msgspec.json.schema_components(unique, ref_template=REF)
    schema_of = dict(zip(unique, schemas, strict=True))
    paths: dict[str, Any] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _described(
            operation, schema_of
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
                    "description": "A platform's key, or the token of a seat or spectator.",
                }
            },
        },
    }


def _described(operation: Operation, schema_of: dict[Any, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "parameters": [
            *(
                _parameter(name, "path", IN_PATH[name])
                for name in re.findall(r"{(\w+)}", operation.path)
            ),
            *(_parameter(name, "query", one) for name, one in operation.query.items()),
        ],
        "responses": {
            str(status): {
                "description": "The answer.",
                "content": {"application/json": {"schema": schema_of[kind]}},
            }
            for status, kind in operation.answers.items()
        },
    }
    if operation.who != "anyone":
        found["security"] = [{"bearer": []}]
    if operation.keep_seconds:
        for answer in found["responses"].values():
            answer["headers"] = KEEPING_HEADERS
        found["responses"][str(NOT_MODIFIED)] = {
            "description": "Still what the one who asks has.",
            "headers": KEEPING_HEADERS,
        }
    if operation.body is not None:
        found["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": schema_of[operation.body]}},
        }
    found["responses"] |= _problems(operation, schema_of[Problem])
    return found


def _parameter(name: str, where: str, parameter: Parameter) -> dict[str, Any]:
    return {
        "name": name,
        "in": where,
        "required": where == "path",
        "schema": msgspec.json.schema(parameter.kind),
        "description": parameter.meaning,
    }


def _problems(operation: Operation, schema: Any) -> dict[str, Any]:
    codes = [*operation.problems, *ANY_PROBLEMS]
    if operation.who != "anyone":
        codes += ACCESS_PROBLEMS
    if operation.body is not None:
        codes.append("too_large")
    if "{" in operation.path:
        codes.append("not_found")
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys(codes):
        by_status.setdefault(STATUS_OF_CODE[code], []).append(code)
    return {
        str(status): {
            "description": f"Codes: {', '.join(codes_there)}.",
            "content": {MEDIA_TYPE: {"schema": schema}},
        }
        for status, codes_there in sorted(by_status.items())
    }
