"""`graph-tool-call plugin show`, and what `plugins --json` says of each."""

from __future__ import annotations

from pathlib import Path

import pytest

HOUSE = """
import attrs
from graph_tool_call.hooks import EnumMatch, ExecutorSpec, PluginInfo, SignalSpec, hookimpl


@attrs.frozen
class Limits:
    #: At most so many.
    most: int = 3


@attrs.frozen
class Settings:
    #: What names end with,
    #: in any case.
    suffixes: tuple[str, ...] = ("No",)
    api_key: str = ""
    limits: Limits = attrs.Factory(Limits)
    headers: dict[str, str] = attrs.field(factory=dict, metadata={"help": "Sent along."})


@attrs.frozen
class Options:
    #: Where they are.
    scripts: str


@hookimpl
def gtc_plugin_info():
    signals = (SignalSpec(name="usage", weight=0.2, meaning="how often it is called"),)
    return PluginInfo(title="House", description="House rules.", hook_api=1, settings=Settings, signals=signals)


@hookimpl(tryfirst=True)
def gtc_resolve_enum(request):
    return None


@hookimpl
def gtc_executors():
    said = "Local programs"
    return [ExecutorSpec(name="shell", description=said, options=Options, idempotent=True, concurrency=2)]
"""


@pytest.fixture(name="house")
def _house(distribution, tmp_path, monkeypatch):
    distribution("graph-tool-call-house", entry_points="house = house_rules", house_rules=HOUSE)
    monkeypatch.chdir(tmp_path)
    Path("pyproject.toml").write_text(
        "[tool.graph-tool-call.plugins.house]\n"
        "suffixes = ['Nr']\napi_key = 'k-123456'\nheaders = {Authorization = 'Bearer x-99'}\nlimits = {most = 5}\n"
        "[tool.graph-tool-call.plugins.signals]\nusage = 0.3\n",
        encoding="utf-8",
    )


@pytest.mark.bundled
def test_show_tells_all_of_a_plugin(cli, house):
    """Title, distribution, hooks in call order, settings with types, defaults and values, signals as weighed."""
    answer = cli("plugin", "show", "house", "--plugins=house,enums", "--json").json

    assert ("House", "House rules.", 1) == (answer["title"], answer["description"], answer["hook_api"])
    assert ("graph-tool-call-house", "1.0", "active") == (answer["distribution"], answer["version"], answer["status"])
    # `tryfirst` asks it before a plugin whose id comes earlier.
    assert {"gtc_resolve_enum": ["house", "enums"]} == answer["order"]
    settings = {row["name"]: row for row in answer["settings"]}
    assert {
        "name": "suffixes",
        "type": "tuple[str, ...]",
        "required": False,
        "default": ["No"],
        "value": ["Nr"],
        "meaning": "What names end with, in any case.",
    } == settings["suffixes"]
    assert (3, 5, "At most so many.") == tuple(settings["limits.most"][key] for key in ("default", "value", "meaning"))
    assert "Sent along." == settings["headers"]["meaning"]
    assert [{"name": "usage", "kind": "evidence", "weight": 0.3, "meaning": "how often it is called"}] == answer[
        "signals"
    ]
    (shell,) = answer["executors"]
    assert ("shell", "Local programs", True, 2) == tuple(
        shell[key] for key in ("name", "description", "idempotent", "concurrency")
    )
    assert [
        {"name": "scripts", "type": "str", "required": True, "default": None, "meaning": "Where they are."}
    ] == shell["options"]


@pytest.mark.bundled
def test_show_for_people(cli, house):
    """The tables have the same, and a secret among the settings is not shown."""
    result = cli("plugin", "show", "house", "--plugins=house,enums")

    for text in (
        "House House rules. id house distribution graph-tool-call-house 1.0 status active hook API 1",
        "resolve_enum house, enums",
        'suffixes tuple[str, ...] ["No"] ["Nr"] What names end with, in any case.',
        "usage evidence 0.3 how often it is called",
        "Executors shell Local programs repeat any call, 2 at once Option Type Default Meaning",
        "scripts str required Where they are.",
    ):
        assert text in result.words
    assert "k-123456" not in result.out
    assert "x-99" not in result.out


@pytest.mark.bundled
def test_plugins_lists_the_same_and_whose_executors_are(cli, house):
    """`plugins --json` has description, order, settings, executors and hook API of each."""
    rows = {row["id"]: row for row in cli("plugins", "--json").json["plugins"]}

    assert cli("plugin", "show", "house", "--json").json == rows["house"]
    assert "x-99" not in cli("plugins", "--json").out
    assert "shell house Local programs repeat any call, 2 at once scripts" in cli("plugins").words


def test_show_what_is_not_installed(cli, tmp_path, monkeypatch):
    """A module of the working folder, or an attribute of one, takes part under the last word of its name."""
    monkeypatch.chdir(tmp_path)
    Path("acme_loose.py").write_text(HOUSE, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))

    answer = cli("plugin", "show", "acme_loose", "--plugins", "", "--json").json

    assert ("acme_loose", "", "House") == (answer["id"], answer["distribution"], answer["title"])
    assert {"gtc_resolve_enum": ["acme_loose"]} == answer["order"]


@pytest.mark.parametrize(
    ("name", "source", "code", "message"),
    [
        ("hous", None, "unknown_plugin", "'hous' is no installed plugin, and no module that can be imported"),
        ("a b", None, "unknown_plugin", "'a b' is no installed plugin"),
        ("loose_a", "import json_of_acme", "plugin_load_error", "No module named 'json_of_acme'"),
        ("loose_b:Hose", "House = 1", "unknown_plugin", "module 'loose_b' has no 'Hose'; did you mean House?"),
        ("loose_c", "import sys; sys.exit()", "plugin_load_error", "cannot be imported: SystemExit"),
    ],
)
def test_show_what_is_not_there(cli, tmp_path, monkeypatch, name, source, code, message):
    """What cannot be found or imported is named, with exit code 4."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    if source is not None:
        Path(f"{name.partition(':')[0]}.py").write_text(source, encoding="utf-8")

    result = cli("plugin", "show", name, "--plugins", "", "--json")

    assert (4, code) == (result.code, result.error["code"])
    assert message in result.error["message"]


def test_show_a_broken_plugin(cli, tmp_path, monkeypatch):
    """A plugin that cannot take part is shown with the reason."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    source = HOUSE.replace("gtc_resolve_enum", "gtc_resolve_enm")
    Path("loose_d.py").write_text(source, encoding="utf-8")

    answer = cli("plugin", "show", "loose_d", "--plugins", "", "--json").json

    assert ("failed", True) == (answer["status"], "did you mean 'gtc_resolve_enum'?" in answer["why"])
