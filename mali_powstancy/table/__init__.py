"""What the first game brings to its table: who can sit there, gestures on the map, the first lesson and exercises."""
