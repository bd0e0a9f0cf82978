"""Mali Powstańcy: an open course about the Scout Field Post of 1944, around playable board games.

The rules of the first game are here at hand, and loaded when somebody asks for them; further games, bots, texts,
pictures and the classroom are packages of their own.

>>> import mali_powstancy as mp
>>> state = mp.new_game(mp.load_scenario("basic"), players=2)
>>> state
<basic for 2, round 0, first-player: -1>
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mali_powstancy.engine import *  # noqa: F403  # the engine says in __all__ what is public

__version__ = "0.2.0"


def __getattr__(name: str) -> Any:
    """A name of the first game's engine; so nobody loads a game that is not asked for."""
    if name.startswith("__") and name != "__all__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    engine = import_module("mali_powstancy.engine")
    if name != "__all__" and name not in engine.__all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(engine, name)


def __dir__() -> list[str]:
    """What is defined here, and what the engine makes public."""
    return sorted({*globals(), *__getattr__("__all__")})
