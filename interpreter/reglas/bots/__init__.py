"""Players that see only their view."""
