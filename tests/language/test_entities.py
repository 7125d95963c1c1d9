"""What a text names, in English and in Chinese."""

from __future__ import annotations

import pytest

from graphmem.language.entities import Mention, entities


def of(text: str) -> list[Mention]:
    (mentions,) = entities([text])
    return mentions


def named(text: str) -> dict[str, str]:
    return {each.name: each.entity_type.value for each in of(text) if each.named and not each.speaker}


def nouns(text: str) -> set[str]:
    return {each.name for each in of(text) if not each.named}


def test_people_places_and_organisations_are_named():
    assert named("Melanie moved from Paris to Siemens in San Francisco.") == {
        "Melanie": "person",
        "Paris": "place",
        "Siemens": "organisation",
        "San Francisco": "place",
    }
    assert named("王小明从北京搬到了上海，在腾讯上班。") == {
        "王小明": "person",
        "北京": "place",
        "上海": "place",
        "腾讯": "organisation",
    }


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("The file is report_final.pdf.", "report_final.pdf"),
        ("请看 report_final.pdf 这个文件", "report_final.pdf"),
        ("Please look at order 4711 again.", "order 4711"),
        ("订单4711还没有发货", "order 4711"),
        ("订单号：4711 还没有发货", "order 4711"),
        ("see ticket ABC-123", "ABC-123"),
        ("工单ABC-123已关闭", "ABC-123"),
        ("Mail anna@example.com today", "anna@example.com"),
        ("请发到anna@example.com", "anna@example.com"),
        ("I read 'a book' called “The Three Body”", "Three Body"),
        ("我在看《三体》", "三体"),
        ("The call of get_weather failed", "get_weather"),
        ("调用get_weather失败了", "get_weather"),
        ("The export to PDF is broken", "PDF"),
        ("导出PDF时出错", "PDF"),
        ("我在字节跳动工作", "字节跳动"),
        ("我們在臺灣開會", "臺灣"),
        ("We met in São Paulo", "São Paulo"),
    ],
)
def test_a_name_is_found_by_its_form_or_its_sentence(text: str, name: str):
    assert name in named(text)


def test_shared_nouns_of_talk_link_events_but_names_come_first():
    assert {"pottery", "class"} <= nouns("I signed up for a pottery class yesterday")
    assert "pottery" in nouns("How did the pottery go?")
    assert {"公园", "朋友"} <= nouns("我和朋友周末去公园了")
    assert nouns("That was a good day, lots of fun!") == set()
    assert nouns("这个问题没什么意思") == set()


def test_one_name_in_two_ways_of_writing_has_one_key():
    keys = {each.key for text in ("Ask ＡＣＭＥ about it.", "ACME is late.", "The Acme office") for each in of(text)}

    assert "acme" in keys
    assert {each.key for each in of("他住在臺灣")} & {each.key for each in of("他住在台湾")}


def test_numbers_times_greetings_and_what_was_redacted_are_no_entities():
    assert named("Hi! Thanks, see you on Monday at 10:00, it costs 300 dollars.") == {}
    assert named("谢谢，周一上午十点见，一共三百元。") == {}
    assert named("The password is [PASSWORD] and the card [BANK_CARD].") == {}


def test_who_speaks_is_marked():
    assert [each.surface for each in of("I think my plan works") if each.speaker] == ["I"]
    assert [each.surface for each in of("我觉得我的计划可行") if each.speaker] == ["我"]
    assert not any(each.speaker for each in of("Anna thinks it works"))


def test_a_passage_is_known_by_its_title():
    passage = "Life Everlasting\nIt is a novel that was published long ago by somebody in the north of the country."

    assert "Life Everlasting" in named(passage)


def test_data_is_not_read_as_sentences():
    assert named('{"error": "timeout", "tool": "get_weather", "order": "ABC-123", "n": 1234567890}') == {
        "get_weather": "thing",
        "ABC-123": "thing",
    }


def test_every_mention_stands_where_it_says():
    text = "Yesterday Melanie's friend Tom met 王小明 in Lyon, about order 4711."

    for each in of(text):
        assert text[each.start : each.end] == each.surface
    assert [each.start for each in of(text)] == sorted(each.start for each in of(text))


def test_texts_are_analysed_alike_together_and_alone():
    texts = ["Anna is in Paris", "", "王小明在北京", "ok 👍", "Tom likes jazz"]

    assert entities(texts) == [of(text) for text in texts]


def test_no_text_names_more_than_a_bounded_number_of_things():
    many = " ".join(f"Then Person{i} met Company{i} in City{i}." for i in range(500))

    assert 0 < len(of(many)) <= 80
    assert len(of("字" * 1_000_000)) <= 80
