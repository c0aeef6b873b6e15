"""All rules, by what they price."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from ...model.contract import Input, ToolContract
from .change import Allowed, Declared, Fresh
from .coded import Coded
from .empty import Empty
from .existing import Existing
from .names import Names
from .other_change import OtherChange
from .picks import Pick, PickFilter, PickNarrowed, PickPosted, PickUnguided
from .questions import AskKnown, AskOpaque, Optional
from .read import Read
from .rule import Asking, Handover, Joining, Rule, Scope, Taking
from .signal import Signal
from .stale import Stale
from .unscoped import Unscoped
from .vouched import Vouched
from .weak import Weak
from .worth import Entity, GoalWord, Said

#: A call by itself.
CALL: Final[tuple[Rule[ToolContract], ...]] = (Read(), Declared(), Allowed(), Fresh())
#: A call, where the goal speaks of what it would make.
MAKING: Final[tuple[Rule[ToolContract], ...]] = (Existing(),)
#: What a producer offers, whatever is given.
OFFER: Final[tuple[Rule[Handover], ...]] = (Signal(), Names(), Weak(), Coded(), OtherChange())
#: The same below a parent.
SCOPE: Final[tuple[Rule[Scope], ...]] = (Unscoped(),)
#: Taking it from a call that is made.
TAKE: Final[tuple[Rule[Taking], ...]] = (Stale(),)
#: Choosing the element.
PICK: Final[tuple[Rule[Pick], ...]] = (PickFilter(), PickNarrowed(), PickUnguided(), PickPosted())
#: A source beside others.
JOIN: Final[tuple[Rule[Joining], ...]] = (Empty(), Vouched())
#: A question to a person.
ASK: Final[tuple[Rule[Asking], ...]] = (AskKnown(), AskOpaque())
#: A given value for an optional input.
GIVE: Final[tuple[Rule[Input], ...]] = (Optional(),)
#: A derivation as a whole.
WORTH: Final[tuple[Rule[Any], ...]] = (Entity(), GoalWord(), Said())

_ALL: Final[tuple[Rule[Any], ...]] = (*CALL, *MAKING, *OFFER, *SCOPE, *TAKE, *PICK, *JOIN, *ASK, *GIVE, *WORTH)
#: Name → rule.
RULES: Final[Mapping[str, Rule[Any]]] = MappingProxyType({rule.name: rule for rule in _ALL})
