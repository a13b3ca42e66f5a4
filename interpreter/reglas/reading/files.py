"""From a path or bytes to a source text: encoding, byte order mark, line ends."""

from __future__ import annotations

from pathlib import Path

from reglas.reading.diagnostics import Diagnostics
from reglas.reading.messages import Message, say
from reglas.reading.source import Source, Span

MOST_BYTES = 1 << 20
BOM = "\ufeff"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


class Unreadable(Exception):
    """A file that the operating system does not hand out, or that is too large to be a spec."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.text())
        self.message = message


class NotText(Unreadable):
    """A file whose bytes are not UTF-8 text; carries the finding (E121)."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        super().__init__(diagnostics.found[0].message)
        self.diagnostics = diagnostics


def read_bytes(path: Path) -> bytes:
    """The bytes of a file; `Unreadable` when it is missing, a folder, not permitted, or larger than 1 MiB."""
    name = str(path)
    try:
        if path.is_dir():
            raise Unreadable(say("`{file}` is a folder, not a file", file=name))
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise Unreadable(say("there is no file `{file}`", file=name)) from None
    except PermissionError:
        raise Unreadable(say("`{file}` may not be read: permission denied", file=name)) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Unreadable(say("`{file}` cannot be read: {reason}", file=name, reason=reason)) from None
    if len(data) > MOST_BYTES:
        raise Unreadable(say("`{file}` is larger than 1 MiB; a spec is a few kilobytes", file=name))
    return data


def load_source(path: Path, name: str | None = None, diagnostics: Diagnostics | None = None) -> Source:
    """The text of a file, shown under `name` (default: the path).

    Raises `Unreadable`. A file that is not text adds E121 to `diagnostics` and raises `NotText`, an
    `Unreadable` that carries the same finding.
    """
    found = Diagnostics() if diagnostics is None else diagnostics
    own = Diagnostics()
    source = decode(read_bytes(path), name or str(path), own)
    found.extend(own.found)
    if source is None:
        raise NotText(own)
    return source


def decode(data: bytes, name: str, diagnostics: Diagnostics) -> Source | None:
    """A source from bytes; None, and E121 at the offending byte, when they are not UTF-8 text."""
    if data.startswith(_UTF16):
        source = Source(name, _utf16(data))
        message = say("this file is UTF-16; specs are UTF-8 text")
        remedy = say("save it again with the encoding UTF-8")
        diagnostics.report("E121", Span(source, 0, 0), message, help=remedy)
        return None
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        message = say("the byte {byte} is not UTF-8 text", byte=f"0x{data[error.start]:02X}")
        remedy = say("save the file again with the encoding UTF-8")
        _not_text(data, error.start, name, diagnostics, message, remedy)
        return None
    if "\0" in text:
        message = say("a zero byte stands here; this is not a text file")
        remedy = say("name a YAML file; if this is one, save it as UTF-8 text")
        _not_text(data, data.index(b"\0"), name, diagnostics, message, remedy)
        return None
    return source_of(text, name)


def source_of(text: str, name: str = "<text>") -> Source:
    """A source from a text: one byte order mark is stripped, CR LF and lone CR become LF."""
    return Source(name, text.removeprefix(BOM).replace("\r\n", "\n").replace("\r", "\n"))


def _not_text(data: bytes, at: int, name: str, diagnostics: Diagnostics, message: Message, remedy: Message) -> None:
    """Report E121 at a byte: everything before it is text, the rest is shown with replacement signs."""
    before = source_of(data[:at].decode("utf-8"), name).text
    whole = source_of(data.decode("utf-8", "replace").replace("\0", "\ufffd"), name)
    diagnostics.report("E121", Span(whole, len(before), len(before) + 1), message, help=remedy)


def _utf16(data: bytes) -> str:
    """UTF-16 bytes as text, for showing the first line."""
    return data.decode("utf-16", "replace").replace("\r\n", "\n").replace("\r", "\n")
