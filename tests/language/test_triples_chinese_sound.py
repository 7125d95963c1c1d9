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
