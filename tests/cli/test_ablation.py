"""`inspect --ablation`."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.bundled


def test_ablation_as_data(cli, shop):
    """One row for each plugin that types, and what there is with all."""
    answer = cli("inspect", shop, "--ablation", "--plugins", "openapi,resources,names", "--json").json
    rows = {row["plugin"]: row for row in answer["plugins"]}

    assert (shop, {"resources", "names"}) == (answer["source"], set(rows))
    assert answer["baseline"]["typed"] == rows["resources"]["typed"]["lost"] > 0
    assert 0 < rows["resources"]["chains"]["lost"] <= answer["baseline"]["derived"]
    assert 0 == rows["names"]["typed"]["lost"] < rows["names"]["described"]


def test_ablation_for_people(cli, shop):
    """A table, and what becomes of some chains."""
    words = cli("inspect", shop, "--ablation", "--plugins", "openapi,resources").words

    assert "with all plugins" in words
    assert "Chains without resources, for example" in words


def test_an_artifact_has_no_answers_to_leave_out(cli, artifact):
    """Only the winners are in it."""
    result = cli("inspect", artifact, "--ablation")

    assert 2 == result.code
    assert "--ablation asks the plugins anew, of a document" in result.err
