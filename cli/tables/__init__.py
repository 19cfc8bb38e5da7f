"""Tables on the server: `table` and `send`."""
