"""End-to-end tests: all services as processes, with real clients and injected faults."""
