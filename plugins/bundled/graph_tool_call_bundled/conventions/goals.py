"""How English speaks of what is wanted, of people, and of what is there."""

from __future__ import annotations

from typing import Final

TABLES: Final = {
    "goal_stop": """
        a an and any are as at be been by can could do does did for from get give given has have her his how i id in
        into is it its list me of on one or please show some tell than that the their them then there these they this
        those to us want was we were what when where which who will with would you your find search query return api
        all new now right most more much many current currently today just also using use need
        detail info information data result item
    """,
    "goal_people": """
        person people user member author customer employee contact player artist account profile owner contributor
    """,
    "goal_roles": """
        director actor actress author writer creator owner member manager leader maintainer assignee reporter founder
        editor producer singer artist performer player captain host organizer organiser teacher employee customer sender
        recipient composer designer developer presenter lead star
    """,
    "goal_pronouns": """
        his her their its
    """,
    "goal_articles": """
        the a an this that
    """,
    "goal_existing": """
        selected existing chosen found identified listed discovered given
    """,
    "goal_ordinals": """
        first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth
    """,
    "goal_all": """
        all every everything everyone entire
    """,
    "counting_names": """
        number no num nr index position ordinal
    """,
}
