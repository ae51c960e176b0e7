"""Speed, beside peers in the same run: ``make bench``."""
