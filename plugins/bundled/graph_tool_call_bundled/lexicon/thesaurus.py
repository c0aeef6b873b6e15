"""Words that people and APIs use for the same thing, by field.

Each line is a group: whoever says one of its words may mean an operation that is named with another. They are written
from general knowledge of how services are described, not from the words of any one API. A word may stand in several
groups. Words of one group are *related*, not equal: a shared word counts more than a related one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .stem import stem

_GROUPS: Final = """
# people and their groups
user person people member employee staff worker colleague coworker teammate somebody someone anyone everybody everyone
user account login profile
person contact profile customer subscriber
customer client buyer shopper consumer guest
customer patron payer subscriber
seller vendor merchant supplier
owner author creator
manager supervisor boss lead
contact lead prospect
patient visitor
student pupil learner
teacher instructor tutor trainer
candidate applicant
participant attendee attend registrant
follower fan
stargazer star
subscriber watcher watch subscription
collaborator contributor member access
recipient addressee
team group squad crew
organization company enterprise business firm corporation
department division unit
community server guild
role permission right privilege access
administrator moderator
actor actress act star starring cast credit
director direct producer writer screenwriter composer cinematographer crew credit
singer musician band artist performer
author writer book

# identity and access
login signin session authentication
logout signout session
password passcode credential
credential secret key token
token key
permission grant
certificate cert
factor mfa otp
ban block lock lockout blacklist blocklist
whitelist allowlist
invitation invite invitee
consent permission agreement
email mail address
phone telephone mobile number
username handle nickname login

# commerce
product item article good sku merchandise
category kind type class
basket cart bag
order purchase
checkout payment
price cost amount rate
payment pay charge transaction
payment money fund
refund reimbursement money
payout withdrawal
transfer send
balance fund money
invoice bill billing
receipt proof
bill statement
coupon discount voucher promotion promo rebate
subscription plan membership
plan tier package
tax vat duty
currency exchange
bank account
card creditcard
dispute chargeback complaint
delivery shipment shipping shipping parcel package
warehouse depot location
stock inventory availability
return rma
quote estimate offer proposal
contract agreement
review rating feedback
wishlist favorite
store shop branch outlet
loyalty point reward

# work
issue ticket bug defect problem
task todo assignment job work
project initiative
milestone goal objective target
sprint iteration cycle
column section stage lane status
board kanban
comment reply remark note response answer
note memo annotation
attachment file document upload
tag label keyword topic
deadline due date
timer stopwatch
timesheet hour worktime time
holiday vacation leave absence ooo
meeting appointment event call
calendar schedule agenda
room venue
agenda program
dependency blocker prerequisite
assignee owner
form survey questionnaire poll
question qa query
poll vote
reminder alert notification

# documents, media
document file
folder directory
trash bin recycle
version revision history
history log timeline activity
link url
picture photo image avatar portrait
media picture photo image video attachment
image poster still backdrop picture
thumbnail preview
video clip movie recording
trailer teaser clip video
film movie picture
tv show series program
episode chapter
audio sound music
song track
album record
subtitle caption transcript
book title
page article
summary abstract overview description
draft unpublished
template blueprint
signature sign
translation language locale
recommendation similar suggestion related
synopsis plot overview
biography bio person
review critique

# messaging
message chat conversation text
direct private dm
channel room conversation
thread conversation discussion topic
post entry article
reaction emoji
feed stream timeline
notification alert
mailbox inbox
newsletter campaign mailing
transcript transcription caption
sms text message
webhook hook callback
subscription feed

# software and operation
repository repo project codebase
branch ref
commit change changeset
release version
pipeline workflow build ci
job run execution
deployment rollout release
environment stage
container instance
server host machine node instance vm
cluster fleet
volume disk storage drive
disk space usage
image snapshot
snapshot backup
log output stdout
metric statistic stats usage
usage consumption
memory cpu resource usage
status state health
health ping alive
error failure exception
fault incident outage
setting configuration config option preference property
variable parameter
flag toggle feature
quota limit
domain host dns
certificate ssl tls
firewall rule security
rule policy
script code
package library module
archive zip tarball
archive backup
process thread
queue topic
cron schedule job
task job
import upload
export download
report analytics statistic
report run
dashboard overview
license licence
audit event log
event log activity
vulnerability advisory
scan check

# places and travel
place location venue spot
address location
country nation region
city town
flight trip journey
hotel accommodation lodging property
booking reservation
ticket seat pass
driver chauffeur
car vehicle
trip ride
route direction path
map location
weather forecast temperature
airport station

# money, health, other
expense cost spending
salary wage pay payroll
income earning revenue
loan credit
interest rate
share stock
asset holding
doctor physician practitioner
medicine drug medication prescription
illness disease condition diagnosis
pet animal
recipe dish meal
restaurant diner eatery
game match
score result
player gamer
league season
course class lesson
exam test quiz
grade mark
news article headline
popular trending top
newest latest recent new
pending waiting queued scheduled outstanding
attempt try retry
preview render
old previous former
child children nested
parent ancestor
"""


def related() -> Mapping[str, tuple[str, ...]]:
    """Stem → stems of related words, in the order of the groups."""
    return by_stem(_GROUPS)


def by_stem(text: str) -> dict[str, tuple[str, ...]]:
    """Stem → stems of the other words of its lines; a line that begins with # says nothing."""
    found: dict[str, dict[str, None]] = {}
    for line in text.splitlines():
        stems = [stem(word) for word in line.split()] if not line.startswith("#") else []
        for one in stems:
            found.setdefault(one, {}).update(dict.fromkeys(other for other in stems if other != one))
    return {one: tuple(others) for one, others in found.items()}
