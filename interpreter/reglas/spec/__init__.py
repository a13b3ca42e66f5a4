"""The model of a spec, variants, and its meaning."""
