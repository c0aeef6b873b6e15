"""Word lists of the resource catalogue: what wraps, decorates or only looks like the name of a resource."""

from __future__ import annotations

from typing import Final

#: Path segments that name the API, not a resource.
BASE_SEGMENTS: Final = frozenset("api apis rest public-api openapi".split())

#: Path segments that name the key in the next segment, not a resource: /stats/id/{id}.
KEY_SEGMENTS: Final = frozenset("id uuid guid slug identifier".split())

#: Properties that hold the list of a paged answer.
LIST_WRAPPERS: Final = frozenset(
    """
    content contents data docs documents edges elements entities entries entry hits items item list nodes objects page
    records record results result resources rows row values value collection collections members member
    """.split()
)

#: Properties that hold the one thing that an answer is about.
ENVELOPES: Final = frozenset(
    "attributes body content data element item node object output payload resource response result value".split()
)

#: Properties that only stand beside the payload of an answer: status of the call, paging, links.
BESIDES: Final = frozenset(
    """
    apiversion page page_size pagesize pagenum pageno pagenumber pageindex pages per_page perpage limit offset
    size total totalcount total_count totalelements totalpages total_pages totalresults total_results totalitems
    totalsize count next previous prev first last hasmore has_more hasnext hasprevious nextpage nextpagetoken
    nextpagekey nextcursor next_cursor cursor cursors prevcursor previouscursor paging pagination pageinfo
    page_info pageable page_token pagetoken sort empty numberofelements number start end from to code status
    statuscode message msg messages error errors warnings success ok meta metadata responsemetadata links link
    _links included jsonapi requestid request_id traceid timestamp time duration took object url uri href self
    kind apiversion schema version currentpage lastpage firstpageurl lastpageurl nextpageurl previouspageurl
    prevpageurl nextpageuri firstpageuri previouspageuri incompleteresults incomplete_results truncated
    istruncated resultcount itemcount entriescount odatacontext odatanextlink odatacount
    usage debug profiling
    """.split()
)

#: Object properties that are a part of their owner, not another resource: Kubernetes' metadata, JSON:API's attributes.
PARTS: Final = frozenset(
    "metadata meta attributes properties identifiers identity info profile summary overview base core".split()
)

#: Parts of such answers that lead to other resources by the name of the property above them.
LINKAGE: Final = frozenset("relationships _embedded embedded embeds included edges node links _links".split())

#: Component names, or what is left of them, that say nothing about the resource.
GENERIC: Final = frozenset(
    """
    any anything array base body collection content data default dictionary document element empty entity entry
    error errors extension extra field fields general generic info inline input item items json key kind list
    map message meta metadata model name named node object objects option options output page paginated paged
    param params parameter parameters payload properties property record ref reference representation request
    resource resources response result results root row schema shape single state status string success summary
    text thing type value values view
    """.split()
)

#: Words that stand for whatever an object is: the `resourceId` of an account is the account's.
ANYTHING: Final = frozenset("entity object record resource".split())

#: Words before a noun that say that its key is one of another system: `external_shipment_id` is no shipment's own id.
ELSEWHERE: Final = frozenset("external legacy remote upstream".split())

#: Last words of component names that say what the schema is used for.
SUFFIXES: Final = frozenset(
    """
    dto dtos vo bo po response responses request requests output input out in representation schema model entity
    resource payload body obj object read write create update created updated creation patch patched post put
    upsert envelope wrapper container params parameters args query command form reply res req resp rsp rs rq
    serializer json xml
    """.split()
)

#: Those of them that name a message of an operation.
MESSAGES: Final = frozenset(
    "response request requests responses result reply res req resp rsp rs rq input output".split()
)

#: First words of component names of the same sort.
PREFIXES: Final = frozenset(
    """
    get list create update delete patch post put add new create patched writable nullable paginated paged paging
    nested brief basic base simple minimal full partial detailed abstract generic api dto obj objs def defs
    schema model models inline single
    """.split()
)

#: Words that decorate a component name on either side; only dropped when the rest is a known resource, or at the end.
ADJECTIVES: Final = frozenset(
    """
    simple full mini minimal base basic brief compact nested partial nullable extended detailed detail details info
    information summary short lite light item items entry list collection page result results data public private
    standard normal plain preview overview view record instance node element properties attributes set response
    description descriptions
    """.split()
)

#: Adjectives at either end that never belong to the name of a resource.
PLAIN_ADJECTIVES: Final = frozenset(
    "simple full mini minimal basic brief compact nested nullable detailed detail details lite summary".split()
)

#: Whole words that name what an operation does; in a path they stand for no resource.
VERBS: Final = frozenset(
    """
    add all apply approve archive assign attach batch build bulk calculate cancel change check clear clone close
    complete compute confirm copy count create deactivate delete describe destroy detach detail details disable
    download duplicate edit enable estimate execute export fetch filter find generate get import info insert
    invoke join leave list lock login logout lookup mark merge modify move open patch pause ping post preview
    process publish purge put query read refresh register remove rename renew reopen replace request reset
    resolve restart restore resume retrieve retry revoke rotate run save search select send set show start stop
    submit subscribe suspend swap sync test toggle transfer trigger unarchive unassign unlink unlock unpublish
    unsubscribe update upload upsert validate verify view json
    """.split()
)

#: Segments that stand for the caller, whose own resource is the one before them.
SELF_SEGMENTS: Final = frozenset("me self current mine own".split())

#: First words that give a foreign key a role: `with_genres`, `by_user`.
PREPOSITIONS: Final = frozenset("with without by for from to of in on at not exclude include only new old".split())

#: Prepositions that follow the noun of a component and say which one it is: `label_from_shipment`, `UserWithRoles`.
BEHIND_NOUNS: Final = frozenset("with from by for via".split())

#: Static first segments that show one resource to another audience: /admin/users and /users hold the same users.
AUDIENCES: Final = frozenset(
    """
        admin public private internal external partner customer my user me mobile web app client store backend
        manage management
    """.split()
)

#: First words of components that show a resource to one audience; a customer's, a client's may be another resource.
VIEWS: Final = frozenset("store admin internal external".split())

#: Last words of properties that hold someone who acts, and the resources that act.
AGENTS: Final = frozenset(
    """
    by creator author owner assignee reporter sender recipient reviewer approver uploader editor follower requester
    submitter publisher
    """.split()
)
ACTORS: Final = ("user", "person", "member", "account", "employee")

#: Path parameters by these names are values of everyday life, not keys of what stands before them.
VALUE_WORDS: Final = frozenset(
    """
    date day month year time hour week from to since until start end begin format ext extension version locale
    lang language country currency type kind status state category path file filepath lat lon lng latitude
    longitude amount level size width height scope mode period interval quantity count page limit offset any
    anything query q lines filename dir directory operation action direction unit timezone zoom x y z
    """.split()
)

#: Keys that may be the only identifier of a listed thing (currencies have a code and nothing else), most telling first.
SOLE_KEYS: Final = ("code", "cd", "key", "slug", "no", "number", "name", "username", "login", "email", "handle")
