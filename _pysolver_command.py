"""Where the command ``pysolver`` begins: Ctrl-C is quiet before the package itself is there.

It stands outside the package, since importing anything inside imports the package first, and that
is most of the time that a short command takes.
"""

import sys

_INTERRUPTED = 130  # what a shell reports of a command that Ctrl-C has ended


def main() -> None:
    """Run the command line; what it does stands in ``pysolver.cli``."""
    try:
        from pysolver.cli import main as command

        command()
    except KeyboardInterrupt:
        print("pysolver: interrupted", file=sys.stderr)  # noqa: T201
        raise SystemExit(_INTERRUPTED) from None
