"""Find dead links between the texts of the project, pictures without a description, and pictures without rights."""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

from tools.lesson_text import GLOSSARY, PRIVACY
from tools.prose import LINK, PICTURE, ROOT, Document, parse_blocks, plain, read_documents

REGISTER = "lessons/pictures/rights.toml"
RIGHTS = ("file", "author", "licence", "source")
PICTURED = ("lessons", "docs", "site")
"""The folders whose pictures are in the register, wherever in them they lie."""
PICTURES = frozenset({".png", ".svg", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".ico"})
_FAR = re.compile(r"(?:https?|mailto|term|attachment):")


def pages(root: Path = ROOT) -> list[Path]:
    """The texts whose links are checked: the lessons with all that goes with them, and the documents."""
    patterns = ("lessons/*/*.md", "docs/*.md", "*.md")
    return [path for pattern in patterns for path in sorted(root.glob(pattern))]


def dead_links(root: Path = ROOT) -> list[str]:
    """Links to files or places in files that do not exist."""
    return [
        f"{page.relative_to(root).as_posix()}:{line}: {fault}"
        for page in pages(root)
        for line, target in targets(page)
        if (fault := _fault(page, target))
    ]


def targets(page: Path) -> Iterator[tuple[int, str]]:
    """All addresses of a page's links and pictures that lie in this project, each with its line."""
    for block in parse_blocks(page.read_text("utf-8")):
        if block.is_code:
            continue
        text = re.sub(r"`[^`\n]*`", "", block.text)
        for pattern in (LINK, PICTURE):
            for found in pattern.finditer(text):
                if not _FAR.match(found.group(2)):
                    yield block.line + text[: found.start()].count("\n"), found.group(2)


def _fault(page: Path, target: str) -> str | None:
    file, _, anchor = target.partition("#")
    path = (page.parent / file) if file else page
    if path.suffix == ".ipynb" and page.parent.parent.name == "lessons":
        if path.stem in (GLOSSARY, PRIVACY):
            return None  # made by the build, without a lesson
        path = path.with_suffix(".md")  # notebooks lie beside each other as their lessons do
    if not path.exists():
        return f"the link {target!r} leads nowhere"
    if anchor and path.suffix == ".md" and anchor not in _anchors(path):
        return f"the link {target!r} leads to a file without the place {anchor!r}"
    return None


@cache
def _anchors(path: Path) -> frozenset[str]:
    """Where in a page a link can lead: headings, as GitHub and Jupyter name them, and marks of its own."""
    text = path.read_text("utf-8")
    found = set(re.findall(r'<a (?:id|name)="([^"]+)"', text))
    for block in parse_blocks(text):
        if block.kind == "heading":
            title = plain(block.text.splitlines()[0].lstrip("#").strip())
            found |= {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-"), title.replace(" ", "-")}
    return frozenset(found)


def undescribed(documents: Iterable[Document]) -> list[str]:
    """Pictures of the lessons that say nothing to who does not see them."""
    return [
        f"{document.place(block.line)}: the picture {found.group(2)!r} needs a description: ![what one sees](…)"
        for document in documents
        for block in document.blocks
        if not block.is_code
        for found in PICTURE.finditer(block.text)
        if len(found.group(1).split()) < 2
    ]


def rights_faults(root: Path = ROOT) -> list[str]:
    """Pictures that the register does not know, and entries for none; `docs/a-*` stands for several."""
    register = root / REGISTER
    entries = tomllib.loads(register.read_text("utf-8")).get("picture", []) if register.is_file() else []
    problems = []
    for entry in entries:
        missing = [key for key in RIGHTS if not str(entry.get(key, "")).strip()]
        if missing:
            problems.append(f"{REGISTER}: the entry {entry.get('file', '?')!r} lacks {', '.join(missing)}")
    files = (path for folder in PICTURED for path in (root / folder).rglob("*"))
    pictures = sorted(path.relative_to(root).as_posix() for path in files if path.suffix.lower() in PICTURES)
    patterns = [str(entry.get("file", "")) for entry in entries]
    for name in pictures:
        if not any(fnmatch(name, pattern) for pattern in patterns):
            problems.append(f"{REGISTER}: {name} has no entry; say author, licence and source")
    for pattern in patterns:
        if not any(fnmatch(name, pattern) for name in pictures):
            problems.append(f"{REGISTER}: no picture is called {pattern!r}; take the entry out")
    return problems


def main(arguments: list[str] | None = None) -> int:
    """Say which links are dead and which pictures lack a description or an entry."""
    argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0]).parse_args(arguments)
    problems = dead_links() + undescribed(read_documents()) + rights_faults()
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
