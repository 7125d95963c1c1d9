"""What a pattern caught in Chinese has to be something that its predicate can have."""

from __future__ import annotations

import pytest

from graphmem.language.triples import extract


def _read(text: str) -> list[tuple[str, str, str]]:
    return [(each.subject, each.predicate, each.object) for each in extract(text)]


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("地址写错啦，重新发一遍", "named"),
        ("退休前在钢铁厂干了二十年", "works_at"),
        ("在华为干过五年，后来单干了", "works_at"),
        ("我讨厌那味儿", "dislikes"),
        ("明年年底前要把车贷还清", "deadline"),
    ],
)
def test_what_is_over_or_only_pointed_at_is_no_object(text, predicate):
    assert [each for each in _read(text) if each[1] == predicate] == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("支付网关现在是 Go 写的", ("支付网关", "project_uses", "Go")),
        ("我们负责的灯塔项目用 Rust 写", ("灯塔", "project_uses", "Rust")),
        ("Visual Studio Code 更新到 1.96 了", ("Visual Studio Code", "uses_version", "1.96")),
    ],
)
def test_things_have_their_whole_name_and_no_more(text, wanted):
    assert wanted in _read(text)


def test_a_part_of_an_address_is_no_tool():
    assert [each for each in _read("我的邮箱换成 wangfang_77@example.com 了") if each[1] == "uses"] == []


@pytest.mark.parametrize(
    "text",
    ["主编的邮箱是 zhubian@press.example，抄送一份。", "我妈的手机号是 13912345678", "隔壁组的小王非要用 Sketch"],
)
def test_what_others_have_is_none_of_the_users(text):
    assert [each for each in _read(text) if each[0] == "user" and each[1] in ("email", "phone", "uses")] == []


def test_an_address_that_is_given_up_is_denied():
    found = extract("不再用 lin@old.example，改用 lin@new.example。")
    assert {(each.predicate, each.polarity, each.object) for each in found} == {
        ("email", "-", "lin@old.example"),
        ("email", "+", "lin@new.example"),
    }


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("住在宁波就是这点不好，太潮", "宁波"),
        ("以后周报都用 PPT 给我", "PPT"),
        ("毛毛，我养的那只布偶猫，该打疫苗了", "布偶猫"),
    ],
)
def test_objects_end_where_the_thing_ends(text, wanted):
    assert wanted in [each[2] for each in _read(text)]


def test_what_the_family_likes_is_theirs():
    assert ("女儿", "likes", "冰美式") in _read("我女儿喜欢喝冰美式。")
    assert [each for each in _read("我女儿喜欢喝冰美式。") if each[0] == "user" and each[1] != "child"] == []
