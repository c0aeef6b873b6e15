"""Prints R@5 of questions in other languages with and without the plugins for them: `python tests/bench/languages.py`.

The table of docs/explanation/languages.md. Needs `graph-tool-call-korean` and
`graph-tool-call-multilingual` installed, and the shared documents. Each set is of one author, written before the
plugins were; questions are in users' words.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from importlib.util import find_spec
from typing import Any

from retrieval import HERE, Tally, questions, run

from graph_tool_call.pluginset import PluginSet

SETS = ("korean", "japanese-chinese", "korean-over-english")
EXTRA = {"core": (), "korean": ("korean",), "multilingual": ("multilingual",), "both": ("korean", "multilingual")}
OTHERS = ("example", "korean", "multilingual")


def rates(tallies: dict[str, Tally], name: str) -> dict[str, str]:
    """R@1 and R@5 by table."""
    shares: dict[str, str] = {}
    for table, tally in tallies.items():
        counts: Counter[Any] = tally.counts
        shares[table] = f"{counts[name] / counts['n']:.2f}"
    return shares


def main() -> None:
    """Print a line for each table of questions."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", default=SETS)
    options = parser.parse_args()
    missing = [name for name in ("graph_tool_call_korean", "graph_tool_call_multilingual") if find_spec(name) is None]
    if missing:
        parser.exit(1, f"not installed: {', '.join(missing)}\n")
    asked = [one for name in options.sets for one in questions(HERE / "questions" / f"{name}.tsv")]
    installed = PluginSet.installed()
    columns: dict[str, dict[str, str]] = {}
    sizes: dict[str, int] = {}
    # Plugins that analyse texts change an artifact; those that find by meaning do not.
    graphs: dict[bool, dict[Any, Any]] = {False: {}, True: {}}
    for label, extra in EXTRA.items():
        begun = time.process_time()
        tallies = run(asked, installed.without(*(set(OTHERS) - set(extra))), graphs["korean" in extra])
        for name in ("R@5", "R@1"):
            columns[f"{name} {label}"] = rates(tallies, name)
        sizes = {table: tally.counts["n"] for table, tally in tallies.items()}
        print(f"# {label}: {time.process_time() - begun:.0f} s CPU", flush=True)
    shown = sorted(columns, key=lambda name: name[:3], reverse=True)
    print("| questions | n | " + " | ".join(shown) + " |")
    print("|---|---|" + "---|" * len(shown))
    for table, size in sizes.items():
        print(f"| {table} | {size} | " + " | ".join(columns[name][table] for name in shown) + " |")


if __name__ == "__main__":
    main()
