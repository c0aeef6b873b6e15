"""Prints how retrieval and selection do on questions over real documents: `python tests/bench/retrieval.py [SET …]`.

A set is a table in `questions/` (document, question, expected operations as `METHOD /path`,
alternatives separated by `|`) or a `.jsonl` file of the shared benchmarks. `--without PLUGIN`
leaves a plugin out, `--ablate` prints a line for each bundled evidence plugin, `--misses`
names the questions whose operation is not first.

R@k: an expected operation is among the first k rows. MRR: mean of 1 / rank, within ten. chain: the
acceptable operations, search steps apart, are all among the first ten. sel: the selection without a model
is right. fix: a model that named the best wrong row is corrected. harm: one that was right is overruled.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from graph_tool_call import ToolGraph
from graph_tool_call.engine import Engine
from graph_tool_call.pluginset import PluginSet

HERE = Path(__file__).resolve().parent
SHARED = Path(os.environ.get("GTC_SHARED", HERE.parents[2] / "shared"))
EVIDENCE = ("lexical", "action", "resource_match", "scope", "shape", "contract_fit", "deprecation", "module")
RATES = ("R@1", "R@5", "R@10", "MRR", "chain", "sel")


@attrs.frozen
class Asked:
    """A question with the operations that answer it."""

    table: str
    document: Path
    text: str
    expected: tuple[str, ...]
    #: The whole chain of a question that needs several calls.
    chain: tuple[str, ...] = ()


def questions(path: Path) -> Iterator[Asked]:
    """The questions of a table or of a benchmark's lines."""
    if path.suffix == ".jsonl":
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            document = (path.parent / row["spec"]).resolve()
            yield Asked(row["set"], document, row["query"], tuple(row["expected"]), tuple(row.get("acceptable", ())))
        return
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            name = row["document"]
            table = f"{path.stem}/{name.split('.')[0]}"
            yield Asked(table, SHARED / "specs" / name, row["question"], tuple(row["expected"].split("|")))


def operations(tools: Mapping[str, Any]) -> dict[str, str]:
    """Tool name by `METHOD /path`, by operation id and by itself."""
    found: dict[str, str] = {}
    for name, tool in tools.items():
        about = tool["metadata"]
        operation_id = (about.get("openapi") or {}).get("operation_id") or name
        for alias in (f"{about['method'].upper()} {about['path']}", name, operation_id):
            found.setdefault(alias, name)
    return found


@attrs.define
class Tally:
    """Sums over the questions of one table."""

    counts: Counter[str] = attrs.Factory(Counter)
    misses: list[str] = attrs.Factory(list)

    def line(self) -> str:
        """Shares of the questions; fix and harm of those whose operation was found."""
        total, seen = self.counts["n"], self.counts["seen"] or 1
        shares = [f"{name} {self.counts[name] / total:.3f}" for name in RATES]
        shares += [f"{name} {self.counts[name] / seen:.3f}" for name in ("fix", "harm")]
        return f"n {total:4d}  " + "  ".join(shares) + f"  ms {self.counts['us'] / total / 1000:.2f}"


def score(engine: Engine, graph: ToolGraph, asked: Asked, names: Mapping[str, str], tally: Tally) -> None:
    """Ask one question, and add what came back."""
    counts = tally.counts
    expected = {names.get(one, one) for one in asked.expected}
    begun = time.process_time()
    rows = engine.search(graph, asked.text, top_k=10, include_evidence=True)["results"]
    counts["us"] += round((time.process_time() - begun) * 1e6)
    ranked = [row["name"] for row in rows]
    place = next((i for i, name in enumerate(ranked) if name in expected), None)
    counts["n"] += 1
    for depth in (1, 5, 10):
        counts[f"R@{depth}"] += place is not None and place < depth
    counts["MRR"] += 0 if place is None else 1 / (place + 1)  # type: ignore[assignment]
    chain = {names.get(one, one) for one in asked.chain or asked.expected if "/search" not in one}
    counts["chain"] += chain <= set(ranked) if asked.chain else place is not None

    def choose(model: str | None) -> str:
        chosen = engine.select(asked.text, rows, graph.tools, retrieval_results=rows, llm_target=model)
        return str(chosen["selected_target"])

    counts["sel"] += choose(None) in expected
    if place is not None:
        wrong = next((name for name in ranked if name not in expected), None)
        counts["seen"] += 1
        counts["fix"] += wrong is not None and choose(wrong) in expected
        counts["harm"] += choose(ranked[place]) not in expected
    if place != 0:
        rank = "-" if place is None else str(place + 1)
        tally.misses.append(
            f"    {rank:>3}  {asked.text}  | {' | '.join(sorted(expected))}  | got {', '.join(ranked[:3])}"
        )


def run(asked: Sequence[Asked], plugins: PluginSet, graphs: dict[Path, dict[str, Any]]) -> dict[str, Tally]:
    """Tallies by table. Artifacts are kept in *graphs*: evidence plugins do not change them."""
    engine = Engine(plugins)
    tallies: dict[str, Tally] = defaultdict(Tally)
    by_document: dict[Path, list[Asked]] = defaultdict(list)
    for one in asked:
        by_document[one.document].append(one)
    for document, rows in by_document.items():
        if document not in graphs:
            graphs[document] = engine.build(str(document))
        graph = engine.graph(graphs[document])
        names = operations(graphs[document]["tools"])
        for one in rows:
            score(engine, graph, one, names, tallies[one.table])
    return tallies


def main() -> None:
    """Read the arguments, print a line for each table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", type=Path, help="tables of questions; all there are by default")
    parser.add_argument("--without", action="append", default=[], metavar="PLUGIN")
    parser.add_argument("--installed", action="store_true", help="with every installed plugin, not the bundled alone")
    parser.add_argument("--ablate", action="store_true")
    parser.add_argument("--misses", action="store_true")
    options = parser.parse_args()
    shared = SHARED / "bench" / "retrieval" / "queries.jsonl"
    paths = options.sets or [*sorted((HERE / "questions").glob("*.tsv")), shared]
    asked = [one for path in paths if path.is_file() for one in questions(path) if one.document.is_file()]
    if not asked:
        parser.exit(1, f"no questions whose documents are in {SHARED / 'specs'}: set GTC_SHARED\n")
    graphs: dict[Path, dict[str, Any]] = {}
    installed = PluginSet.installed()
    bundled = [record.id for record in installed if record.distribution == "graph-tool-call"]
    plugins = installed if options.installed else installed.only(*bundled)
    for left_out in [options.without, *([plugin] for plugin in EVIDENCE if options.ablate)]:
        print(f"# without {', '.join(left_out)}" if left_out else "# all plugins", flush=True)
        for table, tally in run(asked, plugins.without(*left_out), graphs).items():
            print(f"{table:24}{tally.line()}", *(tally.misses if options.misses else ()), sep="\n", flush=True)


if __name__ == "__main__":
    main()
