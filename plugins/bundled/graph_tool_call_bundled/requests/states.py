"""States that a verb sets, as data: which verbs, which inputs are true or false then, which members of an enum mean it.

From the documents of many APIs: `closed`, `is_archived`, `active=false`, `state: closed`, `visibility: private`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs

from ..words import squash


@attrs.frozen
class State:
    """A state that a verb or an adjective says."""

    name: str
    #: Verbs as phrases: "switch off".
    verbs: tuple[str, ...] = ()
    #: How it is said of a thing: "make it private", "mark as done".
    adjectives: tuple[str, ...] = ()
    #: Names of boolean inputs that are true then, and false; squashed, without "is".
    true: frozenset[str] = frozenset()
    false: frozenset[str] = frozenset()
    #: Members of enums that mean it; squashed.
    members: frozenset[str] = frozenset()
    #: Where none of these is there: the same, said less exactly.
    wider: State | None = None


#: A state a block: its name and its verbs, then `adjective`: how it is said of a thing ("_" for a blank), `true` and
#: `false`: names of boolean inputs, `member`: members of enums (those of `true` where there is no such line), and
#: `else …`: the same, said less exactly.
_TABLE: Final = """
close: close shut
  adjective: closed
  true: closed
  false: open opened
  member: closed close
reopen: reopen re-open open_again
  adjective: open opened reopened
  true: open opened reopened
  false: closed
  member: open opened reopen reopened
  else false: completed complete done finished resolved
  else member: todo incomplete
archive: archive
  adjective: archived
  true: archived archive
  false: unarchived
  else false: active
  else member: inactive
unarchive: unarchive dearchive un-archive
  adjective: unarchived
  true: unarchived
  false: archived archive
  member: unarchived unarchive
  else true: active
  else member: active
lock: lock
  adjective: locked
  true: locked lock
  false: unlocked
unlock: unlock
  adjective: unlocked
  true: unlocked
  false: locked lock
  member: unlocked unlock
hide: hide
  adjective: hidden invisible
  true: hidden hide invisible
  false: visible shown
unhide: unhide un-hide
  adjective: visible unhidden
  true: visible shown
  false: hidden hide invisible
pin: pin
  adjective: pinned sticky
  true: pinned pin sticky
  member: pinned
unpin: unpin
  adjective: unpinned
  false: pinned pin sticky
  member: unpinned
star: star favorite favourite
  adjective: starred favorite favourite
  true: starred star favorite favourite favorited favourited
  member: starred
unstar: unstar unfavorite unfavourite
  adjective: unstarred
  false: starred star favorite favourite favorited favourited
  member: unstarred
mute: mute
  adjective: muted
  true: muted mute
unmute: unmute
  adjective: unmuted
  false: muted mute
  member: unmuted unmute
publish: publish
  adjective: published
  true: published publish
  false: draft unpublished
  else true: live public
  else member: live
unpublish: unpublish un-publish
  adjective: unpublished
  true: unpublished
  false: published publish
  member: unpublished unpublish
  else true: draft
  else false: live
  else member: draft
draft:
  adjective: draft
  true: draft
  false: published
enable: enable activate switch_on turn_on reactivate re-enable
  adjective: enabled active activated on
  true: enabled enable active activated
  false: disabled disable inactive deactivated
  member: enabled enable active activate activated on
disable: disable deactivate switch_off turn_off inactivate
  adjective: disabled inactive deactivated off
  true: disabled disable inactive deactivated
  false: enabled enable active activated
  member: disabled disable inactive deactivate deactivated off
pause: pause
  adjective: paused on_hold
  true: paused pause
  else true: suspended onhold
  else false: active running
  else member: suspended onhold hold
suspend: suspend
  adjective: suspended
  true: suspended suspend
resume: resume unpause unsuspend
  adjective: resumed
  false: paused pause suspended suspend
  member: resumed resume
  else true: active running
  else false: onhold
  else member: active running
complete: complete finish tick_off check_off
  adjective: done completed complete finished
  true: completed complete done finished
  false: incomplete open
incomplete: uncomplete
  adjective: undone incomplete unfinished not_done not_completed not_complete not_finished
  true: incomplete
  false: completed complete done finished
read:
  adjective: read seen
  true: read seen
  false: unread unseen
unread:
  adjective: unread unseen
  true: unread unseen
  false: read seen
trash: trash bin
  adjective: trashed trash bin
  true: trashed intrash trash
  member: trashed trash
untrash: restore untrash undelete
  adjective: restored
  false: trashed trash
  member: restored
approve: approve
  adjective: approved
  true: approved approve
  false: rejected declined
  else true: accepted accept
  else member: accepted accept
accept: accept
  adjective: accepted
  true: accepted accept
  false: rejected declined
reject: reject
  adjective: rejected
  true: rejected reject
  false: approved accepted
  else true: declined denied
  else member: declined decline denied deny
decline: decline
  adjective: declined
  true: declined decline
  false: accepted approved
  else true: rejected denied
  else member: rejected reject denied deny
deny: deny
  adjective: denied
  true: denied deny
  false: approved accepted
  else true: rejected declined
  else member: rejected reject declined decline
cancel: cancel call_off
  adjective: canceled cancelled
  true: canceled cancelled cancel
resolve: resolve
  adjective: resolved
  true: resolved resolve
  false: unresolved
unresolve: unresolve
  adjective: unresolved
  true: unresolved
  false: resolved resolve
  member: unresolved unresolve
private:
  adjective: private
  true: private
  false: public
public:
  adjective: public
  true: public
  false: private
internal:
  adjective: internal
  true: internal
block: block
  adjective: blocked
  true: blocked block
  false: unblocked
unblock: unblock
  adjective: unblocked
  true: unblocked
  false: blocked block
  member: unblocked unblock
ban: ban
  adjective: banned
  true: banned ban
unban: unban
  adjective: unbanned
  false: banned ban
  member: unbanned unban
freeze: freeze
  adjective: frozen
  true: frozen freeze
unfreeze: unfreeze
  adjective: unfrozen
  false: frozen freeze
  member: unfrozen unfreeze
flag:
  adjective: flagged
  true: flagged
verify: verify
  adjective: verified
  true: verified
  false: unverified
protect: protect
  adjective: protected
  true: protected
  false: unprotected
unprotect: unprotect
  adjective: unprotected
  true: unprotected
  false: protected
feature: feature
  adjective: featured
  true: featured
unfeature: unfeature
  adjective: unfeatured
  false: featured
  member: unfeatured
acknowledge: acknowledge ack
  adjective: acknowledged
  true: acknowledged acked
  member: acknowledged acknowledge acked
subscribe: subscribe
  adjective: subscribed
  true: subscribed
  false: unsubscribed
  member: subscribed subscribe
unsubscribe: unsubscribe
  adjective: unsubscribed
  true: unsubscribed
  false: subscribed
  member: unsubscribed unsubscribe
snooze: snooze
  adjective: snoozed
  true: snoozed
void: void
  adjective: void voided
  true: void voided
cordon: cordon
  adjective: unschedulable cordoned
  true: unschedulable cordoned
  false: schedulable
uncordon: uncordon
  adjective: schedulable uncordoned
  true: schedulable
  false: unschedulable cordoned
  member: schedulable uncordoned
drain: drain
  adjective: drained
  true: drained
  member: drain drained
"""

#: Names of inputs that hold a thing's state, or what is to be done with it: `state`, `desired_status`, `state_event`.
STATES: Final = frozenset(
    """
    state status availability visibility privacy privacystatus lifecycle lifecyclestate phase stage disposition
    action event stateevent statusaction operation transition decision verdict enabled activity access accesslevel
    """.split()
)

#: Verbs that say a state by an adjective: "make it private", "set it to offline", "mark as done".
SETTERS: Final = frozenset("make mark set flag switch turn change update".split())
#: Verbs after which only these states are said: "move it to the trash".
MOVES: Final = {"move": frozenset({"trash"}), "throw": frozenset({"trash"}), "put": frozenset({"trash", "pause"})}
#: Those of them that take the adjective alone: "make it private".
BARE: Final = frozenset("make mark set turn".split())
#: Verbs that switch a part of a thing: "enable the wiki", "turn off notifications".
SWITCHES: Final = frozenset({"enable", "disable"})
#: Words in the name of an input that is such a part's switch, and those that mean the contrary.
SWITCH_ON: Final = frozenset(
    "enable enabled enables allow allowed allows is has use uses with active activated on show".split()
)
SWITCH_OFF: Final = frozenset("disable disabled disables disallow off hide no without inactive".split())
#: Verbs that empty an input, and those that take a thing out of another.
CLEARING: Final = frozenset("clear unset remove drop erase delete empty reset".split())
TAKING: Final = frozenset("take remove pull move drop detach".split())


def _set(text: str) -> frozenset[str]:
    return frozenset(map(squash, text.split()))


def _phrases(text: str) -> tuple[str, ...]:
    return tuple(entry.replace("_", " ") for entry in text.split())


def _state(name: str, lines: Mapping[str, str], key: str = "") -> State:
    true = _set(lines.get(f"{key}true", ""))
    return State(
        name=name,
        verbs=_phrases(lines.get("verb", "")),
        adjectives=_phrases(lines.get("adjective", "")),
        true=true,
        false=_set(lines.get(f"{key}false", "")),
        members=_set(lines.get(f"{key}member", "")) or true,
        wider=_state(name, lines, "else ") if not key and any(line.startswith("else") for line in lines) else None,
    )


def _read() -> Mapping[str, State]:
    blocks: dict[str, dict[str, str]] = {}
    for line in _TABLE.strip().splitlines():
        key, _, words = line.strip().partition(":")
        if line.startswith(" "):
            blocks[next(reversed(blocks))][key] = words
        else:
            blocks[key] = {"verb": words}
    return MappingProxyType({name: _state(name, lines) for name, lines in blocks.items()})


#: All states by name.
ALL: Final = _read()
#: Verb → state; adjective → state.
BY_VERB: Final[Mapping[str, State]] = MappingProxyType({verb: s for s in ALL.values() for verb in s.verbs})
BY_ADJECTIVE: Final[Mapping[str, State]] = MappingProxyType({word: s for s in ALL.values() for word in s.adjectives})
#: Verb or adjective, squashed → state.
BY_NAME: Final[Mapping[str, State]] = MappingProxyType(
    {squash(word): s for s in reversed(list(ALL.values())) for word in (*s.verbs, *s.adjectives)}
)
