"""The rulebook of a game: what its spec says, told to people who want to play it at a table."""
