"""The tables of Chinese patterns and what stands for what in them."""

from __future__ import annotations

import re
from functools import cache

from graphmem.language.triples.chinese_words import any_of
from graphmem.language.triples.patterns import Table, load

_COUNTRY = (
    "中国|美国|英国|法国|德国|日本|韩国|新加坡|马来西亚|泰国|越南|印度|加拿大|澳大利亚|澳洲|新西兰|意大利|西班牙|葡萄牙|俄罗斯|荷兰|比利时|瑞士|瑞典|挪威"
    "|丹麦|芬兰|波兰|乌克兰|巴西|墨西哥|阿根廷|埃及|南非|印尼|菲律宾|土耳其|以色列|爱尔兰|奥地利|希腊|捷克"
)
_DATE = (
    r"(?:(?:这|下|本|上|每)?(?:个)?(?:周|星期|礼拜)[一二三四五六日天末]|(?:(?:这|下|本)?个?(?:月|季度|年)|年|月)底|(?:[\d〇零一二三四五六七八九十]{2,4}\s?年)?\s?"
    r"[\d一二三四五六七八九十]{1,3}\s?月\s?(?:[\d一二三四五六七八九十]{1,3}\s?[日号]|底|初|中旬)?"
    r"|(?:下个?月|这个?月|本月)\s?[\d一二三四五六七八九十]{1,3}\s?[日号]|[\d一二三四五六七八九十]{1,3}\s?[日号]|明天|后天|今晚|今天|明晚|\d{4}-\d\d?-\d\d?|月底|年底|年前|下周|下个?月)(?:(?:上午"
    r"|下午|晚上|中午)?\s?[\d一二三四五六七八九十]{1,3}[点:：]\d{0,2}(?:半|整)?|上午|下午|晚上|中午)?"
)
_WHEN = rf"{_DATE}|[\d一二三四五六七八九十]月份?|下周|下个?月|明年|后年|年底|春节|国庆|五一|暑假|寒假|周末"
_FAR = (
    r"(?:下下?个?(?:周|星期|礼拜)[一二三四五六日天末]?|下下?个?月|明年|后年|[今明]年(?:年底|[春夏秋冬]天)|(?:\d{1,2}|[一二三四五六七八九十]+)月(?:份|底|初)?|年底|春节|国庆|五一|中秋|"
    r"暑假|寒假|[春夏秋冬]天|元旦|圣诞)"
)
"""Times that are some way off, so that what is done then is planned."""


@cache
def patterns(tables: tuple[str, ...]) -> Table:
    """The patterns of `tables`: those for clauses, or for whole sentences."""
    jobs = f"(?:{any_of('jobs')}|[\u4e00-\u9fff]{{1,6}}(?:{any_of('job_ends')[3:-1]}))"
    stands_for = {
        "COUNTRY": f"(?:{_COUNTRY})",
        "PLACE": r"[\u4e00-\u9fff]{2,6}",
        "JOB": jobs,
        "LANGUAGE": f"(?:{any_of('languages')}|[\u4e00-\u9fff]{{2,3}}语(?![言气音文法句]))",
        "ANIMAL": any_of("animals"),
        "DATE": _DATE,
        "WHEN": _WHEN,
        "FAR": _FAR,
        "LATIN": r"[A-Za-z](?:[A-Za-z\d .+#-]*[A-Za-z\d+#])?",
        "YEARS": r"[一二两三四五六七八九十几半\d]+(?:多|来)?(?:个)?(?:年|月|个月)(?:多)?",
        "B": rf"(?:^|(?<=[,。;!]))\s*(?:{any_of('openers')}|{any_of('times')}|\s)*",
        "E": r"(?:了|的|啦|呢|哈|啊|呀|哦|吧|嘛|噢|喔|[~!。…\s\"”])*$",
        "APP": rf"(?:{any_of('apps')[3:-1]}|(?<![A-Za-z\d@.+-])(?!(?:app|ok|hi|pdf|bug|id|vs)\b)"
        r"[A-Za-z](?:[A-Za-z\d .+#-]*[A-Za-z\d+#]))",
        "APPNAME": any_of("apps"),
        "TASK": any_of("tasks"),
        "REACTION": f"(?:浑身|全身|嘴|嘴唇|脸|喉咙|嗓子|眼睛|身上|皮肤|手|立马|马上|立刻|准)*{any_of('reactions')}",
        "CAR": any_of("cars")[3:-1],
        "GOODS": any_of("goods"),
        "DEVICE": any_of("devices"),
        "CHOICE": rf"(?:{any_of('choices')[3:-1]}|[一二两三四五六七八九十\d]+"
        r"(?:句话?|行|个?字|段|页|条|百字)(?:以内|之内|以下|内|左右)?)",
        "ALWAYS": any_of("always"),
        "ORGEND": any_of("organisations"),
        "OUR": any_of("ours"),
        "TOOL": r"[A-Za-z][\w .+#-]*[\w+#]",
    }
    return Table([pattern for table in tables for pattern in load(table, stands_for, re.IGNORECASE)])


@cache
def more_tools() -> re.Pattern[str]:
    """A clause of a list of tools that names one, with what it is for."""
    name = rf"(?:{any_of('apps')[3:-1]}|[A-Za-z][A-Za-z\d.+#-]*(?: [A-Za-z][A-Za-z\d.+#-]*)*)"
    act = "(?![^,]{0,6}(?:不|没|别|想|请|我|你|他|她|帮|给|怎么|吗))[\u4e00-\u9fffA-Z]{2,6}?"
    by = r"(?:用的是|用的|用|在|放在|放|走|靠|是|上|切回|切到|存|:|\s)*"
    return re.compile(
        rf"\s*(?:偶尔|有时|平时|其他)?(?:{act}\s*(?:都|就|也|还|一直|主要|则|全|统一|基本)*{by}"
        rf"|切回|回到|用|还有|还用|也用|加|再加)\s*(?P<o>{name})(?:里|上|来[^,]{{1,4}})?[。!~]*$"
        rf"|\s*(?P<o3>{name})(?:也)?[。!~]*$"
        rf"|\s*(?P<o2>{name})\s*(?:来)?(?:做|管|写|画|跑|排|记|打|修|剪|存|负责|听|看)"
        r"\s*[\u4e00-\u9fffA-Za-z]{1,5}(?:用)?[。!~]*$"
    )
