"""Makes the shipped shape lists again: ``python -m pysolver.binh.shapes FILE``.

The lists do not depend on any trained value: for every pattern of equal ranks in a sorted hand
they name the bottoms of its Pareto-optimal splits (csrc/binh/shape.c).
"""

from __future__ import annotations

import sys
from array import array

from pysolver import native
from pysolver.storage import pack_record, write_whole


def shape_record() -> bytes:
    """The content of data/shapes.record."""
    words = native.arranger.build_shape_lists()
    if sys.byteorder == "big":
        words = array("H", words)
        words.byteswap()
    header = {
        "kind": "pysolver binh shape lists",
        "command": "python -m pysolver.binh.shapes shapes.record",
    }
    return pack_record(header, words.tobytes())


def main() -> int:
    """Write the record to the file named on the command line."""
    if len(sys.argv) != 2:
        sys.stderr.write("usage: python -m pysolver.binh.shapes FILE\n")
        return 2
    write_whole(sys.argv[1], shape_record())
    return 0


if __name__ == "__main__":
    sys.exit(main())
