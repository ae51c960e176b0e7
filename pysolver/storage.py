"""Files that are replaced whole or not at all, and shipped or saved data with its checksum.

A record is one line of JSON, the header, and a compressed payload whose SHA-256 stands in the
header. Checkpoints and trained tables are records.
"""

from __future__ import annotations

import json
import zlib
from typing import TYPE_CHECKING, Any

from pysolver.errors import DataError

if TYPE_CHECKING:
    import os


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file so that a reader, or a crash, sees either the old content or the new.

    Raises:
        OSError: the folder does not exist or may not be written.
    """
    import os  # (what only writing needs is imported here: a hint starts faster)
    import tempfile
    from pathlib import Path

    target = Path(path)
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as part:
            part.write(content)
            part.flush()
            os.fsync(part.fileno())
        Path(name).chmod(0o644)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def checksum(payload: bytes) -> str:
    """SHA-256 of the payload in hexadecimal."""
    import hashlib

    return hashlib.sha256(payload).hexdigest()


def pack_record(header: dict[str, Any], payload: bytes) -> bytes:
    """A record as bytes; the same header and payload always give the same bytes."""
    full = {**header, "sha256": checksum(payload), "bytes": len(payload)}
    return json.dumps(full, sort_keys=True).encode() + b"\n" + zlib.compress(payload, 9)


def unpack_record(content: bytes, name: str) -> tuple[dict[str, Any], bytes]:
    """The header and the payload of a record.

    Raises:
        DataError: the content is no record or its checksum does not fit; ``name`` is quoted.
    """
    line, _, packed = content.partition(b"\n")
    try:
        header = json.loads(line)
        payload = zlib.decompress(packed)
        good = checksum(payload) == header["sha256"]
    except (ValueError, KeyError, TypeError, zlib.error) as error:
        message = f"{name} is no pysolver record: {error}"
        raise DataError(message) from error
    if not good:
        message = f"{name} is damaged: its checksum does not fit"
        raise DataError(message)
    return header, payload
