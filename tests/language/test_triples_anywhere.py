"""What Chinese clauses say by words anywhere in them: after times, reasons, company, in lists and in notes."""

from __future__ import annotations

import pytest
from extracting import found, said


@pytest.mark.parametrize(
    ("text", "predicate", "object_"),
    [
        ("毕业之后跟着女儿住到威海来了", "lives_in", "威海"),
        ("一家四口前年移民到了奥克兰", "lives_in", "奥克兰"),
        ("城市：株洲", "lives_in", "株洲"),
        ("来苏州快九年了，还是听不懂评弹", "lives_in", "苏州"),
        ("在银川开网约车，半夜也跑", "lives_in", "银川"),
        ("目前供职招行，负责风控", "works_at", "招行"),
        ("单位：海关", "works_at", "海关"),
        ("人民医院骨科的小护士，夜班多", "works_at", "人民医院"),
        ("本人茶农，只卖自家炒的", "works_as", "茶农"),
        ("我就一卖豆腐的", "works_as", "卖豆腐"),
        ("三十五岁程序员，刚体检完", "works_as", "程序员"),
        ("岗位：精算师", "works_as", "精算师"),
        ("周末没事就喜欢去钓鱼", "likes", "钓鱼"),
        ("沙县小吃是我的命", "likes", "沙县小吃"),
        ("爱好：木工，还有钓鱼", "likes", "木工"),
        ("我跟同事都爱打篮球，太爱篮球了", "likes", "篮球"),
        ("文献管理用的 Zotero", "uses", "Zotero"),
        ("照片都备份在百度网盘", "uses", "百度网盘"),
        ("听歌一直网易云", "uses", "网易云"),
        ("编辑器 Zed", "uses", "Zed"),
        ("Slack 和 Jira 我天天开着", "uses", "Jira"),
        ("平时跑步记在 Keep 上", "uses", "Keep"),
        ("巷口那家花店是我开的", "owns", "花店"),
        ("大二，学土木，天天画图", "studies", "土木"),
        ("我妈叫我小满，你也可以", "named", "小满"),
        ("显微镜一台，显卡两块", "owns", "显微镜"),
        ("我自己那家民宿是跟我弟合伙开的，名下两套公寓", "owns", "两套公寓"),
        ("一闻到油漆就起疹子", "allergic_to", "油漆"),
        ("腰果我不能碰，一吃就喘", "allergic_to", "腰果"),
        ("医生说我对磺胺过敏", "allergic_to", "磺胺"),
        ("我对头孢过敏，青霉素也是", "allergic_to", "青霉素"),
        ("我法语还行，点菜没问题", "speaks", "法语"),
        ("泰语是我的母语", "speaks", "泰语"),
        ("敝姓免了，本人罗小芸，很高兴认识", "named", "罗小芸"),
        ("办公室座机 0512-66668888", "phone", "0512-66668888"),
        ("我的日程都按美东时间来", "time_zone", "美东时间"),
        ("明年想去基多教中文", "plans", "去基多教中文"),
        ("等孩子满月就辞职创业", "plans", "辞职创业"),
        ("我嫁给了佟宇", "married_to", "佟宇"),
        ("我们家兔子元宝不吃草", "pet", "元宝"),
        ("我儿子浩然又跟人打架了", "child", "浩然"),
        ("出生日期：1991-02-17", "born_on", "1991-02-17"),
        ("职校汽修班的，住校", "studies", "汽修"),
        ("现在直博，研究地衣", "studies", "地衣"),
    ],
)
def test_what_says_something_is_found_wherever_it_stands(text, predicate, object_):
    assert (object_, "+") in found(text, predicate)


@pytest.mark.parametrize(
    ("text", "predicate", "object_"),
    [
        ("豆瓣早就卸载了", "uses", "豆瓣"),
        ("已经把 Evernote 删了", "uses", "Evernote"),
        ("我现在不在网易了哈", "works_at", "网易"),
        ("我对甜食没什么兴趣", "likes", "甜食"),
        ("英语我一窍不通", "speaks", "英语"),
        ("客厅没有电视", "owns", "电视"),
    ],
)
def test_what_is_denied_anywhere_is_denied(text, predicate, object_):
    assert (object_, "-") in found(text, predicate)


@pytest.mark.parametrize(
    ("text", "object_"),
    [
        ("请用德语和我交流", "德语"),
        ("从现在起用英文回答我", "英文"),
        ("中文回我就行", "中文"),
        ("不管我写什么，你都用葡萄牙语答", "葡萄牙语"),
        ("答复语言改成法语吧", "法语"),
    ],
)
def test_the_language_of_answers_is_told_by_who_answers(text, object_):
    assert (object_, "+") in found(text, "answers_in")


@pytest.mark.parametrize(
    ("text", "object_"),
    [
        ("给我的汇总最好用表格", "表格"),
        ("开会尽量排上午", "上午"),
        ("有事微信最方便", "微信"),
        ("能坐高铁就不坐飞机", "高铁"),
        ("信号差，视频打不开，发文字给我", "文字"),
        ("说话别绕，直接点", "直接"),
        ("行程松一点，我不爱赶路", "松"),
        ("我不懂术语，解释的时候请尽量用大白话", "大白话"),
    ],
)
def test_what_is_always_chosen_is_preferred(text, object_):
    assert (object_, "+") in found(text, "prefers")


@pytest.mark.parametrize(
    ("text", "project", "objects"),
    [
        ("排课系统技术栈：Laravel+MySQL", "排课系统", {"Laravel", "MySQL"}),
        ("我们做的点餐小程序，前端 Taro，后端 NestJS", "点餐小程序", {"Taro", "NestJS"}),
        ("知更（我们的排班系统）用 FastAPI 和 Postgres", "知更", {"FastAPI", "Postgres"}),
        ("公司小程序「拼饭」目前用的 uni-app", "拼饭", {"uni-app"}),
        ("白鹭的数据库是 PostgreSQL", "白鹭", {"PostgreSQL"}),
        ("我的博客用 Hugo 搭的，部署在 Netlify", "博客", {"Hugo", "Netlify"}),
    ],
)
def test_what_a_project_is_built_with_is_read_over_its_clauses(text, project, objects):
    assert {one[2] for one in said(text) if one[:2] == (project, "project_uses")} == objects


def test_a_list_of_tools_is_read_to_its_end():
    assert {one[0] for one in found("我们用 GitLab 管代码，Jenkins 做 CI，排期在 Jira", "uses")} == {
        "GitLab",
        "Jenkins",
        "Jira",
    }


@pytest.mark.parametrize(
    ("text", "subject", "object_"),
    [
        ("护照下个月 18 号到期", "护照", "下个月 18 号"),
        ("必须在周五前把标书递上去", "标书", "周五"),
        ("教案周日晚上之前传系统", "教案", "周日晚上"),
        ("7月8号投标截止", "投标", "7月8号"),
    ],
)
def test_what_has_to_be_done_by_a_date(text, subject, object_):
    assert (subject, "deadline", object_, "+") in said(text)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("店里规矩：不准赊账", "不准赊账"),
        ("班规第一条，上课手机静音", "上课手机静音"),
        ("库存数据不外传是我们公司的红线", "库存数据不外传"),
        ("工地上进场一律戴安全帽", "进场一律戴安全帽"),
    ],
)
def test_rules_of_any_kind_of_team(text, rule):
    assert ("team", "team_rule", rule, "+") in said(text)


def test_statements_beside_a_question_are_read():
    assert ("阿福", "+") in found("狗子名叫阿福，三岁半，最近老掉毛怎么回事？", "pet")
    assert ("急诊科护士", "+") in found("帮我看看这段描述有没有问题，我是急诊科护士，刚下夜班", "works_as")


def test_writing_novels_is_no_game():
    assert ("程序员", "+") in found("本人程序员，副业写小说", "works_as")


def test_what_is_meant_for_once_leaves_what_lasts():
    triples = said("这次体检查出对霉菌过敏，报告先用 Word")
    assert ("user", "allergic_to", "霉菌", "+") in triples
    assert not [one for one in triples if one[1] == "prefers"]


@pytest.mark.parametrize(
    "text",
    [
        "我室友养了只仓鼠，天天跑轮",
        "他们团队规定不能远程",
        "老板要求大家学英语",
        "给孙总打电话，13500001111",
        "我们决定不再支持 Python 3.8",
        "我在机场等飞机",
        "我用手机拍了张照片发你",
        "外婆喜欢听戏",
        "我家楼下开了家咖啡店",
        "客户要求用 PPT",
        "写一封邮件给客户，邮箱是 client@corp.example",
        "去年在桂林待了一个月",
        "早知道就用 Rust 了",
    ],
)
def test_others_journeys_and_errands_give_nothing(text):
    assert said(text) == []


def test_a_text_of_nothing_but_languages_is_read_in_no_time_that_grows_with_its_readings():
    assert said("英语日语法语" * 600) == []
