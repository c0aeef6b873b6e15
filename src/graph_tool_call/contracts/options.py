"""What the caller of a build knows about field names, and wants from the contracts."""

from __future__ import annotations

import attrs

from ..model.names import names_of
from .annotation_file import read_annotations
from .annotations import Annotations
from .vocabulary import normal
from .walk import Budget


@attrs.frozen(kw_only=True)
class ContractOptions:
    """Field names that the caller classifies itself, and what to leave out.

    Names match exactly, or else without case and separators: `mall_no` names `mallNo`.
    The caller's word wins over every plugin's.
    """

    context_field_names: frozenset[str] = attrs.field(default=frozenset(), converter=names_of)
    auth_field_names: frozenset[str] = attrs.field(default=frozenset(), converter=names_of)
    paging_field_names: frozenset[str] = attrs.field(default=frozenset(), converter=names_of)
    search_filter_field_names: frozenset[str] = attrs.field(default=frozenset(), converter=names_of)
    user_input_field_names: frozenset[str] = attrs.field(default=frozenset(), converter=names_of)
    #: What the caller says of single fields, tags and producers: `Annotations`, a file of them, or their data.
    annotations: Annotations = attrs.field(factory=Annotations, converter=read_annotations)
    #: Leave optional inputs out of `consumes`.
    required_only: bool = False
    #: Leave deprecated operations out.
    skip_deprecated: bool = False
    #: Characters kept of a field's description.
    description_length: int = 120
    request_budget: Budget = attrs.Factory(lambda: Budget(rows=32, depth=8, repeat=40))
    response_budget: Budget = attrs.Factory(Budget)

    @property
    def names_fields(self) -> bool:
        """Whether any field is named."""
        return bool(
            self.context_field_names
            or self.auth_field_names
            or self.paging_field_names
            or self.search_filter_field_names
            or self.user_input_field_names
        )

    def say(self, name: str) -> tuple[str | None, str | None]:
        """(kind, role) that the caller gives to *name*; None where the caller says nothing."""
        spelled = normal(name)
        kind = role = None
        if _in(name, spelled, self.auth_field_names):
            kind = "auth"
        elif _in(name, spelled, self.context_field_names):
            kind = "context"
        if _in(name, spelled, self.user_input_field_names):
            kind, role = kind or "data", "user_input"
        elif _in(name, spelled, self.paging_field_names):
            role = "paging"
        elif _in(name, spelled, self.search_filter_field_names):
            role = "search"
        return kind, role


def _in(name: str, spelled: str, names: frozenset[str]) -> bool:
    return bool(names) and (name in names or any(normal(other) == spelled for other in names))
