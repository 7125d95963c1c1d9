"""Facts that Chinese texts state."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from graphmem.language.triples import extract


def said(text, **how):
    return [(t.subject, t.predicate, t.object, t.polarity) for t in extract(text, **how)]


@pytest.mark.parametrize(
    ("text", "predicate", "object_"),
    [
        ("我现在住在宁波", "lives_in", "宁波"),
        ("我家在无锡", "lives_in", "无锡"),
        ("我是产品经理", "works_as", "产品经理"),
        ("我在腾讯上班", "works_at", "腾讯"),
        ("我叫陆一鸣", "named", "陆一鸣"),
        ("我讨厌堵车", "dislikes", "堵车"),
        ("我超喜欢下雨天", "likes", "下雨天"),
        ("我有一辆皮卡", "owns", "一辆皮卡"),
        ("我对大豆过敏", "allergic_to", "大豆"),
        ("我手机 13812345678", "phone", "13812345678"),
        ("我邮箱是 lena@example.org", "email", "lena@example.org"),
        ("我的生日是5月3号", "born_on", "5月3号"),
        ("我在南京读天文学", "studies", "天文学"),
        ("我家狗叫旺财", "pet", "旺财"),
        ("我老婆叫阿珍", "married_to", "阿珍"),
        ("我领导是何姐", "manager", "何姐"),
        ("我会说粤语", "speaks", "粤语"),
        ("我吃素", "diet", "吃素"),
        ("我打算明年考研", "plans", "明年考研"),
    ],
)
def test_what_is_said_of_oneself(text, predicate, object_):
    assert ("user", predicate, object_, "+") in said(text)


@pytest.mark.parametrize(
    "text",
    [
        "我住哪儿?",
        "我住在宁波吗",
        "要是我住在宁波就好了",
        "我可能会搬到昆明",
        "真希望我也有只猫",
        "我以前住在广州",
        "小时候我喜欢下棋",
        "假装你是海盗,名字叫杰克",
        '他说"我在谷歌上班"',
        '把"我对坚果过敏"翻成日语',
        "我朋友说她想移民",
        "老王做梦都想要一辆特斯拉",
        "听说他讨厌开会",
        "大家都喜欢猫",
        "哇,喜欢!",
        "改短一点",
        "这次发我 PDF 吧",
        "",
        "　",
        "……",
    ],
)
def test_what_is_not_said_as_true_gives_nothing(text):
    assert said(text) == []


def test_coordination_is_taken_apart():
    assert said("我对花粉和尘螨过敏") == [("user", "allergic_to", "花粉", "+"), ("user", "allergic_to", "尘螨", "+")]


def test_what_follows_a_comma_keeps_its_subject():
    assert said("我老婆是护士,在协和医院上班") == [
        ("老婆", "works_as", "护士", "+"),
        ("老婆", "works_at", "协和医院", "+"),
    ]


def test_denials_have_the_other_polarity():
    assert said("我不喝咖啡") == [("user", "drinks", "咖啡", "-")]
    assert said("我不再用 Windows 了") == [("user", "uses", "Windows", "-")]
    assert said("我没有车") == [("user", "owns", "车", "-")]


def test_a_move_says_both_ends_and_that_it_is_a_change():
    found = extract("我上个月刚从北京搬到成都")

    assert {(t.object, t.polarity) for t in found} == {("北京", "-"), ("成都", "+")}
    assert all(t.said.change for t in found)


def test_who_speaks_is_the_subject_and_others_are_named():
    assert said("我对乳胶过敏", actor="小苏") == [("小苏", "allergic_to", "乳胶", "+")]
    assert said("王芳是我们的设计师") == [("王芳", "works_as", "设计师", "+")]


def test_traditional_and_full_width_characters_are_read_and_kept_as_written():
    assert said("我對塵蟎過敏，被子要常曬。") == [("user", "allergic_to", "塵蟎", "+")]
    assert said("我用的是Ｕｂｕｎｔｕ　２４．０４！")[0][:2] in [("Ｕｂｕｎｔｕ", "uses_version"), ("user", "uses")]


def test_the_names_of_pets_belong_to_what_was_said_before():
    assert said("我养了两只猫,叫团团和圆圆") == [("user", "pet", "团团", "+"), ("user", "pet", "圆圆", "+")]


def test_a_preference_names_what_it_is_about():
    (triple,) = extract("报告我更想要 PDF,别发 Word")

    assert (triple.predicate, triple.object, triple.aspect) == ("prefers", "PDF", "报告格式")


def test_versions_and_projects():
    assert ("Python", "uses_version", "3.12", "+") in said("我用的是 Ubuntu 24.04,Python 3.12")
    assert said("苍鹭里我们用 pnpm,不用 npm") == [
        ("苍鹭", "project_uses", "pnpm", "+"),
        ("苍鹭", "project_uses", "npm", "-"),
    ]


def test_team_rules_and_deadlines():
    assert said("我们组规定:周五不许上线") == [("team", "team_rule", "周五不许上线", "+")]
    assert said("项目的截止日期是下周五") == [("项目", "deadline", "下周五", "+")]


def test_signs_of_remembering_are_told():
    (kept,) = extract("以后都用中文回答我")

    assert kept.predicate == "answers_in"
    assert kept.said.remember


def test_a_deadline_ends_when_it_falls():
    (triple,) = extract("项目的截止日期是下周五", occurred_at=datetime(2026, 7, 6, 9, tzinfo=UTC))

    assert triple.valid_until == datetime(2026, 7, 18, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "predicate", "object_"),
    [
        ("我从来没住过大连", "lives_in", "大连"),
        ("我从没养过狗", "pet", "狗"),
        ("我不再喜欢京剧了", "likes", "京剧"),
        ("早就不用 Trello 了", "uses", "Trello"),
        ("我不吃素了", "diet", "吃素"),
        ("我滴酒不沾", "drinks", "酒"),
        ("我15年开始就不吃牛肉了", "eats", "牛肉"),
    ],
)
def test_what_is_denied_or_over(text, predicate, object_):
    assert ("user", predicate, object_, "-") in said(text)
    assert ("user", predicate, object_, "+") not in said(text)


@pytest.mark.parametrize(
    ("text", "object_"),
    [
        ("不要 Excel，PDF 就行", "PDF"),
        ("报告只要 PDF，不要 Word", "PDF"),
        ("温度请用摄氏度，以后都是", "摄氏度"),
        ("代码注释永远用英文写", "英文"),
        ("坐高铁我一定要靠窗", "靠窗"),
        ("别给我打电话，发邮件就行", "邮件"),
        ("往后回答控制在三行以内", "三行以内"),
    ],
)
def test_short_words_that_say_what_is_preferred(text, object_):
    assert ("user", "prefers", object_, "+") in said(text)


@pytest.mark.parametrize(
    "text",
    [
        "呵呵，我可太喜欢排队了",
        "本来打算买条船",
        "我同事吹牛说他会九门语言",
        "你们那边用 Postgres 16 啊",
        "安娜喝咖啡不",
        "写个故事，主角我是海盗，有一艘船",
        "我朋友都用安卓",
        "我对花生过敏，是吗？",
        "航班又取消了，烦死",
    ],
)
def test_irony_questions_and_what_others_do_give_nothing(text):
    assert said(text) == []


def test_what_is_said_before_a_question_is_said():
    assert said("我对花生过敏，有什么零食推荐？") == [("user", "allergic_to", "花生", "+")]


def test_both_of_two_subjects_and_another_of_whom_it_is_true():
    assert said("我和老婆都不吃辣") == [("user", "eats", "辣", "-"), ("老婆", "eats", "辣", "-")]
    assert said("我爸是老师，我妈也是") == [("爸", "works_as", "老师", "+"), ("妈", "works_as", "老师", "+")]


def test_what_stands_beside_kin_is_a_name_only_where_it_looks_like_one():
    assert ("user", "child", "果果", "+") in said("我女儿果果在学琴")
    assert said("我姐乳糖不耐") == [("姐", "intolerant_to", "乳糖", "+")]


def test_cantonese_words_are_read():
    assert said("我住喺觀塘，返工搭地鐵") == [
        ("user", "lives_in", "觀塘", "+"),
        ("user", "commutes_by", "地鐵", "+"),
    ]


def test_names_of_places_keep_characters_that_are_measure_words_elsewhere():
    assert ("user", "comes_from", "臺南", "+") in said("我是臺南人")
