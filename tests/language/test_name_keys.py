"""The names that a cue may hold."""

from __future__ import annotations

import pytest

from graphmem.language.entities import entities, name_keys


@pytest.mark.parametrize(
    ("cue", "key"),
    [
        ("Where does anna schmidt live?", "anna schmidt"),
        ("Where is ANNA SCHMIDT's office?", "anna schmidt"),
        ("what happened to order 4711?", "order 4711"),
        ("Where is report_final.pdf?", "report_final.pdf"),
        ("王小明住在哪里？", "王小明"),
        ("王小明現在在臺灣嗎", "台湾"),
        ("上次Redis超时是什么时候", "redis"),
        ("Did we ship ABC-123?", "abc-123"),
        ("Is it on the Journal of Mathematical Physics?", "journal of mathematical physics"),
    ],
)
def test_a_name_is_among_the_keys_however_it_is_written(cue: str, key: str):
    assert key in name_keys(cue)


def test_words_that_name_nothing_are_no_keys():
    assert not {"where", "the", "什么", "用户", "i"} & set(name_keys("Where is the thing that I saw? 用户说了什么"))


def test_there_are_never_many_keys():
    assert len(name_keys("word another " * 50_000)) <= 400
    assert len(name_keys("这是一个很长很长的问题" * 10_000)) <= 400
    assert name_keys("") == name_keys("?!") == []


def test_what_an_event_names_a_cue_in_the_same_words_finds():
    for text in ("Anna Schmidt moved to São Paulo", "王小明搬到了深圳", "I read “The Left Hand of Darkness”"):
        (mentions,) = entities([text])
        assert {each.key for each in mentions if each.named and not each.speaker} <= set(name_keys(text))
