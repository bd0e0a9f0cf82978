"""Serve the static site: just to this computer, or with `--lan` to the whole local network.

The build puts a copy of this file into the site as `serve.py`. So it needs nothing but Python, and no new one.
"""

from __future__ import annotations

import argparse
import errno
import gzip
import hashlib
import io
import os
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlsplit

HERE = Path(__file__).resolve().parent
SITE = HERE if (HERE / "index.html").is_file() else HERE.parent / "dist" / "site"
PORT = 8000
LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"
PORTS_TRIED = 20
NOT_FOUND = "404.html"
"""The page of the site at an address that has none."""
LAST_PORT = 65_535

# Named here, because what Python knows of types depends on the computer; a wrong one, and a browser runs nothing.
TYPES = {
    ".css": "text/css",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".ipynb": "application/x-ipynb+json",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".whl": "application/zip",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'"
"""What a program that is started from a file, such as the service worker, may load: no page can say this for it."""
WORTH_PACKING = {".css", ".html", ".ipynb", ".js", ".json", ".mjs", ".svg", ".wasm"}
"""What becomes much smaller; wheels and pictures are packed already."""
PATIENCE = 30
"""Seconds that a browser may be silent in a question or an answer; then a connection that it keeps is closed too."""
LONGEST_QUESTION = 60
"""Seconds that a whole question may take, however often a letter of it comes."""
MOST_FROM_ONE = 200
"""Connections that one address may hold: a class behind one of them, with six for every browser."""
TOO_MANY = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\n"
    b"Content-Type: text/plain; charset=utf-8\r\n\r\n"
    + "Za dużo połączeń z tego adresu. Spróbuj za chwilę.\n".encode()
    + b"Too many connections from this address. Try again in a moment.\n"
)
_packing = threading.Lock()


@lru_cache(maxsize=2_000)
def _packed(path: str, tag: str) -> bytes:
    """The content of a file, packed."""
    return gzip.compress(Path(path).read_bytes(), 6, mtime=0)


@lru_cache(maxsize=10_000)
def _tag(path: str, size: int, changed: int) -> str:
    """The name of a file's content. Asked for again only if the file was written again."""
    return f'"{hashlib.sha256(Path(path).read_bytes()).hexdigest()[:32]}"'


class SiteHandler(SimpleHTTPRequestHandler):
    """Answers with files of the site. A browser may keep them, but asks each time whether they are still the same."""

    protocol_version = "HTTP/1.1"
    server_version = "site"
    sys_version = ""
    extensions_map = TYPES  # the base class has it so
    timeout = PATIENCE
    server: SiteServer

    def handle_one_request(self) -> None:
        """Wait for a question and answer it."""
        self.server.waits_for(self.connection)
        super().handle_one_request()

    def parse_request(self) -> bool:
        """The head of a question has come."""
        is_good = super().parse_request()
        self.server.has_heard(self.connection)
        return is_good

    def end_headers(self) -> None:
        """What every answer says."""
        self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        super().end_headers()

    def guess_type(self, path: object) -> str:
        """The type of a file, by its ending."""
        return TYPES.get(Path(str(path)).suffix.lower(), "application/octet-stream")

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """The head of the answer: nothing but that if the browser has the file already."""
        name = self.translate_path(self.path)
        # Asked of `os.path`, which has an answer also for names that no file can have.
        if os.path.isdir(name) and self._is_inside(name):
            if not urlsplit(self.path).path.endswith("/"):
                return super().send_head()  # leads to the same address with a slash
            name = os.path.join(name, "index.html")
        if not (os.path.isfile(name) and self._is_inside(name)):
            return self._not_found()
        path = Path(name)
        stat = path.stat()
        tag = _tag(str(path), stat.st_size, stat.st_mtime_ns)
        is_known = tag in self.headers.get("If-None-Match", "")
        self.send_response(HTTPStatus.NOT_MODIFIED if is_known else HTTPStatus.OK)
        self.send_header("ETag", tag)
        if path.suffix in WORTH_PACKING:
            self.send_header("Vary", "Accept-Encoding")  # what lies between must not give packed files to everybody
        if is_known:
            self.end_headers()
            return None
        self.send_header("Content-Type", self.guess_type(path))
        if path.suffix in (".js", ".mjs"):
            self.send_header("Content-Security-Policy", WORKER_POLICY)
        if self._may_pack(path):
            with _packing:  # one of thirty browsers waits for it, the others find it done
                content = _packed(str(path), tag)
            self.send_header("Content-Encoding", "gzip")
        else:
            content = path.read_bytes()  # not an open file, which a browser that goes away here would leave open
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        return io.BytesIO(content)

    def _is_inside(self, name: str) -> bool:
        """Whether it is in the folder also where links lead elsewhere."""
        folder, place = (os.path.join(os.path.realpath(path), "") for path in (self.directory, name))
        return place.startswith(folder)

    def _not_found(self) -> BinaryIO | None:
        """A page that leads on: a class types its address from a blackboard."""
        page = Path(self.directory, NOT_FOUND)
        if not (page.is_file() and self._is_inside(str(page))):
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        content = page.read_bytes()
        self.send_response(HTTPStatus.NOT_FOUND)
        self.send_header("Content-Type", TYPES[".html"])
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        return io.BytesIO(content)

    def _may_pack(self, path: Path) -> bool:
        """Whether it is worth it: on this computer alone nothing is gained."""
        wants = "gzip" in self.headers.get("Accept-Encoding", "")
        return wants and path.suffix in WORTH_PACKING and self.is_for_others()

    def is_for_others(self) -> bool:
        """Whether the answer goes to another computer."""
        return bool(self.request.getsockname()[0] != LOOPBACK)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing about files that were found: a class fetches thousands."""


class SiteServer(ThreadingHTTPServer):
    """Many pupils at once, and a page that is closed early is no trouble."""

    daemon_threads = True
    request_queue_size = 128
    allow_reuse_address = sys.platform != "win32"  # there it would mean that two servers share a port

    def __init__(self, address: tuple[str, int], handler: Any) -> None:
        self._connections: dict[Any, str] = {}
        """The address at the other end of each."""
        self._waiting: dict[Any, float] = {}
        """Since when the next question is waited for."""
        super().__init__(address, handler)

    def verify_request(self, request: Any, client_address: Any) -> bool:
        """Nobody takes the places of all others."""
        if list(self._connections.values()).count(client_address[0]) < MOST_FROM_ONE:
            return True
        with suppress(OSError):
            request.setblocking(False)  # nobody waits for who does not listen
            request.sendall(TOO_MANY)
        return False

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer a browser, which may keep its connection for more."""
        self._connections[request] = client_address[0]
        super().process_request(request, client_address)

    def waits_for(self, request: Any) -> None:
        """A browser is to ask something."""
        self._waiting[request] = time.monotonic()

    def has_heard(self, request: Any) -> None:
        """It has asked."""
        self._waiting.pop(request, None)

    def service_actions(self) -> None:
        """Now and then: who spells a question out letter by letter is not waited for."""
        for connection, since in list(self._waiting.items()):
            if time.monotonic() - since > LONGEST_QUESTION:
                self.has_heard(connection)
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)

    def shutdown_request(self, request: Any) -> None:
        """A browser has had everything."""
        self._connections.pop(request, None)
        self.has_heard(request)
        super().shutdown_request(request)

    def server_close(self) -> None:
        """Nobody is answered any more, also not over a connection that was kept."""
        super().server_close()
        for connection in list(self._connections):
            with suppress(OSError):  # the browser was faster
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that goes away is not worth a word."""
        if not isinstance(sys.exc_info()[1], (ConnectionError, socket.timeout)):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def open_server(
    address: str, port: int | None, folder: Path = SITE, handler: type[SiteHandler] = SiteHandler
) -> SiteServer:
    """A server at this port; if none was asked for, at the first free one."""
    for tried in [port] if port is not None else [*range(PORT, PORT + PORTS_TRIED), 0]:
        try:
            return SiteServer((address, tried), partial(handler, directory=str(folder)))
        except OSError as error:
            if port is not None or error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
    raise AssertionError("port 0 is never taken")


@contextmanager
def served(folder: Path = SITE, port: int = 0, handler: type[SiteHandler] = SiteHandler) -> Iterator[str]:
    """The site on this computer alone, while the block runs; its address."""
    with open_server(LOOPBACK, port, folder, handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield f"http://{LOOPBACK}:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


# --- for a person


def say(polish: str, english: str) -> None:
    """Say one thing in both languages, as `tools/start.py` does, which has to stand alone too."""
    print(f"PL: {polish}\nEN: {english}", flush=True)


PLACES = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254", "169.254.255.254")
"""Addresses to which a way may be known: in the internet, and in networks that have none."""


def own_address() -> str | None:
    """This computer's address in the network; None if it cannot be found."""
    return next((found for found in _own_addresses() if not found.startswith(("127.", "0."))), None)


def _own_addresses() -> Iterator[str]:
    """What might be the address, the best first: a class room may have a switch and no way to anywhere."""
    for place in PLACES:
        yield from _address_towards(place)
    with suppress(OSError):  # a computer may not know its own name
        yield from socket.gethostbyname_ex(socket.gethostname())[2]
    if hasattr(socket, "SO_BINDTODEVICE"):  # Linux, where the name often stands for this computer alone
        for _, interface in socket.if_nameindex():
            yield from _address_towards(PLACES[0], interface)


def _address_towards(place: str, interface: str = "") -> Iterator[str]:
    """With which address this computer would speak to a place; nothing is sent, the system only says what it would."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        if interface:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, interface.encode())
        probe.connect((place, 9))
        yield str(probe.getsockname()[0])


def announce(port: int, lan: bool) -> None:
    """Say where the site is, in both languages."""
    own = own_address() if lan else None
    if own is not None:
        address = f"http://{own}:{port}"
        say(f"Napisz na tablicy: {address}", f"Write this on the board: {address}")
        say(
            "Otworzy ją każdy w tej samej sieci. Nie działa? Zapora sieciowa musi przepuszczać ten port.",
            "Anyone on the same network can open it. Not working? The firewall has to let this port through.",
        )
    else:
        if lan:
            say(
                f"Nie udało się znaleźć adresu tego komputera. Jest w ustawieniach sieci; dopisz za nim :{port}",
                f"This computer's address couldn't be found. The network settings show it; add :{port} after it",
            )
        address = f"http://{LOOPBACK}:{port}"
        say(f"Kurs jest tutaj: {address}", f"The course is here: {address}")
    say("Koniec: Ctrl+C.", "To stop: Ctrl+C.")


def port_number(text: str) -> int:
    """A port as somebody typed it; what cannot be one ends the program with a sentence."""
    if not (text.isdecimal() and 1 <= int(text) <= LAST_PORT):
        say(
            f"Port to liczba od 1 do {LAST_PORT}, a nie {text}.",
            f"A port is a number from 1 to {LAST_PORT}, not {text}.",
        )
        sys.exit(1)
    return int(text)


def arguments() -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--lan", action="store_true", help="let other computers on the network in")
    parser.add_argument("--port", type=port_number, help=f"the port (if not given: the first free one from {PORT})")
    return parser.parse_args()


def main() -> int:
    """Serve until Ctrl+C."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # an old console without Polish letters is no reason to fail
    asked = arguments()
    if not (SITE / "index.html").is_file():
        say("Najpierw zbuduj stronę: make site", "Build the site first: make site")
        return 1
    try:
        server = open_server(EVERYWHERE if asked.lan else LOOPBACK, asked.port)
    except PermissionError:
        say(
            f"Port {asked.port} może otworzyć tylko administrator. Wybierz inny, na przykład {PORT}.",
            f"Only an administrator can open port {asked.port}. Choose another one, such as {PORT}.",
        )
        return 1
    except OSError as error:
        say(f"Port {asked.port} jest zajęty ({error}).", f"Port {asked.port} is already in use ({error}).")
        return 1
    with server:
        announce(server.server_address[1], asked.lan)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            say("Koniec.", "Stopped.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
