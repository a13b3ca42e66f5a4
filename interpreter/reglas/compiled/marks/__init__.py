"""Marks in emitted programs, for who asks: what each viewer was told of hidden cards, or saw of them."""
