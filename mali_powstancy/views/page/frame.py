"""The frame around whatever a page shows: what is said where nothing answers any more."""

from __future__ import annotations

from mali_powstancy.tabletop.storage import is_visit
from mali_powstancy.tabletop.texts import Catalogue

_LOST = {
    # who shows it: the sentences if all is kept, on a visit, which may have ended, and if something could not be kept
    "board": ("table.label.lost", "table.label.lost-visit", "table.label.lost-unsaved"),
    "panel": ("course.lost", "course.lost-visit", "course.lost-unsaved"),
    # A lesson as a page of the site, and Just play: there is no cell here that could be run again, and no visit.
    "reader": ("site.reader.lost", "site.reader.lost", "course.lost-unsaved"),
    "just-play": ("site.play.lost", "site.play.lost", "table.label.lost-unsaved"),
}


def lost_label(texts: Catalogue, shown_by: str, *, is_kept: bool) -> str:
    """What a page says when nothing answers; what does not answer must not say that all is saved if it is not."""
    saved, visit, unsaved = _LOST[shown_by]
    if not is_kept:
        return texts.say(unsaved)
    return texts.say(visit if is_visit() else saved)
