"""The map: districts, roads and names as lines, and the board that is drawn on it."""
