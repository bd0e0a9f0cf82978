"""Bring a missing program to this computer with apt, where we may, or say in both languages what helps."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence


class Missing(Exception):
    """Something is not on this computer; the message says in both languages what helps."""

    def __init__(self, polish: str, english: str) -> None:
        super().__init__(f"PL: {polish}\nEN: {english}")


def command_for(packages: Sequence[str]) -> str:
    """What a person types to install these packages on Debian or Ubuntu."""
    return f"sudo apt-get update && sudo apt-get install -y {' '.join(packages)}"


def rights() -> list[str] | None:
    """What has to stand before a command so that it may install; None if we may not, or would have to ask."""
    if not (sys.platform == "linux" and shutil.which("apt-get")):
        return None
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and subprocess.call(["sudo", "-n", "true"], stderr=subprocess.DEVNULL) == 0:
        return ["sudo", "-n"]
    return None


def install(packages: Sequence[str]) -> None:
    """Install these packages if we may. Whether it worked is for the caller to look at."""
    before = rights()
    if before is None:
        return
    apt = [*before, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    for command in ([*apt, "update"], [*apt, "install", "-y", *packages]):
        # Its many lines go to stderr: stdout is for what the caller has to say.
        if subprocess.call(command, stdout=sys.stderr) != 0:
            return
