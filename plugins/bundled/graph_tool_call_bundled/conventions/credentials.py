"""Names of inputs that hold credentials and nothing else."""

from __future__ import annotations

from typing import Final

TABLES: Final = {
    "credential_names": """
        authorization proxyauthorization xapikey apikey accesstoken xaccesstoken xauthtoken authtoken bearertoken
        clientsecret xauth sessiontoken
    """,
}
