"""State, chance, interpreter, replay: the definition of the language."""
