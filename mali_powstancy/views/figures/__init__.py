"""Figures: charts and maps as plain data, each with a sentence and a table that say the same."""
