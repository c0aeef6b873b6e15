"""The reader of attributes: the noun and an attribute of its thing, or an attribute alone."""

from __future__ import annotations

import pytest
from asking import asked, field, key, kind, settings, target, things, unread

pytestmark = pytest.mark.bundled


def test_an_attribute_of_what_is_referred_to() -> None:
    """The issue's title, the run's number: not its key."""
    issue = target("GET /issues/{issue_number}/comments", key("issue_number", "issue"), kinds=[kind("issue", "title")])
    run = kind("workflow_run", "name", attributes=["run_number"])
    runs = target("POST /runs/{run_id}/cancel", key("run_id", "workflow_run"), kinds=[run], action="action")

    assert things(asked(issue, "", {"issue title": "Crash"}, "attribute")) == [
        ("issue", {"title": "Crash"}, ("issue_number",))
    ]
    assert things(asked(runs, "", {"run_number": 89}, "attribute")) == [
        ("workflow_run", {"run_number": 89}, ("run_id",))
    ]


def test_the_invoice_number_is_no_key() -> None:
    """What is printed on an invoice is an attribute of it."""
    frame = target("POST /invoices/{invoice}/send", key("invoice", "invoice"), kinds=[kind("invoice", "number")])

    assert things(asked(frame, "", {"invoice number": "INV-0042"}, "attribute")) == [
        ("invoice", {"number": "INV-0042"}, ("invoice",))
    ]


def test_an_attribute_of_another_thing() -> None:
    """The customer of a subscription is known by an address."""
    frame = target(
        "DELETE /subscriptions/{id}",
        key("id", "subscription"),
        kinds=[kind("subscription"), kind("customer", "name", "email")],
    )

    assert things(asked(frame, "", {"customer email": "a@b.example"}, "attribute")) == [
        ("customer", {"email": "a@b.example"}, ())
    ]


def test_a_name_of_what_is_made_is_set() -> None:
    """The section is not there yet: its name describes nothing."""
    frame = target("POST /projects/{project_gid}/sections", key("project_gid", "project"), field("data.name"))

    assert settings(asked(frame, "", {"section name": "Done"}, "attribute")) == {"data.name": "Done"}


def test_a_bare_attribute_describes_what_is_acted_on() -> None:
    """The address in Hamburg."""
    address = kind("address", attributes=["city"])
    frame = target("DELETE /addresses/{address_id}", key("address_id", "address"), kinds=[address])

    assert things(asked(frame, "", {"city": "Hamburg"}, "attribute")) == [
        ("address", {"city": "Hamburg"}, ("address_id",))
    ]


def test_a_korean_name() -> None:
    """파트너 이름 is the partner's name."""
    frame = target("PATCH /partners/{id}", key("id", "partner"), field("memo"), kinds=[kind("partner", "name")])

    assert things(asked(frame, "", {"파트너 이름": "푸른식품"}, "attribute")) == [
        ("partner", {"name": "푸른식품"}, ("id",))
    ]


def test_an_attribute_of_both_ends_is_a_question() -> None:
    """Whose account it is does not say whether it gives or takes."""
    account = kind("account", "name", attributes=["owner"])
    ends = [key("fromAccountId", "account", "body"), key("toAccountId", "account", "body")]
    frame = target("POST /transfers", *ends, kinds=[account])

    assert unread(asked(frame, "", {"owner": "Ann"}, "attribute")) == {"owner": "ambiguous"}


@pytest.mark.parametrize(
    "word", ["name of the partner", "partner_name", "partnerName", "the partner name", "Partner Name"]
)
def test_one_word_in_many_spellings(word: str) -> None:
    """However the partner's name is written."""
    frame = target("PATCH /partners/{id}", key("id", "partner"), field("memo"), kinds=[kind("partner", "name")])

    assert things(asked(frame, "", {word: "Blue"}, "attribute")) == [("partner", {"name": "Blue"}, ("id",))]


def test_the_name_of_an_object_that_is_a_reference_looks_it_up() -> None:
    """site.name and site.slug are one site: by its name the rest is found."""
    site = kind("site", "name", "slug", tags=("site_id", "site_slug"))
    slug = key("site.slug", "site", "body", tag="site_slug")
    frame = target("POST /vlans", field("site.name"), slug, kinds=[site])

    assert things(asked(frame, "", {"site name": "Berlin"}, "attribute", "exact")) == [
        ("site", {"name": "Berlin"}, ("site.slug",))
    ]


def test_of_the_device_describes_and_gives_no_name() -> None:
    """The device of an interface is told, not renamed."""
    kinds = [kind("interface", "name"), kind("device", "name")]
    frame = target("PATCH /interfaces/{id}", key("id", "interface"), field("device.name"), kinds=kinds)
    request = asked(frame, "Switch off eth0 of sw-edge-07", {"device name": "sw-edge-07"}, "attribute", "exact")

    assert settings(request) == {}
    assert things(request) == [("device", {"name": "sw-edge-07"}, ())]


def test_an_attribute_that_only_one_of_the_things_has() -> None:
    """The date of "Lindqvist's appointment on 8 May" is the appointment's, though the path ends in somebody else."""
    keys = [key("id", "appointment"), key("staff_id", "staff")]
    kinds = [kind("appointment", "name", "date"), kind("staff", "name")]
    frame = target("PUT /appointments/{id}/reassign/{staff_id}", *keys, kinds=kinds)

    assert things(asked(frame, "", {"date": "2026-05-08"}, "attribute")) == [
        ("appointment", {"date": "2026-05-08"}, ("id",))
    ]
