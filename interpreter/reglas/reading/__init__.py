"""Texts and places, YAML to a located tree, findings."""
