"""What the documentation claims."""
