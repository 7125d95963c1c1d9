"""What is said in passing: notes, orders and lines without a subject, in both languages, with sentences of its own."""

from __future__ import annotations

import pytest
from extracting import found, said

from graphmem.language.triples import extract


@pytest.mark.parametrize(
    ("text", "predicate", "object_"),
    [
        ("A bakery in town hired me last month as an assistant baker", "works_as", "assistant baker"),
        ("Lidl hired me as a night stocker", "works_at", "Lidl"),
        ("teach PE at Oakfield Primary, two days a week", "works_at", "Oakfield Primary"),
        ("Night shifts at Mercy General all week", "works_at", "Mercy General"),
        ("nurse at Northwick Park, third year", "works_at", "Northwick Park"),
        ("I'm a taxi driver", "works_as", "taxi driver"),
        ("I'm in Lisbon, so GMT+1 in summer", "lives_in", "Lisbon"),
        ("Got the keys to our new house in Totnes today!", "lives_in", "Totnes"),
        ("Emacs user here, don't judge", "uses", "Emacs"),
        ("I'm on an old iPhone 8, the camera is shot", "uses", "iPhone 8"),
        ("I'm learning Irish with Duolingo", "uses", "Duolingo"),
        ("Nobody at work likes liquorice but me", "likes", "liquorice"),
        ("Bee stings put me in the ER, I'm allergic", "allergic_to", "Bee stings"),
        ("the baby's called Iris", "child", "Iris"),
        ("Just me and my tortoise. His name is Franklin", "pet", "Franklin"),
        ("Birthday's Feb 27", "born_on", "Feb 27"),
        ("PhD in plasma physics at Durham, group meeting on Mondays", "studies_at", "Durham"),
        ("I took my husband's name, so I'm Laura Benitez now", "named", "Laura Benitez"),
        ("reply in Spanish when I write in Spanish", "answers_in", "Spanish"),
        ("我在人民医院急诊科做护士五年了", "works_at", "人民医院急诊科"),
        ("出租车司机干了十二年,腰不行了", "works_as", "出租车司机"),
        ("晚上去代驾,白天在工地搬砖", "works_as", "代驾"),
        ("第三中学数学老师,带两个班", "works_at", "第三中学"),
        ("我是“藍鯨書店”的店長", "works_at", "藍鯨書店"),
        ("跳槽去了字节做产品经理", "works_as", "产品经理"),
        ("嫁到温州三年了", "lives_in", "温州"),
        ("我在墨尔本,所以是 UTC+10", "lives_in", "墨尔本"),
        ("资深 emacs 用户,别推荐别的", "uses", "emacs"),
        ("全公司都用钉钉,烦死了", "uses", "钉钉"),
        ("我在多邻国上学威尔士语", "uses", "多邻国"),
        ("家里除了我没人爱吃蘑菇", "likes", "蘑菇"),
        ("花生能把我送进医院,过敏", "allergic_to", "花生"),
        ("對花生過敏,有什麼零食推薦嗎", "allergic_to", "花生"),
        ("我女儿朵朵今年上小学", "child", "朵朵"),
        ("没结婚,就我和一只鹦鹉,名字叫将军", "pet", "将军"),
        ("生日10月3号", "born_on", "10月3号"),
        ("中文系大三,论文没写完", "studies", "中文"),
        ("离婚后改回本姓了,现在叫何莉", "named", "何莉"),
        ("上班講英語,回家講粵語", "speaks", "粵語"),
    ],
)
def test_what_is_noted_in_passing_is_read(text, predicate, object_):
    assert (object_, "+") in found(text, predicate)


@pytest.mark.parametrize(
    ("text", "predicate", "object_"),
    [
        ("I left my job at the council last week", "works_at", "council"),
        ("Don't like coriander at all", "likes", "coriander"),
        ("don't speak any French so please translate", "speaks", "French"),
        ("don't own a car", "owns", "car"),
        ("jazz does nothing for me", "likes", "jazz"),
        ("银行的工作辞了", "works_at", "银行"),
        ("香菜我真吃不惯", "likes", "香菜"),
        ("荷蘭語我一個字都不會", "speaks", "荷蘭語"),
        ("没车,出门靠地铁", "owns", "车"),
        ("iPad 我没有", "owns", "iPad"),
    ],
)
def test_what_is_denied_without_a_subject_is_denied_of_who_speaks(text, predicate, object_):
    assert (object_, "-") in found(text, predicate)


@pytest.mark.parametrize(
    ("text", "object_", "aspect"),
    [
        ("Keep replies brief, lists if possible", "brief", "answer length"),
        ("euros for prices, ISO dates please", "euros", "currency"),
        ("always use light mode for the screenshots", "light mode", "screenshots"),
        ("Please schedule meetings after 10am only", "after 10am", "meetings"),
        ("my tea: strong, no milk", "strong, no milk", "tea"),
        ("cats > dogs", "cats", ""),
        ("猫和狗我选猫", "猫", ""),
        ("解释尽量通俗,我没学过编程", "通俗", "解释"),
        ("海報麻煩都用豎版", "豎版", "海报"),
        ("合同导出成 Word 吧,以后都这样", "Word", "合同"),
        ("别再给我英制了,我只要公制", "公制", "单位"),
    ],
)
def test_standing_orders_are_preferences(text, object_, aspect):
    assert [(t.object, t.aspect) for t in extract(text) if t.predicate == "prefers"][:1] == [(object_, aspect)]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "Otter, our scheduling tool, runs on Rails with Postgres behind it. Front end is Vue.",
            [("Otter", "Rails", "+"), ("Otter", "Postgres", "+"), ("Otter", "Vue", "+")],
        ),
        ("order-sync now uses Redis, all good", [("order-sync", "Redis", "+")]),
        (
            "Falcon project no longer uses MongoDB, we switched to Postgres in May",
            [("Falcon", "MongoDB", "-"), ("Falcon", "Postgres", "+")],
        ),
        ("凤凰项目早就不用 MySQL 了,换成了 Postgres", [("凤凰", "MySQL", "-"), ("凤凰", "Postgres", "+")]),
        ("order-sync 现在用 SQLite 了", [("order-sync", "SQLite", "+")]),
    ],
)
def test_what_a_project_is_built_with_is_read_beside_what_it_is(text, wanted):
    assert [(s, o, p) for s, says, o, p in said(text) if says == "project_uses"] == wanted


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("No deploys after noon on Fridays, that's a house rule", "No deploys after noon on Fridays"),
        ("We never email passwords. That's rule number one here.", "never email passwords"),
        ("Never post prices in client chats, that goes for all sales people", "Never post prices in client chats"),
        ("上线前必须双人复核,这是我们公司的红线", "上线前必须双人复核"),
        ("我們店不收現金,只刷卡", "不收現金,只刷卡"),
    ],
)
def test_what_is_called_a_rule_is_one_of_the_team(text, rule):
    assert [one for one in said(text) if one[1] == "team_rule"] == [("team", "team_rule", rule, "+")]


def test_a_name_that_was_misspelt_is_corrected():
    assert said("It's Katharine, btw, not Katherine.") == [
        ("user", "named", "Katharine", "+"),
        ("user", "named", "Katherine", "-"),
    ]


def test_she_is_the_one_of_the_sentence():
    assert ("林美", "eats", "香菜", "-") in said("我太太叫林美,她不吃香菜")


def test_notes_may_begin_at_any_sentence():
    assert ("user", "plans", "到复旦报到", "+") in said("录取了!九月到复旦报到")


@pytest.mark.parametrize(
    "text",
    [
        "love the logo!",
        "It's Monday, not Tuesday",
        "They hired me to paint the fence",
        "I'm in Berlin this week",
        "I order from them every week",
        "I got a place in the queue for the exam",
        "I'm on a Samsung support call",
        "朋友的猫叫咪咪",
        "隔壁有只猫叫老板",
        "我们不用加班",
        "Can't sleep, allergic to Mondays",
        "再也不用交停车费",
        "镜头我只有两支",
        "这周我在东京出差",
        "朋友說香菜很難吃",
        "我想去医院当护士",
    ],
)
def test_cheers_corrections_and_moments_give_nothing(text):
    assert extract(text) == []


def test_what_ends_with_one_thing_does_not_deny_the_other():
    assert said("I don't use Slack anymore, Teams only") == [
        ("user", "uses", "Slack", "-"),
        ("user", "uses", "Teams", "+"),
    ]
    assert said("My ex-husband Greg works nearby") == []
