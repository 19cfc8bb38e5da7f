"""Start the system or one of its services: `up`, `engine`, `server` and others."""
