"""The test suite; run it with ``python -m pytest`` from the top folder."""
