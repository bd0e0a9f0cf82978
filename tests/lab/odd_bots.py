"""Bots for the tests of the lab that can be found by other processes: bad ones, slow ones, and one that kills."""

import multiprocessing
import os
from time import sleep

from mali_powstancy.bots import random_bot
from mali_powstancy.engine.moves import Block, Collect, Draw, Drop, Walk
from mali_powstancy.wiarusi.bots import roster

games_begun = 0
TWICE = iter([random_bot, random_bot])


def plain():
    """A good bot."""
    return random_bot


def wiarusi_plain():
    """A good bot of Wiarusi."""
    return roster.BOTS["random"]()


def twice():
    """A good bot that can be made two times."""
    return next(TWICE)


def settable(*settings, **named):
    """A good bot that does not mind what it is told."""
    return random_bot


def liar():
    return lambda observation, rng: "walk zosia port"


def cheat():
    return lambda observation, rng: Walk("zosia", "port")


def chance():
    return lambda observation, rng: Draw("nowhere>nowhere")


def blocker():
    return lambda observation, rng: Block("no-road")


def failing():
    def bot(observation, rng):
        raise KeyError("an order that is not there")

    return bot


def slow():
    def bot(observation, rng):
        sleep(0.7)
        return random_bot(observation, rng)

    return bot


def not_a_bot():
    return "random"


def unmade():
    raise RuntimeError("no wood left")


def deadly():
    """A good bot whose process ends in its tenth game, unless it is the one of the tests."""
    global games_begun
    games_begun += 1
    if games_begun == 10 and multiprocessing.parent_process() is not None:
        os._exit(1)
    return random_bot


def tired():
    """A good bot, but in the tenth game somebody presses Ctrl-C."""
    global games_begun
    games_begun += 1
    if games_begun == 10:
        raise KeyboardInterrupt
    return random_bot


def endless():
    def bot(observation, rng):
        while True:
            pass

    return bot


def never_made():
    while True:
        pass


def stubborn():
    """A bot that thinks for ever and does not let anything stop it at first."""
    times = []

    def bot(observation, rng):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                times.append(1)
                if len(times) > 2:
                    raise

    return bot


def circling():
    """A bot that never ends a turn in which it can collect an order and drop it again."""

    def bot(observation, rng):
        again = [move for move in observation.legal if isinstance(move, Collect | Drop)]
        return again[0] if again else random_bot(observation, rng)

    return bot


def leaving():
    def bot(observation, rng):
        raise SystemExit(3)

    return bot


def raising(error):
    def bot(observation, rng):
        raise error

    return bot


def strange():
    return raising(Strange("not even an exception"))


def generating():
    return raising(GeneratorExit())


def talkative():
    return raising(ValueError("too\nmuch " * 1000))


def strangely_made():
    raise Strange


class Strange(BaseException):
    """An error of a kind of its own."""


def gone():
    raise SystemExit("nobody is here")


class Unspeakable(Exception):
    """It can neither be written down nor told."""

    def __repr__(self):
        raise RuntimeError("no words")

    __str__ = __repr__


def mute():
    return lambda observation, rng: Unspeakable()


def mute_walker():
    return lambda observation, rng: Walk(Unspeakable(), "port")  # type: ignore[arg-type]


def mute_failing():
    def bot(observation, rng):
        raise Unspeakable

    return bot
