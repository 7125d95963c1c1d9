"""Who is asked about, which types of events, and what is named."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphmem.language.dates import MONTH_NAMES
from graphmem.language.identify import HAN
from graphmem.language.signals import names_in
from graphmem.language.words import STOP_WORDS

USER, ASSISTANT, TOOL = "user", "assistant", "tool"

_SAY = (
    r"(?:say|said|ask(?:ed)?|tell|told|mention(?:ed)?|write|wrote|note(?:d)?|complain(?:ed)?"
    r"|report(?:ed)?|suggest(?:ed)?|recommend(?:ed)?"
    r"|promise(?:d)?|explain(?:ed)?|request(?:ed)?|describe(?:d)?|claim(?:ed)?|propose(?:d)?"
    r"|advise(?:d)?|bring up|brought up|point(?:ed)? out"
    r"|warn(?:ed)?|remind(?:ed)?|answer(?:ed)?|repl(?:y|ied)|confirm(?:ed)?|state(?:d)?"
    r"|jot(?:ted)?|log(?:ged)?|rant|call it|object)"
)
_DO = (
    rf"(?:{_SAY}|do|did|find|found|try|tried|return(?:ed)?|change(?:d)?|run|ran|offer(?:ed)?"
    r"|get back|produce(?:d)?|print(?:ed)?|fix(?:ed)?|decide(?:d)?|answer|deploy(?:ed)?)"
)
_BETWEEN = r"(?:\s+(?:\w+ly|ever|also|first|last|just|even))*\s+"
_RULES_EN = [
    (
        USER,
        re.compile(
            rf"\b(?:did|have|had|do) i{_BETWEEN}{_SAY}\b|\bi(?: have|'ve| had| also| ever| first"
            rf"| last| just)?\s+(?:{_SAY}d?|asked|wrote|noted|told|said)\b"
        ),
    ),
    (
        ASSISTANT,
        re.compile(
            rf"\b(?:did|have|had|do|were|are) you{_BETWEEN}{_DO}\w*\b|\byou(?: have|'ve| had"
            rf"| also)?\s+(?:{_SAY}|did)\b|\b(?:the |your )?(?:agent|assistant|bot|ai)\b(?!')"
        ),
    ),
    (
        TOOL,
        re.compile(
            r"\b(?:the|a|that|which|any) (?:\w+ )?tools?\b(?! (?:do|should|can|did) (?:i|we"
            r"|you))|\btool (?:result|output|call)s?\b"
        ),
    ),
]
_SAY_ZH = (
    r"(?:说|问|提|讲|告诉|建议|提醒|推荐|答应|记|写|抱怨|反馈|要求|回答|解释|承诺|交代|吩咐|表示|强调|报告|许|叮嘱)"
)
_RULES_ZH = [
    (
        ASSISTANT,
        re.compile(
            rf"你(?:们)?(?:是|都|又|还|就|当时|给我|跟我|对我|为我|替我|帮我|向我|怎么|什么时候|有没有|最后)*(?:{_SAY_ZH}|做了|做过"
            r"|干了|怎么做|查|改了|试|跑了|找到|处理|采取|怎么[处解修回])|助手|智能体|机器人|代理(?!商|人|费)|ai(?![a-z])"
        ),
    ),
    (
        USER,
        re.compile(
            r"(?<!给)(?<!跟)(?<!对)(?<!为)(?<!替)(?<!帮)(?<!向)(?<!提醒)(?<!建议)(?<!告诉)我(?!们|的|家)(?:是"
            rf"|都|又|还|就|当时|有没有|给你|跟你|对你|向你|和你|同你|让你|叫你|怎么|曾|曾经|第一次|首次|上次|昨天|今天|一共|到底|最早|最后|什么时候)*(?:{_SAY_ZH}(?:过"
            rf"|了|到|的|说|要|你|起|没|及|什么|是|呢|吗|下|$)|{_SAY_ZH})|我记过没有"
        ),
    ),
    (TOOL, re.compile(r"工具(?!箱|栏|书|人|店)")),
]
_NOT_SPEAKERS = frozenset(
    [
        "i",
        "you",
        "we",
        "he",
        "she",
        "they",
        "it",
        "who",
        "what",
        "which",
        "that",
        "this",
        "the",
        "my",
        "your",
        "our",
        "anybody",
        "anyone",
        "somebody",
        "someone",
        "nobody",
        "everyone",
        "everybody",
        "user",
        "agent",
        "assistant",
        "tool",
        "there",
    ]
)
_NAMED_SPEAKER = re.compile(
    rf"\b(?:[Dd]id|[Hh]as|[Hh]ad|[Dd]oes)\s+([A-Z][\w'-]+(?: [A-Z][\w'-]+)?)\s+(?:\w+ly\s+|ever\s+)?{_SAY}\b"
)
_ACCORDING = re.compile(
    r"\b[Aa]ccording to ([A-Z][\w-]+)|\b([A-Z][\w-]+) (?:told|asked|reminded|warned) (?:you|us|the team)\b"
)
_ACTOR_ZH = re.compile(
    rf"(?<![{HAN}])?((?:[小老阿]|王|李|张|刘|陈|杨|赵|黄|周|吴|徐|孙|马|朱|胡|林|郭|何|高|罗)[{HAN}]|[{HAN}](?:总|工|老师|经理|医生))"
    rf"(?:跟你|对你|给你|向你|和你|是怎么|怎么)?(?:{_SAY_ZH}(?:过|了|到|的|什么|你)|答应)"
)

_TYPES_EN = [
    (
        "decision",
        re.compile(
            r"\b(?:decid\w+|decisions?|(?:we|you|i|they|was|were|did we) (?:agreed?|settled?)"
            r"|agreed (?:on|to)|settled? on|(?:did|have) we (?:agree|choose|pick)|agreement)\b"
        ),
    ),
    (
        "tool_result",
        re.compile(
            r"\btools?\b.{0,20}\b(?:return|output|result|print|report|give back|gave back|say"
            r"|show)\w*|\b(?:result|output)s? of the \w+ tool\b|\btool (?:result|output)s?\b"
        ),
    ),
    (
        "tool_call",
        re.compile(
            r"\btool calls?\b|\bwhich tools? (?:did|were|was|have)\b|\b(?:called|invoked?) (?:the"
            r"|a|which) (?:\w+ )?tool\b"
        ),
    ),
    ("note", re.compile(r"\b(?:notes?|memos?)\b(?! (?:down|that)\b)(?<!did i note)(?<!i note)(?<!to note)")),
    ("feedback", re.compile(r"\b(?:feedback|complaints?)\b")),
]
_TYPES_ZH = [
    ("decision", re.compile(r"决定|敲定|拍板|定了(?:什么|哪|谁|多少|几)|定下|商定|选定|决策")),
    ("tool_result", re.compile(r"工具.{0,6}(?:返回|输出|结果)")),
    ("tool_call", re.compile(r"(?:调用|用)了?(?:什么|哪些|哪个|几次).{0,3}工具|工具调用")),
    ("note", re.compile(r"笔记|备忘")),
    ("feedback", re.compile(r"我(?:的|给的|给过的?)反馈|投诉")),
]

_QUOTED = re.compile(r"[\"“「『《]([^\"”」』》]{1,60})[\"”」』》]|(?<!\w)'([^']{2,60})'(?!\w)")
_CAPITAL = r"(?:[A-Z][\w'&+-]*|[a-z]+[A-Z]\w*)"
_CAPITALISED = re.compile(
    rf"(?<![\w.]){_CAPITAL}(?:\.[a-z]{{2,3}}\b)?(?: (?:of |the |de |van )?{_CAPITAL}| \d+(?:\.\d+)*\b)*"
)
_LATIN_IN_CHINESE = re.compile(
    rf"(?<=[{HAN}，。！？、])[A-Za-z][\w.+-]{{1,30}}|(?<=[{HAN}，。！？、] )[A-Za-z][\w.+-]{{1,30}}|"
    rf"(?<![\w.+-])[A-Za-z][A-Za-z0-9.+-]{{1,30}}(?=\s?[{HAN}])",
    re.ASCII,
)
_OPENERS = frozenset(
    [
        "what",
        "when",
        "where",
        "which",
        "who",
        "whom",
        "whose",
        "why",
        "how",
        "did",
        "do",
        "does",
        "have",
        "has",
        "had",
        "is",
        "are",
        "was",
        "were",
        "can",
        "could",
        "should",
        "would",
        "will",
        "may",
        "tell",
        "show",
        "list",
        "give",
        "remind",
        "summarise",
        "summarize",
        "find",
        "anything",
        "everything",
        "notes",
        "outages",
        "and",
        "or",
        "the",
        "a",
        "an",
        "in",
        "on",
        "at",
        "from",
        "since",
        "after",
        "before",
        "once",
        "i",
        "i'm",
        "i've",
        "i'd",
        "i'll",
        "my",
        "we",
        "our",
        "you",
        "your",
        "please",
        "ok",
        "hey",
        "hi",
        "q1",
        "q2",
        "q3",
        "q4",
        "no",
        "yes",
        "not",
        "it",
        "he",
        "she",
        "they",
        "this",
        "that",
        "these",
        "those",
    ]
)
_DATES = frozenset(MONTH_NAMES) | frozenset(
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "christmas", "easter"]
)


def actors_in(original: str, folded: str, actors: Sequence[str]) -> tuple[str, ...]:
    """Who is asked about: "user" and "assistant" by person and verb, others by name.

    Args:
        actors: names of those who are known to act; found wherever they are named, in full or by the first word.
    """
    found: list[str] = [
        actor for actor in actors if names_in(original, {actor, actor.split()[0] if actor.split() else actor})
    ]
    for pattern in (_NAMED_SPEAKER, _ACCORDING, _ACTOR_ZH):
        for match in pattern.finditer(original):
            name = next(group for group in match.groups() if group)
            if (
                name.lower() not in _NOT_SPEAKERS
                and name.lower() not in _OPENERS
                and not any(name in known for known in found)
            ):
                found.append(name)
    if not found:
        for actor, pattern in (*_RULES_EN, *_RULES_ZH):
            if pattern.search(folded) and actor not in found:
                found.append(actor)
        if USER in found and ASSISTANT in found:
            found.remove(_addressee(folded))
    return tuple(dict.fromkeys(found))


def _addressee(folded: str) -> str:
    """Of "I" and "you", the one who did not say it: in "what did I ask you" that is "you"."""
    last_user = max(
        (match.end() for _, pattern in (_RULES_EN[0], _RULES_ZH[1]) for match in pattern.finditer(folded)), default=-1
    )
    last_assistant = max(
        (match.end() for _, pattern in (_RULES_EN[1], _RULES_ZH[0]) for match in pattern.finditer(folded)), default=-1
    )
    return USER if last_assistant > last_user else ASSISTANT


def event_types_in(folded: str) -> tuple[str, ...]:
    """Types of events that the text names: decisions, notes, results of tools."""
    return tuple(dict.fromkeys(kind for kind, pattern in (*_TYPES_EN, *_TYPES_ZH) if pattern.search(folded)))


def without_event_types(folded: str) -> str:
    """`folded` without the words that name types of events."""
    for _, pattern in (*_TYPES_EN, *_TYPES_ZH):
        folded = pattern.sub(" ", folded)
    return folded


def entities_in(original: str, actors: Sequence[str] = ()) -> tuple[str, ...]:
    """Names in a text: what is quoted, capitalised inside a sentence, in Latin letters within Chinese, or known.

    Names in Chinese characters are found only if they are quoted or among `actors`.
    """
    found: list[tuple[int, str]] = [(match.start(), match[1] or match[2]) for match in _QUOTED.finditer(original)]
    for match in _CAPITALISED.finditer(original):
        words = match[0].split()
        start = match.start()
        while words and (words[0].lower().split("'")[0] in _OPENERS | STOP_WORDS):
            start += len(words.pop(0)) + 1
        name = re.sub(r"'s$", "", " ".join(words))
        if name and len(name) > 1 and name.lower() not in _DATES and not _inside(start, found):
            found.append((start, name))
    for match in _LATIN_IN_CHINESE.finditer(original):
        if not _inside(match.start(), found) and match[0].lower() not in _OPENERS | STOP_WORDS:
            found.append((match.start(), match[0]))
    found += [(original.find(name), name) for name in names_in(original, actors)]
    return tuple(dict.fromkeys(name for _, name in sorted(found)))


def _inside(place: int, found: Sequence[tuple[int, str]]) -> bool:
    return any(start <= place <= start + len(name) for start, name in found)
