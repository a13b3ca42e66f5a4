"""Expressions: grammar, tree, types, built-ins; and the shapes of files."""
