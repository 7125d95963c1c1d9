import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.signals import (
    asks_number,
    asks_when,
    asks_why,
    has_number_words,
    has_time_words,
    names_failure,
    names_in,
    question_share,
    tells_why,
    without_names,
)


@pytest.mark.parametrize(
    ("text", "names", "left"),
    [
        ("When did Caroline go to the support group?", ["Caroline"], "When did go to the support group?"),
        ("What is Melanie's hobby?", ["Melanie"], "What is hobby?"),
        ("What is Melanie’s hobby?", ["Melanie"], "What is hobby?"),
        ("what does caroline like", ["Caroline"], "what does like"),
        ("Anna met Ann", ["Ann"], "Anna met"),
        ("小明昨天说了什么？", ["小明"], "昨天说了什么？"),
        ("Ada昨天说了什么？", ["Ada"], "昨天说了什么？"),
        ("Что сказала Анна вчера?", ["Анна"], "Что сказала вчера?"),
        ("Zoë called José", ["Zoe\u0308", "José"], "called"),
        ("Ada Lovelace and Ada met", ["Ada", "Ada Lovelace"], "and met"),
        ("When will Will arrive?", ["Will"], "When will arrive?"),
        ("What did I do in May with May?", ["Bob"], "What did I do in May with May?"),
        ("A.J. (the boss) left", ["A.J."], "(the boss) left"),
    ],
)
def test_names_go_and_everything_else_stays(text: str, names: list[str], left: str) -> None:
    assert without_names(text, names) == left


@pytest.mark.parametrize("text", ["Caroline", "Caroline?", "caroline and Caroline"[:8], "小明？"])
def test_a_cue_of_nothing_but_names_stays_whole(text: str) -> None:
    assert without_names(text, ["Caroline", "小明"]) == text


def test_names_are_found_by_the_same_borders() -> None:
    assert names_in("小明 and ada met Anna", ["小明", "Ada", "Ann", "Will"]) == {"小明", "Ada"}


@given(st.text(max_size=100), st.lists(st.text(max_size=8), max_size=4))
def test_removing_any_names_leaves_some_text(text: str, names: list[str]) -> None:
    assert bool(without_names(text, names)) == bool(text) or not text.strip()


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("Where do you live?", 1.0),
        ("I moved. Where do you live now?", 0.5),
        ("你住在哪里？", 1.0),
        ("我搬家了。你住在哪里呢", 0.5),
        ("你吃了吗", 1.0),
        ("I live here.", 0.0),
        ("我住在这里。", 0.0),
        ("", 0.0),
        ("🎉", 0.0),
    ],
)
def test_the_share_of_questions_is_counted_in_both_languages(text: str, share: float) -> None:
    assert question_share(text) == share


@pytest.mark.parametrize(
    "text",
    [
        "We met yesterday",
        "two weeks ago",
        "on Friday",
        "in May",
        "7 May",
        "back in 2019",
        "March 3rd",
        "昨天见过",
        "两个星期前",
        "上个月去了",
        "周五开会",
        "五月七号",
        "2019年",
        "三点半开始",
        "国庆去了杭州",
    ],
)
def test_time_words_are_noticed(text: str) -> None:
    assert has_time_words(text)


@pytest.mark.parametrize(
    "text", ["It may rain", "I like tea", "They march", "我喜欢喝茶", "三点建议", "前面的房子", "月亮很圆", ""]
)
def test_what_says_no_time_is_not_taken_for_one(text: str) -> None:
    assert not has_time_words(text)


@pytest.mark.parametrize("text", ["three dogs", "3 dogs", "twice", "a dozen", "三只狗", "两次", "几个人"])
def test_numbers_are_noticed_in_digits_and_words(text: str) -> None:
    assert has_number_words(text)


@pytest.mark.parametrize("text", ["dogs", "stone", "often", "狗", "几乎", ""])
def test_no_number_is_seen_where_there_is_none(text: str) -> None:
    assert not has_number_words(text)


@pytest.mark.parametrize(
    "text",
    [
        "When did we meet?",
        "when is it",
        "How long did it take?",
        "What day is the exam?",
        "On which date did she leave?",
        "Which year was it?",
        "Tell me when the train leaves",
        "我们什么时候见面？",
        "会议几点开始",
        "哪天考试？",
        "她哪一年毕业的",
        "星期几开会",
        "等了多久",
    ],
)
def test_questions_for_a_time_are_known(text: str) -> None:
    assert asks_when(text)


@pytest.mark.parametrize(
    "text",
    ["Where do I live?", "What did I say when we met?", "whenever", "Who came?", "我住在哪里？", "他说了什么", ""],
)
def test_other_questions_do_not_ask_for_a_time(text: str) -> None:
    assert not asks_when(text)


@pytest.mark.parametrize(
    "text", ["How many dogs?", "how much is it", "How old is she?", "多少钱？", "有几只狗", "多高？"]
)
def test_questions_for_a_number_are_known(text: str) -> None:
    assert asks_number(text)


@pytest.mark.parametrize("text", ["How did it go?", "Who came?", "怎么样？", "几乎都来了", ""])
def test_other_questions_do_not_ask_for_a_number(text: str) -> None:
    assert not asks_number(text)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Why did it fail?", True),
        ("what was behind the most recent lockout", True),
        ("The deploy failed, what was the cause?", True),
        ("Which colour did I choose?", False),
        ("Where is the project root?", False),
        ("Who held the record?", False),
        ("上次为什么超时?", True),
        ("再往前那一趟,為什麼晚飛?", True),
        ("程序垮掉是怎么回事?", True),
        ("我现在准备报哪所大学?", False),
    ],
)
def test_asking_why_is_noticed(text: str, asked: bool) -> None:
    assert asks_why(text) is asked


@pytest.mark.parametrize(
    ("text", "told"),
    [("We left because of the rain.", True), ("因為下雨所以沒去", True), ("We left.", False), ("我们走了", False)],
)
def test_a_reason_in_words_is_noticed(text: str, told: bool) -> None:
    assert tells_why(text) is told


@pytest.mark.parametrize(
    ("text", "named"), [("KeyError: 'x'", True), ("ImagePullBackOff: 401", True), ("no error at all", False)]
)
def test_names_of_errors_are_noticed(text: str, named: bool) -> None:
    assert names_failure(text) is named
