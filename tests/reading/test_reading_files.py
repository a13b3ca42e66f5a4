"""Files to sources."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from reglas.reading.diagnostics import Diagnostics
from reglas.reading.files import MOST_BYTES, NotText, Unreadable, decode, load_source


def test_line_ends_and_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes("\ufeffa: ñ\r\nb: 2\rc: 3\n".encode())
    source = load_source(path)
    assert source.text == "a: ñ\nb: 2\nc: 3\n"
    assert source.name == str(path)
    assert load_source(path, "shown").name == "shown"


def test_only_one_mark_is_stripped() -> None:
    source = decode("\ufeff\ufeffa: 1".encode(), "a", Diagnostics())
    assert source is not None
    assert source.text == "\ufeffa: 1"


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b"a: 1\nb: \xff", 2, 4),
        (b"\xef\xbb\xbfa: 1\r\n\xc3\xb1: \xe9\r\n", 2, 4),
        (b"a\rb\r\n\xc3", 3, 1),
        (b"ab\0c", 1, 3),
        (b"\xff\xfea\0", 1, 1),
        (b"\xfe\xff\0a\0", 1, 1),
        (b"\x89PNG\r\n\x1a\n\0", 1, 1),
    ],
)
def test_no_text(data: bytes, line: int, column: int) -> None:
    diagnostics = Diagnostics()
    assert decode(data, "a.yaml", diagnostics) is None
    (finding,) = diagnostics.found
    assert (finding.code, finding.span.line, finding.span.column) == ("E121", line, column)
    assert finding.help is not None


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xff")
    diagnostics = Diagnostics()
    with pytest.raises(NotText) as caught:
        load_source(path, diagnostics=diagnostics)
    assert caught.value.diagnostics.found == diagnostics.found
    assert [d.code for d in diagnostics.found] == ["E121"]


def test_missing_folder_large(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="no file"):
        load_source(tmp_path / "missing.yaml")
    with pytest.raises(Unreadable, match="is a folder"):
        load_source(tmp_path)
    with pytest.raises(Unreadable, match="cannot be read"):
        load_source(tmp_path / ("a" * 3000))
    with pytest.raises(Unreadable):
        load_source(Path("a\0b"))
    large = tmp_path / "large.yaml"
    large.write_bytes(b"#" * (MOST_BYTES + 1))
    with pytest.raises(Unreadable, match="1 MiB"):
        load_source(large)
    large.write_bytes(b"#" * MOST_BYTES)
    assert len(load_source(large).text) == MOST_BYTES


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_no_permission(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("a: 1")
    path.chmod(0)
    with pytest.raises(Unreadable, match="permission denied"):
        load_source(path)
