"""Which operation a question means, settled before anything is planned: nothing is changed on a guess."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..model.tool import tool_facts
from . import asking
from .failure import NEEDS_INPUT, CommandError
from .withheld import hide, without

#: Candidates that a person is shown.
_SHOWN: Final = 5


def settled(selection: Mapping[str, Any], tools: Mapping[str, Any], secrets: Mapping[str, Any]) -> Mapping[str, Any]:
    """*selection*, or what a person makes of it where it is ambiguous and its operation changes something.

    --yes consents to a change that is named; it does not choose one. Raises `CommandError`
    ambiguous_target where nobody can be asked; it has none of the *secrets* that the question may have.
    """
    target = selection["selected_target"]
    if not selection["ambiguous"] or not tool_facts(target, tools[target]).changes_state:
        return selection
    names = list(dict.fromkeys((target, *(row["name"] for row in selection["candidates"]))))[:_SHOWN]
    said = [_named(name, tools) for name in names]
    if not asking.interactive():
        vain = selection.get("no_place")
        homeless = f"; {said[0]} has no place for {', '.join(vain)}" if vain else ""
        unsaid = selection.get("unsaid")
        beyond = f"; {said[0]}: {'; '.join(unsaid)}" if unsaid else ""
        message = f"{selection['query']!r} may mean: {', '.join(said)}{homeless}{beyond} (name one with --target)"
        details = {"selection": hide(dict(selection), secrets)}
        raise CommandError("ambiguous_target", without(message, secrets), NEEDS_INPUT, details)
    chosen = asking.choose_one("Which operation is meant", list(zip(names, said, strict=True)))
    return {**selection, "selected_target": chosen, "ambiguous": False}


def _named(name: str, tools: Mapping[str, Any]) -> str:
    facts = tool_facts(name, tools[name])
    operation = f"{facts.method.upper()} {facts.path}".strip()
    return f"{name} ({operation})" if operation else name
