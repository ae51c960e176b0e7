"""Builds the extension pysolver._core: declarations from pysolver.h, sources by glob."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from cffi import FFI

ROOT = Path(__file__).resolve().parent
HEADER = (ROOT / "pysolver.h").read_text()


def declarations(header: str) -> str:
    """The part of the header between the two marker comments."""
    found = re.search(r"/\* cdef begin \*/(.*)/\* cdef end \*/", header, re.DOTALL)
    if found is None:
        message = "csrc/pysolver.h has lost its cdef markers"
        raise SystemExit(message)
    return found.group(1)


def relative(pattern: str) -> list[str]:
    """Matching files as paths relative to the project: setuptools refuses absolute ones."""
    return sorted(path.relative_to(ROOT.parent).as_posix() for path in ROOT.glob(pattern))


# Floating point is kept to the letter so that every compiler gives the same sums.
COMPILE_ARGS = [] if sys.platform == "win32" else ["-std=c11", "-O3", "-ffp-contract=off"]
COMPILE_ARGS += os.environ.get("PYSOLVER_CFLAGS", "").split()

ffi = FFI()
ffi.cdef(declarations(HEADER))
ffi.set_source(
    "pysolver._core",
    '#include "pysolver.h"',
    sources=relative("**/*.c"),
    depends=relative("**/*.h"),
    include_dirs=["csrc"],
    extra_compile_args=COMPILE_ARGS,
    py_limited_api=True,
)
