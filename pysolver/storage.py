"""Files that are replaced whole or not at all, and shipped or saved data with its checksum.

A record is one line of JSON, the header, and a compressed payload. The header holds the length of
the payload and a SHA-256 over the rest of the header and the payload, so that no bit of a record
can change unseen. Checkpoints and trained tables are records.
"""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any, Final

from pysolver.errors import DataError

if TYPE_CHECKING:
    import os

_MOST_PAYLOAD: Final = 1 << 30
_CHECKSUM: Final = "sha256"
_LENGTH: Final = "bytes"


def write_whole(path: str | os.PathLike[str], *content: bytes | memoryview) -> None:
    """Write a file so that a reader, or a crash, sees either the old content or the new.

    Several parts are written one after the other. A link is followed; the mode of a file that is
    replaced is kept.

    Raises:
        OSError: the folder does not exist or may not be written, or the path names something
            other than a regular file.
    """
    import os  # (what only writing needs is imported here: a hint starts faster)
    import secrets
    from pathlib import Path

    target = writable_target(path)
    part = target.with_name(f".pysolver-{secrets.token_hex(8)}.part")
    mode = target.stat().st_mode if target.exists() else None
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            for part_of_content in content:
                file.write(part_of_content)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            part.chmod(mode & 0o7777)
        part.replace(target)
    except BaseException:
        Path(part).unlink(missing_ok=True)
        raise


def writable_target(path: str | os.PathLike[str]) -> Any:
    """The file that ``write_whole`` would replace, links followed, as a ``Path``.

    Raises:
        OSError: it could not be written: its folder is missing or not writable, or the path names
            something other than a regular file.
    """
    import errno
    import os
    from pathlib import Path

    name = os.fspath(path)
    if not name:
        raise OSError(errno.ENOENT, "no file is named", name)
    target = Path(os.path.realpath(name))
    if target.exists() and not target.is_file():
        raise OSError(errno.EINVAL, "not a regular file", name)
    if not target.parent.is_dir():
        raise OSError(errno.ENOENT, "there is no folder", str(target.parent))
    if not os.access(target.parent, os.W_OK):
        raise OSError(errno.EACCES, "the folder may not be written", str(target.parent))
    return target


def read_if_there(path: str | os.PathLike[str]) -> bytes | None:
    """The content of a regular file; None if there is no such file.

    Raises:
        OSError: it cannot be read or is something other than a regular file.
    """
    import errno
    from pathlib import Path

    file = Path(path)
    if file.exists() and not file.is_file():
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None


def checksum(*parts: bytes | memoryview) -> str:
    """SHA-256 of the parts in hexadecimal."""
    import hashlib

    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()


def pack_record(header: dict[str, Any], payload: bytes) -> bytes:
    """A record as bytes; the same header and payload always give the same bytes."""
    full = {**header, _LENGTH: len(payload)}
    full[_CHECKSUM] = checksum(_canonical(full), payload)
    return _canonical(full) + b"\n" + zlib.compress(payload, 9)


def _canonical(header: dict[str, Any]) -> bytes:
    return json.dumps(header, sort_keys=True).encode()


def unpack_record(content: bytes, name: str) -> tuple[dict[str, Any], bytes]:
    """The header and the payload of a record.

    Raises:
        DataError: the content is no record or its checksum does not fit; ``name`` is quoted.
    """
    line, _, packed = content.partition(b"\n")
    try:
        header = json.loads(line)
        found = header.pop(_CHECKSUM)
        length = header[_LENGTH]
        if not isinstance(length, int) or not 0 <= length <= _MOST_PAYLOAD:
            message = f"{name} is damaged: its length does not fit"
            raise DataError(message)
        unpacker = zlib.decompressobj()
        payload = unpacker.decompress(packed, length + 1)
        whole = unpacker.eof and not unpacker.unused_data and len(payload) == length
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, zlib.error) as error:
        message = f"{name} is no pysolver record, or damaged: {type(error).__name__}"
        raise DataError(message) from error
    if not whole or line != _canonical({**header, _CHECKSUM: found}):
        message = f"{name} is damaged: its length or its header does not fit"
        raise DataError(message)
    if checksum(_canonical(header), payload) != found:
        message = f"{name} is damaged: its checksum does not fit"
        raise DataError(message)
    return header, payload


def read_checkpoint(path: str | os.PathLike[str]) -> tuple[dict[str, Any], bytes] | None:
    """The header and the payload of a checkpoint; None if there is no such file.

    Raises:
        DataError: it is no record, or damaged.
        OSError: it is there and cannot be read.
    """
    content = read_if_there(path)
    if content is None:
        return None
    try:
        return unpack_record(content, str(path))
    except DataError as error:
        message = f"{error}: delete it, or name another file as checkpoint"
        raise DataError(message) from error
