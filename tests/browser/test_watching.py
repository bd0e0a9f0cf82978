import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser.watching import Watch, is_outside

ROOT = Path(__file__).resolve().parents[2]

TROUBLES = {
    "request to another host": "fetch('https://mali.example/x').catch(() => null)",
    "console error": "console.error('anywidget: lost')",
    "page error": "setTimeout(() => { throw new Error('lost') })",
    "problem report": "document.body.innerHTML = '<p class=mp-trouble data-report=x>lost</p>'",
    "warning in a cell": "document.body.innerHTML = '<p data-mime-type=\"application/vnd.jupyter.stderr\">lost</p>'",
}


@pytest.mark.parametrize(("kind", "script"), TROUBLES.items())
def test_trouble_is_noticed_and_may_be_expected(kind, script, context):
    watch = Watch(context)
    page = context.new_page()
    page.goto("data:text/html,<p>quiet</p>")
    assert watch.troubles() == []
    page.evaluate(f"() => {{ {script} }}")
    page.wait_for_timeout(200)
    (trouble,) = watch.troubles()
    assert trouble.startswith(kind)
    watch.expects(kind)
    assert watch.troubles() == []


def test_trouble_that_was_expected_must_happen(context):
    watch = Watch(context)
    watch.expects("problem report")
    assert watch.troubles() == ["expected, but did not happen: problem report"]


@pytest.mark.parametrize("address", ["http://127.0.0.1:8888/lab", "ws://localhost/api", "data:text/html,", "blob:x"])
def test_this_computer_is_not_outside(address):
    assert not is_outside(address)


@pytest.mark.parametrize("address", ["https://mali.example/x", "wss://mali.example", "http://127.0.0.1.example/"])
def test_other_hosts_are_outside(address):
    assert is_outside(address)


RAISED = """
from playwright.sync_api import Error, TimeoutError
from tests.browser.reruns import AGAIN

@AGAIN
def test_it():
    {raised}
"""


@pytest.mark.parametrize(
    ("raised", "tries"),
    [
        ("raise TimeoutError('Timeout 60000ms exceeded.')", 3),
        ("raise ConnectionRefusedError", 3),
        ("raise Error('Page.goto: net::ERR_CONNECTION_REFUSED at http://127.0.0.1/')", 3),
        ("raise AssertionError('Locator expected to be visible\\nActual value: None\\nCall log:\\n - waiting')", 3),
        ("assert 1 == 2, 'TimeoutError'", 1),
        ("raise Error('strict mode violation')", 1),
    ],
)
def test_only_a_lost_browser_or_server_is_tried_again(raised, tries, tmp_path):
    (tmp_path / "test_it.py").write_text(RAISED.format(raised=raised), "utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-rR",
        f"--rootdir={ROOT}",
        f"-c{ROOT / 'pyproject.toml'}",
        str(tmp_path),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    assert done.stdout.count("RERUN ") == tries - 1
