"""Words, move notation and what a person sees at the table."""
