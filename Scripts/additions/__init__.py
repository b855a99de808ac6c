"""Adds one of each kind to a copy of the package: two files each."""
