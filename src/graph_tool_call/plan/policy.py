"""What things cost when a plan is chosen. One documented value; a caller may pass another."""

from __future__ import annotations

import attrs


@attrs.frozen(kw_only=True)
class Policy:
    """Costs of a derivation, in units of one read call.

    The order is the contract: a read step is dearer than nothing; then a list pick with a
    matching filter, an unguided pick, asking a person for something people know, asking
    for an opaque identifier, weak evidence, anything that changes state.
    """

    read: float = 1.0
    #: Least price of a call and the choice from its answer, whatever speaks for it.
    least: float = 0.05
    #: Choosing an element of a list by a filter on what the user gave.
    pick_filter: float = 0.2
    #: Taking all elements for a list input.
    pick_all: float = 0.2
    #: The first element of a list that what the user gave already narrowed.
    pick_narrowed: float = 0.4
    #: The first element of any list.
    pick_unguided: float = 1.0
    #: The first element of what a POST answers where the caller gave it nothing to look for: that it only
    #: reads is read off its name, which is too little for a guess.
    pick_posted: float = 9.0
    ask_known: float = 4.0
    ask_opaque: float = 8.0
    #: Equal names instead of equal tags.
    name_match: float = 1.5
    #: Equal names of fields that identify nothing (title, amount): hardly ever the same thing.
    weak: float = 9.0
    #: The code of a standard from who tells such codes: dearer than asking, unless looked up by what was given.
    coded: float = 4.5
    #: A producer that is keyed by the very thing it is asked for (a list below an item).
    echo_list: float = 1.5
    #: A value that is found by way of another of its kind: a file by the objects of a file.
    roundabout: float = 2.0
    #: A value below a parent that does not come from that parent.
    unscoped: float = 2.0
    #: Two values of one answer from two lists in it: they belong to two things.
    other_element: float = 0.5
    #: A state-changing producer that a link declares.
    declared: float = 12.0
    #: A state-changing producer in mode "allow": dearer than any read, cheaper than asking for an identifier.
    allowed: float = 5.0
    #: The creator of a resource in mode "fresh", and what is added for one that exists already.
    fresh: float = 2.0
    stale: float = 4.0
    #: Making what the goal speaks of as existing.
    existing: float = 6.0
    #: An element of a list below something that the plan only creates: a new one has no parts.
    empty: float = 9.0
    #: Share of the asking cost for the inputs of a creator in mode "allow"; in mode "fresh" for all but keys.
    creator_inputs: float = 0.1
    #: Worth of one full signal (score 1) of a plugin.
    signal: float = 1.5
    #: Worth of each value the user gave that a derivation uses.
    entity: float = 4.0
    #: Price of giving a value to an optional input: a producer that requires what was given is meant for it.
    optional: float = 0.05
    #: Worth of a word of the goal that a producer's surface has: a word that all tools have, a word of one tool.
    goal_word: float = 0.5
    goal_word_rare: float = 3.0
    #: Worth of a call to which the goal itself gives a value: "the movie Titanic" to a search of movies.
    said: float = 3.0
    #: At most so many words of the goal count for one producer.
    goal_words: int = 2
    #: Derivations kept for each need.
    keep: int = 3
