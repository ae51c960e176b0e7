"""Solutions in files: one line of JSON, then the states' keys and the layers as they are in memory.

Files are mapped into memory, so opening one costs little more than its checksum, and a look-up
reads the pages that it needs. Numbers are little-endian.
"""

from __future__ import annotations

import errno
import json
import mmap
import os
import stat
import sys
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pysolver import native
from pysolver.errors import DataError, RuleError, SolverError
from pysolver.scientific_war.layers import ITEM, Layers, layer_bytes
from pysolver.scientific_war.rules import Rules
from pysolver.storage import checksum, write_whole

if TYPE_CHECKING:
    from pysolver.scientific_war.layers import Layer
    from pysolver.scientific_war.solution import Solution

    AnySolution = TypeVar("AnySolution", bound=Solution)

_FORMAT: Final = "pysolver scientific war solution 1"
_ALIGNMENT: Final = 64
_KEY: Final = 8
_LONGEST_HEADER: Final = 1 << 16
_CHECKSUM: Final = "sha256"


def save(solution: Solution, path: str | os.PathLike[str]) -> None:
    """Write a solution; see ``Solution.save``."""
    graph = solution._graph  # noqa: SLF001  (the two modules are one)
    keys = bytearray(_KEY * graph.states)
    graph.keys(keys)
    parts = solution._parts()  # noqa: SLF001
    bounds = solution._bounds  # noqa: SLF001
    header: dict[str, Any] = {
        "format": _FORMAT,
        "rules": solution.rules.to_dict(),
        "folded": graph.states,
        "pairs": solution.pairs,
        "depth": solution.depth,
        "layers": [[name, len(part)] for name, part in parts.items()],
        "sweeps": None if bounds is None else bounds.sweeps,
        "updates": solution.updates,
        "build_seconds": solution.build_seconds,
        "sweep_seconds": solution.sweep_seconds,
    }
    body = [memoryview(keys), *(memoryview(part) for part in parts.values())]
    header[_CHECKSUM] = checksum(_canonical(header), *body)
    line = _canonical(header)
    line += b" " * (-(len(line) + 1) % _ALIGNMENT) + b"\n"
    write_whole(path, line, *body)


def open_solution(kind: type[AnySolution], path: str | os.PathLike[str]) -> AnySolution:
    """Open a solution; see ``Solution.open``."""
    name = str(path)
    if sys.byteorder != "little":
        message = f"{name} holds little-endian numbers, which this machine does not read"
        raise DataError(message)
    with open(path, "rb") as file:  # noqa: PTH123  (a file that is mapped)
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):  # a device cannot be mapped
            raise OSError(errno.EINVAL, "not a regular file", name)
        try:
            content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        except ValueError:  # an empty file cannot be mapped
            content = memoryview(b"")
    header, line = _header(content, name)
    body = content[len(line) :]
    if checksum(_canonical(header | {_CHECKSUM: None}), body) != header[_CHECKSUM]:
        message = f"{name} is damaged: its checksum does not fit"
        raise DataError(message)
    try:
        return _read(kind, header, body)
    except (KeyError, TypeError, ValueError, SolverError) as error:
        message = f"{name} is no solution of this version of pysolver: {error}"
        raise DataError(message) from error


def _canonical(header: dict[str, Any]) -> bytes:
    shown = {key: value for key, value in header.items() if value is not None or key != _CHECKSUM}
    return json.dumps(shown, sort_keys=True).encode()


def _header(content: memoryview, name: str) -> tuple[dict[str, Any], bytes]:
    start = bytes(content[:_LONGEST_HEADER])
    line, end, _ = start.partition(b"\n")
    try:
        header = json.loads(line)
        good = bool(end) and header["format"] == _FORMAT and isinstance(header[_CHECKSUM], str)
        good = good and (len(line) + 1) % _ALIGNMENT == 0
    except (ValueError, KeyError, TypeError, RecursionError):
        good = False
    if not good:
        message = f"{name} is no saved solution of Scientific War"
        raise DataError(message)
    return header, line + end


def _read(kind: type[AnySolution], header: dict[str, Any], body: memoryview) -> AnySolution:
    from pysolver.scientific_war.solution import Bounds
    from pysolver.scientific_war.solver import build_graph

    rules = Rules.from_dict(header["rules"])
    folded: int = header["folded"]
    parts: dict[str, Layer] = {}
    at = _KEY * folded
    keys = body[:at]
    for layer, size in header["layers"]:
        parts[layer] = body[at : at + size]
        if size % ITEM or size > layer_bytes(folded) or len(parts[layer]) != size:
            message = f"its layer {layer} is too long or too short"
            raise RuleError(message)
        at += size
    graph = native.scientific_graph.Graph.of_keys(rules.core(), keys, folded)
    if rules.trick_limit is None:
        solution = kind(rules, graph, bounds=Bounds(parts["low"], parts["high"], header["sweeps"]))
    else:
        kept = {int(layer): part for layer, part in parts.items()}
        full: list[native.scientific_graph.Graph] = []

        def full_graph() -> native.scientific_graph.Graph:
            """The states with their successors, found again when a layer has to be made."""
            if not full:
                full.append(build_graph(rules, native.scientific_graph.MOST_STATES * 128))
            return full[0]

        solution = kind(rules, graph, layers=Layers(rules.trick_limit, kept, full_graph))
    solution.pairs = header["pairs"]
    solution.depth = header["depth"]
    solution.note(
        build_seconds=header["build_seconds"],
        sweep_seconds=header["sweep_seconds"],
        updates=header["updates"],
    )
    return solution
