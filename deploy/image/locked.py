"""Prints the part of requirements.lock that an image needs, hashes and all.

python deploy/image/locked.py run      what Blue Moon runs on
python deploy/image/locked.py build    what its package is built with

The lock also pins the tools of developers. Each entry says through whom it came in, so what is
reached from the dependencies in pyproject.toml can be told from the rest.
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def roots(what: str) -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    named = {
        "run": project["project"]["dependencies"],
        "build": project["build-system"]["requires"],
    }
    return {_name(requirement) for requirement in named[what]}


def entries() -> dict[str, str]:
    """Name -> its lines: version, hashes, and in comments through whom it came in."""
    blocks = re.split(
        r"^(?=[a-z0-9])", (ROOT / "requirements.lock").read_text(), flags=re.MULTILINE
    )
    return {_name(block): block for block in blocks if "==" in block}


def locked(what: str) -> dict[str, str]:
    """The entries that are needed, by name."""
    pinned = entries()
    found = roots(what)
    while True:
        more = {
            name for name, block in pinned.items() if name not in found and found & _through(block)
        }
        if not more:
            return {name: pinned[name] for name in sorted(found)}
        found |= more


def _through(block: str) -> set[str]:
    comment = re.sub(r"[#\s]+", " ", block.partition("# via")[2])
    return {_name(word) for word in comment.split()}


def _name(requirement: str) -> str:
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    return re.sub(r"[._-]+", "-", found[0]).lower() if found else ""


if __name__ == "__main__":
    sys.stdout.write("".join(locked(sys.argv[1]).values()))
