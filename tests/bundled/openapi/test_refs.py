"""References lead where they should, across files, and never out of the description."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from reading import read_collection
from small_documents import OK, codes, document, read

from graph_tool_call.errors import SpecError
from graph_tool_call.hooks import Limits
from graph_tool_call.model import Collection, Schema


def _answer(schema: Any) -> dict[str, Any]:
    return {"responses": {"200": {"description": "fine", "content": {"application/json": {"schema": schema}}}}}


def _schema(collection: Collection, index: int = 0) -> Schema:
    found = collection.operations[index].responses[0].media[0].schema
    assert found is not None
    return found


def _write(folder: Path, files: Mapping[str, Any]) -> Path:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return folder / "api.json"


PET = {"type": "object", "properties": {"petId": {"type": "string"}}}


@pytest.mark.parametrize(
    ("key", "reference"),
    [
        ("Pet", "#/components/schemas/Pet"),
        ("a/b~c", "#/components/schemas/a~1b~0c"),
        ("~1", "#/components/schemas/~01"),
        ("50%", "#/components/schemas/50%25"),
        ("50%", "#/components/schemas/50%"),
        ("with space", "#/components/schemas/with%20space"),
        ("with space", "#/components/schemas/with space"),
        ("{x}", "#/components/schemas/%7Bx%7D"),
        ("Größe", "#/components/schemas/Gr%C3%B6%C3%9Fe"),
    ],
)
def test_spellings_of_pointers(key: str, reference: str) -> None:
    """RFC 6901 escapes and RFC 3986 percent-encoding, also where it was left out."""
    collection = read({"/a": {"get": _answer({"$ref": reference})}}, components={"schemas": {key: PET}})

    assert [] == codes(collection)
    assert key == _schema(collection).name
    assert _schema(collection) is collection.schemas[key]


def test_reference_into_paths() -> None:
    """A pointer may lead into another operation, templates encoded or not."""
    target = "/responses/200/content/application~1json/schema"
    paths = {
        "/pets/{id}": {"get": _answer(PET)},
        "/a": {"get": _answer({"$ref": f"#/paths/~1pets~1{{id}}/get{target}"})},
        "/b": {"get": _answer({"$ref": f"#/paths/~1pets~1%7Bid%7D/get{target}"})},
    }
    collection = read(paths)

    assert _schema(collection, 0) is _schema(collection, 1) is _schema(collection, 2)


def test_pointer_through_a_reference() -> None:
    """A pointer into a component that is itself a reference goes on in its target."""
    schemas = {"Alias": {"$ref": "#/components/schemas/Pet"}, "Pet": PET}
    collection = read(
        {"/a": {"get": _answer({"$ref": "#/components/schemas/Alias/properties/petId"})}},
        components={"schemas": schemas},
    )

    assert _schema(collection) is collection.schemas["Pet"].properties["petId"]


def test_pointer_through_itself_leads_nowhere() -> None:
    """A reference whose own pointer goes through it is dangling, not endless."""
    schemas = {"A": {"$ref": "#/components/schemas/A/properties/x"}}
    collection = read({"/a": {"get": _answer({"$ref": "#/components/schemas/A"})}}, components={"schemas": schemas})

    assert {"ref_dangling"} == set(codes(collection))


def test_reference_to_the_place_in_the_other_version_is_followed_and_told() -> None:
    """Documents converted by half point from OpenAPI 3 to Swagger 2.0's `definitions`: one such place is there."""
    schemas = {"Pet": PET}
    collection = read({"/a": {"get": _answer({"$ref": "#/definitions/Pet"})}}, components={"schemas": schemas})

    assert ["petId"] == list(_schema(collection).properties)
    assert [("ref_moved", "warning")] == [(d.code, d.severity) for d in collection.diagnostics]


def test_dangling_reference_is_a_diagnostic_with_its_place() -> None:
    """One bad reference costs what it stands for, and nothing else."""
    paths = {"/a": {"get": _answer({"$ref": "#/components/schemas/Gone"})}, "/b": {"get": _answer(PET)}}
    collection = read(paths)

    place = "#/paths/~1a/get/responses/200/content/application~1json/schema"
    assert [("ref_dangling", place, "error")] == [(d.code, d.pointer, d.severity) for d in collection.diagnostics]
    assert "" == _schema(collection).type
    assert ["petId"] == list(_schema(collection, 1).properties)


def test_anchors() -> None:
    """A plain-name fragment leads to the schema with that `$anchor` (JSON Schema 2020-12)."""
    schemas = {"Pet": {**PET, "$anchor": "pet"}}
    collection = read({"/a": {"get": _answer({"$ref": "#pet"})}}, "3.1.0", components={"schemas": schemas})

    assert _schema(collection) is collection.schemas["Pet"]


def test_cycle_of_references_is_a_diagnostic() -> None:
    """References that only refer to each other stand for nothing."""
    schemas = {"A": {"$ref": "#/components/schemas/B"}, "B": {"$ref": "#/components/schemas/A"}}
    collection = read({"/a": {"get": _answer({"$ref": "#/components/schemas/A"})}}, components={"schemas": schemas})

    assert {"ref_cycle"} == set(codes(collection))
    assert ["GET /a"] == [operation.key for operation in collection.operations]


def _chain(length: int) -> dict[str, Any]:
    schemas: dict[str, Any] = {f"S{n}": {"$ref": f"#/components/schemas/S{n + 1}"} for n in range(length)}
    return {"schemas": {**schemas, f"S{length}": PET}}


def test_chain_of_references() -> None:
    """A chain is followed to its end, which names it unless a component does."""
    collection = read({"/a": {"get": _answer({"$ref": "#/components/schemas/S0"})}}, components=_chain(31))

    assert ["petId"] == list(_schema(collection).properties)
    assert "S31" == _schema(collection).name


def test_chain_of_references_is_bounded() -> None:
    """A longer chain than anyone writes is refused."""
    with pytest.raises(SpecError) as caught:
        read({"/a": {"get": _answer({"$ref": "#/components/schemas/S0"})}}, components=_chain(40))

    assert "ref_too_deep" == caught.value.code


def test_long_chain_of_pointers_through_references_is_bounded() -> None:
    """So is one where each pointer goes through the next reference."""
    schemas: dict[str, Any] = {f"S{n}": {"$ref": f"#/components/schemas/S{n + 1}/properties/p"} for n in range(500)}
    with pytest.raises(SpecError) as caught:
        read({"/a": {"get": _answer({"$ref": "#/components/schemas/S0"})}}, components={"schemas": schemas})

    assert "ref_too_deep" == caught.value.code


def test_references_are_relative_to_the_file_that_has_them(tmp_path: Path) -> None:
    """root → paths/ → ../schemas/ → a local reference."""
    path = _write(
        tmp_path,
        {
            "api.json": document({"/shelves": {"$ref": "paths/shelves.yaml"}}),
            "paths/shelves.yaml": "get:\n  responses:\n    200:\n      description: fine\n      content:\n"
            "        application/json:\n          schema: {$ref: '../schemas/shelf.yaml'}\n",
            "schemas/shelf.yaml": "type: object\nproperties:\n  code: {$ref: '#/definitions/Code'}\n"
            "definitions:\n  Code: {type: string}\n",
        },
    )

    collection = read_collection(path)

    assert [] == codes(collection)
    schema = _schema(collection)
    assert ("shelf", "string", "Code") == (schema.name, schema.properties["code"].type, schema.properties["code"].name)
    assert "schemas/shelf.yaml#/definitions/Code" == schema.properties["code"].pointer
    assert "paths/shelves.yaml#/get" == collection.operations[0].pointer


def test_component_in_a_file_has_the_name_of_the_component(tmp_path: Path) -> None:
    """What the root document calls a schema counts, not what its file is called."""
    schemas = {"Pet": {"$ref": "parts/pet-v2.json"}, "Remark": {"$ref": "parts/pet-v2.json", "description": "own"}}
    path = _write(
        tmp_path,
        {
            "api.json": document(
                {"/a": {"get": _answer({"$ref": "parts/list.json"})}}, components={"schemas": schemas}
            ),
            "parts/list.json": {"type": "array", "items": {"$ref": "pet-v2.json"}},
            "parts/pet-v2.json": PET,
        },
    )

    collection = read_collection(path)

    items = _schema(collection).items
    assert items is collection.schemas["Pet"]
    assert ("list", "Pet", "Remark") == (_schema(collection).name, items.name, collection.schemas["Remark"].name)


def test_file_in_a_subfolder_may_point_back_up(tmp_path: Path) -> None:
    """Up and back into the folder of the root document, also to the root document itself, is fine."""
    path = _write(
        tmp_path,
        {
            "api.json": document({"/a": {"$ref": "sub/a.json"}}, components={"schemas": {"Pet": PET}}),
            "sub/a.json": {
                "get": _answer({"$ref": "../common.json#/Item"}),
                "post": _answer({"$ref": "../api.json#/components/schemas/Pet"}),
            },
            "common.json": {"Item": {"type": "object", "properties": {"tag": {"type": "string"}}}},
        },
    )

    collection = read_collection(path)

    assert "Item" == _schema(collection).name
    assert _schema(collection, 1) is collection.schemas["Pet"]


def test_missing_file_is_a_diagnostic(tmp_path: Path) -> None:
    """The file is named; operations that do not need it are whole."""
    path = _write(tmp_path, {"api.json": document({"/a": {"get": _answer({"$ref": "gone.json#/X"})}})})

    collection = read_collection(path, validate="off")

    assert ["file_missing", "ref_dangling"] == codes(collection)
    assert "gone.json" in collection.diagnostics[0].message
    assert ["GET /a"] == [operation.key for operation in collection.operations]


@pytest.mark.parametrize("content", ["", "{", "a: [1", "<html></html>", "\udcff"])
def test_damaged_file_is_a_diagnostic(tmp_path: Path, content: str) -> None:
    """A referred file that cannot be read costs what refers to it."""
    paths = {"/a": {"get": _answer({"$ref": "bad.yaml"})}, "/b": {"get": _answer(PET)}}
    path = _write(tmp_path, {"api.json": document(paths)})
    (tmp_path / "bad.yaml").write_bytes(content.encode("utf-8", "surrogateescape"))

    collection = read_collection(path)

    assert ["file_unreadable", "ref_dangling"] == codes(collection)
    assert "bad.yaml" in collection.diagnostics[0].message
    assert ["petId"] == list(_schema(collection, 1).properties)


def test_bomb_in_a_referred_file_is_refused(tmp_path: Path) -> None:
    """Bounds hold for every document of a description."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
    path = _write(
        tmp_path, {"api.json": document({"/a": {"get": _answer({"$ref": "bomb.yaml"})}}), "bomb.yaml": "\n".join(lines)}
    )

    with pytest.raises(SpecError) as caught:
        read_collection(path)

    assert ("too_many_aliases", "bomb.yaml") == (caught.value.code, caught.value.source)


@pytest.mark.parametrize("answer", [42, None, [], "", b"<html></html>"])
def test_loader_may_give_anything(answer: object) -> None:
    """What is no document is a diagnostic."""
    source = document({"/a": {"get": _answer({"$ref": "https://example.test/p#/x"})}})

    assert "ref_dangling" in codes(read_collection(source, loader=lambda url: answer, validate="off"))


def test_number_of_diagnostics_is_bounded() -> None:
    """Of one kind only so many are listed; the rest are counted."""
    collection = read({f"/{n}": {"get": _answer({"$ref": "#/nowhere"})} for n in range(700)})

    assert 501 == len(collection.diagnostics)
    assert ("ref_dangling", "and 200 more of this kind") == (
        collection.diagnostics[-1].code,
        collection.diagnostics[-1].message,
    )


SECRET = {"type": "object", "title": "do-not-read", "properties": {"do-not-read": {}}}
OUTSIDE = ["../secret.json", "../secret.json#/properties", "sub/../../secret.json", "%2e%2e/secret.json", "link.json"]


def _fenced(tmp_path: Path, reference: str) -> Path:
    (tmp_path / "secret.json").write_text(json.dumps(SECRET), encoding="utf-8")
    folder = tmp_path / "api"
    path = _write(folder, {"api.json": document({"/a": {"get": _answer({"$ref": reference})}})})
    (folder / "link.json").symlink_to(tmp_path / "secret.json")
    return path


@pytest.mark.parametrize("reference", OUTSIDE)
def test_file_outside_the_folder_is_never_read(tmp_path: Path, reference: str) -> None:
    """Upwards, encoded, or through a link: nothing of the file appears, and a diagnostic says so."""
    collection = read_collection(_fenced(tmp_path, reference), validate="full", outside="report")

    assert "do-not-read" not in repr([_schema(collection).title, *_schema(collection).properties])
    assert "ref_outside" in codes(collection)


@pytest.mark.parametrize("reference", OUTSIDE)
def test_file_outside_the_folder_is_an_error(tmp_path: Path, reference: str) -> None:
    """Unless asked to go on, reading stops there and says how to widen the fence."""
    with pytest.raises(SpecError) as caught:
        read_collection(_fenced(tmp_path, reference))

    assert "ref_outside" == caught.value.code
    assert caught.value.pointer.startswith("/paths/~1a")


def test_description_in_a_folder_beside_is_reported_and_not_read(tmp_path: Path) -> None:
    """spec/ and common/ side by side are a usual layout: the rest works; `folder` widens the fence."""
    path = _write(
        tmp_path / "spec", {"api.json": document({"/a": {"get": _answer({"$ref": "../common/secret.json"})}})}
    )
    (tmp_path / "common").mkdir()
    (tmp_path / "common" / "secret.json").write_text(json.dumps(SECRET), encoding="utf-8")

    collection = read_collection(path)
    widened = read_collection(path, folder=tmp_path)

    assert "ref_outside" in codes(collection)
    assert "do-not-read" not in _schema(collection).properties
    assert ["do-not-read"] == list(_schema(widened).properties)


@pytest.mark.parametrize(
    "reference", ["/etc/hostname", "file:///etc/hostname", "FILE:///etc/hostname", "c:\\boot.ini", "\\\\host\\share"]
)
def test_absolute_paths_are_refused(tmp_path: Path, reference: str) -> None:
    """No honest description names absolute paths."""
    path = _write(tmp_path, {"api.json": document({"/a": {"get": _answer({"$ref": reference})}})})

    with pytest.raises(SpecError) as caught:
        read_collection(path)

    assert "ref_outside" == caught.value.code


def test_folder_can_be_widened(tmp_path: Path) -> None:
    """With `folder`, files beside the folder of the root document belong to the description."""
    path = (
        _write(
            tmp_path,
            {
                "spec/api.json": document({"/a": {"get": _answer({"$ref": "../common/pet.json"})}}),
                "common/pet.json": PET,
            },
        ).parent
        / "spec"
        / "api.json"
    )

    collection = read_collection(path, folder=tmp_path)

    assert [] == codes(collection)
    assert "pet" == _schema(collection).name


@pytest.mark.parametrize(
    "reference",
    ["https://example.test/pet.json", "http://example.test/p", "HTTPS://example.test/p", "//example.test/p"],
)
def test_addresses_are_refused_without_a_loader(reference: str) -> None:
    """Nothing is fetched unless asked for; the hint says how."""
    with pytest.raises(SpecError) as caught:
        read({"/a": {"get": _answer({"$ref": reference})}})

    assert "ref_remote" == caught.value.code
    assert "loader" in caught.value.hint
    assert "/paths/~1a/get" in caught.value.pointer


def test_loader_fetches_addresses_once() -> None:
    """What it gives is text, bytes or data; references in it are relative to its address."""
    asked: list[str] = []
    answers: dict[str, Any] = {
        "https://example.test/v1/pet.yaml": "type: object\nproperties:\n  tag: {$ref: 'parts/tag.json#/Tag'}\n",
        "https://example.test/v1/parts/tag.json": {"Tag": {"type": "integer"}},
    }

    def load(url: str) -> Any:
        asked.append(url)
        return answers[url]

    paths = {path: {"get": _answer({"$ref": "https://example.test/v1/pet.yaml"})} for path in ("/a", "/b")}
    collection = read_collection(document(paths), loader=load)

    assert "integer" == _schema(collection).properties["tag"].type
    assert sorted(answers) == sorted(asked)


def test_loader_that_fails_is_a_diagnostic() -> None:
    """A dead address costs what it stands for."""

    def load(url: str) -> Any:
        raise TimeoutError(url)

    collection = read_collection(document({"/a": {"get": _answer({"$ref": "https://example.test/p"})}}), loader=load)

    assert ["file_missing", "ref_dangling"] == codes(collection)
    assert "TimeoutError" in collection.diagnostics[0].message


def test_fetched_documents_do_not_reach_files() -> None:
    """A document from an address may not refer to the machine that reads it."""
    paths = {"/a": {"get": _answer({"$ref": "https://example.test/p"})}}

    with pytest.raises(SpecError) as caught:
        read_collection(document(paths), loader=lambda url: {"$ref": "file:///etc/hostname"})

    assert "ref_outside" == caught.value.code


def test_root_from_an_address() -> None:
    """An address is a source too, with a loader only; its name in errors and values is without credentials."""
    api = document({"/a": {"get": _answer({"$ref": "pet.json"})}}, servers=[{"url": "/v1"}])
    answers = {"https://user:pw@example.test/specs/api.json": api, "https://user:pw@example.test/specs/pet.json": PET}

    collection = read_collection("https://user:pw@example.test/specs/api.json", loader=answers.__getitem__)

    assert ["petId"] == list(_schema(collection).properties)
    assert "https://example.test/specs/pet.json#" == _schema(collection).pointer
    assert "api.json" == collection.source
    with pytest.raises(SpecError) as caught:
        read_collection("https://user:pw@example.test/specs/api.json")
    assert "ref_remote" == caught.value.code
    assert "pw" not in str(caught.value)


def test_documents_from_memory() -> None:
    """Further documents by name; a missing one is a diagnostic, and no file is looked for."""
    paths = {"/a": {"get": _answer({"$ref": "./schemas/pet.json"})}, "/b": {"get": _answer({"$ref": "pyproject.toml"})}}
    documents = {
        "schemas/pet.json": {"$ref": "../common.yaml#/Pet"},
        "common.yaml": "Pet: {type: object, properties: {petId: {}}}\n",
    }

    collection = read_collection(document(paths), documents=documents, validate="off")

    assert ["petId"] == list(_schema(collection).properties)
    assert ["file_missing", "ref_dangling"] == codes(collection)
    assert "pyproject.toml" in collection.diagnostics[0].message


def test_own_address_stays_inside() -> None:
    """A reference to the document's `$self` (OpenAPI 3.2) is one to itself."""
    url = "https://example.test/api.json"
    paths = {"/a": {"get": _answer({"$ref": f"{url}#/components/schemas/Pet"})}}
    collection = read(paths, "3.2.0", **{"$self": url, "components": {"schemas": {"Pet": PET}}})

    assert _schema(collection) is collection.schemas["Pet"]


def test_number_of_documents_is_bounded(tmp_path: Path) -> None:
    """A description of endlessly many files ends."""
    files: dict[str, Any] = {"api.json": document({"/a": {"get": _answer({"$ref": "s0.json"})}})}
    for n in range(6):
        files[f"s{n}.json"] = {"type": "object", "properties": {"next": {"$ref": f"s{n + 1}.json"}}}
    path = _write(tmp_path, files)

    with pytest.raises(SpecError) as caught:
        read_collection(path, limits=Limits(max_documents=4))

    assert "too_large" == caught.value.code


def test_digest_covers_all_documents(tmp_path: Path) -> None:
    """A change in a referred file changes the digest; reading twice does not."""
    path = _write(tmp_path, {"api.json": document({"/a": {"get": _answer({"$ref": "pet.json"})}}), "pet.json": PET})
    first = read_collection(path).digest

    assert first == read_collection(path).digest
    (tmp_path / "pet.json").write_text(json.dumps({**PET, "title": "Pet"}), encoding="utf-8")
    assert first != read_collection(path).digest


def test_digest_of_one_document_is_that_of_its_bytes(tmp_path: Path) -> None:
    """So that others can compute it."""
    import hashlib

    path = _write(tmp_path, {"api.json": document({"/a": {"get": {"responses": OK}}})})

    assert hashlib.sha256(path.read_bytes()).hexdigest() == read_collection(path).digest


def test_many_references_to_one_target_cost_little() -> None:
    """References are resolved once each, targets read once."""
    names = [f"S{n}" for n in range(300)]
    everyone = {name: {"$ref": f"#/components/schemas/{name}"} for name in names}
    components = {"schemas": {name: {"type": "object", "properties": everyone} for name in names}}
    before = time.process_time()

    collection = read({"/a": {"get": _answer({"$ref": "#/components/schemas/S0"})}}, components=components)

    assert len(names) == len(_schema(collection).properties)
    assert time.process_time() - before < 5


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
@pytest.mark.parametrize("reference", ["http://[half", "http://[half/a.json#/b"])
def test_a_reference_that_is_not_a_url_leads_nowhere(version: str, reference: str) -> None:
    """A text that cannot be read as a URL is a diagnostic, as any other reference without a target."""
    box = {"properties": {"a": {"$ref": reference}, "b": {"type": "string"}}}
    collection = read({}, version, components={"schemas": {"Box": box}})

    assert "string" == collection.schemas["Box"].properties["b"].type
    assert ["ref_dangling"] == codes(collection)


def test_names_and_servers_that_are_not_urls_are_kept_as_they_are() -> None:
    """Beside the address of the document, too, which they would be relative to."""
    source = {
        "openapi": "3.1.0",
        "info": {},
        "servers": [{"url": "//[half"}],
        "paths": {},
        "components": {"schemas": {"Box": {"$id": "//[half", "type": "object"}, "Alias": {"$ref": "//[half"}}},
    }

    collection = read_collection(source, validate="off", document_url="https://api.example.test/openapi.json")

    assert ("//[half",) == collection.servers
    assert collection.schemas["Alias"] is collection.schemas["Box"]
