"""Adds a design, a workload and a topology to a copy of the package: two files each."""
