"""Tests of Binh."""
