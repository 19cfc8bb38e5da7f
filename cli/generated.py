"""Files that are made from the code and checked in: written, or found stale."""

import sys
from pathlib import Path


def keep(file: Path, content: str, arguments: list[str]) -> int:
    """Write the file when it is stale; with `--check` only say so. Returns the exit code."""
    if arguments not in ([], ["--check"]):
        print(f"expected no argument or --check, got: {' '.join(arguments)}", file=sys.stderr)
        return 2
    name = f"{file.parent.name}/{file.name}"
    fresh = file.exists() and file.read_text(encoding="utf-8") == content
    if arguments == ["--check"]:
        if not fresh:
            print(f"{name} is stale: run `make schemas`", file=sys.stderr)
        return 0 if fresh else 1
    if not fresh:
        file.write_text(content, encoding="utf-8")
        print(f"wrote {name}")
    return 0
