"""A whole class at once on one Jupyter server of this computer: how long they wait, how much memory they take.

Every pupil opens lesson 00, runs it whole, plays a round on its last board, loses the kernel, and finds the game again.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

import psutil

from tools.pupils import KernelMessage, Pupil
from tools.servers import Server, running_server

ROOT = Path(__file__).resolve().parent.parent
LESSON = "00-start.ipynb"
PUPILS = 30
MEGABYTE = 1_000_000


class Visit(NamedTuple):
    """What one pupil met with."""

    first_board: float
    answers: list[float]
    memory: int
    """Bytes of the pupil's kernel, after a round."""
    is_kept: bool
    """The game was there again after the kernel was lost."""


def visit(server: Server, number: int) -> Visit:
    """One pupil: opens the lesson in a folder of their own, plays, loses the kernel, goes on."""
    notebook = f"pupil-{number}/pl/{LESSON}"
    copy = server.folder / notebook
    copy.parent.mkdir(parents=True)
    shutil.copy(ROOT / "notebooks" / "pl" / LESSON, copy)
    pupil = Pupil(server.address, notebook, server.token, number)
    pupil.sit_down()
    cells = pupil.code_cells()
    pupil.run(cells)
    *_, board = pupil.views
    seen = pupil.play_round(board)
    memory = kernel_memory(server, copy.parent)
    pupil.leave()
    again = Pupil(server.address, notebook, server.token, number)
    again.sit_down()
    again.run(cells)
    *_, board = again.views
    found = again.press(board, {"do": "continue"})
    again.leave()
    assert pupil.first_board is not None
    return Visit(pupil.first_board, pupil.answer_times, memory, position(found) == position(seen))


def position(view: KernelMessage) -> list[KernelMessage]:
    """What a board shows of a game and keeps: bots say more in the log while they play, and notes count the hints."""
    return [view["map"], *(block for block in view["panel"] if block["t"] != "log" and block.get("role") != "note")]


def kernel_memory(server: Server, folder: Path) -> int:
    """The memory of the kernel that runs in a folder: what would be free without it."""
    for process in psutil.Process(server.process.pid).children(recursive=True):
        try:
            if Path(process.cwd()).resolve() == folder.resolve():
                return int(process.memory_full_info().uss)
        except (psutil.NoSuchProcess, psutil.AccessDenied):  # another pupil's, just ended
            continue
    raise LookupError(f"no kernel runs in {folder.name}")


def report(visits: list[Visit], server_memory: int) -> list[str]:
    """The figures, a line each."""

    def spread(values: list[float]) -> str:
        cuts = quantiles(values, n=20, method="inclusive")
        return f"p50 {cuts[9]:.2f} s, p95 {cuts[18]:.2f} s"

    answers = [answer for each in visits for answer in each.answers]
    memory = sorted(each.memory for each in visits)
    return [
        f"pupils at once      {len(visits)}",
        f"to the first board  {spread([each.first_board for each in visits])}",
        f"to an answer        {spread(answers)} ({len(answers)} answers)",
        f"memory of a kernel  {memory[len(memory) // 2] / MEGABYTE:.0f} MB, at most {memory[-1] / MEGABYTE:.0f} MB",
        f"memory of the server {server_memory / MEGABYTE:.0f} MB",
        f"games found again   {sum(each.is_kept for each in visits)} of {len(visits)}",
    ]


def load(pupils: int) -> tuple[list[Visit], list[str]]:
    """Let the pupils come all at once; what each met with, and the figures."""
    with tempfile.TemporaryDirectory() as folder, running_server("lab", Path(folder) / "class") as server:
        with ThreadPoolExecutor(pupils) as threads:
            visits = list(threads.map(lambda number: visit(server, number), range(pupils)))
        memory = int(psutil.Process(server.process.pid).memory_full_info().uss)
    return visits, report(visits, memory)


def main() -> int:
    """Measure and print; the exit code says whether a game was lost."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--pupils", type=int, default=PUPILS, help="how many pupils start together")
    asked = parser.parse_args()
    if asked.pupils < 2:
        parser.error("a class has at least two pupils")
    visits, lines = load(asked.pupils)
    print("\n".join(lines))
    return 0 if all(each.is_kept for each in visits) else 1


if __name__ == "__main__":
    sys.exit(main())
