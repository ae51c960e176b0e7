"""The library itself: what every module of this package builds on.

The environment variable ``PYSOLVER_PORTABLE=1`` keeps the core to plain C; answers are the same on
every path.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from pysolver._core import ffi, lib
from pysolver.errors import CardError, DataError, RuleError, SolverError

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    import numpy.typing as npt
    from typing_extensions import Buffer as BytesLike

    from pysolver._core import CData

    # Arrays count as buffers for type checkers from Python 3.12 on only.
    Buffer: TypeAlias = BytesLike | npt.NDArray[Any]

__all__ = [
    "BEST_PATH",
    "DECK_SIZE",
    "PATH",
    "PATH_NAMES",
    "check",
    "check_path",
    "ffi",
    "fits",
    "instruction_set",
    "lib",
    "read",
    "write",
]

DECK_SIZE: Final = 52
PATH_NAMES: Final = {
    lib.PS_PORTABLE: "portable",
    lib.PS_AVX2: "avx2",
    lib.PS_AVX2_BMI2: "avx2+bmi2",
}
PORTABLE_VARIABLE: Final = "PYSOLVER_PORTABLE"

_STATUS_TEXT: Final = {
    lib.PS_ERROR_MEMORY: "out of memory",
    lib.PS_ERROR_ARGUMENT: "an argument is out of range",
}


def check(result: int) -> int:
    """The result itself, or the error that a negative one stands for."""
    if result >= 0:
        return result
    if result == lib.PS_ERROR_CARD:
        message = "a card id is not in 0 to 51 or stands twice"
        raise CardError(message)
    if result == lib.PS_ERROR_DATA:
        message = "the shape lists are damaged: reinstall pysolver"
        raise DataError(message)
    if result == lib.PS_ERROR_TABLE:
        message = (
            f"a table must not fall as strength rises, and its values lie within "
            f"{lib.PS_VALUE_LIMIT * 2.0**-lib.PS_VALUE_BITS:.0f} points"
        )
        raise RuleError(message)
    if result == lib.PS_ERROR_MEMORY:
        raise MemoryError
    raise SolverError(_STATUS_TEXT.get(result, f"status {result}"))


def fits(rows: int, *buffers: tuple[CData, int]) -> None:
    """Refuses buffers that hold fewer than ``rows`` rows of their width."""
    if rows < 0 or any(len(buffer) < rows * width for buffer, width in buffers):
        message = f"{rows} rows do not fit the buffers"
        raise RuleError(message)


def check_path(path: int) -> int:
    """The path, if this processor has it."""
    if not lib.PS_PORTABLE <= path <= BEST_PATH:
        message = f"this processor has no path {path}"
        raise RuleError(message)
    return path


def read(kind: str, buffer: Buffer) -> CData:
    """A buffer as an array of a C type that the core reads."""
    return ffi.from_buffer(f"{kind}[]", buffer)


def write(kind: str, buffer: Buffer) -> CData:
    """A buffer as an array of a C type that the core fills."""
    return ffi.from_buffer(f"{kind}[]", buffer, require_writable=True)


check(lib.ps_init())
BEST_PATH: Final[int] = lib.ps_best_path()
PATH: Final[int] = (
    lib.PS_PORTABLE if os.environ.get(PORTABLE_VARIABLE, "0") not in ("", "0") else BEST_PATH
)


def instruction_set() -> str:
    """The instruction set that this process uses: ``avx2+bmi2``, ``avx2`` or ``portable``."""
    return PATH_NAMES[PATH]
