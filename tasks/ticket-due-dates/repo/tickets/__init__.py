"""A ticket list in one file."""
