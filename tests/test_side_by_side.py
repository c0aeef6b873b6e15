"""Which runs of pytest use several processes (`tests/conftest.py`)."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

SOURCE = pytest.Config.ArgsSource


def decided(request, source, members=None, **options):
    """(number of processes, how tests are shared out) for a run of tests named by *source*, with *options*."""
    asked = {"numprocesses": None, "dist": "no", "tx": [], "capture": "fd", **options}
    option = SimpleNamespace(**{name: value for name, value in asked.items() if value != "absent"})
    config = SimpleNamespace(option=option, args_source=source, **(members or {}))
    conftest = request.config.pluginmanager.get_plugin(str(Path(__file__).with_name("conftest.py")))

    conftest.pytest_cmdline_main(config)

    return getattr(option, "numprocesses", "absent"), getattr(option, "dist", "absent")


def test_a_run_of_everything_uses_all_processors(request):
    """A plain `pytest` is the fast one."""
    assert ("auto", "worksteal") == decided(request, SOURCE.TESTPATHS)


@pytest.mark.parametrize(
    ("source", "given", "stays"),
    [
        (SOURCE.ARGS, {}, (None, "no")),
        (SOURCE.TESTPATHS, {"numprocesses": 0}, (0, "no")),
        (SOURCE.TESTPATHS, {"numprocesses": 3, "dist": "loadfile"}, (3, "loadfile")),
        (SOURCE.TESTPATHS, {"tx": ["popen"], "dist": "load"}, (None, "load")),
        (SOURCE.TESTPATHS, {"capture": "no"}, (None, "no")),
        (SOURCE.TESTPATHS, {"numprocesses": "absent", "dist": "absent", "tx": "absent"}, ("absent", "absent")),
        (SOURCE.TESTPATHS, {"members": {"workerinput": {}}}, (None, "no")),
    ],
    ids=["named tests", "-n0", "a number", "--tx", "-s", "without pytest-xdist", "one of the processes"],
)
def test_what_somebody_decided_stays(request, source, given, stays):
    """One process where tests are named or output is wanted as it comes, and whatever the command line says."""
    assert stays == decided(request, source, **given)
