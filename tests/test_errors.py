"""Every broken spec in `tests/errors` brings exactly the findings it expects."""

from __future__ import annotations

from pathlib import Path

import pytest

from error_cases import ERRORS, case_files, check_file, differences, expected, stage_exists


@pytest.mark.parametrize("path", case_files(), ids=lambda path: str(path.relative_to(ERRORS)))
def test_findings(path: Path) -> None:
    wanted = expected(path)
    if not stage_exists(wanted):
        pytest.skip("the stage that finds this is not there yet")
    found = differences(path, wanted, check_file(path))
    assert not found, f"{path}\n  " + "\n  ".join(found)
