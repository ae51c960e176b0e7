"""Slow, obvious Python that the fast code is tested against.

Nothing here imports pysolver: cards are plain ids, 4*rank + suit, rank 0 the deuce, 12 the ace.
"""
