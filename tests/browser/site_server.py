"""The static site as other computers get it, and from other web servers than ours."""

from __future__ import annotations

from http import HTTPStatus

from tools.build_site import WORKER
from tools.serve_site import SiteHandler


class SchoolServer(SiteHandler):
    """Our own server, as it answers other computers."""

    def is_for_others(self) -> bool:
        """Here too, although it is this computer that asks."""
        return True


class OtherServer(SiteHandler):
    """Lets browsers keep files for a while without asking, and says nothing about what may be loaded."""

    def send_header(self, keyword: str, value: str) -> None:
        """What our own server says in its own way is said differently or not at all."""
        if keyword == "Cache-Control":
            value = "max-age=600"
        if keyword != "Content-Security-Policy":
            super().send_header(keyword, value)


class NoWorkerServer(SiteHandler):
    """Has all files but the service worker."""

    def do_GET(self) -> None:
        """The file, unless it is that one."""
        if self.path.endswith(WORKER):
            self.send_error(HTTPStatus.INTERNAL_SERVER_ERROR)
        else:
            super().do_GET()
