"""Checks for authors, made on a program that has no errors: who knows what a rule reads, and what a rule can do."""
