"""Verdicts are refused where they are made when a part of them is none that anybody would understand."""

from __future__ import annotations

import pytest

from graph_tool_call.hooks import ROLES, EnumMatch, Evidence, FieldVerdict, OperationVerdict, ProducerSignal


def field_verdict(**parts):
    return FieldVerdict(**{"field": 0, "confidence": 0.5, "reason": "why", **parts})


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"role": "identifer"}, r"there is no role 'identifer' \(did you mean 'identifier'\?\)"),
        ({"role": "thing"}, "there is no role 'thing'; roles are identifier, user_input, "),
        ({"role": ["identifier"]}, "there is no role"),
        ({"role": ""}, "there is no role ''"),
        ({"semantic_tag": "Patient MRN!"}, "semantic_tag is lower case with _ between words"),
        ({"semantic_tag": "order-no"}, "semantic_tag is lower case"),
        ({"semantic_tag": ""}, "semantic_tag is lower case"),
        ({"semantic_tag": 7}, "semantic_tag is lower case"),
        ({"resource": "Order"}, "resource is lower case"),
        ({"reason": ""}, "reason is one short sentence"),
        ({"reason": " \n"}, "reason is one short sentence"),
        ({"reason": None}, "reason is one short sentence"),
    ],
)
def test_odd_parts_of_a_field_verdict_are_refused(parts, message):
    """Roles have one list; tags and resources are names in snake case; a reason says something."""
    with pytest.raises(ValueError, match=message):
        field_verdict(**parts)


@pytest.mark.parametrize("tag", ["order_no", "_id", "주문_번호", "médico_id", "2fa_code"])
def test_tags_of_any_script_are_taken(tag):
    """Lower case is asked of what has case."""
    assert tag == field_verdict(semantic_tag=tag).semantic_tag


@pytest.mark.parametrize("role", ROLES)
def test_every_role_is_taken_and_explained(role):
    """A role has one line that says what follows from it."""
    assert role == field_verdict(role=role).role
    assert len(ROLES[role]) > 20


@pytest.mark.parametrize(
    "make",
    [
        lambda reason: OperationVerdict(confidence=1.0, reason=reason),
        lambda reason: ProducerSignal(candidate=0, signal="x", score=1.0, reason=reason),
        lambda reason: EnumMatch(value=1, confidence=1.0, reason=reason),
        lambda reason: Evidence(candidate="x", signal="x", score=1.0, reason=reason),
    ],
    ids=["operation", "producer", "enum", "evidence"],
)
def test_every_answer_says_why(make):
    """An answer without a reason is refused."""
    assert "why" == make("why").reason
    with pytest.raises(ValueError, match=r"reason is one short sentence for people, got ''"):
        make("")
