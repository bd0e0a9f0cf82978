"""The tabletop: everything that is not a rule, a drawing or a sentence of one game. It imports no game."""
