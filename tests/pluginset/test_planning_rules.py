"""Hard rules at the boundary: who is asked for what, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from sample_plugins import CONSUMER, GET, host, plugin

from graph_tool_call.errors import HookFailedError, HookResultError
from graph_tool_call.hooks import AskPerson, NeedsApproval, PlanRequest, Veto


def rules(*answers: Any) -> Any:
    """What a plugin with these rules says of the sample consumer."""
    session = host(strict=plugin(gtc_planning_rules=lambda: answers)).plan_session({GET.name: GET})
    return session.rules(CONSUMER)


def test_rules_have_their_plugin() -> None:
    """In plugin order."""
    veto = Veto(candidate=CONSUMER.candidates[0].ref, reason="no")
    session = host(
        a=plugin(gtc_planning_rules=lambda: [veto]), b=plugin(gtc_planning_rules=lambda: [veto])
    ).plan_session({})

    assert [("a", veto), ("b", veto)] == [(said.plugin, said.value) for said in session.rules(CONSUMER)]


@pytest.mark.parametrize(
    "rule",
    [Veto(candidate=99, reason="r"), AskPerson(need=99, reason="r"), NeedsApproval(tool="list_orders", reason="r"), 3],
)
def test_rules_about_nothing_are_refused(rule: Any) -> None:
    """With the plugin's name."""
    with pytest.raises(HookResultError) as caught:
        rules(rule)

    assert "strict" == caught.value.plugin


def test_a_rule_that_fails_is_named() -> None:
    """As any other hook."""

    def broken() -> Any:
        raise KeyError("mrn")

    with pytest.raises(HookFailedError, match="KeyError: 'mrn'"):
        host(strict=plugin(gtc_planning_rules=broken)).plan_session({}).rules(CONSUMER)


@pytest.mark.parametrize("hook", ["gtc_planning_rules", "gtc_producer_signals"])
def test_who_takes_the_request_is_asked_for_each(hook: str) -> None:
    """The session says so, and others may be remembered."""
    seen: list[PlanRequest] = []

    def looking(request: PlanRequest) -> None:
        seen.append(request)

    session = host(strict=plugin(**{hook: looking})).plan_session({})
    plain = host(strict=plugin(**{hook: lambda: None})).plan_session({})
    request = PlanRequest(target="get_order", goal="g", given={"region": "eu"})
    session.rules(CONSUMER, request)
    session.signals(CONSUMER, request)

    assert ([request], True, False) == (seen, session.by_request, plain.by_request)
