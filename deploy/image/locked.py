"""Print the part of requirements.lock that the image needs, with hashes.

python deploy/image/locked.py run      runtime dependencies
python deploy/image/locked.py build    build dependencies

The lock also pins development tools. Its `# via` comments name the packages that require an entry.
This script follows them from the dependencies in pyproject.toml.
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def roots(group: str) -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    requirements = {
        "run": project["project"]["dependencies"],
        "build": project["build-system"]["requires"],
    }
    return {_name(requirement) for requirement in requirements[group]}


def entries() -> dict[str, str]:
    """Return the lines of each entry by name: version, hashes and `# via` comments."""
    blocks = re.split(
        r"^(?=[a-z0-9])", (ROOT / "requirements.lock").read_text(), flags=re.MULTILINE
    )
    return {_name(block): block for block in blocks if "==" in block}


def locked(group: str) -> dict[str, str]:
    """Return the required entries by name."""
    pinned = entries()
    required = roots(group)
    while True:
        more = {
            name
            for name, block in pinned.items()
            if name not in required and required & _required_by(block)
        }
        if not more:
            return {name: pinned[name] for name in sorted(required)}
        required |= more


def _required_by(block: str) -> set[str]:
    comment = re.sub(r"[#\s]+", " ", block.partition("# via")[2])
    return {_name(word) for word in comment.split()}


def _name(requirement: str) -> str:
    match = re.match(r"[A-Za-z0-9._-]+", requirement)
    return re.sub(r"[._-]+", "-", match[0]).lower() if match else ""


if __name__ == "__main__":
    sys.stdout.write("".join(locked(sys.argv[1]).values()))
