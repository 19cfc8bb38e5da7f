"""Generate deploy/users.acl: the users of the server and what each may do.

python -m cli.generate.users            write the file
python -m cli.generate.users --check    exit with 1 if it is stale

`deploy/server.sh` adds the passwords when the server starts.
"""

import sys
from pathlib import Path

from cli.generate.files import write_or_check
from services.runtime.server.users import SERVER_USERS

FILE = Path(__file__).parents[2] / "deploy" / "users.acl"


def render() -> str:
    return "".join(f"user {user.name} {user.rule()}\n" for user in SERVER_USERS)


if __name__ == "__main__":
    sys.exit(write_or_check(FILE, render(), sys.argv[1:]))
