"""What stops the benchmark."""


class ManyError(RuntimeError):
    """A move went missing or was refused, so the run says nothing."""
