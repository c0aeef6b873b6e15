from __future__ import annotations

from typing import Any

import pytest

from graph_tool_call.contracts.options import ContractOptions
from graph_tool_call.model.names import names_of


@pytest.mark.parametrize(
    ("given", "names"),
    [
        (None, set()),
        ((), set()),
        (["a", "b"], {"a", "b"}),
        ({"주문번호"}, {"주문번호"}),
        ("mallNo", {"mallNo"}),
        ("", {""}),
    ],
)
def test_names(given: Any, names: set[str]) -> None:
    """Any collection of texts; a lone text is one name and not its letters."""
    assert names == names_of(given)


def test_lone_field_name() -> None:
    """An option of the build that was given without braces means that name."""
    assert frozenset({"mallNo"}) == ContractOptions(context_field_names="mallNo").context_field_names


@pytest.mark.parametrize("given", [{1}, [None], [("a", "b")]])
def test_what_is_no_name(given: Any) -> None:
    """Anything but text is told where it was given."""
    with pytest.raises(TypeError, match=r"names are texts, and .* is none"):
        names_of(given)
