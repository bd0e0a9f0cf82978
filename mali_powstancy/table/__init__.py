"""What a table of players needs, without any widget: seats, curtain, undo, saves, replay, lessons and exercises."""

from mali_powstancy.table.exercises import SCRIPTS, script_named
from mali_powstancy.table.host import Host
from mali_powstancy.table.players import PLAYERS
from mali_powstancy.table.table import Table
from mali_powstancy.tabletop.packing import PERSON
from mali_powstancy.tabletop.page_storage import PageStorage
from mali_powstancy.tabletop.storage import FileStorage, MemoryStorage, Storage

__all__ = [
    "PERSON",
    "PLAYERS",
    "SCRIPTS",
    "FileStorage",
    "Host",
    "MemoryStorage",
    "PageStorage",
    "Storage",
    "Table",
    "script_named",
]
