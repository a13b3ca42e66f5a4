"""`python tools/bench` or `python -m tools.bench`: see `cli`."""

import sys
from pathlib import Path

if __name__ == "__main__":
    # Run by its path, Python looks for modules in this folder; they are imported from the root.
    root = Path(__file__).resolve().parents[2]
    sys.path[:1] = [str(root), str(root / "interpreter")]
    from tools.bench.cli import main

    sys.exit(main())
