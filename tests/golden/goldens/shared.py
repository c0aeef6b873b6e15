"""Records of the shared documents: artifacts, plans, chains and questions, a job for each document."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from bundled import bundled

from graph_tool_call import ToolGraph
from graph_tool_call.graphify import build_openapi_collection_artifact
from graph_tool_call.plan import PathSynthesizer

from .artifacts import artifact_lines
from .plans import chain_lines, plan_lines
from .questions import question_lines
from .records import Records, digest, told

SECTIONS = ("artifacts", "plans", "chains", "questions")
#: Documents with at least so many operations give chains, and so many of each.
CHAINED_FROM, CHAINS_EACH = 100, 12


@dataclass
class Job:
    """One document, and what is asked of it."""

    source: Path
    #: Its name in records; for documents of the planning tasks with their folder before it.
    name: str
    sections: tuple[str, ...]
    cases: list[dict[str, Any]] = field(default_factory=list)
    queries: list[dict[str, Any]] = field(default_factory=list)

    @property
    def weight(self) -> int:
        """A guess at the work: large documents first, so that none is left for the end."""
        return self.source.stat().st_size + 100_000 * (len(self.cases) + len(self.queries))


def jobs(shared: Path, sections: tuple[str, ...]) -> list[Job]:
    """What to do for *sections*, the heaviest first."""
    found: dict[Path, Job] = {}

    def job(path: Path) -> Job:
        source = path.resolve()
        specs = (shared / "specs").resolve()
        name = source.relative_to(specs).as_posix() if specs in source.parents else f"plan/{source.name}"
        return found.setdefault(source, Job(source=source, name=name, sections=sections))

    if {"artifacts", "chains"} & set(sections):
        rows = (shared / "specs" / "MANIFEST.tsv").read_text(encoding="utf-8").splitlines()[1:]
        for row in rows:
            job(shared / "specs" / row.split("\t")[0])
    if {"artifacts", "plans"} & set(sections):
        for case in _rows(shared / "bench" / "plan" / "cases.jsonl"):
            job(shared / "bench" / "plan" / case["spec"]).cases.append(case)
    if "questions" in sections:
        for query in _rows(shared / "bench" / "retrieval" / "queries.jsonl"):
            made = job(shared / "bench" / "retrieval" / query["spec"])
            made.queries.append({**query, "id": f"{query['set']}/{query['id']}"})
    return sorted(found.values(), key=lambda one: (-one.weight, one.name))


def _rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def work(job: Job) -> dict[str, Records]:
    """The records of one document, by section; a document that cannot be built is one of them."""
    made: dict[str, Records] = {section: {} for section in job.sections}
    plugins = bundled()
    try:
        artifact = build_openapi_collection_artifact(job.source, plugins=plugins)
    except Exception as error:  # noqa: BLE001 - the other documents are still to be looked at
        return {**made, "artifacts": {job.name: [f"crash {type(error).__name__} {digest(str(error))}"]}}
    tools = artifact["tools"]
    if "artifacts" in made:
        lines = artifact_lines(artifact)
        # The documents of the tasks are many: what they hold, and whether anything changed.
        made["artifacts"][job.name] = lines[:2] if _of_tasks(job) else lines
    if "plans" in made and job.cases:
        synthesizer, named = PathSynthesizer(artifact, plugins=plugins), _named(tools)
        for case in job.cases:
            given, goal = case["given"], case["query"]
            target = named.get(case["target"], "")
            made["plans"][case["id"]] = told(partial(plan_lines, synthesizer, target, given, goal))
    if "chains" in made and not _of_tasks(job) and len(tools) >= CHAINED_FROM:
        synthesizer = PathSynthesizer(artifact, plugins=plugins)
        for target in _sample(tools):
            made["chains"][f"{job.name} {target}"] = told(partial(chain_lines, synthesizer, target))
    if "questions" in made and job.queries:
        graph = ToolGraph.from_artifact(artifact, plugins=plugins)
        for query in job.queries:
            made["questions"][query["id"]] = told(partial(question_lines, graph, query["query"]))
    return made


def _of_tasks(job: Job) -> bool:
    return job.name.startswith("plan/")


def _named(tools: Mapping[str, Any]) -> dict[str, str]:
    """`METHOD /path` → tool name."""
    facts = ((name, tool["metadata"]) for name, tool in tools.items())
    return {f"{facts['method'].upper()} {facts['path']}": name for name, facts in facts}


def _sample(tools: Mapping[str, Any]) -> Iterator[str]:
    """Operations with a variable in their path, evenly spread over the document."""
    keyed = [name for name, tool in tools.items() if "{" in tool["metadata"]["path"]]
    step = max(1, len(keyed) // CHAINS_EACH)
    yield from keyed[::step][:CHAINS_EACH]
