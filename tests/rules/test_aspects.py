"""What a preference is about is one slot, however it is worded."""

from __future__ import annotations

import pytest

from graphmem.language.triples import extract
from graphmem.language.triples.aspects import aspect_of
from graphmem.rules.aspects import aspect_key
from graphmem.rules.predicates import predicate_named
from graphmem.semantic.statements import slot_key


@pytest.mark.parametrize(
    "names",
    [
        ("report format", "Report format", "the format of reports", "format for our reports", "报告格式", "報告的格式"),
        ("seat", "seats", "plane seat", "座位", "飞机座位"),
        ("answer language", "the language of answers", "回答语言", "回复的语言"),
        ("units", "unit", "units of measurement", "单位", "計量單位"),
        ("currency", "price currency", "货币", "币种"),
        ("tone", "tone of the answers", "语气", "回答的语气"),
        ("answer length", "length of replies", "reply length", "回答长度", "篇幅"),
        ("meeting time", "time for meetings", "开会时间", "會議時間"),
        ("invoice format", "format of invoices", "发票格式", "发票的格式"),
        ("code comment language", "代码注释语言"),
    ],
)
def test_one_slot_has_many_names_in_both_languages(names):
    assert len({aspect_key(name) for name in names}) == 1


def test_different_aspects_stay_different_and_none_is_none():
    names = ["report format", "invoice format", "seat", "units", "currency", "tone", "answer length", "answer language"]

    assert len({aspect_key(name) for name in names}) == len(names)
    assert aspect_key("") == ""
    assert aspect_key("紫微斗数") == "紫微斗数"


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("For reports I'd rather have PDF.", "报告我更想要 PDF"),
        ("For invoices always send CSV", "发票以后都给我 CSV"),
        ("metric units from now on", "单位一律用公制"),
        ("Window seat for me, always", "坐高铁我一定要靠窗"),
    ],
)
def test_the_same_preference_in_either_language_is_weighed_in_one_slot(english, chinese):
    slots = [
        {slot_key("ada", predicate_named(triple.predicate), triple.aspect, "x") for triple in extract(text)}
        for text in (english, chinese)
    ]

    assert len(slots[0]) == 1
    assert slots[0] == slots[1]


def test_what_no_row_knows_is_named_by_what_is_said_and_by_what_is_preferred():
    assert aspect_of("the contracts", "PDF", "en") == "contract format"
    assert aspect_of("合同", "PDF", "zh") == "合同格式"
    assert aspect_of("code comments", "English", "en") == "code comment language"
    assert aspect_of("desk lamp", "brass", "en") == "desk lamp"
