"""Reglas: household card and dice games written as data."""
