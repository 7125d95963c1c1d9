"""Triples from Chinese text: clause by clause, only what it says as true."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from graphmem.language.parsing.chinese import Word, parse
from graphmem.language.triples import chinese_mood as mood
from graphmem.language.triples.aspects import known_aspect
from graphmem.language.triples.chinese_objects import chosen, is_object, parts, trimmed, without_measure
from graphmem.language.triples.chinese_relations import be_triples, kin_triples, project_parts, project_triples
from graphmem.language.triples.chinese_subjects import Opening, kin_predicate, opening
from graphmem.language.triples.chinese_words import any_of, folded
from graphmem.language.triples.english_words import is_tool
from graphmem.language.triples.patterns import Pattern, load
from graphmem.language.triples.triple import Found

_COUNTRY = (
    "中国|美国|英国|法国|德国|日本|韩国|新加坡|马来西亚|泰国|越南|印度|加拿大|澳大利亚|澳洲|新西兰|意大利|西班牙|葡萄牙|俄罗斯|荷兰|比利时|瑞士|瑞典|挪威"
    "|丹麦|芬兰|波兰|乌克兰|巴西|墨西哥|阿根廷|埃及|南非|印尼|菲律宾|土耳其|以色列|爱尔兰|奥地利|希腊|捷克"
)
_DATE = (
    r"(?:(?:这|下|本|上|每)?(?:个)?(?:周|星期|礼拜)[一二三四五六日天末]|(?:(?:这|下|本)?个?(?:月|季度|年)|年|月)底|(?:[\d〇零一二三四五六七八九十]{2,4}\s?年)?\s?"
    r"[\d一二三四五六七八九十]{1,3}\s?月\s?(?:[\d一二三四五六七八九十]{1,3}\s?[日号]|底|初|中旬)?"
    r"|[\d一二三四五六七八九十]{1,3}\s?[日号]|明天|后天|今晚|今天|明晚|\d{4}-\d\d?-\d\d?|月底|年底|年前|下周|下个?月)(?:(?:上午"
    r"|下午|晚上|中午)?\s?[\d一二三四五六七八九十]{1,3}[点:：]\d{0,2}(?:半|整)?|上午|下午|晚上|中午)?"
)
_WHEN = rf"{_DATE}|[\d一二三四五六七八九十]月份?|下周|下个?月|明年|后年|年底|春节|国庆|五一|暑假|寒假|周末"
_MANY = frozenset(["likes", "dislikes", "uses", "owns", "speaks", "allergic_to", "eats", "drinks", "project_uses"])
_NAMES = frozenset(["lives_in", "comes_from", "born_in", "works_at", "studies_at", "named", "nationality"])
"""Whose objects have no measure word, whatever character they begin with: 台南."""
_CLAUSES, _SAYINGS = (
    ("chinese_habits.toml", "chinese_patterns.toml"),
    ("chinese_asides.toml", "chinese_notes.toml", "chinese_orders.toml", "chinese_sayings.toml"),
)
_FAR = (
    r"(?:下下?个?(?:周|星期|礼拜)[一二三四五六日天末]?|下下?个?月|明年|后年|[今明]年(?:年底|[春夏秋冬]天)|(?:\d{1,2}|[一二三四五六七八九十]+)月(?:份|底|初)?|年底|春节|国庆|五一|中秋|"
    r"暑假|寒假|[春夏秋冬]天|元旦|圣诞)"
)
"""Times that are some way off, so that what is done then is planned."""


@cache
def _patterns(tables: tuple[str, ...]) -> tuple[Pattern, ...]:
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
        "TOOL": r"[A-Za-z][\w .+#-]*[\w+#]",
    }
    return tuple(pattern for table in tables for pattern in load(table, stands_for, re.IGNORECASE))


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
            said, told = mood.asked_after(plain[start:end]), mood.told_after(plain[start:end])
            if said is None and told is None:
                continue
            start, end = (start, start + said) if said is not None else (start + (told or 0), end)
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
    yield from (replace(one, start=one.start + start) for one in reader.sentence(0, end - start))


class _Reader:
    """Reads one sentence: what it says of whom carries over from clause to clause."""

    def __init__(
        self, text: str, plain: str, actor: str, words: Sequence[Word], hidden: Sequence[tuple[int, int]]
    ) -> None:
        self._text, self._plain, self._actor, self._words, self._hidden = text, plain, actor, words, hidden

    def sentence(self, start: int, end: int) -> Iterator[Found]:
        told: list[Found] = []
        taken: list[tuple[int, int]] = []
        barred: list[tuple[int, int]] = [*self._hidden]
        spans = mood.clauses(self._plain, start, end)
        supposed = False
        for a, b in spans:
            clause = self._plain[a:b]
            if mood.supposes(clause) and not clause.lstrip().startswith(("叫", "我叫")):
                supposed = True
                barred.append(
                    (a, end if re.search(r"如果|要是|假如|假设|听说|据说|说(?:她|他)|希望|除非", clause) else b)
                )
            elif mood.once_only(clause, self._plain[start:end]):
                barred.append((a, end))
            elif mood.is_past(clause):
                barred.append((a, b))
        for one, stop in self._anywhere(start, end):
            if not _inside(one.start, barred) and not any(
                x < stop and one.start < y and (x, y) != (one.start, stop) for x, y in taken
            ):
                told.append(one)
                taken.append((one.start, stop))
        subject: Opening | None = None
        for a, b in spans:
            if any(x <= a < y for x, y in barred):
                subject = None if supposed else subject
                continue
            if mood.commands(self._plain[a:b].strip()):
                continue
            opened = opening(self._plain, a, b, self._words, self._actor)
            projects = list(project_triples(self._text, self._plain, a, b, opened))
            if not projects and told and told[-1].predicate == "project_uses" and opened.subject is None:
                projects = list(project_parts(self._text, self._plain, a, b, told[-1].subject))
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
            if told and (more := _AS_WELL.match(self._plain[a:b])) and told[-1].predicate in _MANY | {"prefers"}:
                x, y = trimmed(self._plain, a + more.start("o"), b)
                x = without_measure(self._plain, x, y)
                says = "likes" if told[-1].predicate == "prefers" else told[-1].predicate
                told.append(replace(told[-1], predicate=says, object=self._text[x:y], start=a, aspect=""))
                continue
            if opened.subject is None:
                if subject is not None and subject.barred:
                    continue
                carried = subject.subject if subject is not None and subject.subject else None
                opened = replace(
                    opened, subject=carried or self._actor, first=carried is None or subject.first if subject else True
                )
                implied = subject is None
            else:
                subject, implied = opened, False
            said = [_of_project(self._as_kin(one), opened) for one in self._clause(opened, a, b, implied)]
            if opened.besides:
                said += [replace(one, subject=opened.besides) for one in said if one.predicate not in _BETWEEN]
            if told and opened.subject and _SO_DOES.search(self._plain[a:b]):
                said = [replace(told[-1], subject=opened.subject, start=opened.rest)]
            for one in said:
                if (
                    one.predicate in ("child", "sibling", "married_to", "partner", "pet", "parent", "named")
                    and opened.kin
                ):
                    subject = replace(opened, subject=one.object if one.subject == self._actor else opened.subject)
            told += [one for one in said if not _inside(one.start, [*taken, *self._hidden])]
        versions = tuple(one.subject for one in told if one.predicate == "uses_version")
        told = [one for one in told if one.predicate != "uses" or not one.object.startswith(versions)]
        built = {one.subject for one in told if one.predicate == "project_uses"}
        told = [
            replace(one, predicate="project_uses") if one.predicate == "uses" and one.subject in built else one
            for one in told
        ]
        preferred = any(one.predicate == "prefers" for one in told)
        yield from (one for one in told if not (preferred and one.predicate == "likes" and one.polarity == "-"))

    def _meant(self, start: int, end: int, told: Sequence[Found]) -> Opening | None:
        """The opening of a clause about 她 or 他, where one of the sentence can be meant: 我老婆叫陈曼,她会说粤语."""
        match = _PRONOUN.match(self._plain, start, end)
        names = {one.object for one in told if one.predicate in _ONE_OF_US and one.subject == self._actor}
        if match is None or len(names) != 1:
            return None
        found = opening(self._plain, match.end(), end, self._words, self._actor)
        return None if found.subject or found.barred else replace(found, subject=names.pop())

    def _as_kin(self, one: Found) -> Found:
        """The name of kin is who they are: 我女儿今年上小学,叫果果."""
        relation = kin_predicate(folded(one.subject)) if one.predicate == "named" else None
        return one if relation is None else replace(one, subject=self._actor, predicate=relation)

    def _called(self, opened: Opening, told: Sequence[Found], start: int, end: int) -> Iterator[Found]:
        """The names of those just spoken of: 养了两只猫,叫团团和圆圆."""
        if not told or told[-1].predicate not in _CAN_BE_CALLED:
            return
        match = _NAMES_ONLY.match(self._plain, start, end)
        if match is None and opened.subject is None:
            match = _CALLED.match(self._plain, opened.rest, end)
        if match is None:
            return
        for a, b in parts(self._plain, *trimmed(self._plain, *match.span("o"))):
            yield replace(told[-1], object=self._text[a:b], start=match.start())

    def _clause(self, opened: Opening, start: int, end: int, implied: bool) -> Iterator[Found]:
        kin = list(kin_triples(self._text, self._plain, opened, end, self._actor))
        yield from kin
        if any(one.predicate != "" and one.start >= opened.rest for one in kin):
            return
        be = list(be_triples(self._text, self._plain, start, end, opened, self._actor))
        if be:
            yield from be
            return
        for pattern in _patterns(_CLAUSES):
            if pattern.denied and not opened.negated:
                continue
            if pattern.needs and not pattern.needs.search(self._plain[start:end]):
                continue
            match = pattern.re.match(self._plain, opened.rest, end) or (
                (
                    opened.negated
                    and self._plain[opened.rest - 1] in "有"
                    and pattern.re.match(self._plain, opened.rest - 1, end)
                )
                or None
            )
            if not match or (pattern.own and not opened.first) or (implied and pattern.says in _NEEDS_SUBJECT):
                continue
            found = list(self._read(pattern, match, opened.subject or self._actor, opened.negated, opened.topic))
            if found:
                yield from found
                if pattern.says not in _GOES_ON:
                    return

    def _anywhere(self, start: int, end: int) -> Iterator[tuple[Found, int]]:
        for pattern in _patterns(_SAYINGS):
            if pattern.needs and not pattern.needs.search(self._plain[start:end]):
                continue
            for match in pattern.re.finditer(self._plain, start, end):
                if pattern.says == "uses_version" and mood.of_others(self._plain[start : match.start()]):
                    continue
                for one in self._read(pattern, match, pattern.subject_is or self._actor, pattern.negative):
                    yield one, match.end()

    def _read(
        self, pattern: Pattern, match: re.Match[str], subject: str, negated: bool, topic: str = ""
    ) -> Iterator[Found]:
        groups = match.groupdict()
        name = "o" if groups.get("o") else "o2"
        if not groups.get(name):
            return
        if groups.get("s"):
            a, b = _subject_span(self._plain, *match.span("s"))
            subject = self._text[a:b]
            if not subject:
                return
        negated = (negated or pattern.negative) ^ bool(groups.get("n"))
        a, b = trimmed(self._plain, *match.span(name))
        if groups.get("q"):
            a = match.start("q")
        spans = parts(self._plain, a, b) if pattern.many or pattern.says in _MANY else [(a, b)]
        aspect = (
            pattern.aspect
            or _NO_ASPECT.sub("", groups.get("a") or groups.get("a2") or "")
            or (_NO_ASPECT.sub("", topic) if pattern.says == "prefers" else "")
        )
        before = match.start("b") if groups.get("b") else None
        for x, y in spans:
            x, y = trimmed(self._plain, x, y)
            x = x if groups.get("q") or pattern.says in _NAMES else without_measure(self._plain, x, y)
            x, y = trimmed(self._plain, x, y)
            object_ = self._text[x:y]
            if before is not None:
                object_ = self._text[before : match.end("b")].strip() + object_
            if pattern.says == "prefers":
                kept = chosen(self._plain[x:y])
                x += self._plain[x:y].index(kept)
                object_ = self._text[x : x + len(kept)]
            if pattern.says == "prefers" and (_OF_OTHERS.search(groups.get("a") or aspect) or self._plain[x] in "不别"):
                continue
            if pattern.says == "uses_version" and match.end("s") == match.start("o") and not is_tool(subject):
                continue  # 索尼 FX3 is a model
            if negated and pattern.says == "uses" and self._is_deed(x, y):
                continue  # 再也不用交停车费: there is no need of it
            if not self._classed(pattern, x, y) or (pattern.topic and not self._is_thing(match)):
                continue
            if not is_object(self._plain[x:y]) or (pattern.known_aspect and not known_aspect(aspect, object_)):
                continue
            yield Found(
                subject,
                pattern.says,
                pattern.object.replace("{o}", object_),
                match.start(),
                "-" if negated else "+",
                aspect,
                pattern.change,
            )
        if groups.get("from"):
            x, y = trimmed(self._plain, *match.span("from"))
            yield Found(subject, pattern.says, self._text[x:y], match.start(), "-", change=True)

    def _classed(self, pattern: Pattern, start: int, end: int) -> bool:
        """Whether the object between `start` and `end` has the word class that a pattern asks for."""
        inside = [word for word in self._words if start <= word.start < end]
        if pattern.place:
            return any(word.tag == "LOC" for word in inside) and all(word.tag[:1] != "v" for word in inside)
        if pattern.person:
            return len(inside) == 1 and inside[0].tag == "PER" and inside[0].end == end
        if pattern.deed:
            deed = next((word for word in inside if word.tag not in ("d", "ad")), None)
            return deed is not None and inside[0].start == start and deed.tag[:1] == "v"
        if pattern.says == "works_at":
            return not inside or any(word.tag != "LOC" for word in inside)  # 在武汉当老师 says where, not for whom
        return True

    def _is_deed(self, start: int, end: int) -> bool:
        """Whether the object between `start` and `end` is something done: 交停车费."""
        over = "了" in self._plain[end : end + 2]  # 不用钉钉了
        return any(word.start == start and word.tag == "v" and (word.end < end or not over) for word in self._words)

    def _is_thing(self, match: re.Match[str]) -> bool:
        """Whether what stands before 我 is a thing, of which something is said: 刮风我讨厌; not 周末我喜欢爬山."""
        name = "a" if match.groupdict().get("a") else "o"
        tags = {word.tag for word in self._words if match.start(name) <= word.start < match.end(name)}
        return not tags & {"TIME", "t", "LOC", "ns", "s", "PER", "nr", "r", "f", "d", "c"}


_OF_OTHERS = re.compile(r"朋友|同[事学]|家人|[他她你您]|大家|我们|爸|妈|[哥姐弟妹]|老[婆公板]|[前后]$|这里|那里")
"""In place of an aspect: whose preference it is, not what it is about."""
_NO_ASPECT = re.compile(
    r"^(?:以后|今后|往后|每次|平时|请|记住|给|我们?|一般|现在|的|(?:发|在|订|做|写|坐|看)(?=[^票单法]{2}|$))+"
    r"|(?:我|的话|的时候|时候|习惯|偏好|一般|每次|请|的|给|(?<=的)东西|都|就)+$"
)
"""What stands beside an aspect and is no part of it: 我报价习惯 is about 报价."""
_AS_WELL = re.compile(r"^\s*(?:(?:另外)?还有|尤其(?:是|喜欢|爱)|特别是|特别喜欢)(?:吃|喝)?(?P<o>[^的我他她,]{1,12})")
"""More of what was just said: 我有两套房,还有一辆摩托."""
_SO_DOES = re.compile(r"也(?:是|一样|是这样|同样)[的。!]*$")
"""The same is true of another: 我爸是老师,我妈也是."""
_PRONOUN = re.compile(r"\s*(?:而|不过|但)?[他她](?!们|的|俩|家)")
_ONE_OF_US = frozenset(["married_to", "partner", "child", "sibling", "friend", "colleague", "manager"])
_BETWEEN = frozenset(["married_to", "partner", "child", "pet", "friend", "colleague", "named"])
_CALLED = re.compile(r"(?:分别)?(?:名字)?(?:叫做?|名叫|取名叫?|起名叫?)(?P<o>[^,。!]{1,12})")
_NAMES_ONLY = re.compile(r"(?:是)?(?P<o>(?!叫|名)[\u4e00-\u9fff]{2,3}(?:[、和跟与][\u4e00-\u9fff]{2,3})+)[。!~]*$")
"""Names and nothing else: 我有俩儿子,大宝和二宝."""
_CAN_BE_CALLED = frozenset(["pet", "child", "sibling", "married_to", "partner"])
_NEEDS_SUBJECT = frozenset(["named", "eats", "drinks", "age", "is", "plays", "commutes_by"])
_GOES_ON = frozenset(["works_at", "studies_at"])


def _subject_span(plain: str, start: int, end: int) -> tuple[int, int]:
    piece = plain[start:end]
    for lead in ("我这边", "我的", "我们的", "这个", "那个", "注意", "提醒", "记住", "请注意", "我"):
        if piece.startswith(lead) and len(piece) > len(lead):
            start += len(lead)
            piece = plain[start:end]
    while end > start and plain[end - 1] in " 的是在于得要":
        end -= 1
    while start < end and plain[start] in " ":
        start += 1
    return start, end


def _of_project(one: Found, opened: Opening) -> Found:
    """What somebody named uses, if it is what projects are built with and not what people work with: 海燕用了 Kafka."""
    person = opened.first or opened.kin or opened.subject in (None, "team")
    if one.predicate != "uses" or person or not is_tool(one.object) or is_tool(one.object, personal=True):
        return one
    return replace(one, predicate="project_uses")


def _inside(place: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= place < end for start, end in spans)
