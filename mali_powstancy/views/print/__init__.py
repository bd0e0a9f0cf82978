"""Sheets of paper: the game to cut out, and the frame of everything that is printed."""
