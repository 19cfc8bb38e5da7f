"""Generate schemas/metrics.json: the samples of the operations API with their labels.

python -m cli.generate.metrics            write the file
python -m cli.generate.metrics --check    exit with 1 if it is stale

The browser client derives types from it, so that the operations page can't use a metric or label
that does not exist.
"""

import sys
from pathlib import Path

import msgspec

from cli.generate.files import write_or_check
from services.gateway.exposed_metrics import SAMPLE_LABELS

FILE = Path(__file__).parents[2] / "schemas" / "metrics.json"


def render() -> str:
    content = msgspec.json.encode(dict(sorted(SAMPLE_LABELS.items())))
    return msgspec.json.format(content, indent=2).decode() + "\n"


if __name__ == "__main__":
    sys.exit(write_or_check(FILE, render(), sys.argv[1:]))
