"""The Redis or Valkey server: connections, safety checks, and the embedded one."""
