"""From a document to an artifact: what each operation takes and gives, and how ready the API is for planning."""

from pathlib import Path

from graph_tool_call.graphify import build_openapi_collection_artifact, extract_openapi_contract_index

DOCUMENT = Path(__file__).with_name("library.yaml")

artifact = build_openapi_collection_artifact(DOCUMENT)
print(f"{artifact['metadata']['title']}: {len(artifact['tools'])} operations, {len(artifact['edges'])} relations")

for name, tool in artifact["tools"].items():
    facts = tool["metadata"]["ai_metadata"]
    action, shape, resource = (facts.get(key, "") for key in ("canonical_action", "result_shape", "primary_resource"))
    print(f"  {name:18} {action:7} {shape:8} {resource}")

index = extract_openapi_contract_index(DOCUMENT, required_only=True)
key = index["by_operation_id"]["reserveBook"]
row = next(row for row in index["operations"] if row["key"] == key)
for field in row["api_contract"]["consumes"]:
    print(f"  {key} needs {field['name']} ({field['location']}): {field.get('semantic_tag', field['kind'])}")
