"""Tests of the cards and of the ways people write them."""
