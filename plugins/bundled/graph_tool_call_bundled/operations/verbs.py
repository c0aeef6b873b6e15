"""Verbs of operation names and path segments: what they do, whether they change anything, whether they destroy."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final


def _table(**verbs: str) -> Mapping[str, str]:
    return MappingProxyType({verb: action for action, words in verbs.items() for verb in words.split()})


#: Verb → canonical action.
ACTION_OF: Final = _table(
    search="search query find lookup filter paginate autocomplete suggest match browse explore",
    read="""
        get list read show fetch retrieve view describe count download export load check validate calculate
        compute estimate preview inspect peek browse compare simulate explain exists exist head select detail
        details info info all latest mget scan poll watch
    """,
    create="""
        create add insert register new post make generate upload import invite open clone copy duplicate fork build
        compose
    """,
    update="""
        update edit modify change set patch put replace rename move upsert save assign attach link mark merge
        enable activate toggle reorder adjust increment decrement
    """,
    delete="""
        delete remove destroy purge erase drop wipe unassign detach unlink uninstall del trash discard clear truncate
        empty flush prune
    """,
    action="""
        cancel terminate revoke kill stop start restart pause resume suspend run execute invoke trigger send
        submit approve reject publish unpublish archive unarchive lock unlock reset refresh renew confirm
        complete finish close reopen retry sync transfer process apply deactivate disable ban unban block
        unblock subscribe unsubscribe join leave follow unfollow star unstar pin unpin like unlike vote accept
        decline deny verify login logout signin signout reboot resize restore rollback deploy migrate refund
        capture void pay charge checkout ship deliver notify push pull rotate regenerate expire dismiss resend
        resolve test connect disconnect
    """,
)

#: Verbs that only read, whatever the method: whole words, for a search by POST (RFC 9110 leaves its meaning to the
#: resource).
SAFE: Final = frozenset(
    """
    search query find lookup filter paginate autocomplete suggest list get read show fetch retrieve describe count
    check validate calculate compute estimate preview inspect compare simulate explain exists exist browse mget info
    select detail details
    """.split()
)
#: Those of them that mean a question wherever they stand; the others (get, list, show) are prefixes of any name.
ASKING: Final = frozenset(
    """
    search query find lookup filter paginate autocomplete suggest check validate calculate compute estimate
    preview compare simulate
    """.split()
)
#: Verbs that end or destroy something for good, or that a person would want to be asked about.
DESTRUCTIVE: Final = frozenset(
    """
    delete remove purge cancel terminate revoke destroy drop erase wipe del trash discard truncate kill uninstall void
    deactivate expire clear empty flush prune reset
    """.split()
)
#: Those that destroy wherever they stand in a name (`POST /tasks/delete/bulk`, `actions_delete_tasks`): no noun of an
#: API is spelled so.
UNMISTAKABLE: Final = frozenset("delete destroy erase purge truncate wipe".split())
#: What a person who resets one gets anew: resetting these destroys nothing.
RENEWED: Final = frozenset(
    "code credential credentials key mfa otp passcode password passwd pin secret token totp".split()
)
#: Verbs that, where a verb stands, mean a change even behind GET; nouns that look like verbs (issue, test, new) don't.
CHANGES_BY_GET: Final = frozenset(
    """
    add create insert register upload update edit modify change set save rename upsert assign delete remove
    destroy purge erase wipe uninstall unassign cancel terminate revoke kill send submit publish push execute
    trigger approve reject activate deactivate enable disable reset restart reboot open invite join leave pay
    refund capture
    """.split()
)
#: A particle after these verbs makes another verb of them: check in, check out, look up.
PARTICLES: Final = frozenset("in out off on".split())
#: Words before the verb in segments and operation ids.
BEFORE_VERB: Final = frozenset("bulk batch multi mass partial force soft hard do request post".split())
#: HTTP methods that generators put before an operation id; they say nothing that the method does not.
METHOD_WORDS: Final = frozenset("get put post delete patch head options".split())
#: Verbs that at the end of a name rather are what the operation is about.
NOUNS_AT_END: Final = frozenset("list all info detail details post match view".split())
