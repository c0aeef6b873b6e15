"""What each planning rule is worth: both plan benchmarks with one rule off at a time.

    python tests/bench/ablation.py [--only RULE,RULE] [--tasks DATASET,DATASET] [--chains FILE,FILE]

Reads the tasks, the scorer and the documents of the shared folder (`GTC_SHARED`). Prints a
Markdown table: for the tasks correct paths (CP), exact plans, and of the reachable
hand-overs those reproduced and those bound elsewhere; for chains the share of path
parameters that come from their own collection. The first row has the scores, the others
what changes, in points of a hundred; an empty cell is no change.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import importlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from unittest import mock

from graph_tool_call import graphify
from graph_tool_call.plan import Weights

SHARED = Path(os.environ.get("GTC_SHARED", Path(__file__).resolve().parents[3] / "shared"))
BENCH = SHARED / "bench" / "plan"
TASKS: Final = ("restbench-tmdb", "nestful-exec", "arazzo_jentic", "toolalpaca", "apiphany")
CHAINS: Final = ("asana.yaml", "twilio-api-v2010.json", "stripe.yaml")
#: Scores of the tasks that are told.
TOLD: Final = {
    "restbench-tmdb": ("CP", "exact"),
    "nestful-exec": ("CP", "reach", "wrong"),
    "arazzo_jentic": ("CP", "reach", "wrong"),
    "toolalpaca": ("reach", "wrong"),
    "apiphany": ("reach", "wrong"),
}
Rule = Callable[[], contextlib.AbstractContextManager[Any]]


def costs(**changed: float) -> Rule:
    """Rules with other weights."""
    other = Weights(changed)
    return lambda: mock.patch("graph_tool_call.plan.synthesis.synthesizer.Weights", return_value=other)


def instead(place: str, value: Any) -> Rule:
    """Another value at *place*."""
    return lambda: mock.patch(f"graph_tool_call.plan.{place}", value)


def without_signal(signal: str) -> Rule:
    """What the producer ranking says, without one signal."""
    producers = importlib.import_module("graph_tool_call_bundled.producers")
    said = producers._signals

    def others(*facts: Any, **more: Any) -> Iterator[tuple[str, float, str]]:
        return (row for row in said(*facts, **more) if row[0] != signal)

    return lambda: mock.patch.object(producers, "_signals", others)


SIGNALS: Final = (
    *("own_collection", "like_collection", "own_list", "own_resource", "foreign_sighting"),
    *("callers_own", "administration", "same_module", "deep_path", "deprecated", "drawn_by_lot"),
)


def rules() -> dict[str, Rule]:
    """Each rule by name, and what turns it off."""
    found: dict[str, Rule] = {
        "given values steer": costs(entity=0.0),
        "words of the goal": costs(goal_word=0.0),
        "what a value is, whose it is": costs(said=0.0),
        "which one in a row": instead("synthesis.synthesizer.counted", lambda _goal, _contract: {}),
        "leftovers find optional keys": instead(
            "synthesis.synthesizer.with_leftovers", lambda search, call: (search, call)
        ),
        "one search term for another": instead("problem.given.SEARCH_NAMES", ()),
        "codes of standards": costs(coded=7.5),
        "things are looked up by their name": instead("problem.given.LOOKUP_NAMES", frozenset()),
        "bare names name the target's only": instead("problem.given._BARE", frozenset()),
        "requiring is better than taking": costs(optional=0.0),
        "names in one answer vouch": costs(vouched=0.0),
        "values below their parents": costs(unscoped=0.0),
        "lists in lists are choices": costs(pick_unguided=0.0),
        "filters by what was given": instead("search.elements.fields_beside", lambda *_: ()),
        "a call is never for nothing": costs(least=-9.0),
        "common producers to the end": instead("search.offers._COMMON", 0),
        "a near search first": instead("search.search.NEAR", 99),
        "all signals": costs(signal=0.0),
    }
    return found | {f"signal {name}": without_signal(name) for name in SIGNALS}


class Bench:
    """Both benchmarks over artifacts that are built once."""

    def __init__(self, tasks: Sequence[str], chains: Sequence[str]) -> None:
        sys.path.insert(0, str(BENCH))
        self._plans: Any = importlib.import_module("run_plans")
        self._chain: Any = importlib.import_module("chain_quality")
        self._cases = [
            c for c in map(json.loads, (BENCH / "cases.jsonl").open(encoding="utf-8")) if c["dataset"] in tasks
        ]
        self._chains = chains
        self._built: dict[str, dict[str, Any]] = {}
        self._build = graphify.build_openapi_collection_artifact

    def scores(self) -> dict[str, float]:
        """Every told score, in points of a hundred."""
        with mock.patch.object(graphify, "build_openapi_collection_artifact", self._artifact):
            return self._task_scores() | self._chain_scores()

    def _artifact(self, document: str) -> dict[str, Any]:
        if document not in self._built:
            self._built[document] = self._build(document)
        return self._built[document]

    def _task_scores(self) -> dict[str, float]:
        by_spec: dict[str, list[dict[str, Any]]] = collections.defaultdict(list)
        for case in self._cases:
            by_spec[case["spec"]].append(case)
        with tempfile.TemporaryDirectory() as folder:
            parts = []
            for number, (spec, cases) in enumerate(by_spec.items()):
                parts.append(Path(folder, f"{number}.jsonl"))
                self._plans.work(str(BENCH / spec), cases, str(parts[-1]), None)
            answers = Path(folder, "answers.jsonl")
            answers.write_text("".join(part.read_text(encoding="utf-8") for part in parts), encoding="utf-8")
            command = [sys.executable, str(BENCH / "score_plans.py"), str(answers), "--json"]
            table = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        return {
            f"{name} {score}": 100 * table[name][score]
            for name, told in TOLD.items()
            for score in told
            if name in table and table[name][score] is not None
        }

    def _chain_scores(self) -> dict[str, float]:
        count: collections.Counter[str] = collections.Counter()
        for name in self._chains:
            row = self._chain.measure(str(SHARED / "specs" / name), 0)["row"]
            count.update({key: value for key, value in row.items() if isinstance(value, int)})
        own = count["own"] + count["pick"]
        return {"chains own + pick": 100 * own / count["parameters"]} if count["parameters"] else {}


def cells(scores: Mapping[str, float], base: Mapping[str, float]) -> str:
    """What *scores* change, as cells of a row."""
    moved = (scores[key] - value for key, value in base.items())
    return " | ".join(f"{by:+.1f}" if abs(by) >= 0.05 else "" for by in moved)


def main() -> None:
    """Measure, and print each row when it is known."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="")
    parser.add_argument("--tasks", default=",".join(TASKS))
    parser.add_argument("--chains", default=",".join(CHAINS))
    options = parser.parse_args()
    bench = Bench(options.tasks.split(","), [name for name in options.chains.split(",") if name])
    base = bench.scores()
    print("| rule off | " + " | ".join(base) + " |")
    print("|---|" + "---|" * len(base))
    print("| (none) | " + " | ".join(f"{value:.1f}" for value in base.values()) + " |", flush=True)
    for name, off in rules().items():
        if not options.only or name in options.only.split(","):
            with off():
                print(f"| {name} | {cells(bench.scores(), base)} |", flush=True)


if __name__ == "__main__":
    main()
