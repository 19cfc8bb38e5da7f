"""Games between bots without a server: `demo` and `simulate`."""
