"""How keys and names of things are spelled."""

from __future__ import annotations

from typing import Final

TABLES: Final = {
    "identifier_endings": """
        id ids uuid guid gid uid oid pk key keys code cd no num number seq sn slug handle login sid arn urn ref token
        sha hash
    """,
    "joined_endings": """
        id ids code key number 번호 코드 아이디 番号 コード 编号
    """,
    "identifier_names": """
        id uuid guid uid key code slug login name username email sku number seq
    """,
    "typed_names": """
        name email username login code number
    """,
    "name_words": """
        name title displayname fullname realname label subject username login email firstname lastname
    """,
    "bare_ids": """
        id uuid guid uid gid
    """,
    "tag_endings": """
        id no code key name slug ref token hash sn seq
    """,
    "own_keys": """
        id uid uuid guid name namespace slug key
    """,
}
