import ast
import base64
import gc
import gzip
import hashlib
import io
import json
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
import zipfile
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection, HTTPResponse
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from urllib.parse import quote, urlsplit

import nbformat
import pytest
from packaging.utils import canonicalize_name

from tools import build_site, pyodide, serve_site, site_env, site_pages, site_policy, site_wheels, start
from tools.browser import NoBrowser
from tools.pyodide import NoPyodide

ROOT = Path(__file__).resolve().parents[2]
# Addresses that are names and not places: nothing is ever fetched from them.
NAMES = ("http://www.w3.org/", "http://127.0.0.1")
ADDRESS = re.compile(r"https?://[^\s\"'<>)\\]+")
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">')


@pytest.fixture(scope="module")
def site() -> Path:
    return build_site.ensure_site()


@pytest.fixture(scope="module")
def lock(site) -> dict:
    return json.loads((site / build_site.PYODIDE / "pyodide-lock.json").read_text("utf-8"))


def names(site: Path, pattern: str) -> list[Path]:
    found = sorted(path for path in site.rglob(pattern) if path.is_file())
    assert found, f"the site has no {pattern}"
    return found


# --- pins


def test_packages_have_the_versions_that_are_tested_elsewhere():
    tested = site_wheels.pins((ROOT / "constraints.txt").read_text("utf-8"))
    pinned = site_wheels.pins(site_wheels.PINS.read_text("utf-8"))
    assert {name for name in pinned if pinned[name] != tested.get(name)} == set(site_wheels.OTHER_VERSIONS)


def test_pins_are_read_without_remarks_and_conditions():
    text = "# a remark\n\nOne_Name==1.2\ntwo==3 ; os_name == 'nt'\nthree==4  # why\n"
    assert site_wheels.pins(text) == {"one-name": "1.2", "two": "3", "three": "4"}


def test_what_a_package_needs_is_found_to_the_end():
    packages: dict = {"a": {"depends": ["b"]}, "b": {"depends": ["a", "c"]}, "c": {"depends": []}, "d": {"depends": []}}
    assert site_wheels.with_needs(packages, ["a"]) == ["a", "b", "c"]


def test_a_wheel_that_needs_what_is_not_there_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setattr(site_env, "versions", lambda: site_env.Versions("314.0.6", "3.14"))
    lonely = tmp_path / "lonely-1-py3-none-any.whl"
    told = b"Metadata-Version: 2.1\nName: lonely\nVersion: 1\nRequires-Dist: company\n"
    site_wheels.write_zip(lonely, {"lonely.py": b"", "lonely-1.dist-info/METADATA": told})
    with pytest.raises(ValueError, match="lacks company"):
        site_wheels.write_packages([lonely], tmp_path, tmp_path)


def test_two_zips_of_the_same_files_are_the_same_bytes(tmp_path):
    site_wheels.write_zip(tmp_path / "one", {"b": b"2", "a": b"1"})
    site_wheels.write_zip(tmp_path / "two", {"a": b"1", "b": b"2"})
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


# --- what is said when something is missing


def test_without_npm_a_sentence_says_what_helps(monkeypatch, tmp_path):
    monkeypatch.setattr(pyodide, "BUILD", tmp_path)
    monkeypatch.setattr(site_env, "versions", lambda: site_env.Versions("314.0.6", "3.14"))
    monkeypatch.setattr("tools.pyodide.shutil.which", lambda program: None)
    monkeypatch.setattr("tools.apt.install", lambda packages: None)
    with pytest.raises(NoPyodide, match=r"PL: Potrzebny jest program npm. Pomoże: .*\nEN: You need the program npm."):
        pyodide.ensure_pyodide()


def test_without_a_network_a_sentence_says_so_and_nothing_half_done_stays(monkeypatch, tmp_path):
    monkeypatch.setattr(pyodide, "BUILD", tmp_path)
    monkeypatch.setattr(pyodide, "find_npm", lambda: "npm")
    monkeypatch.setattr(site_env, "versions", lambda: site_env.Versions("314.0.6", "3.14"))
    monkeypatch.setattr("tools.pyodide.subprocess.call", lambda *given, **more: 1)
    with pytest.raises(NoPyodide, match=r"EN: Pyodide couldn't be downloaded\. Check your internet connection"):
        pyodide.ensure_pyodide()
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(site_wheels, "FETCHED", tmp_path / "wheels")
    with pytest.raises(site_wheels.NoWheels, match=r"EN: The Python packages couldn't be downloaded\."):
        site_wheels.ensure_wheels()
    monkeypatch.setattr(site_env, "ENVIRONMENT", tmp_path / "env")
    monkeypatch.setattr(site_env, "BUILD", tmp_path)
    with pytest.raises(site_env.NoEnvironment, match=r"EN: JupyterLite couldn't be downloaded\."):
        site_env.ensure_environment()
    assert not site_env.ENVIRONMENT.exists()


def test_what_is_missing_is_said_and_is_no_success(monkeypatch, capsys):
    def missing() -> Path:
        raise NoPyodide("nie ma", "is not there")

    monkeypatch.setattr(build_site, "ensure_site", missing)
    assert build_site.main() == 1
    assert capsys.readouterr().err == "PL: nie ma\nEN: is not there\n"


def test_without_a_browser_it_is_said_before_anything_is_built(monkeypatch, tmp_path):
    def missing() -> Path:
        raise NoBrowser("nie ma", "is not there")

    monkeypatch.setattr(build_site, "find_chromium", missing)
    monkeypatch.setattr(build_site, "write_contents", None)
    with pytest.raises(NoBrowser, match="EN: is not there"):
        build_site.build(tmp_path)


# --- the policy


def test_a_policy_names_the_scripts_of_the_page_by_their_hash():
    page = '<head><title>x</title></head><script>go()</script><script type="application/json">{}</script>'
    digest = base64.b64encode(hashlib.sha256(b"go()").digest()).decode()
    made = site_policy.with_policy(page, {"script-src": ("'self'",)})
    assert POLICY.findall(made) == [f"script-src 'self' 'sha256-{digest}'"]
    assert POLICY.sub("", made).replace("\n    ", "") == page


def test_a_page_without_a_head_can_have_no_policy():
    with pytest.raises(ValueError, match="<head>"):
        site_policy.with_policy("<p>", site_policy.OWN_PAGE)


@pytest.mark.parametrize(
    ("rules", "reasons"),
    [
        (site_policy.OWN_PAGE, {}),
        (site_policy.PLAY_PAGE, site_policy.PYTHON),
        (site_policy.LITE_PAGE, site_policy.JUPYTER),
        ({name: tuple(more) for name, *more in map(str.split, serve_site.WORKER_POLICY.split(";"))}, {}),
    ],
)
def test_whatever_a_page_may_load_beyond_its_own_site_has_a_reason(rules, reasons):
    beyond = {(name, source) for name, sources in rules.items() for source in sources} - {
        (name, own) for name in rules for own in ("'self'", "'none'")
    }
    assert beyond == reasons.keys()
    assert all(len(reason) > 10 for reason in reasons.values())
    assert not [source for _, source in beyond if "." in source or "*" in source]


# --- what it is built from


@pytest.mark.slow
def test_every_tool_that_has_a_hand_in_the_site_is_looked_at():
    made_by = {path.name for path in build_site.makers()}
    assert {"build_site.py", "serve_site.py", "site_env.py", "site_wheels.py", "apt.py", "prose.py"} <= made_by
    assert made_by <= {path.name for path in build_site.sources()}
    loaded = "import sys, tools.build_site; print(*(name for name in sys.modules if name.startswith('tools.')))"
    told = subprocess.run([sys.executable, "-c", loaded], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert {f"{name.removeprefix('tools.')}.py" for name in told.split()} <= made_by


def test_what_changes_while_the_site_is_built_is_built_next_time(monkeypatch, tmp_path):
    looked = []
    monkeypatch.setattr(build_site, "fingerprint", lambda: looked.append("at the sources"))
    monkeypatch.setattr(build_site, "find_chromium", lambda: None)
    monkeypatch.setattr(build_site, "write_contents", lambda folder: sys.exit("begun"))
    with pytest.raises(SystemExit, match="begun"):
        build_site.build(tmp_path)
    assert looked == ["at the sources"]


# --- packages that come late


class FailedRequest(Exception):
    """What Pyodide makes of an error in JavaScript."""


class Network:
    """A stand-in for the server beside the kernel: what it answers to every file that is asked for."""

    def __init__(self, files: dict[str, bytes]):
        self.files = files
        self.status = 200
        self.is_there = True
        self.asked: list[str] = []
        self.new = lambda: self

    def open(self, method: str, address: str, waits: bool) -> None:
        self.asked.append(address.removeprefix("http://site/"))

    def send(self) -> None:
        if not self.is_there:
            raise FailedRequest("NetworkError")
        self.response = SimpleNamespace(to_bytes=lambda: self.files[self.asked[-1]])


def packed(**modules: str) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in modules.items():
            archive.writestr(f"{name}.py", text)
    return made.getvalue()


@pytest.fixture
def late(monkeypatch, tmp_path):
    """A kernel in the browser that has loaded nothing, for a site with two packages that need each other."""

    def told(name: str, needs: str) -> dict:
        return {"file_name": f"{name}.whl", "imports": [name.replace("-", "_")], "depends": [needs]}

    network = Network({"late-one.whl": packed(late_one="import late_two"), "late-two.whl": packed(late_two="")})
    python = ModuleType("pyodide_js")
    python.lockfileBaseUrl = "http://site/"  # type: ignore[attr-defined]
    packages = {"late-one": told("late-one", "late_two"), "late-two": told("late-two", "late-one")}
    python.lockfile = SimpleNamespace(packages=SimpleNamespace(to_py=lambda: packages))  # type: ignore[attr-defined]
    python.loadedPackages = SimpleNamespace(to_py=dict)  # type: ignore[attr-defined]
    ways = {"pyodide_js": python, "js": SimpleNamespace(XMLHttpRequest=network)}
    ways |= {"pyodide": ModuleType("pyodide"), "pyodide.ffi": SimpleNamespace(JsException=FailedRequest)}
    for name, module in ways.items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr("site.getsitepackages", lambda: [str(tmp_path)])
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.syspath_prepend(ROOT / "site" / "python")
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    monkeypatch.setenv("JPY_SESSION_NAME", "")
    import_module("mali_powstancy_site").begin("en/02-city-graph.ipynb")
    yield network
    for name in ("late_one", "late_two", "mali_powstancy_site"):
        sys.modules.pop(name, None)


def test_a_package_comes_with_what_it_needs_when_it_is_imported(late):
    assert import_module("late_one").late_two
    assert late.asked == ["late-two.whl", "late-one.whl"]
    with pytest.raises(ModuleNotFoundError, match="No module named 'late_three'"):
        import_module("late_three")


@pytest.mark.parametrize("trouble", [{"is_there": False}, {"status": 503}, {"files": {"late-two.whl": b"<html>"}}])
def test_a_package_that_did_not_come_is_told_kindly_and_asked_for_again(late, monkeypatch, trouble):
    with monkeypatch.context() as broken:
        for name, value in trouble.items():
            broken.setattr(late, name, value)
        with pytest.raises(ModuleNotFoundError, match=r"lesson \(late_one\) could not be .* run the cell again"):
            import_module("late_one")
    assert import_module("late_one")


# --- the built site


@pytest.mark.slow
def test_the_site_is_built_once_for_the_same_sources(site):
    assert build_site.is_current()
    before = (site / build_site.VERSION_FILE).stat().st_mtime_ns
    assert build_site.ensure_site() == site
    assert (site / build_site.VERSION_FILE).stat().st_mtime_ns == before


@pytest.mark.slow
def test_the_lock_names_exactly_the_packages_that_are_there_with_the_right_hashes(site, lock):
    folder = site / build_site.PYODIDE
    packages = lock["packages"]
    assert {told["file_name"] for told in packages.values()} == {path.name for path in folder.glob("*.whl")}
    for name, told in packages.items():
        assert name == told["name"] == canonicalize_name(name)
        assert told["sha256"] == hashlib.sha256((folder / told["file_name"]).read_bytes()).hexdigest()
        assert set(told["depends"]) <= packages.keys()
        assert set(told["depends"]).isdisjoint(site_wheels.NOT_SHIPPED)
    assert set(site_wheels.PRELOADED) <= packages.keys()
    assert packages["mali-powstancy"]["depends"] == []
    assert not {"plotly", "networkx"} & {*site_wheels.with_needs(packages, site_wheels.PRELOADED)}


@pytest.mark.slow
def test_the_kernel_asks_nobody_else_for_packages(site):
    settings = json.loads((site / "jupyter-lite.json").read_text("utf-8"))["jupyter-config-data"]
    kernel = settings["litePluginSettings"][build_site.KERNEL_PLUGIN]
    assert kernel["disablePyPIFallback"] is True
    assert kernel["pyodideUrl"] == "./static/pyodide/pyodide.mjs"
    assert kernel["loadPyodideOptions"]["lockFileURL"] == "./static/pyodide/pyodide-lock.json"
    ours = json.loads((start.LESSON_PAGE / "package.json").read_text("utf-8"))["name"]
    assert {each["name"] for each in settings["federated_extensions"]} == {*build_site.EXTENSIONS, ours}


@pytest.mark.slow
def test_a_lesson_tells_of_no_checkpoint_of_long_ago(site):
    plugin = "@jupyter-notebook/notebook-extension:checkpoints"
    settings = json.loads((site / "jupyter-lite.json").read_text("utf-8"))["jupyter-config-data"]
    assert plugin in settings["disabledExtensions"]
    assert any(f'"{plugin}"' in path.read_text("utf-8") for path in site.glob("build/*.js"))  # still its name


@pytest.mark.slow
def test_the_site_is_small_and_has_no_maps_of_sources(site):
    found = build_site.sizes(site)
    print(build_site.size_table(found))
    assert sum(found.values()) == sum(path.stat().st_size for path in names(site, "*"))
    assert sum(found.values()) <= build_site.LARGEST
    assert 1_000_000 < found[build_site.PDFS] <= build_site.LARGEST_PDFS
    assert not list(site.rglob("*.map"))


@pytest.mark.slow
def test_every_page_has_its_policy(site):
    for path in names(site, "*.html"):
        policies = POLICY.findall(path.read_text("utf-8"))
        assert len(policies) == 1, path
        assert "default-src 'none'" in policies[0]
        is_lesson = path.parent.name == "notebooks"
        assert ("'unsafe-eval'" in policies[0]) == is_lesson, path


@pytest.mark.slow
def test_the_page_of_mistyped_addresses_asks_for_everything_from_the_top(site):
    page = (site / serve_site.NOT_FOUND).read_text("utf-8")
    asked = re.findall(r' (?:href|src)="([^"]+)"', page)
    assert {"/keep.js", "/pages/site.css", "/pl/index.html", "/en/index.html"} <= set(asked)
    assert all(address.startswith("/") and (site / address[1:]).is_file() for address in asked)


@pytest.mark.slow
def test_no_file_of_ours_knows_another_host(site):
    ours = [path for path in names(site, "*") if path.suffix in (".js", ".css", ".html")]
    others = ("build", "extensions", "static")
    checked = [
        path for path in ours if path.relative_to(site).parts[0] not in others and path.name != "config-utils.js"
    ]
    assert len(checked) >= 10
    for path in checked:
        # Only who clicks follows a link, only who types it an address in an example, and nobody follows a remark.
        text = re.sub(r"<a [^>]*>|/\*.*?\*/|<pre\b.*?</pre>", "", path.read_text("utf-8"), flags=re.DOTALL)
        assert [each for each in ADDRESS.findall(text) if not each.startswith(NAMES)] == [], path


@pytest.mark.slow
def test_the_site_has_every_lesson_and_each_knows_its_name(site):
    originals = {path.relative_to(ROOT / "notebooks").as_posix() for path in (ROOT / "notebooks").glob("*/*.ipynb")}
    copies = {path.relative_to(site / "files").as_posix() for path in names(site / "files", "*.ipynb")}
    assert copies == originals
    for name in copies:
        original, copy = (nbformat.read(folder / name, as_version=4) for folder in (ROOT / "notebooks", site / "files"))
        code = [cell.source for cell in copy.cells if cell.cell_type == "code"]
        expected = [cell.source for cell in original.cells if cell.cell_type == "code"]
        if expected:  # a folded cell shows its first line, which is for a reader
            begin = f'import mali_powstancy_site; mali_powstancy_site.begin("{name}")'
            expected[0] = "\n".join([site_pages.program_line(name[:2]), begin, expected[0]])
            assert expected[0].startswith("# ")
        assert code == expected


@pytest.mark.slow
def test_the_service_worker_knows_every_file_by_its_content(site):
    program = (site / build_site.WORKER).read_text("utf-8")
    listed = json.loads(re.search(r"const FILES = (\{.*?\});", program)[1])
    apart = {build_site.WORKER, build_site.VERSION_FILE, build_site.LIST, build_site.SERVER}
    assert listed.keys() == {path.relative_to(site).as_posix() for path in names(site, "*")} - apart
    for name in ("index.html", "play/index.html", "static/pyodide/pyodide-lock.json"):
        assert hashlib.sha256((site / name).read_bytes()).hexdigest().startswith(listed[name])
    version = json.loads((site / build_site.VERSION_FILE).read_text("utf-8"))["version"]
    assert f'const VERSION = "{version}";' in program
    late = json.loads(re.search(r"const LATE = (\[.*?\]);", program)[1])
    assert set(late) < listed.keys()
    assert {name for name in listed if name.endswith(".pdf")} < set(late)
    assert json.loads((site / build_site.LIST).read_text("utf-8")) == list(listed)


# --- serving it


@pytest.fixture
def small_site(tmp_path) -> Path:
    folder = tmp_path / "site"
    for name in ("index.html", "a.mjs", "a.wasm", "a.whl", "pl/a.ipynb", "pl/index.html", "extensions/a.js"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"this is {name}" * 100, "utf-8")
    return folder


def get(address: str, **headers: str) -> HTTPResponse | urllib.error.HTTPError:
    request = urllib.request.Request(
        address, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )
    try:
        return urllib.request.urlopen(request, timeout=10)
    except urllib.error.HTTPError as error:
        return error


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("", "text/html; charset=utf-8"),
        ("pl/", "text/html; charset=utf-8"),
        ("pl", "text/html; charset=utf-8"),  # after a redirection
        ("a.mjs", "text/javascript; charset=utf-8"),
        ("a.wasm", "application/wasm"),
        ("a.whl", "application/zip"),
        ("pl/a.ipynb?version=1", "application/x-ipynb+json"),
    ],
)
def test_files_come_with_their_type_and_are_asked_for_again_each_time(small_site, path, kind):
    with serve_site.served(small_site) as address, get(f"{address}/{path}") as answer:
        assert (answer.status, answer.headers["Content-Type"]) == (200, kind)
        assert answer.headers["Cache-Control"] == "no-cache"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.read().startswith(b"this is ")


def test_a_file_that_the_browser_has_is_not_sent_again_until_it_changes(small_site):
    with serve_site.served(small_site) as address:
        with get(f"{address}/a.mjs") as answer:
            tag = answer.headers["ETag"]
        with get(f"{address}/a.mjs", If_None_Match=tag) as answer:
            assert (answer.status, answer.read()) == (304, b"")
        (small_site / "a.mjs").write_text("this is new", "utf-8")
        with get(f"{address}/a.mjs", If_None_Match=tag) as answer:
            assert (answer.status, answer.read()) == (200, b"this is new")


def status(address: str, path: str) -> int:
    """The answer to a path that is sent just as it is written."""
    with closing(HTTPConnection(urlsplit(address).netloc, timeout=10)) as connection:
        connection.putrequest("GET", path)
        connection.endheaders()
        return connection.getresponse().status


# The last ones can be no name of a file: a zero, half a letter, too long.
@pytest.mark.parametrize("path", ["nothing.js", "extensions/", "a.mjs/", "%00", "%ed%a0%80", "a" * 5_000])
def test_what_is_not_in_the_site_is_not_found(small_site, path, capsys):
    with serve_site.served(small_site) as address:
        assert status(address, f"/{path}") == 404
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("path", ["PL/", "pl/x/y.html"])
def test_at_a_mistyped_address_is_a_page_that_leads_on(small_site, path):
    (small_site / serve_site.NOT_FOUND).write_text("Zacznij tutaj. Begin here.", "utf-8")
    with serve_site.served(small_site) as address, get(f"{address}/{path}") as answer:
        assert (answer.status, answer.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
        assert answer.read() == b"Zacznij tutaj. Begin here."


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/../{name}",
            "/%2e%2e/{name}",
            "/..%2f{name}",
            "/%2e%2e%2f{name}",
            "/..%5c{name}",
            "/..;/{name}",
            "../{name}",
        ),
        *("/pl/../../{name}", "/pl%2f..%2f..%2f{name}", "//../{name}", "/./../{name}"),
        *("/{folder}/{name}", "//{folder}/{name}", "/%2f{folder}/{name}"),
    ],
)
def test_what_lies_beside_the_site_stays_there(small_site, path):
    secret = small_site.parent / "secret.txt"
    secret.write_text("not for the class", "utf-8")
    asked = path.format(name=secret.name, folder=quote(secret.parent.as_posix().strip("/")))
    with serve_site.served(small_site) as address:
        assert status(address, asked) in (400, 404)
        (small_site / secret.name).write_text("for the class", "utf-8")
        assert status(address, f"/{secret.name}") == 200


@pytest.mark.parametrize("path", ["a.mjs", "a.mjs?/extensions/", "extensions/a.js"])
def test_what_is_started_from_a_file_has_its_policy(small_site, path):
    with serve_site.served(small_site) as address, get(f"{address}/{path}") as answer:
        assert answer.headers["Content-Security-Policy"] == serve_site.WORKER_POLICY


def test_after_its_end_a_server_answers_nobody_also_not_over_an_open_connection(small_site):
    def ask() -> bytes:
        connection.request("GET", "/")
        return connection.getresponse().read()

    with serve_site.served(small_site) as address:
        connection = HTTPConnection(urlsplit(address).netloc, timeout=10)
        assert ask() == ask()
    with closing(connection), pytest.raises(ConnectionError):
        ask()


@pytest.mark.parametrize("path", ["/linked.txt", "/pl/more/secret.txt", "/pl/more/", "/pl/more", "/nothing"])
def test_a_link_that_leads_out_of_the_site_is_not_followed(small_site, path):
    beside = small_site.parent / "beside"
    beside.mkdir()
    for name in ("secret.txt", "index.html"):
        (beside / name).write_text("not for the class", "utf-8")
    links = {"linked.txt": beside / "secret.txt", "pl/more": beside, serve_site.NOT_FOUND: beside / "index.html"}
    for name, place in links.items():
        (small_site / name).symlink_to(place)
    with serve_site.served(small_site) as address, get(f"{address}{path}") as answer:
        assert answer.status == 404
        assert b"not for the class" not in answer.read()


def test_a_link_inside_the_site_and_a_site_that_is_a_link_are_followed(small_site):
    (small_site / "again.mjs").symlink_to(small_site / "a.mjs")
    place = small_site.parent / "place"
    place.symlink_to(small_site)
    with serve_site.served(place) as address:
        for path in ("/again.mjs", "/pl/", "/"):
            assert status(address, path) == 200


def connected(address: str, own: str = "127.0.0.1") -> socket.socket:
    """A line to the server on which nothing is said yet."""
    place = urlsplit(address)
    return socket.create_connection((place.hostname, place.port), timeout=10, source_address=(own, 0))


def is_ended(connection: socket.socket) -> bool:
    """The server has closed the connection before we lost patience."""
    with suppress(ConnectionError):
        return connection.recv(1) == b""
    return True


@pytest.mark.parametrize("said", [b"", b"GET / HTT", b"GET /index.html HTTP/1.1\r\nHost: x\r\n"])
def test_who_is_silent_is_not_waited_for_and_others_are_answered(small_site, monkeypatch, said):
    monkeypatch.setattr(serve_site.SiteHandler, "timeout", 0.3)
    with serve_site.served(small_site) as address:
        with connected(address) as silent:
            silent.sendall(said)
            assert status(address, "/") == 200
            assert is_ended(silent)
        assert status(address, "/") == 200


def test_who_spells_a_question_out_letter_by_letter_is_not_waited_for(small_site, monkeypatch):
    monkeypatch.setattr(serve_site, "LONGEST_QUESTION", 0.5)
    with serve_site.served(small_site) as address, connected(address) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nX: ")
        with pytest.raises(ConnectionError):  # noqa: PT012  # which of the letters is too late, nobody knows
            for _ in range(100):
                slow.sendall(b"x")
                time.sleep(0.05)


def test_a_long_answer_is_given_to_the_end_however_short_a_question_has_to_be(small_site, monkeypatch):
    monkeypatch.setattr(serve_site, "LONGEST_QUESTION", 0.2)
    (small_site / "long.whl").write_bytes(b"x" * 8_000_000)
    with serve_site.served(small_site) as address, get(f"{address}/long.whl") as answer:
        found = 0
        while part := answer.read(1_000_000):
            found += len(part)
            time.sleep(0.1)
    assert found == 8_000_000


def test_one_address_cannot_take_all_places(small_site, monkeypatch):
    monkeypatch.setattr(serve_site, "MOST_FROM_ONE", 3)
    with serve_site.served(small_site) as address, ExitStack() as stack:
        held = [stack.enter_context(connected(address)) for _ in range(3)]
        refused = stack.enter_context(connected(address))
        told = b"".join(iter(lambda: refused.recv(4096), b"")).decode()
        assert told.startswith("HTTP/1.1 503 ")
        assert "Za dużo połączeń" in told
        assert "Too many connections" in told
        elsewhere = stack.enter_context(connected(address, "127.0.0.3"))
        elsewhere.sendall(b"GET / HTTP/1.0\r\n\r\n")
        assert elsewhere.recv(12) == b"HTTP/1.1 200"
        held[0].sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        while held[0].recv(65_536):
            pass
        assert any(status_or_none(address) == 200 for _ in range(100)), "a place that was left is free again"


def status_or_none(address: str) -> int | None:
    with suppress(ConnectionError):
        return status(address, "/")
    return None


def test_a_browser_that_goes_away_before_its_answer_leaves_nothing_open(small_site):
    went = threading.Event()

    class Impatient(serve_site.SiteHandler):
        def end_headers(self) -> None:
            super().end_headers()
            went.set()
            raise ConnectionResetError

    with serve_site.served(small_site, handler=Impatient) as address, suppress(ConnectionError):
        status(address, "/a.wasm")
    assert went.wait(10)
    gc.collect()  # a file that was left open would be told of now


def test_a_class_gets_packed_files(small_site, monkeypatch):
    monkeypatch.setattr(serve_site, "LOOPBACK", "127.0.0.2")  # so that 127.0.0.1 is like an address in the network
    with serve_site.open_server("127.0.0.1", 0, small_site) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            address = f"http://127.0.0.1:{server.server_address[1]}"
            with get(f"{address}/a.wasm", Accept_Encoding="gzip") as answer:
                packed = answer.read()
                assert answer.headers["Content-Encoding"] == "gzip"
                assert answer.headers["Vary"] == "Accept-Encoding"
                assert gzip.decompress(packed) == (small_site / "a.wasm").read_bytes()
            with get(f"{address}/a.whl", Accept_Encoding="gzip") as answer:
                assert answer.headers["Content-Encoding"] is None
                assert answer.headers["Vary"] is None
            with get(f"{address}/a.wasm") as answer:  # also who gets it as it is: the next one may not
                assert answer.headers["Content-Encoding"] is None
                assert answer.headers["Vary"] == "Accept-Encoding"
            with get(f"{address}/a.wasm", If_None_Match=answer.headers["ETag"]) as answer:
                assert (answer.status, answer.headers["Vary"]) == (304, "Accept-Encoding")
        finally:
            server.shutdown()
            thread.join()


def test_a_taken_port_is_stepped_over_unless_it_was_asked_for(small_site, monkeypatch):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr(serve_site, "PORT", port)
        with serve_site.open_server("127.0.0.1", None, small_site) as server:
            assert server.server_address[1] != port
        with pytest.raises(OSError, match="in use"):
            serve_site.open_server("127.0.0.1", port, small_site)


def test_the_address_for_the_blackboard_is_said_in_both_languages(capsys, monkeypatch):
    monkeypatch.setattr(serve_site, "own_address", lambda: "192.168.1.20")
    serve_site.announce(8000, lan=True)
    said = capsys.readouterr().out
    assert "PL: Napisz na tablicy: http://192.168.1.20:8000\n" in said
    assert "EN: Write this on the board: http://192.168.1.20:8000\n" in said
    serve_site.announce(8000, lan=False)
    assert "EN: The course is here: http://127.0.0.1:8000\n" in capsys.readouterr().out
    monkeypatch.setattr(serve_site, "own_address", lambda: None)
    serve_site.announce(8000, lan=True)
    said = capsys.readouterr().out
    assert "EN: This computer's address couldn't be found. " in said
    assert "EN: The course is here: http://127.0.0.1:8000\n" in said


class Ways:
    """A stand-in for the system's sockets: through which interface a place is reached, and with which address."""

    def __init__(self, ways: dict[str, str]):
        self.ways = ways
        self.interface = ""

    def __call__(self, family: int, kind: int) -> "Ways":
        return Ways(self.ways)

    def __enter__(self) -> "Ways":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def setsockopt(self, level: int, option: int, interface: bytes) -> None:
        self.interface = interface.decode()

    def connect(self, place: tuple[str, int]) -> None:
        self.found = self.ways.get(self.interface or place[0])
        if self.found is None:
            raise OSError("Network is unreachable")

    def getsockname(self) -> tuple[str, int]:
        return str(self.found), 9


@pytest.mark.parametrize(
    ("ways", "names", "found"),
    [
        ({"192.0.2.1": "192.168.1.20", "10.255.255.254": "10.0.0.1"}, [], "192.168.1.20"),
        ({"10.255.255.254": "10.0.0.1"}, [], "10.0.0.1"),  # a large network without the internet
        ({"169.254.255.254": "169.254.7.7"}, [], "169.254.7.7"),  # computers that gave themselves addresses
        ({}, ["127.0.1.1", "192.168.1.20"], "192.168.1.20"),  # a switch in a class room
        ({"lo": "127.0.0.1", "eth0": "192.168.1.20"}, ["127.0.1.1"], "192.168.1.20"),  # the same with Linux
        ({"lo": "127.0.0.1", "eth0": "0.0.0.0"}, None, None),
    ],
)
def test_the_own_address_is_found_also_where_no_way_leads_out(monkeypatch, ways, names, found):
    def by_name(name: str) -> tuple[str, list, list]:
        if names is None:
            raise socket.gaierror("Name or service not known")
        return name, [], names

    monkeypatch.setattr(socket, "socket", Ways(ways))
    monkeypatch.setattr(socket, "gethostbyname_ex", by_name)
    monkeypatch.setattr(socket, "SO_BINDTODEVICE", 25, raising=False)
    monkeypatch.setattr(socket, "if_nameindex", lambda: [(1, "lo"), (2, "eth0")])
    assert serve_site.own_address() == found


@pytest.mark.parametrize("port", ["70000", "0", "-1", "eight"])
def test_a_number_that_is_no_port_is_told_kindly(monkeypatch, capsys, port):
    monkeypatch.setattr(sys, "argv", ["serve_site", f"--port={port}"])
    with pytest.raises(SystemExit):
        serve_site.main()
    assert f"EN: A port is a number from 1 to 65535, not {port}.\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (PermissionError(13, "no"), "Only an administrator can open port"),
        (OSError(98, "no"), "Port 80 is already in use"),
    ],
)
def test_a_port_that_cannot_be_opened_is_told_with_its_reason(small_site, monkeypatch, capsys, error, sentence):
    def refused(*given: object) -> None:
        raise error

    monkeypatch.setattr(serve_site, "SITE", small_site)
    monkeypatch.setattr(serve_site, "SiteServer", refused)
    monkeypatch.setattr(sys, "argv", ["serve_site", "--port", "80"])
    assert serve_site.main() == 1
    assert f"EN: {sentence}" in capsys.readouterr().out


def test_without_a_site_it_is_said_how_to_build_it(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(serve_site, "SITE", tmp_path)
    monkeypatch.setattr(sys, "argv", ["serve_site"])
    assert serve_site.main() == 1
    assert "EN: Build the site first: make site\n" in capsys.readouterr().out


# --- the server that goes with the site, for a computer that has Python and nothing else


@pytest.mark.slow
def test_a_copy_of_the_site_serves_itself_with_nothing_but_python(site, tmp_path):
    stick = tmp_path / "USB, klasa ósma"
    shutil.copytree(site, stick)
    bare = [sys.executable, "-I", "-S", build_site.SERVER]
    with subprocess.Popen(bare, cwd=stick, stdout=subprocess.PIPE, encoding="utf-8", env={}) as server:
        try:
            assert server.stdout is not None
            polish, english = server.stdout.readline(), server.stdout.readline()
            address = re.fullmatch(r"EN: The course is here: (http://127\.0\.0\.1:\d+)\n", english)[1]
            assert polish == f"PL: Kurs jest tutaj: {address}\n"
            kinds = {
                "": "text/html; charset=utf-8",
                "play/worker.js": "text/javascript; charset=utf-8",
                "static/pyodide/pyodide.asm.wasm": "application/wasm",
                "files/pl/00-start.ipynb": "application/x-ipynb+json",
                build_site.SERVER: "application/octet-stream",
            }
            for path, kind in kinds.items():
                with get(f"{address}/{path}") as answer:
                    assert (answer.status, answer.headers["Content-Type"]) == (200, kind)
                    assert answer.read() == (stick / (path or "index.html")).read_bytes()
        finally:
            server.terminate()


def test_the_server_of_a_stick_is_ours_and_an_old_python_can_read_it(small_site):
    program = small_site / build_site.SERVER
    shutil.copy(serve_site.__file__, program)
    ast.parse(program.read_text("utf-8"), feature_version=(3, 8))
    asked = "import serve; print(serve.SITE); serve.announce(8000, lan=True)"
    told = subprocess.run(
        [sys.executable, "-S", "-c", asked], cwd=small_site, check=True, capture_output=True, encoding="utf-8", env={}
    ).stdout
    assert told.splitlines()[0] == str(small_site)
    assert re.search(r"^PL: (Napisz na tablicy: http://|Nie udało się znaleźć adresu)", told, re.MULTILINE)
