"""Draw the pictures of `docs/pictures/` from fixed positions; `--check` only compares."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from mali_powstancy.engine import load_scenario, new_game, observe
from mali_powstancy.views.board_svg import board_svg

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"


def pictures() -> dict[str, str]:
    """Every picture by its file name."""
    opening = new_game(load_scenario("basic"), players=4)
    board, seen = opening.game.board, observe(opening, None)
    return {f"board-{lang}.svg": board_svg(board, seen, lang) + "\n" for lang in ("pl", "en")}


def main() -> int:
    """Write the pictures, or say which ones differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, fail on a difference")
    check = parser.parse_args().check
    FOLDER.mkdir(parents=True, exist_ok=True)
    stale = []
    for name, svg in pictures().items():
        path = FOLDER / name
        if not path.is_file() or path.read_text("utf-8") != svg:
            stale.append(name)
            if not check:
                path.write_text(svg, "utf-8")
    if check and stale:
        print(f"stale pictures, run `make pictures`: {', '.join(stale)}", file=sys.stderr)
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
