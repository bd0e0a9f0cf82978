"""What the first game brings to its table: who can sit there, gestures on the map, the first lesson and exercises."""

from mali_powstancy.table.exercises import SCRIPTS, script_named

__all__ = ["SCRIPTS", "script_named"]
