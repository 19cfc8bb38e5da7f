"""Who intervenes, as the audit log names them."""

import getpass


def cli_actor() -> str:
    """Return the name of the user who runs the command."""
    try:
        return f"cli:{getpass.getuser()}"
    except (KeyError, OSError):
        # A container may run under a user id that has no name.
        return "cli:unknown"
