"""Write or check files that are generated from the code and committed."""

import sys
from pathlib import Path


def write_or_check(file: Path, content: str, arguments: list[str]) -> int:
    """Write the file if it is stale; with `--check`, only report it. Return the exit code."""
    if arguments not in ([], ["--check"]):
        print(f"expected no argument or --check, got: {' '.join(arguments)}", file=sys.stderr)
        return 2
    name = f"{file.parent.name}/{file.name}"
    is_fresh = file.exists() and file.read_text(encoding="utf-8") == content
    if arguments == ["--check"]:
        if not is_fresh:
            print(f"{name} is stale: run `make schemas`", file=sys.stderr)
        return 0 if is_fresh else 1
    if not is_fresh:
        file.write_text(content, encoding="utf-8")
        print(f"wrote {name}")
    return 0
