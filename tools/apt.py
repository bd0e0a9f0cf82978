"""Bring a missing program to this computer with apt, where we may, or say in both languages what helps."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence

YES = ("t", "tak", "y", "yes")


class Missing(Exception):
    """Something is not on this computer; the message says in both languages what helps."""

    def __init__(self, polish: str, english: str) -> None:
        super().__init__(f"PL: {polish}\nEN: {english}")


def command_for(packages: Sequence[str]) -> str:
    """What a person types to install these packages on Debian or Ubuntu."""
    sudo = "" if _is_root() else "sudo "
    return f"{sudo}apt-get update && {sudo}apt-get install -y {' '.join(packages)}"


def install(packages: Sequence[str]) -> None:
    """Install these packages if we may: as root, or if the person at the terminal agrees to `sudo`.

    Whether it worked is for the caller to look at.
    """
    if not (sys.platform == "linux" and shutil.which("apt-get")):
        return
    if not _is_root() and not (shutil.which("sudo") and _is_agreed(command_for(packages))):
        return
    apt = [*([] if _is_root() else ["sudo"]), "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    for command in ([*apt, "update"], [*apt, "install", "-y", *packages]):
        # Its many lines go to stderr: stdout is for what the caller has to say.
        if subprocess.call(command, stdout=sys.stderr) != 0:
            return


def _is_root() -> bool:
    """In a container one often is, and then there is no `sudo`."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _is_agreed(command: str) -> bool:
    """Whether somebody sits at a terminal and says yes to a command that changes their computer."""
    if os.environ.get("CI") or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    print(f"PL: Czegoś brakuje. Czy uruchomić teraz: {command}", file=sys.stderr)
    print(f"EN: Something is missing. Run this now: {command}", file=sys.stderr)
    print("[t/N] [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in YES
