"""``python -m pysolver`` is the command ``pysolver``."""

from pysolver.cli import main

if __name__ == "__main__":
    main(prog_name="pysolver")
