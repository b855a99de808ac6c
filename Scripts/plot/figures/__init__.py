"""The figures, one module for each."""
