"""When the browser has kept something: the last text is the newest, whatever the clock says."""

import json
import re
import subprocess

import pytest

from mali_powstancy.views.page.files import script
from tools.pyodide import find_node

pytestmark = pytest.mark.slow


def time_after(*noted: str) -> str:
    """The time that the page notes for a text if these were noted before."""
    found = re.search(r"^const TIMES = .*?$.*?^const LAST_TIME = .*?$", script("panel"), re.MULTILINE | re.DOTALL)
    function = re.search(r"^function timeNow\(\) \{.*?^\}$", script("panel"), re.MULTILINE | re.DOTALL)
    kept = {f"mali-powstancy/when/{number}": time for number, time in enumerate(noted)}
    program = f"""
        const kept = {json.dumps(kept)};
        const localStorage = Object.assign(Object.create({{ getItem: (name) => kept[name] }}), kept);
        {found[0]}
        {function[0]}
        console.log(timeNow());"""
    return subprocess.run([find_node(), "-e", program], check=True, capture_output=True, text=True).stdout.strip()


def test_a_clock_that_was_put_back_does_not_make_the_last_text_an_old_one():
    assert time_after("2099-01-01T00:00:00.000Z", "2001-01-01T00:00:00.000Z") == "2099-01-01T00:00:00.001Z"


def test_times_that_are_none_do_no_harm():
    assert time_after() < time_after("garbage", "", "+275760-09-13T00:00:00.000Z") < "2099"
