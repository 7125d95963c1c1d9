"""The same facts in other wordings, in both languages: each kind of wording with sentences of its own."""

from __future__ import annotations

import pytest
from extracting import found, said

from graphmem.language.triples import extract


@pytest.mark.parametrize(
    ("text", "predicate", "object_"),
    [
        ("our cottage is up in Skye", "lives_in", "Skye"),
        ("we settled in a hamlet outside Graz called Eibiswald", "lives_in", "Eibiswald"),
        ("Slovak by birth, based in Leipzig", "nationality", "Slovak"),
        ("My name is Ottavia but nobody says that", "named", "Ottavia"),
        ("my blood group is AB negative", "blood_type", "AB negative"),
        ("I work remotely on Wednesdays", "works_from_home_on", "Wednesdays"),
        ("Kaspar here, beekeeper from Riga", "works_as", "beekeeper"),
        ("I've just joined Miele as a welder", "works_at", "Miele"),
        ("I got promoted to head of catering last month", "works_as", "head of catering"),
        ("can't stand karaoke", "dislikes", "karaoke"),
        ("I have a weakness for liquorice", "likes", "liquorice"),
        ("not really my thing to say, but leaf blowers drive me up the wall", "dislikes", ""),
        ("I swear by Zotero for papers", "uses", "Zotero"),
        ("we're still on Trello here", "uses", "Trello"),
        ("I drive a rusty Lada", "owns", "rusty Lada"),
        ("finally got rid of my moped last week", "owns", "moped"),
        ("wasp stings nearly killed me, severe allergy", "allergic_to", "wasp stings"),
        ("our eldest, Tilda, starts school", "child", "Tilda"),
        ("two boys: Aron and Emil", "child", "Aron"),
        ("we named the kitten Moth", "pet", "Moth"),
        ("Ludo and I tied the knot in May", "married_to", "Ludo"),
        ("I've started learning Norwegian this year", "studies", "Norwegian"),
        ("my clock is set to EET", "time_zone", "EET"),
        ("my tenancy deadline's May 4th", "deadline", "May 4th"),
        ("Booked a pottery course for June", "plans", "pottery course for June"),
        ("Kids are Ida (9) and Nils (6)", "child", "Nils"),
        ("at Rossmann, where I work, they close at eight, do I get paid for it?", "works_at", "Rossmann"),
        ("The Opel Astra I own leaks oil", "owns", "Opel Astra"),
    ],
)
def test_what_english_says_in_other_words(text, predicate, object_):
    objects = [one for one, _ in found(text, predicate)]
    assert objects[:1] == [object_] or object_ in objects if object_ else not objects


@pytest.mark.parametrize(
    ("text", "predicate", "object_"),
    [
        ("家安在了绵阳", "lives_in", "绵阳"),
        ("我老家是绵阳", "comes_from", "绵阳"),
        ("大家好,我是陆萍", "named", "陆萍"),
        ("我的血型是 AB 型", "blood_type", "AB 型"),
        ("我每周三在家办公", "works_from_home_on", "周三"),
        ("我本职是裁缝", "works_as", "裁缝"),
        ("上周一入职了海尔", "works_at", "海尔"),
        ("上个月升了餐饮总监", "works_as", "餐饮总监"),
        ("吹牛我是真讨厌", "dislikes", "吹牛"),
        ("我对臭豆腐毫无抵抗力", "likes", "臭豆腐"),
        ("记笔记我离不开 Logseq", "uses", "Logseq"),
        ("我平时写论文,系统是 Debian", "uses", "Debian"),
        ("花蛤绝对不行,我严重过敏", "allergic_to", "花蛤"),
        ("我家老二叫团团", "child", "团团"),
        ("我有俩女儿,大宝和小贝", "child", "小贝"),
        ("小猫我们取名叫飞蛾", "pet", "飞蛾"),
        ("我跟陆萍去年领证了", "married_to", "陆萍"),
        ("我最近开始学挪威语", "studies", "挪威语"),
        ("我走的是东京时间", "time_zone", "东京时间"),
        ("租约的最后期限是五月四号", "deadline", "五月四号"),
        ("报了六月的陶艺课", "plans", "六月的陶艺课"),
        ("我们下个月要粉刷阳台", "plans", "粉刷阳台"),
        ("有没有好吃的面馆,我喜欢拉面", "likes", "拉面"),
        ("我的 email 是 ma@hill.example.org", "email", "ma@hill.example.org"),
        ("我把家里的摩托车处理掉了", "owns", "摩托车"),
        ("我喜欢吃辣,尤其是湘菜", "likes", "湘菜"),
        ("我用印象笔记", "uses", "印象笔记"),
    ],
)
def test_what_chinese_says_in_other_words(text, predicate, object_):
    assert object_ in [one for one, _ in found(text, predicate)]


def test_what_is_given_up_is_denied():
    assert ("user", "uses", "Windows", "-") in said("no more Windows for me, I run Debian now")
    assert ("user", "uses", "Debian", "+") in said("no more Windows for me, I run Debian now")
    assert said("Windows 我不用了,现在是 Debian") == [
        ("user", "uses", "Windows", "-"),
        ("user", "uses", "Debian", "+"),
    ]
    assert said("我戒酒了") == [("user", "drinks", "酒", "-")]
    assert ("user", "works_at", "Bosch", "-") in said("Not at Bosch any more, I'm with Zeiss now")
    assert said("我不在博世了,现在在蔡司") == [("user", "works_at", "博世", "-"), ("user", "works_at", "蔡司", "+")]


def test_an_address_that_changed_ends_the_old_one():
    assert said("My e-mail has changed from old@a.example to new@b.example") == [
        ("user", "email", "old@a.example", "-"),
        ("user", "email", "new@b.example", "+"),
    ]
    assert said("我换手机号了,不再用 13800001111,改成 13900002222") == [
        ("user", "phone", "13800001111", "-"),
        ("user", "phone", "13900002222", "+"),
    ]


def test_tools_are_used_by_people_and_components_by_projects():
    assert said("Tess uses Emacs") == [("Tess", "uses", "Emacs", "+")]
    assert said("Larkspur uses Redis") == [("Larkspur", "project_uses", "Redis", "+")]
    assert said("Osprey moved from MySQL to Postgres") == [
        ("Osprey", "project_uses", "MySQL", "-"),
        ("Osprey", "project_uses", "Postgres", "+"),
    ]
    assert said("海燕用了 Kafka 和 Flink") == [
        ("海燕", "project_uses", "Kafka", "+"),
        ("海燕", "project_uses", "Flink", "+"),
    ]
    assert set(said("鱼鹰从 MySQL 迁到了 Postgres")) == {
        ("鱼鹰", "project_uses", "MySQL", "-"),
        ("鱼鹰", "project_uses", "Postgres", "+"),
    }
    assert ("红隼", "project_uses", "Postgres", "+") in said("红隼用 Go 写的,后端是 Postgres")


def test_versions_of_named_tools():
    assert said("My Blender is 4.1 if that matters") == [("Blender", "uses_version", "4.1", "+")]
    assert said("we bumped Rails to 7.1 yesterday") == [("Rails", "uses_version", "7.1", "+")]
    assert ("Node", "uses_version", "22", "+") in said("笔记本刚升到 Node 22")


def test_a_rule_is_told_before_it_is_called_one():
    assert said("We never merge without review, that's policy here") == [
        ("team", "team_rule", "never merge without review", "+")
    ]
    assert said("测试没过绝对不合并,这是我们的规矩") == [("team", "team_rule", "测试没过绝对不合并", "+")]


def test_who_is_named_twice():
    assert ("Annika", "dislikes", "surprises", "+") in said("My boss, Annika, hates surprises")
    assert said("Kenji from accounting speaks Korean") == [("Kenji", "speaks", "Korean", "+")]
    assert said("Ravi is my line manager") == [("user", "manager", "Ravi", "+")]
    assert said("老拉是我直属领导") == [("user", "manager", "老拉", "+")]
    assert ("安东", "lives_in", "里加", "+") in said("我弟安东住在里加")


@pytest.mark.parametrize(
    ("text", "object_", "aspect"),
    [
        ("Dark mode everywhere, please", "Dark mode", "theme"),
        ("I prefer Markdown for notes and CSV for data", "CSV", "data format"),
        ("I prefer meetings in the morning", "morning", "meeting time"),
        ("A window seat is what I prefer on buses", "window seat", "seat"),
        ("Remember: amounts go in Swiss francs on all my quotes.", "Swiss francs", "currency"),
        ("Remember that I want branch names in lower case.", "lower case", "branch names"),
        ("From now on file my expenses as scans.", "scans", "expenses"),
        ("from now on cite in Chicago style", "Chicago style", "citation style"),
        ("I like my coffee black", "black", "coffee"),
        ("咖啡我只喝美式", "美式", "咖啡"),
        ("笔记我喜欢 Markdown,数据我喜欢 CSV", "CSV", "数据格式"),
        ("坐高铁我比较喜欢靠窗的位子", "靠窗", "座位"),
        ("订机票的话我偏好靠窗的座位", "靠窗", "座位"),
        ("座位还是我喜欢的靠走道", "靠走道", "座位"),
        ("周报我还是偏好 PDF 格式", "PDF", "报告格式"),
        ("记住:邮件标题用英文写", "英文", "邮件标题语言"),
        ("以后重量都用公斤标", "公斤", "单位"),
        ("挂号我喜欢挂上午的", "上午", "预约时间"),
        ("装依赖我习惯用 yarn", "yarn", "包管理器"),
        ("我习惯用 yarn", "yarn", "包管理器"),
        ("记住,我报价习惯用欧元计价", "欧元", "货币"),
    ],
)
def test_what_is_preferred_of_what(text, object_, aspect):
    assert (object_, aspect) in [(one.object, one.aspect) for one in extract(text) if one.predicate == "prefers"]


def test_remember_it_means_what_was_said_before():
    assert [one.said.remember for one in extract("My e-mail is a@x.example. Please remember it.")] == [True]
    assert [one.said.remember for one in extract("我邮箱是 a@x.example。请记住。")] == [True]
    assert [one.said.remember for one in extract("My e-mail is a@x.example. I forget it myself.")] == [False]


@pytest.mark.parametrize(
    "text",
    [
        "that's how I like my editors",
        "Write a short story in which a woman says: my name is Ulla and I live in Bergen.",
        "write a poem about my dog",
        "the example config says time zone is Europe/Paris",
        "everyone in my family plays chess",
        "Our customers love the app",
        "my cousin already has a choir",
        "示例配置里的时区是 Europe/Paris",
        "缩进用 tab 还是空格",
        '标题改成"我爱巴黎"',
        "我养过一只鹦鹉,那是好久以前",
        "我妹每次都要靠窗",
        "我在健身房门口",
        "I moved the meeting to Thursday",
        "I'm good at this point",
        "The best thing I own is time",
        "those are what I want",
        "we have visitors",
        "别用宋体",
        "明年会更好",
        "报告我只看了一半",
        "我用一下你的电脑",
        "我买了牛奶",
        "在游戏里我是个铁匠",
    ],
)
def test_what_is_not_said_of_the_speaker(text):
    assert said(text) == []


def test_where_someone_moved_from_is_not_over_unless_it_is_named_so():
    assert said("I live in Ghent now, moved here from Essen in May") == [("user", "lives_in", "Ghent", "+")]
    assert said("我现在住在成都,去年从西安搬来的") == [("user", "lives_in", "成都", "+")]


def test_what_is_lost_is_owned_no_more():
    assert said("someone stole my bike") == [("user", "owns", "bike", "-")]
    assert said("我自行车被偷了") == [("user", "owns", "自行车", "-")]


def test_a_tool_that_was_complained_of_is_left_for_another():
    assert said("Zotero kept crashing, I switched to JabRef")[:2] == [
        ("user", "uses", "Zotero", "-"),
        ("user", "uses", "JabRef", "+"),
    ]
    assert said("随手记广告太多,我改用鲨鱼记账了") == [
        ("user", "uses", "随手记", "-"),
        ("user", "uses", "鲨鱼记账", "+"),
    ]
