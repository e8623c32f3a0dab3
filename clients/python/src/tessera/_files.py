"""Files to send, and the form that carries one.

The boundary is chosen once per call, so that a retried request has the same bytes. Files on disk are not read into
memory.
"""

from __future__ import annotations

import io
import mimetypes
import os
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO, Callable, Union, cast

from tessera._values import text_of

_BLOCK_BYTES = 256 * 1024

FileData = Union[bytes, bytearray, memoryview, str, "os.PathLike[str]", BinaryIO]


@dataclass(frozen=True)
class File:
    """A file to send under another name or content type than its own."""

    data: FileData
    """Bytes, a path, or a file opened in binary mode."""
    name: str | None = None
    type: str | None = None


FileInput = Union[FileData, File]
"""A file to send: its bytes, a path, a file opened in binary mode, or a `File` with a name and a content type."""


@dataclass(frozen=True)
class Body:
    """A request's body. Its blocks can be read again for a retry."""

    content_type: str
    length: int
    blocks: Callable[[], Iterator[bytes]]


def bytes_body(content_type: str, data: bytes) -> Body:
    return Body(content_type, len(data), lambda: iter((data,)))


def form_body(field: str, fields: Mapping[str, object]) -> Body:
    """The file comes last, so that the service can refuse an invalid field before it reads the file."""
    boundary = f"tessera-{secrets.token_hex(16)}"
    head = b"".join(
        f"{_start(boundary, name)}\r\n\r\n{text_of(value)}\r\n".encode()
        for name, value in fields.items()
        if name != field and value is not None
    )
    tail = f"--{boundary}--\r\n".encode()
    content_type = f"multipart/form-data; boundary={boundary}"
    file = fields.get(field)
    if file is None:
        return bytes_body(content_type, head + tail)
    source = _open_source(field, file)
    disposition = f'{_start(boundary, field)}; filename="{_quoted(source.name)}"'
    head += f"{disposition}\r\nContent-Type: {source.content_type}\r\n\r\n".encode()
    tail = b"\r\n" + tail

    def blocks() -> Iterator[bytes]:
        yield head
        yield from source.blocks()
        yield tail

    return Body(content_type, len(head) + source.length + len(tail), blocks)


def _start(boundary: str, name: str) -> str:
    return f'--{boundary}\r\nContent-Disposition: form-data; name="{_quoted(name)}"'


def _quoted(name: str) -> str:
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


@dataclass(frozen=True)
class _Source:
    name: str
    content_type: str
    length: int
    blocks: Callable[[], Iterator[bytes]]


def _open_source(field: str, file: object) -> _Source:
    given = file if isinstance(file, File) else File(cast(FileData, file))
    data = given.data
    if isinstance(data, (bytes, bytearray, memoryview)):
        return _named(given, field, *_of_bytes(bytes(data)))
    if isinstance(data, (str, os.PathLike)):
        return _named(given, os.path.basename(data), *_of_path(os.fspath(data)))
    if isinstance(data, io.TextIOBase) or not hasattr(data, "read"):
        raise TypeError(f"{field} must be bytes, a path, a file opened in binary mode, or a tessera.File")
    own_name = getattr(data, "name", None)
    name = os.path.basename(own_name) if isinstance(own_name, str) else field
    return _named(given, name, *(_of_stream(data) if data.seekable() else _of_bytes(data.read())))


def _named(given: File, own_name: str, length: int, blocks: Callable[[], Iterator[bytes]]) -> _Source:
    name = given.name or own_name
    content_type = given.type or mimetypes.guess_type(name)[0] or "application/octet-stream"
    if any(character in content_type for character in "\r\n"):
        raise ValueError("the content type of a file is a single line")
    return _Source(name, content_type, length, blocks)


def _of_bytes(data: bytes) -> tuple[int, Callable[[], Iterator[bytes]]]:
    return len(data), lambda: iter((data,))


def _of_path(path: str) -> tuple[int, Callable[[], Iterator[bytes]]]:
    length = os.stat(path).st_size

    def blocks() -> Iterator[bytes]:
        with open(path, "rb") as file:
            yield from _read(file, length)

    return length, blocks


def _of_stream(file: BinaryIO) -> tuple[int, Callable[[], Iterator[bytes]]]:
    start = file.tell()
    length = file.seek(0, os.SEEK_END) - start

    def blocks() -> Iterator[bytes]:
        file.seek(start)
        yield from _read(file, length)

    file.seek(start)
    return length, blocks


def _read(file: BinaryIO, length: int) -> Iterator[bytes]:
    left = length
    while left > 0:
        block = file.read(min(left, _BLOCK_BYTES))
        if not block:
            raise ValueError("the file became shorter while it was sent")
        left -= len(block)
        yield block
