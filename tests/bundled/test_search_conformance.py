"""The bundled text and evidence plugins keep the rules that every plugin has to keep."""

from __future__ import annotations

import pytest

from graph_tool_call.testing import SelectorEvidenceContract, TextContract
from graph_tool_call_bundled import (
    action,
    cjk,
    contract_fit,
    deprecation,
    english,
    korean_lexicon,
    learning,
    lexical,
    module,
    resource_match,
    scope,
    shape,
)

pytestmark = [pytest.mark.bundled, pytest.mark.slow]


class TestEnglish(TextContract):
    plugin = english


class TestKoreanLexicon(TextContract):
    plugin = korean_lexicon


class TestCjk(TextContract):
    plugin = cjk


class TestLexical(SelectorEvidenceContract):
    plugin = lexical


class TestAction(SelectorEvidenceContract):
    plugin = action


class TestResourceMatch(SelectorEvidenceContract):
    plugin = resource_match


class TestModule(SelectorEvidenceContract):
    plugin = module


class TestShape(SelectorEvidenceContract):
    plugin = shape


class TestContractFit(SelectorEvidenceContract):
    plugin = contract_fit


class TestScope(SelectorEvidenceContract):
    plugin = scope


class TestDeprecation(SelectorEvidenceContract):
    plugin = deprecation


class TestLearning(SelectorEvidenceContract):
    plugin = learning
