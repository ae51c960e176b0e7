"""Files that are replaced whole or not at all, and records with their checksum."""

from __future__ import annotations

import json
import os
import stat
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pysolver import DataError
from pysolver.storage import pack_record, unpack_record, write_whole

HEADERS = st.dictionaries(
    st.text().filter(lambda key: key not in ("sha256", "bytes")),
    st.none() | st.integers() | st.text() | st.lists(st.booleans()),
)


def names(folder: Path) -> list[str]:
    """What the folder holds."""
    return [path.name for path in folder.iterdir()]


def test_a_file_is_written_and_replaced(tmp_path: Path) -> None:
    """Nothing but the file is left behind, and everybody may read it."""
    target = tmp_path / "file"
    for content in (b"", b"one", bytes(100_000)):
        write_whole(target, content)
        assert target.read_bytes() == content
        assert names(tmp_path) == ["file"]
    assert stat.S_IMODE(target.stat().st_mode) == 0o644
    write_whole(str(target), b"by text")
    assert target.read_bytes() == b"by text"


def test_a_failure_leaves_the_old_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash at the moment of replacing, and one while writing."""
    target = tmp_path / "file"
    write_whole(target, b"old")

    def fail(*_: object) -> None:
        raise OSError(28, "no space left")

    for step in ("os.fsync", "pathlib.Path.replace"):
        with monkeypatch.context() as patch:
            patch.setattr(step, fail)
            with pytest.raises(OSError, match="no space left"):
                write_whole(target, b"new")
        assert target.read_bytes() == b"old"
        assert names(tmp_path) == ["file"]


def test_the_content_reaches_the_disk_before_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Flushed and synced first, then put in place."""
    steps: list[str] = []
    sync, replace = os.fsync, Path.replace

    def noted_sync(handle: int) -> None:
        steps.append("sync")
        sync(handle)

    def noted_replace(path: Path, target: Path) -> Path:
        steps.append("replace")
        return replace(path, target)

    monkeypatch.setattr("os.fsync", noted_sync)
    monkeypatch.setattr("pathlib.Path.replace", noted_replace)
    write_whole(tmp_path / "file", b"content")
    assert steps == ["sync", "replace"]


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    """An ordinary error."""
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "none" / "file", b"content")


@given(HEADERS, st.binary())
def test_a_record_comes_back(header: dict[str, object], payload: bytes) -> None:
    """Header and payload, with size and checksum; equal records are equal bytes."""
    content = pack_record(header, payload)
    assert content == pack_record(dict(reversed(header.items())), payload)
    found, data = unpack_record(content, "it")
    assert data == payload
    assert found["bytes"] == len(payload)
    assert {key: value for key, value in found.items() if key not in ("bytes", "sha256")} == header


def test_one_line_of_json_and_a_compressed_payload() -> None:
    """Readable with ordinary tools."""
    line, _, packed = pack_record({"kind": "test"}, b"x" * 1_000).partition(b"\n")
    assert json.loads(line)["kind"] == "test"
    assert zlib.decompress(packed) == b"x" * 1_000
    assert len(packed) < 100


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"{}",
        b"{}\n",
        b"no json\nxyz",
        b"\xff\xfe\n",
        b"[]\n" + zlib.compress(b""),
        b"{}\n" + zlib.compress(b""),
    ],
    ids=repr,
)
def test_what_is_no_record(content: bytes) -> None:
    """Its name is quoted."""
    with pytest.raises(DataError, match=r"^that file is no pysolver record: "):
        unpack_record(content, "that file")


def test_a_damaged_record() -> None:
    """Every single byte of the payload and the checksum is guarded."""
    good = pack_record({"kind": "test"}, bytes(range(200)))
    for place in range(good.index(b"\n") + 1, len(good)):
        bad = bytearray(good)
        bad[place] ^= 1
        with pytest.raises(DataError, match=r"^f is "):
            unpack_record(bytes(bad), "f")
    other = pack_record({"kind": "test"}, b"other").partition(b"\n")[2]
    with pytest.raises(DataError, match=r"^f is damaged: its checksum does not fit$"):
        unpack_record(good[: good.index(b"\n") + 1] + other, "f")


@given(st.binary())
def test_any_bytes_are_a_record_or_a_data_error(content: bytes) -> None:
    """Nothing else comes out."""
    with pytest.raises(DataError):
        unpack_record(content, "noise")
