"""Mali Powstańcy: an open course about the Scout Field Post of 1944, around a playable board game.

The engine is here at hand; bots, texts, pictures and the classroom are packages of their own.

>>> import mali_powstancy as mp
>>> state = mp.new_game(mp.load_scenario("basic"), players=2)
>>> state
<basic for 2, round 0, first-player: -1>
"""

from mali_powstancy.engine import *  # noqa: F403  # the engine says in __all__ what is public

__version__ = "0.2.0"
