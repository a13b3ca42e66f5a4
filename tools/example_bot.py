"""A bot in twenty lines: plays the last of its legal moves.

    reglas play NAME --bots "python tools/example_bot.py"

It speaks the protocol of docs/bots.md: a message a line on its input, an answer a line on its output.
"""

import json
import sys


def choose(message: dict[str, object]) -> str:
    """Of what was told only the moves are used: a place to begin."""
    moves = message["moves"]
    assert isinstance(moves, list)
    return str(moves[-1])


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "choose":
        print(json.dumps({"move": choose(message)}), flush=True)
    elif message["type"] == "end":
        break
