"""Where the JSON Schema of the language lies: in the installed package, else in the checkout."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

SCHEMA_NAME = "reglas.schema.json"


def schema_folder() -> Path:
    """The folder of the schema: `data/schema` of an installed package, else `schema/` of the checkout."""
    package = Path(__file__).parents[1]
    installed = package / "data" / "schema"
    return installed if installed.is_dir() else package.parents[1] / "schema"


@lru_cache(maxsize=1)
def load_schema() -> dict[str, Any]:
    """The schema as plain data; every caller gets the same object and must not change it."""
    text = (schema_folder() / SCHEMA_NAME).read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema
