"""Tests of War."""
