"""Running a service: settings, startup, health, metrics, logs."""
