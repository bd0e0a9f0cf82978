"""Bots for the tests of the lab that can be found by other processes: bad ones, slow ones, and one that kills."""

import multiprocessing
import os
from time import sleep

from mali_powstancy.bots import random_bot
from mali_powstancy.engine.moves import Block, Draw, Walk

games_begun = 0


def plain():
    """A good bot."""
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
        sleep(0.05)
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
