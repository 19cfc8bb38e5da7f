"""The terminal UI of Blue Moon City."""
