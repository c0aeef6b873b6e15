"""The demo's `call_tool`: an adapter over the standard library, for JSON APIs without credentials."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

CallTool = Callable[[str, dict[str, Any]], Any]


def adapter(base_url: str, tools: Mapping[str, Any], timeout: float = 10.0) -> CallTool:
    """`call_tool(name, args)` for the *tools* of an artifact, answering with the decoded JSON body.

    Where an argument goes is read from the tool's contract rows. An answer of 400 and
    above raises `RuntimeError` with the body's own words.
    """

    def call_tool(name: str, args: dict[str, Any]) -> Any:
        request = _request(base_url, tools[name]["metadata"], args)
        try:
            with urlopen(request, timeout=timeout) as answer:  # noqa: S310 - the base URL is http on loopback
                return json.load(answer)
        except HTTPError as error:
            with error:
                text = error.read().decode("utf-8", "replace")
            msg = f"{request.get_method()} {request.selector} answered {error.code}: {text}"
            raise RuntimeError(msg) from None

    return call_tool


def _request(base_url: str, metadata: Mapping[str, Any], args: Mapping[str, Any]) -> Request:
    places = {row["name"]: row["location"] for row in metadata["api_contract"]["consumes"]}
    path, query, body = metadata["path"], {}, {}
    for name, value in args.items():
        place = places.get(name, "body")
        if place == "path":
            path = path.replace("{" + name + "}", quote(str(value), safe=""))
        elif place == "query":
            query[name] = value
        else:
            body[name] = value
    url = base_url + path + (f"?{urlencode(query)}" if query else "")
    data = json.dumps(body).encode() if body else None
    headers = {"Accept": "application/json"} | ({"Content-Type": "application/json"} if data else {})
    return Request(url, data=data, headers=headers, method=metadata["method"].upper())  # noqa: S310
