"""A real cluster of two workers on this computer, one of which is lost in the middle."""

import os
import signal
from threading import Event, Thread
from time import perf_counter, sleep

import pytest

from mali_powstancy.lab import Serial, sending, simulate
from mali_powstancy.tabletop import library
from mali_powstancy.tabletop.alarm import Alarm

BOTS = ["random", "random", "random"]


@pytest.fixture
def five_minutes():
    """Long enough for a very busy computer: who takes longer hangs, and is stopped."""
    with Alarm(300.0) as alarm:
        alarm.since = perf_counter()
        yield


@pytest.mark.slow
@pytest.mark.usefixtures("five_minutes")
@pytest.mark.parametrize("game_id", library.GAMES)
def test_a_cluster_that_loses_a_worker_loses_and_doubles_nothing(game_id, tmp_path, monkeypatch):
    from distributed import Client, LocalCluster

    monkeypatch.setattr(sending, "CHUNK_SECONDS", 0.05)  # many chunks

    file = tmp_path / "games.jsonl"
    settings = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with LocalCluster(host="127.0.0.1", **settings) as cluster, Client(cluster) as client:
        workers = client.run(os.getpid)
        assert len(set(workers.values())) == 2
        killed = []
        done = Event()

        def kill_one():
            while not done.is_set() and (not file.exists() or len(file.read_bytes().splitlines()) < 50):
                sleep(0.01)
            victim = next(iter(workers.values()))
            os.kill(victim, getattr(signal, "SIGKILL", signal.SIGTERM))
            killed.append(len(file.read_bytes().splitlines()))

        killer = Thread(target=kill_one)
        killer.start()
        games = simulate(600, BOTS, game_id, seed=8, executor=client.get_executor(), file=file)
        done.set()
        killer.join()
    assert killed[0] < 550  # it was in the middle
    assert games.complete
    assert games == simulate(600, BOTS, game_id, seed=8, executor=Serial())
    numbers = [line.partition(",")[0] for line in file.read_text("utf-8").splitlines()[1:]]
    assert len(numbers) == len(set(numbers)) == 600
