from __future__ import annotations

import pytest

from graph_tool_call import PluginSet
from graph_tool_call.cli import config
from graph_tool_call.cli.failure import BAD_INPUT, PLUGIN, CommandError


class First:
    """A plugin without hooks."""


class Second:
    """Another."""


@pytest.fixture(name="installed")
def _installed(monkeypatch):
    known = PluginSet().with_(First(), id="names").with_(Second(), id="korean")
    monkeypatch.setattr(PluginSet, "installed", classmethod(lambda cls: known))
    monkeypatch.delenv("GTC_PLUGINS", raising=False)


def write(folder, text):
    (folder / "pyproject.toml").write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("choice", "ids"),
    [
        (None, ("korean", "names")),
        ("", ()),
        ("names", ("names",)),
        ("-korean", ("names",)),
        ("names, korean", ("korean", "names")),
        ("names,korean,-names", ("korean",)),
    ],
)
@pytest.mark.usefixtures("installed")
def test_choice_of_plugins(choice, ids):
    """Names choose, a minus leaves out, an empty choice takes none, no choice takes all."""
    assert ids == config.plugin_set(choice).ids


@pytest.mark.usefixtures("installed")
def test_environment_chooses_where_the_option_does_not(monkeypatch):
    """GTC_PLUGINS counts when --plugins is not given, and only then."""
    monkeypatch.setenv("GTC_PLUGINS", "-korean")

    assert [("names",), ("korean",)] == [config.plugin_set(None).ids, config.plugin_set("korean").ids]


@pytest.mark.usefixtures("installed")
def test_unknown_plugin(monkeypatch):
    """A name that no plugin has is an error that says where it stands and what is near."""
    monkeypatch.setenv("GTC_PLUGINS", "-corean")

    with pytest.raises(CommandError, match=r"GTC_PLUGINS: .*'corean'; did you mean korean\?") as caught:
        config.plugin_set(None)
    assert PLUGIN == caught.value.exit_code


def test_nearest_file_that_has_a_table(tmp_path, monkeypatch):
    """The first pyproject.toml upwards that has a table of ours is read, others are passed over."""
    inner = tmp_path / "service" / "api"
    inner.mkdir(parents=True)
    write(tmp_path, "[tool.graph-tool-call.plugins.names]\nsuffixes = ['Nr']\n")
    write(tmp_path / "service", "[project]\nname = 'service'\n")
    monkeypatch.chdir(inner)

    assert {"names": {"suffixes": ["Nr"]}} == config.read_config(None).plugins


def test_tables(tmp_path):
    """build and plan have their settings; tables of other tools under our name are left alone."""
    write(
        tmp_path,
        """
        [tool.graph-tool-call.build]
        context_field_names = ["mallNo"]
        [tool.graph-tool-call.plan]
        context_defaults = { mallNo = 7 }
        [tool.graph-tool-call.sizes]
        file-lines = 400
        """,
    )

    found = config.read_config(str(tmp_path / "pyproject.toml"))

    assert ({"context_field_names": ["mallNo"]}, {"context_defaults": {"mallNo": 7}}) == (found.build, found.plan)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[tool.graph-tool-call.build]\ncontext_fields = []", "did you mean context_field_names"),
        ("[tool.graph-tool-call.build]\nskip_deprecated = 'yes'", "build.skip_deprecated must be a boolean"),
        ("[tool.graph-tool-call.plan]\nmax_depth = true", "plan.max_depth must be an integer"),
        ("[tool.graph-tool-call]\nplugins = ['names']", "one table for each plugin id"),
        ("[tool.graph-tool-call\n", "not TOML"),
    ],
)
def test_wrong_file(tmp_path, text, message):
    """A setting that is unknown or of a wrong type is an error that names the file and the setting."""
    write(tmp_path, text)

    with pytest.raises(CommandError, match=message) as caught:
        config.read_config(str(tmp_path / "pyproject.toml"))
    assert BAD_INPUT == caught.value.exit_code


def test_file_that_is_not_there(tmp_path):
    """--config names a file that has to exist."""
    with pytest.raises(CommandError, match="cannot be read"):
        config.read_config(str(tmp_path / "gone.toml"))
