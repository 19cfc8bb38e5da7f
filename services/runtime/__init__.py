"""Shared by all services. Services import this package and never each other."""
