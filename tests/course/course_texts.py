"""The texts of the course as the gates see them, and small texts to try the gates on."""

from pathlib import Path

from tools.prose import Document, exercise_documents, parse_blocks, read_documents

ALL = read_documents()
EXERCISES = exercise_documents()


def text(markdown: str, language: str = "pl", name: str = "01-small") -> Document:
    """A text of the course that is in no file."""
    return Document(Path("lessons", language, f"{name}.md"), parse_blocks(markdown))
