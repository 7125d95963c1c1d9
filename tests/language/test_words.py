import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.language.words import SearchWords, search_words, terms


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("running shoes", "run shoe"),
        ("Melanie's children", "melanie child"),
        ("Caroline’s paintings", "caroline painting"),
        ("ＡＢＣ １２３", "abc 123"),
        ("1,200 items", "1200 item"),
        ("Straße", "STRASSE"),
        ("cafe\u0301", "café"),
    ],
)
def test_spellings_of_the_same_words_share_a_term(one: str, other: str) -> None:
    assert set(terms(one)) & set(terms(other))


def test_english_stop_words_are_no_terms_and_order_and_repetitions_stay() -> None:
    assert terms("The cat and the dog saw a cat") == ["cat", "dog", "saw", "cat"]


def test_chinese_is_cut_into_words_without_stop_words_and_keeps_other_single_characters() -> None:
    assert terms("我喜欢北京") == ["喜欢", "北京"]
    assert terms("他写信") == ["写信"]
    assert "写" in terms("我用Python写代码")


def test_a_chinese_cue_is_searched_for_between_its_stop_words_and_whole_when_it_has_no_others() -> None:
    assert search_words("上次付款失败后来怎么解决的？").han_runs == ("上次付款失败后来", "解决")
    assert search_words("我的").han_runs == ("我的",)
    assert search_words("what is 北京").words == ()


def test_chinese_and_english_in_one_sentence_both_give_terms() -> None:
    assert terms("我用Python写代码") == ["我用", "python", "写", "代码"]


@pytest.mark.parametrize("whole", ["2026.09", "v3.2", "3.14.1"])
def test_versions_and_decimals_stay_whole(whole: str) -> None:
    assert terms(f"upgrade to {whole} soon") == ["upgrad", whole, "soon"]


@pytest.mark.parametrize(
    "text",
    [
        "naïveté",
        "Größe",
        "Привет мир",
        "東京に行きました",
        "오늘 회의",
        "हिन्दी भाषा",
        "ภาษาไทย",
        "שלום עולם",
        "مرحبا بالعالم",
    ],
)
def test_letters_of_every_script_give_terms(text: str) -> None:
    letters = sum(map(str.isalpha, text))
    assert sum(len(term) for term in terms(text)) >= letters * 0.6


def test_scripts_without_spaces_are_cut_into_pairs() -> None:
    assert set(terms("ありがとう")) >= {"あり", "とう"}
    assert set(terms("회의실에서")) & set(terms("회의실"))


def test_emoji_and_punctuation_are_no_terms() -> None:
    assert terms("🎉 … !!! 👩‍👧 ——") == []


def test_terms_are_the_same_in_many_threads() -> None:
    text, results = "running walked studies happily " * 200, []

    def work() -> None:
        results.append(terms(text))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(result == results[0] for result in results)
    assert len(results) == 8


WRITTEN = st.text(st.characters(exclude_categories=["Cn", "Cs"]), max_size=300)
"""Text of characters that exist in Python's own Unicode."""


@given(WRITTEN)
def test_terms_hold_nothing_but_folded_words(text: str) -> None:
    for term in terms(text):
        assert term
        assert not any(character.isspace() for character in term)
        assert any(map(str.isalnum, term))


LUCENE_SIGNS = '+-&|!(){}[]^"~*?:\\/'


@given(WRITTEN, st.integers(1, 20))
def test_search_words_hold_no_sign_of_a_query_language_and_keep_the_limit(text: str, limit: int) -> None:
    found = search_words(text, limit=limit)
    assert len(found.words) <= limit
    assert sum(map(len, found.han_runs)) <= 4 * limit
    for word in (*found.words, *found.han_runs):
        assert word not in {"AND", "OR", "NOT", "TO"}
        assert not set(word) & set(LUCENE_SIGNS)
        assert not any(character.isspace() for character in word)


def test_all_signs_of_lucene_leave_only_the_words() -> None:
    found = search_words('+foo -bar && (baz || qux) !a^2 "b c"~3 d*e? x:y [1 TO 2] {3} \\ /re/ AND OR NOT')
    assert found.words[:4] == ("foo", "bar", "baz", "qux")


def test_a_cue_of_a_thousand_words_keeps_the_most_telling_ones() -> None:
    cue = " ".join(["tiny word"] * 50 + [f"filler{'x' * (i % 7)} {chr(97 + i % 26)}b" for i in range(900)])
    found = search_words(f"{cue} E1042 incomprehensibilities", limit=8)
    assert len(found.words) == 8
    assert {"e1042", "incomprehensibilities"} <= set(found.words)


def test_a_long_chinese_cue_keeps_whole_words() -> None:
    cue = "我们昨天在北京大学的图书馆里讨论了数据库性能优化的问题。" * 5 + "然后大家一起去吃了四川火锅，聊得非常开心"
    found = search_words(cue, limit=5)
    assert 0 < sum(map(len, found.han_runs)) <= 20
    assert all(run in cue for run in found.han_runs)
    assert all(len(run) > 1 for run in found.han_runs)


def test_compound_names_are_searched_whole_and_in_parts() -> None:
    found = search_words("edit graphmem.toml with get_weather on v3.2")
    assert {"graphmem.toml", "graphmem", "toml", "get_weather", "get", "weather", "v3.2"} <= set(found.words)


def test_stop_words_are_searched_for_only_when_there_is_nothing_else() -> None:
    assert search_words("the cat").words == ("cat",)
    assert search_words("who are you").words == ("who", "are", "you")


def test_letters_are_lowered_as_the_index_lowers_them() -> None:
    assert search_words("Größe").words == ("größe",)


@pytest.mark.parametrize("text", ["", "🎉", "?!", "   "])
def test_a_text_without_words_gives_none(text: str) -> None:
    assert search_words(text) == SearchWords(words=(), han_runs=())
    assert terms(text) == []
