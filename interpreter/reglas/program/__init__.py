"""The intermediate form, lowering to it, and its text dump."""
