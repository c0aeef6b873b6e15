from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from kit_samples import plugin

from graph_tool_call_testing import ClassifierContract, TextContract
from graph_tool_call_testing.elsewhere import import_cost, reference

HEAD = "from graph_tool_call.hooks import FieldVerdict, Term, hookimpl\n"
QUIET = HEAD + "@hookimpl\ndef gtc_classify_fields(fields): return None\n"

pytestmark = pytest.mark.slow

Module = Callable[[str, str], ModuleType]


@pytest.fixture(name="module")
def _module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Module:
    """Makes a module that other processes can import too."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def make(name: str, source: str) -> ModuleType:
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
        monkeypatch.setitem(sys.modules, name, import_module(name))
        return sys.modules[name]

    return make


def classifier(module: object, **members: object) -> ClassifierContract:
    return type("TestIt", (ClassifierContract,), {"plugin": module, **members})()


def test_light_module_passes(module: Module) -> None:
    """A module that imports the hooks and nothing else is light, and answers the same everywhere."""
    contract = classifier(module("gtc_light", QUIET))

    contract.test_import_is_light()
    contract.test_same_answer_in_another_process()


def test_heavy_import_is_named(module: Module) -> None:
    """What a plugin imports is named, with what to do about it."""
    contract = classifier(module("gtc_heavy", "import networkx\n" + QUIET))

    with pytest.raises(AssertionError, match="imports networkx; import it inside the hook that needs it"):
        contract.test_import_is_light()


def test_slow_import_is_named(module: Module) -> None:
    """Importing takes processor time in every process."""
    slow = "import time\nend = time.process_time() + 0.3\nwhile time.process_time() < end: pass\n"
    contract = classifier(module("gtc_slow", slow + QUIET))

    with pytest.raises(AssertionError, match=r"takes 0\.\d\d s, allowed are 0\.25 s"):
        contract.test_import_is_light()


def test_hash_seed_is_noticed(module: Module) -> None:
    """A plugin that iterates over a set answers differently in another process."""
    source = HEAD + (
        "WORDS = {f'word{n}' for n in range(50)}\n"
        "@hookimpl\ndef gtc_analyze_text(texts): return [[Term(value=next(iter(WORDS)))] for _ in texts]\n"
    )
    contract = type("TestIt", (TextContract,), {"plugin": module("gtc_seeded", source)})()

    contract.test_same_answer_twice()
    with pytest.raises(AssertionError, match="other answers under another PYTHONHASHSEED"):
        contract.test_same_answer_in_another_process()


def test_settings_reach_the_other_process(module: Module) -> None:
    """The plugin is asked there with the settings of the contract."""
    source = HEAD + (
        "import attrs\nfrom graph_tool_call.hooks import PluginInfo\n"
        "@attrs.frozen\nclass Settings:\n    word: str\n"
        "@hookimpl\ndef gtc_plugin_info(): return PluginInfo(settings=Settings)\n"
        "@hookimpl\ndef gtc_classify_fields(fields): return None\n"
    )
    made = module("gtc_settings", source)

    classifier(made, settings={"word": "x"}).test_same_answer_in_another_process()
    with pytest.raises(AssertionError, match=r"fails in another process:[\s\S]*required field missing @ \$\.word"):
        classifier(made).test_same_answer_in_another_process()


def test_instances_are_found_by_their_attribute(module: Module) -> None:
    """An instance that a module keeps is reached through that module."""
    made = module("gtc_instance", HEAD + "class Rules:\n    pass\nrules = Rules()\n")

    assert "gtc_instance:rules" == reference(made.rules)
    assert "gtc_instance" == reference(made)


@pytest.mark.parametrize("thing", [plugin(gtc_plugin_info=lambda: None), ModuleType("nowhere_to_be_found")])
def test_what_no_other_process_can_import_is_skipped(thing: object) -> None:
    """The test says that it could not be made, and does not pretend to have passed."""
    with pytest.raises(pytest.skip.Exception, match="another process cannot import"):
        reference(thing)


def test_packages_are_counted_on_top_of_the_hooks(module: Module) -> None:
    """What `graph_tool_call.hooks` needs anyway is not the plugin's cost."""
    module("gtc_plain", "import attrs, pluggy, wave\n" + QUIET)

    assert ("gtc_plain", "wave") == tuple(
        sorted({"gtc_plain", "wave", "attrs"} & set(import_cost("gtc_plain").packages))
    )
