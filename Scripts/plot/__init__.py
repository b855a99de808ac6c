"""Draws the CSV files of a run: pictures, and one page that works offline."""
