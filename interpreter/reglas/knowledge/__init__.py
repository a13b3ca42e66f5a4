"""What each viewer is told: events, views."""
