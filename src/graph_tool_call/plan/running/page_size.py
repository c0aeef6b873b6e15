"""How many elements of a list a call asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...model import PlanStep
from ...model.arguments import ToolInputs
from ..binding.resolve import resolve_args
from ..binding.scope import Scope
from ..errors import BindingError
from .outcome import result_facts

#: Digits of a size that somebody may mean.
_DIGITS: Final = 10


def page_size(step: PlanStep, tool: Any, scope: Scope) -> int:
    """How many elements *step* asks for at most, by the input that its contract knows for that; 0 where nothing says.

    An input that is not given has the default of the contract.
    """
    paging = result_facts(tool).get("paging")
    name = paging.get("size") if isinstance(paging, Mapping) else None
    if not name:
        return 0
    inputs = ToolInputs(tool)
    given = [item.value for item in inputs.sort(step.args).items if item.name == name]
    row = inputs.row("query", str(name)) or {}
    try:
        size = resolve_args(given[0], scope) if given else row.get("default", 0)
    except BindingError:
        return 0
    return int(size) if str(size).isdecimal() and len(str(size)) < _DIGITS else 0
