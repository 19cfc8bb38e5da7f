"""A uvicorn server that leaves the rest of the shutdown to the service."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from uvicorn.server import HANDLED_SIGNALS


class HttpServer(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle signals without raising them again afterwards, as uvicorn does: that would end the
        process before the service has shut down."""
        loop = asyncio.get_running_loop()
        for number in HANDLED_SIGNALS:
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in HANDLED_SIGNALS:
                loop.remove_signal_handler(number)
