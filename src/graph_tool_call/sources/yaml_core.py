"""A PyYAML loader with the YAML 1.2 core schema, for what the fast parser refuses or rounds."""

from __future__ import annotations

import re
from typing import Any


def core_loader() -> Any:
    """A new loader class: core schema resolvers, keys as written, unknown tags ignored."""
    import yaml

    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class CoreLoader(base):  # type: ignore[misc]
        def construct_mapping(self, node: Any, deep: bool = False) -> dict[str, Any]:  # noqa: FBT001, FBT002
            out: dict[str, Any] = {}
            for key, value in node.value:
                name = key.value if isinstance(key, yaml.ScalarNode) else str(self.construct_object(key, deep=True))
                out[name] = self.construct_object(value, deep=deep)
            return out

    # Without tables of its own, a class writes into those of its base.
    CoreLoader.yaml_implicit_resolvers = {}
    CoreLoader.yaml_constructors = dict(base.yaml_constructors)
    CoreLoader.yaml_multi_constructors = dict(base.yaml_multi_constructors)
    for tag, pattern, first in _RESOLVERS:
        CoreLoader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(pattern), first)
    CoreLoader.add_constructor("tag:yaml.org,2002:int", lambda _, node: _integer(str(node.value)))
    CoreLoader.add_constructor("tag:yaml.org,2002:float", lambda _, node: _float(str(node.value)))
    for tag in ("timestamp", "binary"):
        CoreLoader.add_constructor(f"tag:yaml.org,2002:{tag}", lambda _, node: str(node.value))
    CoreLoader.add_multi_constructor("", _plain)
    return CoreLoader


_RESOLVERS = (
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", list("tTfF")),
    ("int", r"^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$", list("-+0123456789")),
    (
        "float",
        r"^(?:[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$",
        list("-+0123456789."),
    ),
)


def _integer(text: str) -> int | str:
    if re.fullmatch(r"0\d+", text):
        return text  # A code.
    base = {"0x": 16, "0o": 8}.get(text[:2], 10)
    try:
        return int(text, base)
    except ValueError:  # More digits than the interpreter converts.
        return text


def _float(text: str) -> float:
    word = text.lower().replace(".inf", "inf").replace(".nan", "nan")
    return float(word)


def _plain(loader: Any, _suffix: str, node: Any) -> Any:
    import yaml

    if isinstance(node, yaml.ScalarNode):
        return node.value
    if isinstance(node, yaml.SequenceNode):
        return loader.construct_sequence(node, deep=True)
    return loader.construct_mapping(node, deep=True)
