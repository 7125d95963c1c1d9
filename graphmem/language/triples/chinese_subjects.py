"""Who a Chinese clause is about, and where what it says begins."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from graphmem.language.parsing.chinese import Word
from graphmem.language.triples.chinese_words import any_of, vocabulary


@dataclass(frozen=True, slots=True)
class Opening:
    """The beginning of a clause."""

    subject: str | None
    """Who it names; None where it names nobody."""
    rest: int
    """Where in the text what it says begins."""
    negated: bool = False
    kin: str = ""
    """The word of kinship, in simplified characters, when the subject is kin of who speaks."""
    name: str = ""
    """The name beside it: 我儿子米乐."""
    first: bool = False
    many: bool = False
    barred: bool = False
    """It is about someone that cannot be told: 他, 你, 它."""
    besides: str = ""
    """Another of whom the same is said: 我和老婆都不吃辣."""
    topic: str = ""
    """What stands before who speaks: 报告我更想要 PDF."""
    named: bool = True
    """Whether the clause itself names who it is about."""


_UNKNOWN = frozenset(["朋友", "同事", "同学", "邻居", "学生"])
"""Several of whom are nobody in particular: 我朋友都用安卓."""
_OTHERS = re.compile(
    r"(?:他们?|她们?|它们?|你们?|您|谁|大家|别人|人家|有人|这个?|那个?|其他人)(?!里|边|样|么|些?天|几天|会儿|次|回|阵|学期|周|月|个月|[两几]?年|辈子)"
)


_TIMES = (
    r"(?:(?:上+|下+|这|本|每)个?)?(?:周|星期|礼拜)[一二三四五六日天末](?:开始|起)?|(?:大前|前|昨|今|明|后|大后)天|(?:前|去|今|明|后)年(?:年[初底]|[春夏秋冬]天|"
    r"\d{1,2}月)?|(?:上|下|这|本)(?:个)?(?:月|季度|学期)|[春夏秋冬]天(?:(?:开始|起)(?=我))?|[一二三四五六七八九十]+月(?:初|底|份|中旬)?(?:(?:开始|起)(?=我|就?在[^,]{2,12}(?:上班|工作|干)))?(?!.{0,5}生)"
)
"""Times before who speaks."""


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {
        "openers": re.compile(
            rf"(?:{any_of('openers')}|[\u4e00-\u9fff]{{2,3}}的(?=[小老阿][\u4e00-\u9fff](?:会|在|是|叫|喜欢|讨厌|爱|住|养|用|对|说))|{_TIMES}|{any_of('times')}|\d{{1,2}}月(?!.{{0,5}}生)|\d{{2,4}}年(?!.{{0,8}}生)(?:以后|之后|开始|起)?|[\s\"“「『(])+(?:就)?"
        ),
        "kin": re.compile(
            rf"(?:我[和跟与])?(?:我们|我哋|我|咱们?|俺|家里的?)?(?:的|家的?)?(?P<count>[一两俩二三四五六七八九十几\d]+个)?(?:双胞胎|亲|亲生)?(?P<kin>{any_of('kin')})(?:们)?"
        ),
        "pet": re.compile(
            rf"(?:(?:我|咱|俺)们?(?:家)?的?|家里的?|屋企的?|家养的?|我养的)(?:那?[只条隻])?(?:小)?(?P<kind>{any_of('animals')})"
            r"(?P<name>(?![粮砂毛窝的是叫不又最今昨天老爱喜很会在吃有生病也就都刚每总特超太挺们了和跟爬对怕屎尿舍包咖]|名字)[\u4e00-\u9fff]{1,3}?)?"
            r"(?=对|最近|今年|今天|昨天|又|不|才|刚|特别|[一二三四五六七八九十两半\d]+(?:岁|个?月)|老是|喜欢|最爱|会|快|要|生病|吃|拉|吐|,|$)"
        ),
        "first": re.compile(
            r"(?:我(?:们)?的(?=职业|工作是|岗位|职位|母语|英文名|中文名|小名|昵称|网名|名字|专业|老家|爱好|兴趣|电脑|手机|车是|手表|自行车|键盘|显示器|吉他|相机|耳机|平板)|我们家(?!在|住)|我家(?!在|住)|"
            + any_of("first")
            + r")(?!的|司|国)(?:俩|两个|两口子|全家|一家子?)?(?:这边|这里|这儿|自己|本人)?"
        ),
        "team": re.compile(r"(?:我们|咱们?|我哋)(?:的)?(?:团队|组|小组|项目组|部门|公司|队)(?:里|这边|现在)?"),
        "topic": re.compile(
            r"(?P<t>[^\s,我你他她]{1,8})我(?!的|们|家)(?=.{0,4}(?:喜欢|偏|更|习惯|倾向|宁|爱|要|只|都|一律|总))"
        ),
        "week": re.compile(r"每(?:个)?(?:周|星期|礼拜)[一二三四五六日天末]"),
        "adverbs": re.compile(rf"(?:{any_of('adverbs')}|\s)*"),
        "negators": re.compile(any_of("negators")),
        "called": re.compile(
            r"[小老阿][\u4e00-\u9fff](?=[\u4e00-\u9fffA-Z])|[\u4e00-\u9fff](?:姐|哥|总|工|叔|姨)(?=[\u4e00-\u9fff])"
        ),
        "named": re.compile(
            r"[\u4e00-\u9fff]{2,3}?(?=(?:对|在|是|叫|喜欢|讨厌|爱|会|今年|住|养|不|也|从|有|用|最|上|去|已经|又|跟|和|每天|[一二三四五六七八九十\d]+月|[,。!]|$|说|和我|结婚|离婚|认识))"
        ),
    }


def opening(text: str, start: int, end: int, words: Sequence[Word], actor: str) -> Opening:
    """The subject of the clause between `start` and `end` of a folded text, and where its predicate begins."""
    patterns = _patterns()
    place = _after(patterns["openers"], text, start, end)
    team = patterns["team"].match(text, place, end)
    if team:
        return _finished(text, team.end(), end, Opening("team", 0, many=True))
    pet = patterns["pet"].match(text, place, end)
    if pet and _is_pet(pet, words):
        return _finished(
            text, pet.end(), end, Opening(pet["name"] or pet["kind"], 0, kin="宠物", name=pet["name"] or "")
        )
    kin = patterns["kin"].match(text, place, end)
    if kin and _is_kin(text, kin):
        return _kin(text, kin, end, words, actor)
    first = patterns["first"].match(text, place, end)
    if first:
        return _finished(
            text,
            first.end(),
            end,
            Opening(actor, 0, first=True, many=first[0][:2] in ("我们", "咱们", "我哋") or first[0] == "咱"),
        )
    topic = patterns["topic"].match(text, place, end)
    if topic:
        found = Opening(actor, 0, first=True, topic=topic["t"])
        return _finished(text, topic.end(), end, found)
    other = _OTHERS.match(text, place, end)
    if other:
        return Opening(None, other.end(), barred=True)
    named = _named(text, place, end, words)
    if named and text[place + len(named) : place + len(named) + 1] == "的":
        return Opening(None, 0, barred=not re.search("我", text[place:end]))  # 周杰伦的歌我会唱
    if named:
        return _finished(text, place + len(named), end, Opening(named, 0))
    return _finished(text, place, end, Opening(None, 0))


def _after(pattern: re.Pattern[str], text: str, start: int, end: int) -> int:
    found = pattern.match(text, start, end)
    return found.end() if found else start


def _is_kin(text: str, kin: re.Match[str]) -> bool:
    word = kin["kin"]
    if kin["count"] and kin[0][0] not in "我咱俺":
        return False
    after = text[kin.end() : kin.end() + 1]
    bare = kin[0] == word
    if bare and word in (
        "哥",
        "弟",
        "姐",
        "妹",
        "爸",
        "妈",
        "先生",
        "老师",
        "对象",
        "朋友",
        "学生",
        "同学",
        "老板",
        "经理",
        "领导",
        "师傅",
        "孩子",
        "老大",
        "老二",
        "老三",
        "老幺",
        "舅",
        "姑",
        "姨",
        "叔",
        "婶",
        "另一半",
        "宝宝",
        "娃",
        "主管",
        "医生",
    ):
        if re.match("对[^,]{1,10}过敏", text[kin.end() :]):
            return word in ("孩子", "宝宝", "娃")
        return word in ("爸", "妈", "哥", "弟", "姐", "妹", "老板", "领导") and after not in ("们", "的", "是", "")
    return after not in ("的",) or bool(re.match(r"的(?:名字|生日|邮箱|电话)", text[kin.end() : kin.end() + 4]))


def _is_pet(pet: re.Match[str], words: Sequence[Word]) -> bool:
    """Whether what stands beside an animal is its name, if there is anything: 我家猫|布丁|对鸡肉过敏."""
    if pet["name"] is None:
        return True
    inside = [word for word in words if pet.start("name") <= word.start < pet.end("name")]
    return (
        bool(inside)
        and inside[-1].end == pet.end("name")
        and all(w.tag[:1] in "nPLm" or len(w.text) == 1 for w in inside)
        and len(pet["name"]) > 1
    )


def _kin(text: str, kin: re.Match[str], end: int, words: Sequence[Word], actor: str) -> Opening:
    """Kin, with the name that follows: 我儿子米乐对猫毛过敏."""
    place = kin.end()
    name = next((word.text for word in words if word.start == place and word.tag == "PER" and word.text[0] != "姓"), "")
    if not name:
        found = _patterns()["named"].match(text, place, end)
        verb = re.match(
            r"(?:对|在|是|叫|喜欢|讨厌|爱|会|今年|住|养|不|也|从|有|用|最|说|很|就|都|已|要|去|想|给|每|家|来|刚|跟|和|这|那|平|现|以|一|还|的|结|离|认|姓)",
            text[place:end],
        )
        likely = found and (_likely_name(found[0], place, words) or _named_by_verb(text[place + len(found[0]) :]))
        name = found[0] if found and not verb and likely and found[0] not in vocabulary()["adverbs"] else ""
    if name and place + len(name) > end:
        name = ""
    both_do = kin[0][:2] in ("我和", "我跟", "我与")
    if not name and not both_do and kin["kin"] in _UNKNOWN and re.match(r"都|全|大多|多半|经常都", text[place:end]):
        return Opening(None, place, barred=True)
    if both_do:
        both = "" if kin["count"] else name or kin["kin"]  # two of whom nothing more is known
        found_both = Opening(actor, 0, kin=kin["kin"], name=name, first=True, besides=both)
        return _finished(text, place + len(name), end, found_both)
    subject = name or kin["kin"]
    return _finished(text, place + len(name), end, Opening(subject, 0, kin=kin["kin"], name=name))


_SAID_OF_NAMES = re.compile(r"对[^,]{1,10}过敏|住在|会说|喜欢|讨厌|特别爱|最爱")


def _named_by_verb(rest: str) -> bool:
    """Whether what follows is said of people only, so that what stands beside kin is a name: 我弟安东住在里加."""
    return bool(_SAID_OF_NAMES.match(rest))


def _likely_name(name: str, place: int, words: Sequence[Word]) -> bool:
    """Whether what stands beside kin is a name: 果果, 小诺; not 吹牛, 乳糖, 只会."""
    if len(name) == 2 and all(char in vocabulary()["given"] for char in name):
        return True
    tags = {word.tag for word in words if place <= word.start < place + len(name)}
    return tags <= {"PER", "nr", "nz", "nw"} or (
        tags <= {"PER", "nr", "nz", "nw", "n"} and (name[0] == name[1] or name[0] in "小大老阿")
    )


def _named(text: str, place: int, end: int, words: Sequence[Word]) -> str:
    """A person who is named at the beginning."""
    word = next((word for word in words if word.start == place), None)
    if word is not None and word.tag == "PER" and word.end <= end:
        return word.text
    called = _patterns()["called"].match(text, place, end)
    if called and called[0] not in (
        "小时",
        "小名",
        "小的",
        "老的",
        "老是",
        "小心",
        "小区",
        "老家",
        "小米",
        "老板",
        "小学",
        "小说",
        "老师",
        "阿里",
        "老人",
        "小孩",
        "小狗",
        "小猫",
        "老公",
        "老婆",
        "大哥",
    ):
        return called[0]
    return ""


def _finished(text: str, place: int, end: int, found: Opening) -> Opening:
    """The opening with what stands before the verb taken off: adverbs, and a negation."""
    patterns = _patterns()
    negated = False
    for _ in range(4):
        place = _after(patterns["week"], text, place, end)
        place = _after(patterns["adverbs"], text, place, end)
        place = (
            _after(patterns["openers"], text, place, end)
            if place > 0 and re.match(any_of("times") + r"|\d{2,4}年(?:开始|起|以后|之后)", text[place:end])
            else place
        )
        negator = patterns["negators"].match(text, place, end)
        if negator is None or (
            re.match(r"没(?:事|空|准|时间|什么事|啥事|课)|不(?:知|对|好意|错|行|光|仅|只|过|如|吃辣)", text[place:end])
            and not text[place:end].startswith("不吃")
        ):
            break
        negated, place = True, negator.end()
        if negator[0] in ("没", "没有", "并没有", "唔", "冇"):
            break
    return replace(found, rest=place, negated=negated)


def kin_predicate(kin: str) -> str | None:
    """The predicate between who speaks and their kin (老婆: married_to); None where there is none."""
    groups = {
        "married_to": (
            "老婆",
            "太太",
            "妻子",
            "媳妇",
            "夫人",
            "老公",
            "丈夫",
            "先生",
            "爱人",
            "内人",
            "老伴",
            "那口子",
        ),
        "partner": ("另一半", "对象", "男朋友", "女朋友", "男友", "女友", "未婚妻", "未婚夫"),
        "child": (
            "儿子",
            "女儿",
            "闺女",
            "孩子",
            "宝宝",
            "娃",
            "大儿子",
            "小儿子",
            "大女儿",
            "小女儿",
            "继子",
            "继女",
            "养子",
            "养女",
            "老大",
            "老二",
            "老三",
            "老幺",
            "小女",
            "犬子",
        ),
        "parent": ("爸爸", "老爸", "父亲", "爸", "妈妈", "老妈", "母亲", "妈", "爸妈", "父母"),
        "sibling": (
            "哥哥",
            "弟弟",
            "姐姐",
            "妹妹",
            "大哥",
            "二哥",
            "大姐",
            "二姐",
            "老弟",
            "老妹",
            "哥",
            "弟",
            "姐",
            "妹",
        ),
        "manager": ("领导", "老板", "上司", "主管", "经理", "组长"),
        "colleague": ("同事",),
        "friend": ("朋友", "闺蜜", "哥们"),
        "pet": ("宠物",),
    }
    found = next((predicate for predicate, words in groups.items() if kin in words), None)
    if found is None and kin in vocabulary()["kin"]:
        return {"导师": "mentor", "邻居": "neighbour", "房东": "landlord", "室友": "roommate", "舍友": "roommate"}.get(
            kin
        )
    return found
