"""Chinese clauses about what a project is built with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.language.triples.chinese_objects import is_object, parts, trimmed
from graphmem.language.triples.chinese_subjects import Opening
from graphmem.language.triples.chinese_words import any_of
from graphmem.language.triples.english_words import is_tool
from graphmem.language.triples.triple import Found

_COMPONENT = any_of("components")
_USING = any_of("using")
_LATIN = r"[A-Za-z][A-Za-z\d .+#-]*"
_PROJECT = re.compile(
    r"(?:我们?|咱们?|公司|我司|团队)?(?:的|那个|这个|家的?|这边的?)*"
    r"(?P<s>[^\s,我你他她它这那的]{1,12}?)(?:这个|那个)?(?P<p>项目|工程|服务|系统|后端|前端|仓库|应用)?(?:这边)?(?P<in>里面?|中|上)?"
    rf"(?:的?{_COMPONENT}(?:[和跟、]{_COMPONENT})?|的[^\s,的]{{1,4}}?)?(?:\s*(?:我们|咱们?))?"
    rf"(?:现在|目前|都|统一|主要|默认|是|已经|还|一直|早就?|全部?|全都|刚|最近|后来|打算|,|\s)*{_USING}\s*(?P<o>[A-Za-z][^,]*?)(?:\s*[里上中])?(?:\s*(?:来)?(?:写|开发|搭建?|实现|做|重写|重构|编|建|起|部署|跑|存|管)了?的?)?(?:了)?(?=[,。!]|$)"
)
_IS_BUILT = re.compile(
    rf"(?:我们?|咱们?|公司|我司|团队)?(?:的|那个|这个)*(?P<s>[^\s,我你他她它这那的]{{2,12}}?)(?:的)?{_COMPONENT}"
    r"(?:现在|目前|都|就|还|一直)*(?:是|:)\s*(?P<o>[A-Za-z][A-Za-z\d .+#、和跟加/-]*)(?=[,。!]|$)"
)
"""白鹭的数据库是 PostgreSQL."""
PARTS = frozenset(
    [
        "前端",
        "后端",
        "后台",
        "服务端",
        "客户端",
        "数据库",
        "库",
        "缓存",
        "消息队列",
        "底层",
        "框架",
        "语言",
        "接口",
        "界面",
        "部署",
    ]
)
"""Parts of a project, which are none themselves where one is spoken of."""
_PROJECT_NAME = re.compile(
    r"(?:项目|工程|服务|系统|平台|后台|官网|网站|站点|小程序|商城|引擎|网关|中台|爬虫|毕设|插件|脚本|应用|前端|后端|博客|客户端|服务端|接口|模块|产品|网页|门户|论坛|机器人|中间件|架构|仓库|App|app|APP|游戏|主页|页面|看板|大屏|流水线|数据库|官网|系统|工具|课设|毕业设计|作业|demo|库|站|端|台|版)$|^[A-Za-z][\w-]*$"
)
_OURS_USES = re.compile(
    r"\s*(?:我们?|咱们?)(?:的|这个|这)?(?P<s>项目|后端|前端|数据库|服务|系统|应用)(?:现在|目前|都|统一|主要|是)*(?:用的是|用的|用了"
    r"|用|采用了?|使用|基于|跑在|部署在|是(?=\s*[A-Za-z][^,。]*(?:写|开发|搭建?|实现|做)的))\s*(?P<o>[A-Za-z][^,。!]*?)(?:\s*(?:写|开发|搭建?|实现|做)的)?(?=[,。!]|$)"
)
_NO_PROJECT = re.compile(
    r"(?:脚本$|写脚本|包管理|操作系统|输入法|浏览器|编辑器|笔记|主力|客户|老板|新来|示例|代码托管|写码|排期|画图|修图|现在|目前|只|以后|今天|平时|一般|我|咱|在|用|改|不|没|最近|一直|统一|默认|都"
    r"|早|已|从|再|就|还|也|你|您|公司|消息|缓存|日志|部署|开发|测试|上线|线上|生产|上班|写|做|家里|学校)|.*(?:不|没|别|再|还|在|我|你)$"
)
"""What stands in place of a project, and is none."""
_REPLACED = re.compile(
    r"(?P<s>[^\s,我你他她它这那]{1,10}?)(?:项目|服务|系统)?(?:里|这边)?把\s*(?P<x>[A-Za-z][\w .+#-]*?)\s*"
    r"(?:去掉|换掉|拆掉|下掉|弃用|淘汰|干掉|移除)了?"
)
_INSTEAD = re.compile(r"\s*(?:改成|换成|改用|换上|换了|用上|转用)了?\s*(?P<o>[A-Za-z][\w .+#-]*)")
_SWAPPED = re.compile(
    r"\s*(?P<s>[\u4e00-\u9fffA-Za-z-]{2,8}?)(?:项目)?(?:这边|那边|里|里面)?(?:已经|刚|最近|终于|都|上周|上个?月)*"
    rf"把\s*(?P<x>{_LATIN}?)\s*(?:换成|改成|迁到|切到|换到|升级?到)了?\s*(?P<o>{_LATIN})"
)
"""青鸾这边把 Elasticsearch 换成 ClickHouse 了."""
_WITHOUT = re.compile(r"\s*(?:不用|不再用|而?不是|没用|没选|不选|没采用|弃用了?)\s*(?P<o>[A-Za-z][\w .+#-]*)")
_PART = re.compile(
    r"\s*(?:前端|后端|后台|数据库|消息队列|队列|缓存|底层|存储|消息|部署|界面|搜索|检索|上面|下面|后面|底下|外面|服务端|客户端|网关|监控|日志)(?:这块|方面|再|又)*(?:现在|则|就|都)*(?:是|用的是|用的|用|跑在|放在|选的是|选|套的?了?|接的?是?了?|配的?了?|挂的?了?|走|\+)?\s*(?P<o>[A-Za-z][^,。!]*?)(?=[,。!]|$)"
)


def project_parts(text: str, plain: str, start: int, end: int, project: str) -> Iterator[Found]:
    """More of what the project just spoken of is built with: 红隼用 Go 写的,后端是 Postgres."""
    match = _PART.match(plain, start, end)
    if match:
        yield from _each(text, plain, match, project, start)


def mentioned(plain: str, start: int, end: int) -> tuple[str, int] | None:
    """The name of the project that a clause speaks of, and where the name and what belongs to it ends."""
    for pattern in _MENTIONS:
        match = pattern.search(plain, start, end)
        if match and not _NO_NAME.search(match["s"]):
            return match["s"], match.end()
    return None


def built_with(text: str, plain: str, start: int, end: int, project: str) -> Iterator[Found]:
    """What the rest of a clause says that `project` is built with: 后台是用Django写的, 技术栈 Rust + SQLite."""
    match = _BUILT.match(plain, start, end)
    if match is None:
        return
    if match["c"] or match["u"] or match["w"] or "是" in match[0] or "+" in match["o"] or is_tool(match["o"]):
        yield from _each(text, plain, match, project, start)


def _each(text: str, plain: str, match: re.Match[str], project: str, start: int) -> Iterator[Found]:
    place = match.start("o")
    pieces = [one.span() for one in _PLUS.finditer(plain, *match.span("o"))]
    for x, y in [*pieces, (match.end("o"), match.end("o"))]:
        for a, b in parts(plain, *trimmed(plain, place, x)):
            a, b = trimmed(plain, a, b)
            if a < b:
                yield Found(project, "project_uses", text[a:b], start)
        place = y


_KINDS = any_of("projects")[3:-1] + "|服务(?!器|员|中心|区|业)|游戏(?!机|本)"
_MENTIONS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"^\s*(?P<s>[\u4e00-\u9fff]{{2,4}})\s*[(（][^)）,]{{0,12}}(?:{_KINDS})[^)）,]{{0,4}}[)）]",
        rf'(?:{_KINDS})\s*["「“《『](?P<s>[^"」”》』,]{{1,10}})["」”》』]',
        rf'["「“《『](?P<s>[^"」”》』,]{{1,10}})["」”》』]\s*(?:这个|那个|的)?\s*(?:{_KINDS})',
        rf"(?:{_KINDS})(?:的)?(?:名字|代号|暂时|就)*(?:叫做?|名叫|名为|代号)\s*(?P<s>[A-Za-z][\w-]+|[\u4e00-\u9fff]{{2,5}})(?=[,。\s]|用|是|$)",
        rf"(?:^|[,。的]|我们|咱们|公司)\s*(?P<s>[\u4e00-\u9fff]{{2,4}}|[A-Za-z][\w-]+)\s*(?:这个|那个)\s*(?:{_KINDS})",
        r"(?:仓库|项目|服务|repo)\s*(?P<s>[a-z]\w*(?:-\w+)*)\s*(?=用|是|里|跑|从|,|$)",
        rf"(?:^|[,。的个做写是把给们司店家]|在搞|在弄|维护|负责)\s*(?P<s>(?:[\u4e00-\u9fff]{{2,4}}(?=项目|工程)|[^\s的个做写是把给们司店家,我他她你这那]{{0,6}}\s?(?:{_KINDS})))(?:项目|工程)?(?:这边|那边|那套|这套|里面?|[（(][^）)]{{2,16}}[）)])?",
        r"^\s*(?P<s>[a-z][a-z\d]*(?:-[a-z\d]+)*)\s*(?=用|是|跑在|从)",
    )
)
"""What stands for a project in a clause, the surest first."""
_NO_NAMES = frozenset(
    ["ci", "cd", "ide", "os", "pc", "app", "erp", "nas", "gpu", "cpu", "ppt", "excel", "word", "pdf", "email"]
)
_NO_NAME = re.compile(
    r"^(?:这|那|我|你|他|她|有|没|在|用|不|给|帮|操作|电脑|手机|全公司|整个|一个|公司的?|哪|什么|生产)|(?:操作系统|电脑系统|手机系统|应用商店)$"
)
_TECH = r"[A-Za-z][A-Za-z\d.#-]*(?:\+\+)?(?:\s[A-Za-z\d][A-Za-z\d.#-]*)*"
_BUILT = re.compile(
    r"\s*(?:现在|目前|都|主要|默认|已经|还|一直|早就?|全部?|刚|最近|是|的|我们?|咱们?|其实|底下|上面|线上|那边|这边|就|:|\s)*"
    rf"(?P<c>(?:{_COMPONENT}(?:[和跟、]{_COMPONENT})?(?:这块|方面|那块|上|层)?)?)(?:现在|目前|都|就|还|是|主要|一直|已经|加|从[^,]{{2,16}}?(?=换|迁|切|改)|把[^,]{{2,16}}?(?=换|迁|切|改)|:|\s)*"
    rf"(?P<u>(?:{_USING}|走|加了|加|接|存到?|上|连|换到了?|换了|迁到|用到了?|套|基于)?)\s*(?P<o>{_TECH}(?:\s*(?:[、+/]|和|跟|加|与)\s*{_TECH})*)"
    r"(?P<w>(?:\s*(?:来)?(?:写|开发|搭建?|实现|做|画|重写|重构|编|建|起|部署|跑|渲染|训练?|管)[^,]{0,5})?)(?:\s|了|的|上|里|啦)*(?=[,。!]|$)"
)
_PLUS = re.compile(r"\s*(?:\+(?=\s*[A-Za-z])|/|加(?=\s*[A-Za-z])|与)\s*")


def project_triples(text: str, plain: str, start: int, end: int, opened: Opening) -> Iterator[Found]:
    """苍鹭里我们用 pnpm, 鹈鹕把 Kafka 去掉了,改成 NATS: what a project is built with."""
    if (
        (opened.first and not opened.many and not _OURS_USES.match(plain, start, end))
        or opened.kin
        or opened.subject == "team"
    ):
        return
    ours = _OURS_USES.match(plain, start, end)
    if ours:
        for a, b in parts(plain, *trimmed(plain, *ours.span("o"))):
            a, b = trimmed(plain, a, b)
            yield Found(text[slice(*ours.span("s"))], "project_uses", text[a:b], start)
        return
    swapped = _SWAPPED.match(plain, start, end)
    if swapped and not _NO_PROJECT.match(swapped["s"]) and not swapped["o"].strip().replace(".", "").isdigit():
        for name, polarity in (("x", "-"), ("o", "+")):
            a, b = trimmed(plain, *swapped.span(name))
            subject = text[slice(*swapped.span("s"))]
            yield Found(subject, "project_uses", text[a:b], start, polarity, change=True)  # type: ignore[arg-type]
        return
    replaced = _REPLACED.match(plain, start, end)
    if replaced:
        subject = text[slice(*replaced.span("s"))]
        yield Found(
            subject,
            "project_uses",
            text[slice(*trimmed(plain, *replaced.span("x")))],
            replaced.start(),
            "-",
            change=True,
        )
        instead = _INSTEAD.match(plain, end + 1)
        if instead:
            yield Found(
                subject,
                "project_uses",
                text[slice(*trimmed(plain, *instead.span("o")))],
                instead.start("o"),
                change=True,
            )
        return
    match = _PROJECT.match(plain, start, end) or _IS_BUILT.match(plain, start, end)
    if not match or _NO_PROJECT.match(match["s"]):
        return
    marked = match.re is _PROJECT and (match["p"] or match["in"])
    if opened.subject and not marked and not opened.many and opened.subject != match["s"]:
        return
    if match["s"].isascii() and re.search("换成|改用|切到|换到", match[0]):
        return  # Postman 换成了 Apifox
    if match["s"].isascii() and (is_tool(match["s"]) or match["s"].lower() in _NO_NAMES):
        return  # Excel 用的 WPS
    named = marked or match.re is _IS_BUILT or _PROJECT_NAME.search(match["s"]) or is_tool(match["o"])
    if not named or (not marked and is_tool(match["o"], personal=True) and not _PROJECT_NAME.search(match["s"])):
        return
    subject = text[slice(*match.span("s"))]
    if match.re is _PROJECT and match["p"] in ("服务", "系统", "应用") and plain[match.end("s")] in "服系应":
        subject = text[match.start("s") : match.end("p")]
    for one in _each(text, plain, match, subject, start):
        if is_object(one.object):
            yield one
    without = _WITHOUT.match(plain, end + 1)
    if without:
        yield Found(subject, "project_uses", text[slice(*trimmed(plain, *without.span("o")))], without.start(), "-")


def without_doubles(told: list[Found]) -> list[Found]:
    """What was read, without what is said better of a project: not of a part of it, nor of who speaks."""
    built = {one.object for one in told if one.predicate == "project_uses" and one.subject not in PARTS}
    return [
        one
        for one in told
        if one.object not in built
        or not (one.predicate == "uses" or (one.predicate == "project_uses" and one.subject in PARTS))
    ]
