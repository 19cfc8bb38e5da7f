"""Find and reach a running system: settings, addresses, errors."""
