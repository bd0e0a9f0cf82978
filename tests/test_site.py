import base64
import gzip
import hashlib
import json
import re
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from http.client import HTTPResponse
from pathlib import Path

import nbformat
import pytest
from packaging.utils import canonicalize_name

from tools import build_site, pyodide, serve_site, site_env, site_policy, site_wheels
from tools.pyodide import NoPyodide

ROOT = Path(__file__).resolve().parent.parent
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
    with pytest.raises(NoPyodide, match=r"PL: Potrzebny jest program npm. Pomoże: .*\nEN: The program npm is needed."):
        pyodide.ensure_pyodide()


def test_without_a_network_a_sentence_says_so_and_nothing_half_done_stays(monkeypatch, tmp_path):
    monkeypatch.setattr(pyodide, "BUILD", tmp_path)
    monkeypatch.setattr(pyodide, "find_npm", lambda: "npm")
    monkeypatch.setattr(site_env, "versions", lambda: site_env.Versions("314.0.6", "3.14"))
    monkeypatch.setattr("tools.pyodide.subprocess.call", lambda *given, **more: 1)
    with pytest.raises(NoPyodide, match=r"EN: Pyodide could not be fetched\. Check the internet connection"):
        pyodide.ensure_pyodide()
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(site_wheels, "FETCHED", tmp_path / "wheels")
    with pytest.raises(site_wheels.NoWheels, match=r"EN: The Python packages could not be fetched\."):
        site_wheels.ensure_wheels()
    monkeypatch.setattr(site_env, "ENVIRONMENT", tmp_path / "env")
    monkeypatch.setattr(site_env, "BUILD", tmp_path)
    with pytest.raises(site_env.NoEnvironment, match=r"EN: JupyterLite could not be fetched\."):
        site_env.ensure_environment()
    assert not site_env.ENVIRONMENT.exists()


def test_what_is_missing_is_said_and_is_no_success(monkeypatch, capsys):
    def missing() -> Path:
        raise NoPyodide("nie ma", "is not there")

    monkeypatch.setattr(build_site, "ensure_site", missing)
    assert build_site.main() == 1
    assert capsys.readouterr().err == "PL: nie ma\nEN: is not there\n"


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


def test_every_exception_has_a_reason_and_none_names_another_host():
    assert all(len(reason) > 10 for reason in site_policy.EXCEPTIONS.values())
    for rules in (site_policy.OWN_PAGE, site_policy.lite_page(), site_policy.WORKER, site_policy.KERNEL):
        assert not [source for sources in rules.values() for source in sources if "." in source or "*" in source]


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
    assert {each["name"] for each in settings["federated_extensions"]} == set(build_site.EXTENSIONS)


@pytest.mark.slow
def test_the_site_is_small_and_has_no_maps_of_sources(site):
    found = build_site.sizes(site)
    print(build_site.size_table(found))
    assert sum(found.values()) == sum(path.stat().st_size for path in names(site, "*"))
    assert sum(found.values()) <= build_site.LARGEST
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
def test_no_file_of_ours_knows_another_host(site):
    ours = [path for path in names(site, "*") if path.suffix in (".js", ".css", ".html")]
    others = ("build", "extensions", "static")
    checked = [
        path for path in ours if path.relative_to(site).parts[0] not in others and path.name != "config-utils.js"
    ]
    assert len(checked) >= 10
    for path in checked:
        # A link is only followed by who clicks it, and a remark by nobody.
        text = re.sub(r"<a [^>]*>|/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL)
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
        if expected:
            expected[0] = f'import mali_powstancy_site; mali_powstancy_site.begin("{name}")\n{expected[0]}'
        assert code == expected


@pytest.mark.slow
def test_the_service_worker_knows_every_file_by_its_content(site):
    program = (site / build_site.WORKER).read_text("utf-8")
    listed = json.loads(re.search(r"const FILES = (\{.*?\});", program)[1])
    apart = {build_site.WORKER, build_site.VERSION_FILE}
    assert listed.keys() == {path.relative_to(site).as_posix() for path in names(site, "*")} - apart
    for name in ("index.html", "play/index.html", "static/pyodide/pyodide-lock.json"):
        assert hashlib.sha256((site / name).read_bytes()).hexdigest().startswith(listed[name])
    version = json.loads((site / build_site.VERSION_FILE).read_text("utf-8"))["version"]
    assert f'const VERSION = "{version}";' in program
    late = json.loads(re.search(r"const LATE = (\[.*?\]);", program)[1])
    assert set(late) < listed.keys()


@pytest.mark.slow
def test_golden_games_are_the_same_in_the_browsers_python(site):
    command = [
        pyodide.find_node(),
        str(ROOT / "tests" / "golden_in_pyodide.mjs"),
        str(site / build_site.PYODIDE),
        str(ROOT),
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(r"Python 3\.14\.\d+ on emscripten: 6 games\n", done.stdout), done.stdout


# --- serving it


@pytest.fixture
def small_site(tmp_path) -> Path:
    for name in ("index.html", "a.mjs", "a.wasm", "a.whl", "pl/a.ipynb", "pl/index.html", "extensions/a.js"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"this is {name}" * 100, "utf-8")
    return tmp_path


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


@pytest.mark.parametrize("path", ["nothing.js", "extensions/", "../pyproject.toml", "%2e%2e/pyproject.toml"])
def test_what_is_not_in_the_site_is_not_found(small_site, path):
    with serve_site.served(small_site) as address, get(f"{address}/{path}") as answer:
        assert answer.status == 404


def test_what_runs_in_the_background_has_its_policy_too(small_site):
    with serve_site.served(small_site) as address:
        with get(f"{address}/a.mjs") as answer:
            assert answer.headers["Content-Security-Policy"] == site_policy.policy(site_policy.WORKER)
        with get(f"{address}/extensions/a.js") as answer:
            assert answer.headers["Content-Security-Policy"] == site_policy.policy(site_policy.KERNEL)


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
                assert gzip.decompress(packed) == (small_site / "a.wasm").read_bytes()
            with get(f"{address}/a.whl", Accept_Encoding="gzip") as answer:
                assert answer.headers["Content-Encoding"] is None
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
    assert "EN: Write on the blackboard: http://192.168.1.20:8000\n" in said
    serve_site.announce(8000, lan=False)
    assert "EN: The course is here: http://127.0.0.1:8000\n" in capsys.readouterr().out
    monkeypatch.setattr(serve_site, "own_address", lambda: None)
    serve_site.announce(8000, lan=True)
    assert "EN: This computer is in no network.\n" in capsys.readouterr().out


def test_without_a_site_it_is_said_how_to_build_it(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(serve_site, "SITE", tmp_path)
    monkeypatch.setattr(sys, "argv", ["serve_site"])
    assert serve_site.main() == 1
    assert "EN: First build the site: make site\n" in capsys.readouterr().out
