"""English words by which a goal is read: what says nothing, who people are, and how things are counted."""

from __future__ import annotations

from typing import Final

#: Words that tell no producer from another.
STOP: Final = frozenset(
    """
    a an and any are as at be been by can could do does did for from get give given has have her his how i id in
    into is it its list me of on one or please show some tell than that the their them then there these they this
    those to us want was we were what when where which who will with would you your find search query return api
    all new now right most more much many current currently today just also using use need
    detail info information data result item
    """.split()
)
#: Resources whose members are people: what an agent ("by …") and an owner ("…'s") are.
PEOPLE: Final = frozenset(
    """
    person people user member author customer employee contact player artist account profile owner contributor
    """.split()
)
#: Parts that people play: "the director of X" is a person, so X is not.
ROLES: Final = frozenset(
    """
    director actor actress author writer creator owner member manager leader maintainer assignee reporter founder
    editor producer singer artist performer player captain host organizer organiser teacher employee customer sender
    recipient composer designer developer presenter lead star
    """.split()
)
#: Words between an owner and what is owned: "with Alice in her latest document".
PRONOUNS: Final = frozenset({"his", "her", "their", "its"})
ARTICLES: Final = frozenset({"the", "a", "an", "this", "that"})
#: Participles that say of a thing that it is there: "the selected product", "the treaty found in the list".
EXISTING: Final = frozenset({"selected", "existing", "chosen", "found", "identified", "listed", "discovered", "given"})
#: Ordinal words; digits with an ending ("2nd") are read as they are.
ORDINALS: Final = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(), 1
    )
}
#: Last words of inputs that count: season_number, page_no.
COUNTING: Final = frozenset({"number", "no", "num", "nr", "index", "position", "ordinal"})
#: Words by which a goal means whatever there is.
ALL: Final = frozenset({"all", "every", "everything", "everyone", "entire"})
