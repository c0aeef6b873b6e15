"""How answers are wrapped, and how they tell of the outcome of a call."""

from __future__ import annotations

from typing import Final

TABLES: Final = {
    "payload": """
        data result results payload content contents response body items item values value list records record rows
        entries elements objects object resources resource docs documents hits embedded nodes edges
    """,
    "status": """
        code message msg status statuscode statusmessage success ok issuccess error errors errorcode errormessage
        errmsg errno errcode errortype errordescription returncode returnmessage retcode retmsg resultcode
        resultmessage resultmsg responsecode responsemessage timestamp time datetime servertime requestid traceid
        transactionid correlationid apiversion warning warnings took duration durationms elapsed
    """,
    "strong_status": """
        code success ok issuccess errorcode errmsg errno errcode returncode retcode retmsg resultcode resultmessage
        resultmsg responsecode statuscode
    """,
    "error_objects": """
        error errors warnings
    """,
    "outcome_codes": """
        code errorcode errcode errno resultcode returncode retcode responsecode statuscode status
    """,
    "outcome_texts": """
        message msg errormessage errmsg resultmessage resultmsg retmsg returnmessage responsemessage error
    """,
    "outcome_flags": """
        success ok issuccess
    """,
}
