"""What a plugin is, does and takes, as it may be shown: without secrets among its settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..withheld import is_secret

if TYPE_CHECKING:
    from ...pluginset import PluginHost


def described(host: PluginHost, id: str) -> dict[str, Any]:  # noqa: A002 - it is the plugin's id
    """`host.describe(id)`, with what stands in settings of a secret's name withheld."""
    answer = host.describe(id)
    return {**answer, "settings": [{**row, "value": _shown(row["name"], row["value"])} for row in answer["settings"]]}


def _shown(name: str, value: Any) -> Any:
    from ...plan.running.redact import REDACTED

    if isinstance(value, Mapping):
        return {key: _shown(str(key), part) for key, part in value.items()}
    return REDACTED if is_secret(name) and value not in (None, "", False, True) else value
