"""Tests of Scientific War."""
