"""Bots of Wiarusi: computer players as functions of what their seat may see."""
