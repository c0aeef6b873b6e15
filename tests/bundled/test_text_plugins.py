"""What the text plugins make of English, Korean and CJK texts: one habit of a language for each test."""

from __future__ import annotations

import pytest
from searching import session

from graph_tool_call.hooks import Text
from graph_tool_call_bundled.english import _VALUES
from graph_tool_call_bundled.phrase import _TOKEN

pytestmark = pytest.mark.bundled


def terms(value, source="query"):
    return session().analyze((Text(value=value, source=source),))[0]


def words(value, source="query"):
    return {term.value: term.weight for term in terms(value, source) if term.kind == "word"}


def verbs(value):
    return [term.value for term in sorted(terms(value), key=lambda t: -t.weight) if term.kind == "verb"]


def scopes(value):
    return sorted(term.value for term in terms(value) if term.kind == "scope")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("repositories", "repository"),
        ("repo", "repositories"),
        ("statuses", "status"),
        ("created", "creating"),
        ("branches", "branch"),
        ("policies", "policy"),
        ("orgs", "organization"),
        ("running", "runs"),
        ("e-mail", "email"),
        ("re-run", "rerun"),
    ],
)
def test_forms_of_one_word_are_one_term(one, other):
    """Plural, -ed, -ing, short forms and hyphens make no difference."""
    assert max(words(f"x {one}", "summary").items(), key=lambda item: item[1])[0] in words(f"x {other}", "summary")


@pytest.mark.parametrize(
    ("derived", "base"), [("assignee", "assign"), ("membership", "member"), ("installation", "install")]
)
def test_derived_words_are_related_to_their_base(derived, base):
    """The base counts half beside the word itself."""
    (related,) = set(words(derived)) & set(words(base))

    assert 0.5 == words(derived)[related]


@pytest.mark.parametrize("word", ["setting", "string", "address", "process", "news", "speed", "thing"])
def test_words_that_only_look_inflected_stay_whole(word):
    """No suffix is cut from what has none."""
    assert word in words(word)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Open a new issue", ["create"]),
        ("Set up a webhook", ["create"]),
        ("turn off notifications", ["action"]),
        ("get rid of an order", ["delete"]),
        ("show all open tickets", ["read"]),
        ("find a label and delete it", ["search", "delete"]),
        ("Lists branches for a repo", ["read"]),
        ("Comment on a ticket", ["action"]),
        ("comments on a ticket", []),
        ("the request of a user", []),
        ("please cancel my order", ["action"]),
        ("I want to rename a file", ["update"]),
        ("how do I delete a branch", ["delete"]),
        ("what does the deleted ticket say", ["read"]),
        ("defragment a service", ["action"]),
        ("issueDelete", ["delete"]),
        ("createIssue", ["create"]),
    ],
)
def test_verbs_say_what_is_wanted(text, kinds):
    """First verb first; nouns that are verbs too count only where English puts a verb; a question reads."""
    assert kinds == verbs(text)


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        ("my keys", ["mine"]),
        ("keys for the authenticated user", ["mine"]),
        ("the logged in user", ["mine"]),
        ("all keys", ["all"]),
        ("show me the keys", []),
        ("a user", []),
    ],
)
def test_scope_words(text, scope):
    """Whose things, and whether all of them."""
    assert scope == scopes(text)


def test_values_are_no_words_of_a_question():
    """Quoted texts, numbers, addresses and links say which one, not what."""
    found = words("users 'bob' 42 bob@example.com https://example.com/orders")

    assert {"user"} == {word for word, weight in found.items() if weight == 1}
    assert {"bob", "order"}.isdisjoint(found)


def test_what_follows_a_preposition_weighs_less():
    """The object of the request stands before it, a criterion after "by"."""
    placed, sought = words("keys of a repository"), words("repositories by topic")

    assert 1.0 == placed["key"] == sought["repositori"]
    assert 1.0 > placed["repositori"] > sought["topic"] > 0


def test_verbs_weigh_less_than_nouns_and_name_their_kin():
    """What adds also creates."""
    weights = words("add a label")

    assert weights["label"] > weights["add"] > weights["creat"] > 0


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("회원 배송지 상세 조회", {"member", "deliveri", "detail", "get"}),
        ("주문 목록", {"order", "list"}),
        ("상품을 등록해줘", {"product", "creat"}),
        ("쿠폰들의 개수", {"coupon", "count"}),
        ("비밀번호변경", {"password", "chang"}),
    ],
)
def test_korean_words_become_english_terms(text, english):
    """Particles and endings are dropped, compounds are cut into known words."""
    assert english <= set(words(text))


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("주문 목록 조회", ["read"]),
        ("주문을 취소해 주세요", ["action"]),
        ("취소된 주문을 조회", ["read"]),
        ("주문 취소 내역 조회", ["read", "action"]),
        ("회원을 삭제하고 싶어요", ["delete"]),
        ("고객을 만들어줘", ["create"]),
        ("주문 목록", []),
    ],
)
def test_the_last_korean_verb_says_what_is_wanted(text, kinds):
    """A verb that describes a noun is none."""
    assert kinds == verbs(text)


def test_unknown_korean_words_stand_for_themselves():
    """A word that is not in the lexicon keeps its syllables, and finds longer compounds by pairs of them."""
    assert {"컨베이어": 1.0, "컨베": 0.5, "베이": 0.5, "이어": 0.5} == words("컨베이어를")


def test_korean_scope_words():
    """내 is mine, 모든 is all."""
    assert (["mine"], ["all"]) == (scopes("내 주문"), scopes("모든 주문"))


def test_scripts_without_spaces_are_cut_into_pairs():
    """Pairs find a word wherever it stands in a run."""
    assert {"注文": 0.5, "文履": 0.5, "履歴": 0.5} == words("注文履歴")


def test_texts_of_other_scripts_are_left_to_others():
    """Nothing is said of what no plugin knows."""
    assert () == terms("42 — 17")


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("a coworker", "member"),
        ("the photo", "avatar"),
        ("who attended it", "participant"),
        ("reply to it", "comment"),
        ("the voucher", "coupon"),
        ("the bug", "issu"),
    ],
)
def test_words_of_a_question_stand_for_related_ones(said, meant):
    """What people call a thing and what services call it differ: related words count, and less than one's own."""
    found = words(said)

    assert 0 < found[meant] < 0.5 < max(found.values())


def test_descriptions_have_no_related_words():
    """Only questions are widened: an operation is found by its own words."""
    assert "coworker" not in words("List members of a team", "summary")


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Sign people up for a course", ["create"]),
        ("Turn the alarm off", ["action"]),
        ("Take the label off the box", ["delete"]),
        ("Stop following a channel", ["action"]),
        ("Bring back a deleted page", ["action"]),
        ("Who switched the lamp on", ["read"]),
        ("put a box on the shelf", ["create"]),
        ("Turn a public room into a private one", ["action"]),
        ("Hang the call up", ["action"]),
    ],
)
def test_particles_may_stand_after_a_short_object(text, kinds):
    """The verb and its particle are one verb; a preposition is no particle."""
    assert kinds == verbs(text)


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Give me a link to the file", ["read"]),
        ("Give Bob a key", ["create"]),
        ("Take a look at the file", ["read"]),
        ("Make a copy of the file", ["create"]),
        ("Make a post", ["create"]),
        ("Frobnicate someone", ["action"]),
        ("A guest wants all notes erased", ["delete"]),
        ("A guest wants a room", []),
    ],
)
def test_verbs_that_carry_another_or_only_ask_for_an_answer(text, kinds):
    """Light verbs leave the meaning to the noun; what is given to "me" is read; an unknown verb does something."""
    assert kinds == verbs(text)


@pytest.mark.parametrize(
    ("text", "whose"),
    [
        ("who follows me", ["mine"]),
        ("which files did I open", ["mine"]),
        ("show me the files", []),
        ("how can I open a file", []),
        ("I want a file", []),
    ],
)
def test_questions_about_oneself_mean_the_caller_s_own(text, whose):
    """The object "me", and "I" as the subject of a question; not who only wants the answer."""
    assert whose == scopes(text)


def test_what_a_question_asks_for_stands_before_its_auxiliary():
    """Boxes are asked for in "which boxes does the room have"; the room only places them."""
    found = words("which boxes does the room have")

    assert found["box"] > found["room"]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("don't delete the box, just show it", ["read"]),
        ("do not send the letter, only preview it", ["read"]),
        ("I don't want to close the box but open it", ["create"]),
        ("never delete a box", []),
    ],
)
def test_what_is_negated_is_not_wanted(text, kinds):
    """A negation covers its clause: verbs in it say nothing of the request."""
    assert kinds == verbs(text)


def test_nouns_that_are_negated_name_nothing():
    """The boxes in "boxes without labels" are boxes; alone, what is negated still says what it is about."""
    assert "label" not in words("boxes without labels")
    assert "label" in words("without labels")


@pytest.mark.parametrize(
    ("text", "term"), [("how many boxes are there", "count"), ("who is in the room", "member"), ("my boxes", "current")]
)
def test_what_is_meant_and_not_named(text, term):
    """Numbers, people and the caller have names in services that questions leave out; they count little."""
    assert 0 < words(text)[term] < words(text).get("box", 1.0)


@pytest.mark.parametrize(
    ("text", "action", "english"),
    [
        ("注文を検索する", "search", "search"),
        ("ユーザーの一覧を表示", "read", "list"),
        ("商品を登録したい", "create", "creat"),
        ("住所を変更してください", "update", "chang"),
        ("予定を消してほしい", "delete", "delet"),
        ("予約をキャンセル", "action", "cancel"),
        ("查询订单", "search", "search"),
        ("获取用户列表", "read", "get"),
        ("新建一个项目", "create", "creat"),
        ("修改地址", "update", "updat"),
        ("删除这条评论", "delete", "delet"),
        ("退款給客戶", "action", "refund"),
    ],
)
def test_verbs_of_japanese_and_chinese(text, action, english):
    """A verb says what is wanted, and is an English word as well."""
    assert (action, True) == (verbs(text)[0], any(word.startswith(english) for word in words(text)))


@pytest.mark.parametrize(
    ("text", "action"), [("登録した注文を削除する", "delete"), ("删除已创建的订单", "delete"), ("予約を確認", "read")]
)
def test_the_last_verb_decides_in_japanese_and_the_first_in_chinese(text, action):
    """登録した注文を削除 deletes what was registered; 删除已创建的订单 deletes what was created."""
    assert action == verbs(text)[0]


def test_longer_verbs_hold():
    """再実行 is a retry, not a run; 取り消 is a cancellation."""
    assert {"run"}.isdisjoint(words("ジョブを再実行"))
    assert "rerun" in words("ジョブを再実行")


def test_names_of_fields_have_no_verbs():
    """Only sentences say what is wanted; elsewhere a verb is a word."""
    found = terms("作成日", source="field")

    assert [] == [term for term in found if term.kind == "verb"]
    assert "creat" in {term.value[:5] for term in found}


@pytest.mark.parametrize(("past", "verb"), [("sent", "send"), ("paid", "pay"), ("withdrawn", "withdraw")])
def test_irregular_past_forms_are_forms_of_their_verb(past, verb):
    """What was sent is found where something is sent."""
    assert set(words(f"the {past} parcel", "summary")) & set(words(f"{verb} a parcel", "summary")) > {"parcel"}


def test_who_asks_for_people_most_where_nothing_else_is_asked_for():
    """In "who is in the room" people are the object; in "who cleans the room" there is more to go by."""
    assert words("who is in the room")["member"] > words("who cleans the room")["member"] > 0


@pytest.mark.parametrize("text", ["delete several files", "delete the files at once", "delete a lot of files"])
def test_many_things_at_a_time_are_a_bulk_operation(text):
    """Services call it bulk or batch."""
    assert ["many"] == scopes(text)
    assert {"bulk", "batch"} <= set(words(text))


def test_a_generic_word_may_be_the_thing_itself():
    """A call is what is ended in "end the call"; before another noun it only describes that."""
    assert words("end the call")["call"] > words("end the call number")["call"]


def test_what_could_not_be_done_failed():
    """A question about what could not be done looks for failures, and one about what has not been done doesn't."""
    assert "fail" in words("which files could not be read")
    assert "fail" not in words("which files are not read")


def test_what_is_sent_at_a_time_to_come_is_scheduled():
    """Tomorrow is a time to come, today is none."""
    assert "schedul" in words("send a letter tomorrow")
    assert "schedul" not in words("send a letter today")


def test_our_things_are_not_the_caller_s_own():
    """Who says "our" speaks for an organisation."""
    assert ["mine"] == scopes("show my rooms")
    assert [] == scopes("show our rooms")


def test_whether_something_works_is_found_out_by_a_test():
    """A question of yes or no, about what should work."""
    assert {"test", "check"} <= set(words("does the lamp work"))
    assert "test" not in words("show the work plan")


def test_questions_without_end():
    """A text of many thousand characters without a space or a closing quote is read in one pass: it ends."""
    assert ["loan" * 50_000] == [word for word in words("loan" * 50_000) if len(word) == 200_000]
    # No words come of it; a pass for each opening quote would take minutes.
    assert [] == _VALUES.findall("“x" * 100_000)
    assert 200_000 == len(_TOKEN.findall("“x" * 100_000))
