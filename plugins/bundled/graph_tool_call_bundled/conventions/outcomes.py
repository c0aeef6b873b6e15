"""How answers say that all went well."""

from __future__ import annotations

from typing import Final

TABLES: Final = {
    "success_codes": """
        0 00 000 0000 00000 1 200 201 202 204 20000 ok s success succeeded true
    """,
    "success_texts": """
        ok success successful succeeded done 성공 정상 成功 操作成功 正常
    """,
}
