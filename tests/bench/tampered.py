"""What becomes of files that somebody tampered with: artifacts, plans, journals, learned records.

Each try changes one to three places of a good file at random (with the seed told) and uses
it. It may work, or raise a documented error (`GraphToolCallError`); anything else is a fault.

    python tests/bench/tampered.py 200
"""

from __future__ import annotations

import copy
import json
import random
import sqlite3
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from graph_tool_call import ToolGraph
from graph_tool_call.errors import GraphToolCallError
from graph_tool_call.graphify import build_openapi_collection_artifact, retrieve_graphify, select_target_candidate
from graph_tool_call.learning import derive, merge, promote
from graph_tool_call.plan import PathSynthesizer, Plan, PlanRunner, PlanStep, SqliteStore

DEPTH = 5000


def deep() -> Any:
    """A list in a list, and so on."""
    value: Any = []
    for _ in range(DEPTH):
        value = [value]
    return value


BAD: tuple[Callable[[], Any], ...] = (
    *(lambda: None, lambda: 7, lambda: -1, lambda: 1e308, lambda: True, lambda: 2**70, lambda: "", lambda: "x"),
    *(lambda: "\x00", lambda: "\ud800", lambda: "$.a[*].b", lambda: "é" * 2000, list, dict, lambda: [None]),
    *(lambda: ["x", 3], lambda: {"x": None}, lambda: {"path": 3, "name": None}, lambda: [[]], lambda: "${s1.x"),
    *(lambda: "${s1." + "9" * 5000 + "}", lambda: "${s1" + "[?a == s1" * 900 + "}", deep),
)


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Ways to everything inside *value*."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in inner:
        yield (*way, key)
        yield from places(member, (*way, key))


def tampered(value: Any, rng: random.Random) -> Any:
    """A copy of *value* with one to three places replaced or taken away; near the root as often as deep inside."""
    made = copy.deepcopy(value)
    for _ in range(rng.randint(1, 3)):
        by_depth: dict[int, list[tuple[Any, ...]]] = {}
        for way in places(made):
            by_depth.setdefault(len(way), []).append(way)
        if not by_depth:
            return made
        way = rng.choice(by_depth[rng.choice(sorted(by_depth))])
        holder = made
        for step in way[:-1]:
            holder = holder[step]
        if rng.random() < 0.2:
            del holder[way[-1]]
        else:
            bad = rng.choice(BAD)
            if bad is deep:
                # Copies and walks of this bench would not survive it, so it comes last.
                holder[way[-1]] = deep()
                return made
            holder[way[-1]] = bad()
    return made


def document() -> dict[str, Any]:
    """A small shop with keys, lists, links and security."""
    order = {
        "type": "object",
        "required": ["orderId"],
        "properties": {
            "orderId": {"type": "string"},
            "status": {"type": "string", "enum": ["open", "paid"]},
            "lines": {"type": "array", "items": {"type": "object", "properties": {"sku": {"type": "string"}}}},
        },
    }
    page = {"type": "object", "properties": {"items": {"type": "array", "items": order}, "next": {"type": "string"}}}

    def answer(schema: Any) -> dict[str, Any]:
        return {"200": {"description": "ok", "content": {"application/json": {"schema": schema}}}}

    by_id = {"name": "orderId", "in": "path", "required": True, "schema": {"type": "string"}}
    limit = {"name": "limit", "in": "query", "schema": {"type": "integer", "default": 20}}
    body = {"required": True, "content": {"application/json": {"schema": order}}}
    return {
        "openapi": "3.0.3",
        "info": {"title": "Shop", "version": "1"},
        "servers": [{"url": "https://shop.test"}],
        "paths": {
            "/orders": {
                "get": {
                    "operationId": "listOrders",
                    "summary": "List orders",
                    "parameters": [limit],
                    "responses": answer(page),
                },
                "post": {"operationId": "createOrder", "requestBody": body, "responses": answer(order)},
            },
            "/orders/{orderId}": {
                "get": {
                    "operationId": "getOrder",
                    "summary": "One order",
                    "parameters": [by_id],
                    "responses": answer(order),
                },
                "delete": {
                    "operationId": "deleteOrder",
                    "parameters": [by_id],
                    "responses": {"204": {"description": "gone"}},
                },
            },
        },
        "components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}},
        "security": [{"key": []}],
    }


def use_graph(graph: ToolGraph) -> None:
    """All that is done with an artifact."""
    rows = retrieve_graphify(graph, "delete an order", include_evidence=True)["results"]
    select_target_candidate("show order 7", [row["name"] for row in rows], graph.tools, rows)
    synthesizer = PathSynthesizer(graph)
    for name in list(graph.tools):
        plan = synthesizer.synthesize(target=name, entities={"status": "open"}, unread="allow")
        PlanRunner(lambda _name, _args: {"items": [{"orderId": "7"}]}, tools=graph, validate_args="coerce").run(plan)


class Bench:
    """Tries of one kind, and what they came to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.artifact = json.loads(json.dumps(build_openapi_collection_artifact(document())))
        self.plan = json.loads(json.dumps(PLAN.to_dict()))

    def artifacts(self, rng: random.Random) -> None:
        """A saved artifact, loaded, searched, planned with and run."""
        path = self.folder / "a.json"
        try:
            path.write_text(json.dumps(tampered(self.artifact, rng)))
        except RecursionError:
            return
        use_graph(ToolGraph.load(path))

    def plans(self, rng: random.Random) -> None:
        """A stored plan, read and run."""
        plan = Plan.from_dict(tampered(self.plan, rng))
        PlanRunner(lambda _name, _args: ANSWER, store=":memory:").run(plan, {"q": "x"})

    def journals(self, rng: random.Random) -> None:
        """A store with a run that was cut off, resumed."""
        path = self.folder / "runs.sqlite"
        path.unlink(missing_ok=True)
        calls = Counter[str]()

        def call(name: str, _args: Any) -> Any:
            calls[name] += 1
            if name == "c" and calls[name] == 1:
                raise ConnectionError
            return ANSWER

        with closing(SqliteStore(path)) as store:
            PlanRunner(call, store=store, tools=TOOLS).run(PLAN, {"q": "x"}, run_id="r")
        spoil(path, rng)
        with closing(SqliteStore(path)) as store:
            runner = PlanRunner(call, store=store, tools=TOOLS)
            runner.run(PLAN, {"q": "x"}, run_id="r")
            list(runner.resume("r"))
        if calls["b"] > 1:
            raise AssertionError("a finished change was made again")

    def learned(self, rng: random.Random) -> None:
        """Records and suggestions of earlier questions."""
        graph = ToolGraph.from_artifact(self.artifact)
        record = {
            "format": 1, "id": "a", "collection": "c", "terms": ["order", "show"], "selected_target": "getOrder",
            "status": "completed", "failed_tool": None, "error_kind": "",
        }  # fmt: skip
        suggestions = derive(tampered([record, {**record, "id": "b"}, {**record, "id": "c"}], rng))
        rows = tampered([promote(row, reviewed=True) for row in merge(suggestions)] or [record], rng)
        retrieve_graphify(graph, "show the order", learning_suggestions=rows)
        merge(rows)


ANSWER = {"items": [{"id": 1, "name": "x"}, {"id": 2, "name": "y"}]}
TOOLS = {
    "a": {"metadata": {"method": "get"}},
    "b": {"metadata": {"method": "post"}},
    "c": {"metadata": {"method": "get"}},
}
PLAN = Plan(
    id="p",
    goal="test",
    steps=[
        PlanStep(id="s1", tool="a"),
        PlanStep(id="s2", tool="b", args={"of": "${s1.items[?name == input.q].id}", "more": {"q": "${input.q}"}}),
        PlanStep(id="s3", tool="c", args={"ids": "${item}"}, depends_on=["s2"], foreach="${s1.items.*.id}"),
    ],
    output_binding="${s3}",
    metadata={"synthesis": {"user_input_slots": [{"field_name": "q", "step_id": "s2"}], "choose": "ask"}},
)


def spoil(path: Path, rng: random.Random) -> None:
    """Change one cell of a store, or some of its bytes."""
    if rng.random() < 0.2:
        data = bytearray(path.read_bytes())
        for _ in range(rng.randint(1, 40)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        path.write_bytes(data)
        return
    with closing(sqlite3.connect(path)) as db:
        table = rng.choice(["runs", "calls", "calls", "calls"])
        column = rng.choice([row[1] for row in db.execute(f"PRAGMA table_info({table})") if row[1] != "run_id"])
        rows = [row[0] for row in db.execute(f"SELECT rowid FROM {table} ORDER BY rowid")]  # noqa: S608 - ours
        bad = rng.choice(
            [None, 7, -1, "", "{", "[]", "{}", "null", b"\xff\xfe", "[" * 99999, "NaN", '"x"', "compensated"]
        )
        try:
            db.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (bad, rng.choice(rows)))  # noqa: S608 - ours
            db.commit()
        except sqlite3.IntegrityError:
            return


def run(kind: str, tries: int, seed: int = 1) -> Counter[str]:
    """Outcomes of *tries*: "used", the code of a documented error, or "FAULT …" with the place."""
    found = Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        for number in range(tries):
            try:
                getattr(bench, kind)(random.Random(f"{kind} {seed} {number}"))
                found["used"] += 1
            except GraphToolCallError as error:
                found[error.code] += 1
            except Exception as error:  # noqa: BLE001 - that is what is looked for
                last = traceback.extract_tb(error.__traceback__)[-1]
                found[f"FAULT {type(error).__name__} {Path(last.filename).name}:{last.lineno}"] += 1
    return found


KINDS = ("artifacts", "plans", "journals", "learned")

if __name__ == "__main__":
    for one in KINDS if len(sys.argv) < 3 else sys.argv[2:]:
        outcome = run(one, int(sys.argv[1]) if len(sys.argv) > 1 else 200)
        faults = sum(count for name, count in outcome.items() if name.startswith("FAULT"))
        print(f"{one}: {faults} faults of {sum(outcome.values())}")
        for name, count in outcome.most_common():
            print(f"  {count:5} {name}")
