"""Renders the OpenAPI document as an HTML page without scripts."""

from base64 import b64encode
from hashlib import sha256
from html import escape
from typing import Any

from services.runtime.web.security_headers import content_security_policy

_STYLE = """
:root { color-scheme: light dark; --line: #8884; --quiet: light-dark(#555, #aaa); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1.5rem; }
h1 { margin: 0 0 .25rem; } h2 { margin: 2.5rem 0 .5rem; }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; }
summary { cursor: pointer; padding: .6rem .8rem; display: grid; gap: .2rem .8rem;
  grid-template-columns: 4.5rem 22rem 1fr; align-items: baseline; }
@media (max-width: 45rem) { summary { grid-template-columns: 1fr; } }
details > div { padding: 0 .8rem .8rem; border-top: 1px solid var(--line); }
code, pre { font: 14px/1.4 ui-monospace, monospace; }
pre { overflow-x: auto; padding: .6rem; border: 1px solid var(--line); border-radius: .4rem; }
.method { font-weight: 700; } .quiet { color: var(--quiet); }
table { border-collapse: collapse; } td, th { text-align: left; padding: .2rem 1rem .2rem 0; }
th { font-weight: 600; } a { color: inherit; }
.record { display: block; } .description { white-space: pre-line; }
"""
_STYLE_HASH = b64encode(sha256(_STYLE.encode()).digest()).decode()
DOCS_HEADERS = {
    "Content-Security-Policy": content_security_policy(style_src=f"'sha256-{_STYLE_HASH}'")
}
"""The page loads nothing but its own style."""


def docs_page(document: dict[str, Any]) -> str:
    """Render every operation, collapsed, and then every schema."""
    info = document["info"]
    operations = "".join(
        _operation(path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    )
    records = "".join(
        _record(name, schema) for name, schema in sorted(document["components"]["schemas"].items())
    )
    title = f"{escape(info['title'])} {escape(info['version'])}"
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_STYLE}</style></head><body><h1>{title}</h1>"
        '<p class="quiet">The HTTP API of the gateway. For programs: '
        '<a href="/openapi.json">openapi.json</a>.</p>'
        f"<h2>Operations</h2>{operations}<h2>Records</h2>{records}</body></html>"
    )


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    access = "Requires a key or token." if "security" in operation else "Open to anyone."
    parts = [
        _parameters(operation.get("parameters", ())),
        _body(operation.get("requestBody")),
        _responses(operation["responses"]),
    ]
    return (
        f'<details id="{escape(operation["operationId"])}"><summary>'
        f'<span class="method">{method.upper()}</span><code>{escape(path)}</code>'
        f"<span>{escape(operation['summary'])}</span></summary>"
        f'<div><p class="quiet">{access}</p>{"".join(parts)}</div></details>'
    )


def _parameters(parameters: Any) -> str:
    if not parameters:
        return ""
    rows = "".join(
        f"<tr><td><code>{escape(parameter['name'])}</code></td><td>{escape(parameter['in'])}</td>"
        f"<td>{escape(parameter.get('description', ''))}</td></tr>"
        for parameter in parameters
    )
    return f"<table><tr><th>Parameter</th><th>in</th><th>meaning</th></tr>{rows}</table>"


def _body(body: dict[str, Any] | None) -> str:
    return "" if body is None else f"<p>Body: {_content(body['content'])}</p>"


def _responses(responses: dict[str, Any]) -> str:
    rows = "".join(
        f"<tr><td><code>{escape(status)}</code></td>"
        f"<td>{_content(response.get('content', {}))}</td>"
        f"<td>{escape(response['description'])}</td></tr>"
        for status, response in responses.items()
    )
    return f"<table><tr><th>Response</th><th>body</th><th></th></tr>{rows}</table>"


def _content(content: dict[str, Any]) -> str:
    return ", ".join(_type_name(media["schema"]) for media in content.values())


def _record(name: str, schema: dict[str, Any]) -> str:
    required = schema.get("required", ())
    rows = "".join(
        f"<tr><td><code>{escape(field)}</code></td><td>{_type_name(field_schema)}</td>"
        f"<td>{'' if field in required else 'optional'}</td></tr>"
        for field, field_schema in schema.get("properties", {}).items()
    )
    description = escape(schema.get("description", ""))
    return (
        f'<details id="{escape(name)}">'
        f'<summary class="record"><code>{escape(name)}</code></summary>'
        f'<div><p class="description">{description}</p>'
        f"<table>{rows}</table></div></details>"
    )


def _type_name(schema: dict[str, Any]) -> str:
    """Describe a type briefly; records become links."""
    if "$ref" in schema:
        name = escape(schema["$ref"].rsplit("/", 1)[-1])
        return f'<a href="#{name}"><code>{name}</code></a>'
    for choice in ("anyOf", "oneOf"):
        if choice in schema:
            return " or ".join(map(_type_name, schema[choice]))
    if "enum" in schema:
        return ", ".join(f"<code>{escape(str(value))}</code>" for value in schema["enum"])
    if schema.get("type") == "array":
        inner = schema.get("items")
        return f"list of {_type_name(inner)}" if isinstance(inner, dict) else "list"
    return escape(str(schema.get("type", "anything")))
