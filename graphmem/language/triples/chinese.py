"""Triples from Chinese text: clause by clause, only what it says as true."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from graphmem.language.parsing.chinese import Word, parse
from graphmem.language.triples import chinese_mood as mood
from graphmem.language.triples.chinese_general import general_triples
from graphmem.language.triples.chinese_objects import parts, trimmed, without_measure
from graphmem.language.triples.chinese_projects import (
    PARTS,
    built_with,
    mentioned,
    project_parts,
    project_triples,
    without_doubles,
)
from graphmem.language.triples.chinese_reading import MANY, Reading
from graphmem.language.triples.chinese_relations import be_triples, kin_triples
from graphmem.language.triples.chinese_sound import sound
from graphmem.language.triples.chinese_subjects import Opening, kin_predicate, opening
from graphmem.language.triples.chinese_tables import more_tools, patterns
from graphmem.language.triples.chinese_words import folded
from graphmem.language.triples.english_words import is_tool
from graphmem.language.triples.triple import Found

ONCE = frozenset(
    [
        "prefers",
        "answers_in",
        "likes",
        "dislikes",
        "uses",
        "needs",
        "plans",
        "team_rule",
        "eats",
        "drinks",
        "named",
        "project_uses",
        "deadline",
    ]
)
"""What can be meant for once; where somebody lives cannot."""
_CLAUSES, _SAYINGS = (
    ("chinese_habits.toml", "chinese_patterns.toml"),
    (
        "chinese_requests.toml",
        "chinese_asides.toml",
        "chinese_notes.toml",
        "chinese_orders.toml",
        "chinese_sayings.toml",
    ),
)


def chinese_triples(text: str, actor: str) -> list[Found]:
    """What `text` says as true, in its order; offsets are those of the text."""
    plain = folded(text)
    if mood.plays(plain):
        return []
    words = parse([text])[0]
    hidden = mood.quoted(plain)
    found: list[Found] = []
    for start, end in mood.sentences(plain):
        if any(a <= start and b >= end for a, b in hidden):
            continue
        if mood.asks(plain[start:end]):
            for a, b in mood.stated(plain[start:end]):
                found += _read_sentence(text, plain, actor, words, hidden, (start + a, start + b))
            continue
        found += _read_sentence(text, plain, actor, words, hidden, (start, end))
    return found


def _read_sentence(
    text: str, plain: str, actor: str, words: Sequence[Word], hidden: Sequence[tuple[int, int]], span: tuple[int, int]
) -> Iterator[Found]:
    """What the sentence at `span` says, read as a text of its own, so that "^" is its beginning."""
    start, end = span
    inside = [replace(word, start=word.start - start) for word in words if start <= word.start and word.end <= end]
    quoted = [(a - start, b - start) for a, b in hidden]
    reader = _Reader(text[start:end], plain[start:end], actor, inside, quoted)
    for one in reader.sentence(0, end - start):
        if (whole := sound(one, text[start:end])) is not None:
            yield replace(whole, start=one.start + start)


class _Reader(Reading):
    """Reads one sentence: what it says of whom carries over from clause to clause."""

    def __init__(
        self, text: str, plain: str, actor: str, words: Sequence[Word], hidden: Sequence[tuple[int, int]]
    ) -> None:
        super().__init__(text, plain, words)
        self._actor, self._hidden = actor, hidden

    def sentence(self, start: int, end: int) -> Iterator[Found]:
        told: list[Found] = []
        taken: list[tuple[int, int]] = []
        barred: list[tuple[int, int]] = [*self._hidden]
        once: list[tuple[int, int]] = []
        spans = mood.clauses(self.plain, start, end)
        supposed = False
        for a, b in spans:
            clause = self.plain[a:b]
            if mood.supposes(clause) and not clause.lstrip().startswith(("叫", "我叫")):
                supposed = True
                barred.append(
                    (a, end if re.search(r"如果|要是|假如|假设|听说|据说|说(?:她|他)|希望|除非", clause) else b)
                )
            elif mood.once_only(clause, self.plain[start:end]):
                once.append((a, end))
            elif mood.is_past(clause):
                barred.append((a, b))
        for one, stop in self._anywhere(start, end):
            if not _inside(one.start, barred) and not any(
                x < stop and one.start < y and (x, y) != (one.start, stop) for x, y in taken
            ):
                told.append(one)
                taken.append((one.start, stop))
        subject: Opening | None = None
        project: tuple[str, int] | None = None
        for a, b in spans:
            if any(x <= a < y for x, y in barred):
                subject = None if supposed else subject
                continue
            if mood.commands(self.plain[a:b].strip()):
                continue
            opened = opening(self.plain, a, b, self.words, self._actor)
            projects = list(project_triples(self.text, self.plain, a, b, opened))
            if not projects and told and told[-1].predicate == "project_uses" and opened.subject is None:
                projects = list(project_parts(self.text, self.plain, a, b, told[-1].subject))
            project = mentioned(self.plain, a, b) or (project and (project[0], a))
            if project and (not projects or projects[0].subject in PARTS):
                projects = list(built_with(self.text, self.plain, project[1], b, project[0])) or projects
            if projects:
                told += projects
                taken.append((projects[0].start, max(one.start + len(one.object) + 4 for one in projects)))
                continue
            if opened.barred and (meant := self._meant(a, b, told)) is not None:
                opened = meant
            if opened.barred:
                subject = opened
                continue
            names = list(self._called(opened, told, a, b))
            if names:
                told[-1:] = names
                continue
            more_tools = [] if not told or told[-1].predicate not in _LISTED else list(self._more_tools(told, a, b))
            if more_tools and opened.subject is None:
                told += more_tools
                continue
            if told and told[-1].predicate == "owns" and (counted := _COUNTED.match(self.plain[a:b])):
                told.append(replace(told[-1], object=self.text[a + counted.start("o") : a + counted.end("o")], start=a))
                continue
            if told and (more := _AS_WELL.match(self.plain[a:b])) and told[-1].predicate in MANY | {"prefers"}:
                x, y = trimmed(self.plain, a + more.start("o"), b)
                x = without_measure(self.plain, x, y)
                says = "likes" if told[-1].predicate == "prefers" else told[-1].predicate
                told.append(replace(told[-1], predicate=says, object=self.text[x:y], start=a, aspect=""))
                continue
            if opened.subject is None:
                if subject is not None and subject.barred:
                    continue
                carried = subject.subject if subject is not None and subject.subject else None
                first = carried is None or subject.first if subject else True
                opened = replace(opened, subject=carried or self._actor, first=first, named=False)
                implied = subject is None
            else:
                subject, implied = opened, False
            said = [_of_project(self._as_kin(one), opened) for one in self._clause(opened, a, b, implied)]
            before = [one.predicate for one in (*told, *said) if a <= one.start < b]
            said += general_triples(self, opened, (a, b), before, self._actor)
            if opened.besides:
                said += [replace(one, subject=opened.besides) for one in said if one.predicate not in _BETWEEN]
            if (
                told
                and opened.named is False
                and (too := _AND_SO.match(self.plain[a:b]))
                and told[-1].predicate in _ALSO
            ):
                said = [replace(told[-1], object=self.text[a + too.start("o") : a + too.end("o")], start=a)]
            elif told and opened.subject and _SO_DOES.search(self.plain[a:b]):
                said = [replace(told[-1], subject=opened.subject, start=opened.rest)]
            said = [one for one in said if not _of_no_interest(one, opened, self.plain[a:b])]
            for one in said:
                if (
                    one.predicate in ("child", "sibling", "married_to", "partner", "pet", "parent", "named")
                    and opened.kin
                ):
                    subject = replace(opened, subject=one.object if one.subject == self._actor else opened.subject)
            told += [one for one in said if not _inside(one.start, [*taken, *self._hidden])]
        versions = tuple(one.subject for one in told if one.predicate == "uses_version")
        told = [one for one in told if one.predicate != "uses" or not one.object.startswith(versions)]
        told = without_doubles(told)
        built = {one.subject for one in told if one.predicate == "project_uses"}
        told = [
            replace(one, predicate="project_uses") if one.predicate == "uses" and one.subject in built else one
            for one in told
        ]
        preferred = any(one.predicate == "prefers" for one in told)
        told = [one for one in told if one.predicate not in ONCE or not _inside(one.start, once)]
        yield from (one for one in told if not (preferred and one.predicate == "likes" and one.polarity == "-"))

    def _meant(self, start: int, end: int, told: Sequence[Found]) -> Opening | None:
        """The opening of a clause about 她 or 他, where one of the sentence can be meant: 我老婆叫陈曼,她会说粤语."""
        match = _PRONOUN.match(self.plain, start, end)
        names = {one.object for one in told if one.predicate in _ONE_OF_US and one.subject == self._actor}
        if match is None or len(names) != 1:
            return None
        found = opening(self.plain, match.end(), end, self.words, self._actor)
        return None if found.subject or found.barred else replace(found, subject=names.pop())

    def _as_kin(self, one: Found) -> Found:
        """The name of kin is who they are: 我女儿今年上小学,叫果果."""
        relation = kin_predicate(folded(one.subject)) if one.predicate == "named" else None
        return one if relation is None else replace(one, subject=self._actor, predicate=relation)

    def _called(self, opened: Opening, told: Sequence[Found], start: int, end: int) -> Iterator[Found]:
        """The names of those just spoken of: 养了两只猫,叫团团和圆圆."""
        if not told or told[-1].predicate not in _CAN_BE_CALLED:
            return
        match = _NAMES_ONLY.match(self.plain, start, end)
        if match is None and opened.subject is None and not opened.negated:
            match = _CALLED.match(self.plain, opened.rest, end)
        if match is None:
            return
        for a, b in parts(self.plain, *trimmed(self.plain, *match.span("o"))):
            yield replace(told[-1], object=self.text[a:b], start=match.start())

    def _more_tools(self, told: Sequence[Found], start: int, end: int) -> Iterator[Found]:
        """Other tools for other things, in a list: 用 GitLab 管代码,Jenkins 做 CI,排期在 Jira."""
        match = more_tools().match(self.plain, start, end)
        if match and not any(start <= one.start < end for one in told):
            name = next(name for name in ("o", "o2", "o3") if match[name])
            a, b = trimmed(self.plain, *match.span(name))
            last = told[-1]
            if last.predicate == "uses_version":
                yield Found(self._actor, "uses", self.text[a:b], start)
            else:
                yield Found(last.subject, last.predicate, self.text[a:b], start)

    def _clause(self, opened: Opening, start: int, end: int, implied: bool) -> Iterator[Found]:
        kin = list(kin_triples(self.text, self.plain, opened, end, self._actor))
        yield from kin
        if any(one.predicate != "" and one.start >= opened.rest for one in kin):
            return
        be = list(be_triples(self.text, self.plain, start, end, opened, self._actor))
        if be:
            yield from be
            return
        for pattern in patterns(_CLAUSES).in_question(self.plain[start:end]):
            if pattern.denied and not opened.negated:
                continue
            if pattern.needs and not pattern.needs.search(self.plain[start:end]):
                continue
            match = pattern.re.match(self.plain, opened.rest, end) or (
                (
                    opened.negated
                    and self.plain[opened.rest - 1] in "有"
                    and pattern.re.match(self.plain, opened.rest - 1, end)
                )
                or None
            )
            if not match or (pattern.own and not opened.first) or (implied and pattern.says in _NEEDS_SUBJECT):
                continue
            found = list(self.read(pattern, match, opened.subject or self._actor, opened.negated, opened.topic))
            if found:
                yield from found
                if pattern.says not in _GOES_ON:
                    return

    def _anywhere(self, start: int, end: int) -> Iterator[tuple[Found, int]]:
        sentence = self.plain[start:end]
        for pattern in patterns(_SAYINGS).in_question(sentence):
            if pattern.needs and not pattern.needs.search(sentence):
                continue
            for match in pattern.re.finditer(self.plain, start, end):
                if pattern.says == "uses_version" and mood.of_others(self.plain[start : match.start()]):
                    continue
                for one in self.read(pattern, match, pattern.subject_is or self._actor, pattern.negative):
                    yield one, match.end()


_COUNTED = re.compile(
    r"\s*(?:还有|外加|和|以及)?(?P<o>[一两二三四五六七八九十几百\d]+(?:多)?[台辆部套把间栋架艘支亩头座群只块][^,了的我他她]{1,8}?)[。!~]*$"
)
"""More things of a list: 我有三亩茶园,两台炒茶机."""
_AS_WELL = re.compile(r"^\s*(?:(?:另外)?还有|尤其(?:是|喜欢|爱)|特别是|特别喜欢)(?:吃|喝)?(?P<o>[^的我他她,]{1,12})")
"""More of what was just said: 我有两套房,还有一辆摩托."""
_SO_DOES = re.compile(r"也(?:是|一样|是这样|同样)[的。!]*$")
"""The same is true of another: 我爸是老师,我妈也是."""
_AND_SO = re.compile(r"\s*(?P<o>[^,我他她你]{1,8}?)(?:我)?也(?:是|一样|过敏|不行|不能碰|喜欢|爱|不爱|讨厌)[的。!]*$")
_ALSO = frozenset(["allergic_to", "likes", "dislikes", "uses"])
"""The same is true of something else: 我对青霉素过敏,头孢也是."""
_LISTED = frozenset(["uses", "uses_version", "project_uses"])
_PRONOUN = re.compile(r"\s*(?:而|不过|但)?[他她](?!们|的|俩|家)")
_ONE_OF_US = frozenset(["married_to", "partner", "child", "sibling", "friend", "colleague", "manager"])
_BETWEEN = frozenset(["married_to", "partner", "child", "pet", "friend", "colleague", "named"])
_CALLED = re.compile(r"(?:分别)?(?:名字)?(?:叫做?|名叫|取名(?!字)叫?|起名(?!字)叫?)(?P<o>[^,。!]{1,12})")
_NAMES_ONLY = re.compile(r"(?:是)?(?P<o>(?!叫|名)[\u4e00-\u9fff]{2,3}(?:[、和跟与][\u4e00-\u9fff]{2,3})+)[。!~]*$")
"""Names and nothing else: 我有俩儿子,大宝和二宝."""
_CAN_BE_CALLED = frozenset(["pet", "child", "sibling", "married_to", "partner"])
_NEEDS_SUBJECT = frozenset(["named", "surname", "comes_from", "eats", "drinks", "age", "is", "plays", "commutes_by"])
_GOES_ON = frozenset(["works_at", "studies_at"])


_DISTANT = frozenset(
    [
        "爷爷",
        "奶奶",
        "外婆",
        "外公",
        "姥姥",
        "姥爷",
        "叔叔",
        "阿姨",
        "姑姑",
        "舅舅",
        "姨妈",
        "伯伯",
        "舅",
        "姑",
        "姨",
        "叔",
        "婶婶",
        "婶",
        "嫂子",
        "姐夫",
        "妹夫",
        "室友",
        "舍友",
        "同屋",
        "同事",
        "朋友",
        "闺蜜",
        "哥们",
        "领导",
        "老板",
        "上司",
        "主管",
        "经理",
        "组长",
        "导师",
        "老师",
        "邻居",
        "房东",
        "师傅",
        "师父",
        "学生",
        "同学",
        "同桌",
        "阿公",
        "阿嬷",
        "亲家",
        "公婆",
        "舅妈",
        "姨夫",
        "姑父",
        "伯父",
        "伯母",
        "宠物",
    ]
)
_PARENTS = frozenset(["爸爸", "妈妈", "父亲", "母亲", "爸", "妈", "老爸", "老妈", "爸妈", "父母"])
_OF_INTEREST = frozenset(["allergic_to", "intolerant_to", "surname", "lives_in", "born_on", "email", "phone"])
"""What is worth knowing even of those who are not near."""


def _of_no_interest(one: Found, opened: Opening, clause: str) -> bool:
    """What is said in passing of others who have no name here: 我室友养了只猫."""
    of_mine = clause.lstrip().startswith(("我", "咱", "俺"))
    distant = opened.kin in _DISTANT or (opened.kin in _PARENTS and not of_mine)
    if not distant or opened.name or opened.first or one.subject != opened.subject:
        return False
    if one.predicate in ("pet", "child", "has"):
        return opened.kin != "宠物"
    if one.predicate in ("likes", "dislikes", "prefers"):
        return not of_mine
    return one.predicate not in _OF_INTEREST


def _of_project(one: Found, opened: Opening) -> Found:
    """What somebody named uses, if it is what projects are built with and not what people work with: 海燕用了 Kafka."""
    person = opened.first or opened.kin or opened.subject in (None, "team")
    if one.predicate != "uses" or person or not is_tool(one.object) or is_tool(one.object, personal=True):
        return one
    return replace(one, predicate="project_uses")


def _inside(place: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= place < end for start, end in spans)
