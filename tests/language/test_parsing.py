"""Sentences taken apart, English and Chinese."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from graphmem.language.parsing import chinese, english


def test_english_is_taken_apart_in_the_order_of_the_texts():
    first, second = english.parse(["Melanie lives in Paris.", "The cats slept."])

    assert [(span.text, span.label_) for span in first.ents if span.label_ != "NORP"] == [
        ("Melanie", "PERSON"),
        ("Paris", "GPE"),
    ]
    assert [token.lemma_ for token in second][:2] == ["the", "cat"]


def test_chinese_is_cut_into_words_with_names_told():
    (words,) = chinese.parse(["王小明昨天在北京见了陈经理。"])

    assert {word.text: word.tag for word in words if word.tag.isupper()} == {
        "王小明": "PER",
        "昨天": "TIME",
        "北京": "LOC",
        "陈经理": "PER",
    }


def test_words_of_chinese_are_the_text_again_and_know_their_place():
    text = "Ｐａｙ 失敗了！\n\n我們週五再試。" + "很长很长的一句话" * 60 + "。\n"
    (words,) = chinese.parse([text])

    assert "".join(word.text for word in words) == text
    assert all(text[word.start : word.end] == word.text for word in words)


def test_traditional_characters_are_read_like_simplified_ones():
    (words,) = chinese.parse(["王小明在臺灣工作"])

    assert ("臺灣", "LOC") in [(word.text, word.tag) for word in words]


def test_known_names_are_not_cut_up():
    (words,) = chinese.parse(["我在字节跳动上班"], known={"字节跳动": "ORG"})

    assert [(word.text, word.tag) for word in words][2] == ("字节跳动", "ORG")


def test_only_the_beginning_of_a_very_long_text_is_read():
    assert len(english.parse(["word " * 100_000])[0].text) == english.LONGEST
    assert chinese.parse(["字" * 10_000])[0][-1].end == chinese.LONGEST


def test_nothing_gives_nothing():
    assert english.parse([]) == [] == chinese.parse([])
    assert [len(doc) for doc in english.parse([""])] == [0]
    assert chinese.parse([""]) == [[]]


def test_threads_get_what_they_asked_for():
    names = ["Anna", "Peter", "Maria", "George"] * 4

    def ask(name: str) -> bool:
        (doc,) = english.parse([f"{name} went to London."])
        (words,) = chinese.parse([f"{name}去了上海。"])
        return doc.text.startswith(name) and words[0].text.startswith(name) and words[-2].text == "上海"

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, names))
