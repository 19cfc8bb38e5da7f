"""The wire contract of Blue Moon City."""
