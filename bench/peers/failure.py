"""What stops a comparison."""


class PeersError(RuntimeError):
    """The comparison can't be made, or a move went missing. The message says what to do."""
