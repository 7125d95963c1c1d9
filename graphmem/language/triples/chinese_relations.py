"""Chinese clauses about kin and about what someone is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from graphmem.language.triples.chinese_objects import parts, trimmed
from graphmem.language.triples.chinese_subjects import Opening, kin_predicate
from graphmem.language.triples.chinese_words import any_of, vocabulary
from graphmem.language.triples.triple import Found

_NAME = re.compile(r"(?:的?名字)?(?:叫做?|名叫|名字叫|是)(?P<o>(?!我)[\u4e00-\u9fffA-Za-z·]{1,8}?)(?=[,。!\s]|$)")
_OURS = re.compile(
    r"是(?:我们?|咱们?)(?:的|组的?|新来的|这边的|团队的|公司的)*(?:新)?(?:来的)?(?P<o>[\u4e00-\u9fff]{2,8})"
)
_RANK = re.compile(r"^(?:直属|顶头|直接|部门|大)(?=.)")
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
    if (
        text[0] in "姓开做搞在当干卖跑送教个位名一学从也很最非这那医老"
        or text in words["jobs"]
        or text.endswith(words["job_ends"])
        or text.endswith("人")
    ):
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
