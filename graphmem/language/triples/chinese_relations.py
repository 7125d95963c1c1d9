"""Chinese clauses about kin, about what someone is, and about what a project is built with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from graphmem.language.triples.chinese_objects import is_object, parts, trimmed
from graphmem.language.triples.chinese_subjects import Opening, kin_predicate
from graphmem.language.triples.chinese_words import any_of, vocabulary
from graphmem.language.triples.triple import Found

_NAME = re.compile(r"(?:的?名字)?(?:叫做?|名叫|名字叫|是)(?P<o>[\u4e00-\u9fffA-Za-z·]{1,8}?)(?=[,。!\s]|$)")
_OURS = re.compile(
    r"是(?:我们?|咱们?)(?:的|组的?|新来的|这边的|团队的|公司的)*(?:新)?(?:来的)?(?P<o>[\u4e00-\u9fff]{2,8})"
)
_PART = re.compile(
    r"\s*(?:前端|后端|数据库|队列|缓存|底层|存储|消息|部署|界面|搜索|上面|下面|后面|底下|外面)(?:这块|方面|再|又)*(?:现在|则|就|都)*(?:是|用的是|用的|用|跑在|放在|选的是|选|套的?了?|接的?是?了?|配的?了?|挂的?了?)\s*(?P<o>[A-Za-z][^,。!]*?)(?=[,。!]|$)"
)
_RANK = re.compile(r"^(?:直属|顶头|直接|部门|大)(?=.)")
_PROJECT = re.compile(
    r"(?P<s>[^\s,我你他她它这那]{1,12}?)(?:这个|那个)?(?P<p>项目|工程|服务|系统|后端|前端|仓库|应用)?(?:这边)?(?P<in>里面?|中|上)?(?:的[^\s,的]{1,4}?)?(?:\s*"
    r"(?:我们|咱们?))?(?:现在|目前|都|统一|主要|默认|是|已经|底层|后端|前端|数据库|队列|的数据库|的后端|的前端|的队列|,)*\s*"
    r"(?:用的是|用的|用了|用|采用了?|使用|选了|选用了?|选的是|定了|基于|跑在|部署在|存在|放在|存到)\s*(?P<o>[A-Za-z][^,]*?)(?:\s*[里上中])?(?:\s*(?:写|开发|搭建?|实现|做)的)?(?=[,。!]|$)"
)
_OURS_USES = re.compile(
    r"\s*(?:我们?|咱们?)(?:的|这个|这)?(?P<s>项目|后端|前端|数据库|服务|系统|应用)(?:现在|目前|都|统一|主要|是)*(?:用的是|用的|用了"
    r"|用|采用了?|使用|基于|跑在|部署在|是(?=\s*[A-Za-z][^,。]*(?:写|开发|搭建?|实现|做)的))\s*(?P<o>[A-Za-z][^,。!]*?)(?:\s*(?:写|开发|搭建?|实现|做)的)?(?=[,。!]|$)"
)
_NO_PROJECT = re.compile(
    r"(?:现在|目前|只|以后|今天|平时|一般|我|咱|在|用|改|不|没|最近|一直|统一|默认|都"
    r"|早|已|从|再|就|还|也|你|您|公司|消息|缓存|日志|部署|开发|测试|上线|线上|生产|上班|写|做|家里|学校)|.*(?:不|没|别|再|还|在|我|你)$"
)
"""What stands in place of a project, and is none."""
_REPLACED = re.compile(
    r"(?P<s>[^\s,我你他她它这那]{1,10}?)(?:项目|服务|系统)?(?:里|这边)?把\s*(?P<x>[A-Za-z][\w .+#-]*?)\s*"
    r"(?:去掉|换掉|拆掉|下掉|弃用|淘汰|干掉|移除)了?"
)
_INSTEAD = re.compile(r"\s*(?:改成|换成|改用|换上|换了|用上|转用)了?\s*(?P<o>[A-Za-z][\w .+#-]*)")
_WITHOUT = re.compile(r"\s*(?:不用|不再用|而?不是|没用|没选|不选|没采用|弃用了?)\s*(?P<o>[A-Za-z][\w .+#-]*)")


_OF_OTHERS = re.compile(r"朋友|隔壁|邻居|同事|同学|别人|人家|楼[上下]|[他她你]|亲戚")
"""Before an animal that is not one's own: 朋友的猫叫咪咪."""


@cache
def _pets() -> re.Pattern[str]:
    return re.compile(
        rf"(?:我们?|我家|家里)(?:的|家的?|家)?(?:那?[只条])?(?P<kind>{any_of('animals')})(?:叫做?|名叫|名字叫|的名字是|是)(?P<o>[^,。!\s]{{1,6}})"
    )


@cache
def _pet_named() -> re.Pattern[str]:
    return re.compile(
        rf"(?:养了?|领养了?|有|一|两|收养了?)?(?:一)?(?:[只条个匹])?(?P<kind>{any_of('animals')}),?(?:名字)?(?:叫做?"
        rf"|名叫|取名叫?|起名叫?)(?P<o>[^,。!\s的]{{1,6}})"
    )


def kin_triples(text: str, plain: str, opened: Opening, end: int, actor: str) -> Iterator[Found]:
    """我女儿叫小米, 我太太阿敏, 我领导是梁姐: who kin are; what else is said of them is read elsewhere."""
    if not opened.kin:
        return
    predicate = kin_predicate(opened.kin)
    if predicate is None:
        return
    if opened.name:
        yield Found(actor, predicate, opened.name, opened.rest - 1)
        return
    match = _NAME.match(plain, opened.rest, end)
    if match and not opened.negated:
        named = "叫" in match[0] or "名" in match[0]
        for a, b in parts(plain, *trimmed(plain, *match.span("o"))):
            if named or (
                predicate in ("manager", "married_to", "partner", "child", "mentor", "landlord")
                and _is_name(plain[a:b])
            ):
                yield Found(actor, predicate, text[a:b], opened.rest)


def _is_name(text: str) -> bool:
    words = vocabulary()
    if text.startswith("姓") or text in words["jobs"] or text.endswith(words["job_ends"]) or text.endswith("人"):
        return False
    return 2 <= len(text) <= 4


def be_triples(text: str, plain: str, start: int, end: int, opened: Opening, actor: str) -> Iterator[Found]:
    """我家猫叫豆豆, 养了只狗叫卫星, 小王是我们新来的产品经理."""
    for pattern in (_pets(), _pet_named()):
        match = pattern.search(plain, start, end + 12 if pattern is _pet_named() else end)
        others = match and _OF_OTHERS.search(plain, start, match.start())
        if (
            match
            and not others
            and match.start() < end
            and not opened.negated
            and (opened.first or opened.subject in (None, actor))
        ):
            a, b = trimmed(plain, *match.span("o"))
            yield Found(actor, "pet", text[a:b], match.start())
            return
    if opened.subject and not opened.first and not opened.kin:
        match = _OURS.match(plain, opened.rest, end)
        if match:
            a, b = trimmed(plain, *match.span("o"))
            relation = kin_predicate(_RANK.sub("", plain[a:b]))
            if relation is not None:
                yield Found(actor, relation, opened.subject, match.start())
            else:
                yield Found(opened.subject, "works_as", text[a:b], match.start())


def project_parts(text: str, plain: str, start: int, end: int, project: str) -> Iterator[Found]:
    """More of what the project just spoken of is built with: 红隼用 Go 写的,后端是 Postgres."""
    match = _PART.match(plain, start, end)
    if match:
        for a, b in parts(plain, *trimmed(plain, *match.span("o"))):
            a, b = trimmed(plain, a, b)
            yield Found(project, "project_uses", text[a:b], start)


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
    match = _PROJECT.match(plain, start, end)
    if not match or (opened.subject and not match["p"] and not match["in"] and not opened.many):
        return
    if _NO_PROJECT.match(match["s"]):
        return
    subject = text[slice(*match.span("s"))]
    for a, b in parts(plain, *trimmed(plain, *match.span("o"))):
        a, b = trimmed(plain, a, b)
        if is_object(plain[a:b]):
            yield Found(subject, "project_uses", text[a:b], start)
    without = _WITHOUT.match(plain, end + 1)
    if without:
        yield Found(subject, "project_uses", text[slice(*trimmed(plain, *without.span("o")))], without.start(), "-")
