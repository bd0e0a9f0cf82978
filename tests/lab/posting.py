"""An executor for the tests that needs no process, and yet everything has to travel to it."""

import pickle
from concurrent.futures import Executor, Future

from mali_powstancy.lab import Serial


class Posting(Executor):
    """An executor of somebody else, who sends everything away."""

    def submit(self, do, /, *args, **kwargs):
        future: Future = Future()
        try:
            do, args, kwargs = pickle.loads(pickle.dumps((do, args, kwargs)))
        except Exception as error:
            future.set_exception(error)
            return future
        return Serial().submit(do, *args, **kwargs)
