"""Helpers for terminal UIs of games, and a generic terminal UI."""
