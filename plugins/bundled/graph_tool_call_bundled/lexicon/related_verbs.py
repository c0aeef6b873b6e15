"""Verbs that people and APIs use for related kinds of operation.

Each line is a group, as in the thesaurus: general English, not the words of any one API.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .thesaurus import by_stem

#: Words that are verbs, where they stand as verbs. Related kinds of operation, nearest first.
_VERBS: Final = """
reply comment answer respond
call phone dial
text send message
email send
remind schedule
notify alert trigger subscribe
react add
lift remove revoke unban unblock
kick remove ban
void cancel delete
complete finish close end
expire invalidate revoke deactivate
unarchive restore
train create start
fix update edit correct
run execute exec trigger start
download get export pull
upload create import push put add
put move
signup subscribe register enroll registrant registration
publish release
share link collaborate invite
log record track
watch subscribe follow
unwatch unsubscribe unfollow
leave quit remove
restore recover undelete unarchive
restore revert promote
rename update
move transfer
attach link add connect associate
detach unlink remove disconnect disassociate
assign add set
unassign remove
invite add
grant assign add give
revoke remove withdraw
cancel delete void abort withdraw
schedule create plan
register create signup enroll
book reserve create
verify validate confirm check
confirm verify approve
approve accept confirm
reject decline deny
enable activate
disable deactivate suspend
suspend disable block lock ban
ban block
unban unblock unlock pardon
clone copy duplicate fork
copy duplicate clone
convert transform
calculate compute estimate preview
sync refresh
refresh renew regenerate
rotate regenerate renew
generate create regenerate
reset regenerate clear
send deliver email
resend send retry
notify send alert
pay charge settle
refund return
capture settle
stop end close cancel
end close stop finish terminate
finish complete close end
complete finish close
start begin launch
resume restart continue
archive backup
merge combine
search find query
impersonate act
withdraw payout
topup deposit fund add
postpone reschedule update
undo revert restore cancel
recall cancel delete
resolve close solve
freeze lock suspend block
unfreeze unlock unblock unsuspend
mute silence snooze
finalize complete submit confirm
enroll register subscribe add
hide unpublish archive
promote upgrade
demote downgrade
escalate raise
split divide
reorder sort move
scale resize
zip compress archive
"""


def related_verbs() -> Mapping[str, tuple[str, ...]]:
    """Stem of a verb → stems of related verbs."""
    return by_stem(_VERBS)
