"""Every broken spec in `tests/errors` brings exactly the findings it expects."""

from __future__ import annotations

from pathlib import Path

import pytest

from error_cases import ERRORS, case_files, check_file, differences, expected
from reglas.reading.render import render


@pytest.mark.parametrize("path", case_files(), ids=lambda path: str(path.relative_to(ERRORS)))
def test_findings(path: Path) -> None:
    found = check_file(path)
    wrong = differences(expected(path), found)
    assert not wrong, f"{path}\n  " + "\n  ".join(wrong)
    for finding in found:
        for lang in ("en", "es"):
            assert render(finding, lang)
