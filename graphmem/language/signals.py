"""What a text gives away besides its words: questions, times, numbers, dates, and who is named.

Every rule exists in English and in Chinese. Times are only noticed here, not resolved.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from graphmem.language.dates import MONTH_NAMES, mentioned_dates
from graphmem.language.identify import HAN
from graphmem.language.words import STOP_WORDS
from graphmem.rules.phrases import plain

_NO_LETTER_BEFORE = rf"(?<![^\W{HAN}])"
_NO_LETTER_AFTER = rf"(?![^\W{HAN}])"
"""Word borders that also hold between a Latin and a Chinese letter, where there is no space ("Ada昨天说")."""

_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")
_CHINESE_QUESTION_END = re.compile(r"[吗呢么][\s。.!！~～]*$")

_WEEKDAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_MONTHS = "|".join(name for name in MONTH_NAMES if name not in ("may", "march"))  # verbs too: left to `dates`
_TIME_EN = re.compile(
    rf"\b(?:yesterday|today|tonight|tomorrow|ago|last|next|recently|since|weeks?|weekends?|months?|years?|\d{{4}}"
    rf"|this (?:week|month|year|weekend|morning|afternoon|evening|spring|summer|autumn|fall|winter)"
    rf"|{_MONTHS}|{_WEEKDAYS})\b",
    re.IGNORECASE,
)
_CHINESE_NUMBER = "[0-9〇零一二两三四五六七八九十百千半几]"
_TIME_ZH = re.compile(
    rf"昨[天晚日夜]|今[天晚早日年]|明[天晚早日年]|[前后大]天|[去前后]年|刚[才刚]|最近|近来|以前|之前|以后|当时|那时|"
    rf"[上下本这]{{1,2}}(?:个)?(?:周|星期|礼拜|月|季度|学期|年)|上次|下次|(?:星期|礼拜|周)[一二三四五六日天末]|"
    rf"{_CHINESE_NUMBER}(?:个)?(?:天|周|星期|礼拜|月|年|小时|钟头|分钟)(?:前|后|之前|之后|以前|以后|来)|"
    rf"{_CHINESE_NUMBER}{{1,12}}(?:年|月|[日号](?!楼|线|店|门)|点[钟半整])|"
    rf"(?:早上|上午|中午|下午|傍晚|晚上|凌晨|夜里)|(?:春|夏|秋|冬)[天季]|春节|元旦|国庆|暑假|寒假"
)
_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred"
    r"|thousand|million|twice|once|couple|few|several|dozen|half)\b|[〇零一二三四五六七八九十百千万亿两]|好几"
    r"|几[个次天年位条]",
    re.IGNORECASE,
)
_ASKS_WHEN = re.compile(
    r"(?:^|[.!?;,]\s*(?:and |but )?)\s*(?:(?:and|so|do you (?:know|remember)|can you (?:say|tell me)|tell me"
    r"|since|until|on|in|at|by|from)\s+)?"
    r"(?:when\b|how long\b|(?:what|which) (?:\w+ )?(?:dates?|times?|years?|months?|days?|weekdays?|weeks?)\b)",
    re.IGNORECASE,
)
_ASKS_WHEN_ZH = re.compile(
    r"(?:什么|啥)(?:时候|时间|日子)|何[时日年]|[哪几][一]?(?:天|年|月|号|点|日)|哪个?(?:月|星期|周|礼拜|时候)"
    r"|哪一?(?:周|星期)|(?:星期|礼拜|周)几|多久|多长时间"
)
_ASKING_WHEN_ZH = re.compile(rf"(?:是|在)?(?:{_ASKS_WHEN_ZH.pattern})")
_ASKS_NUMBER = re.compile(
    r"\bhow (?:many|much|often|long|old|far|big|large|tall|high|heavy|fast|expensive)\b"
    r"|多少|几(?!乎)|多[久长大远高重贵快]",
    re.IGNORECASE,
)

_ASKS_WHY = re.compile(
    r"\bwhy\b|\bhow come\b|\b(?:cause|reason|culprit|root (?:cause|of))\b|\bcaused\b|\bwent wrong\b"
    r"|\bwhat (?:was|is|were|went) (?:behind|wrong|the (?:matter|problem|trouble))\b"
    r"|\bwhat (?:(?:had|has) )?(?:broke|tripped|triggered|led to|brought (?:it |us |\w+ )?down|took (?:it |us "
    r"|\w+ )?down|stopped|blocked|held (?:it|us|them|me|up))\b"
    r"|为什么|为何|为啥|原因|缘故|因为什么|根源|根子|祸根|症结|毛病出|怎么回事|咋回事|怎么会|卡在|出在(?:什么"
    r"|哪)|哪里出"
)
_TELLS_WHY = re.compile(
    r"\b(?:because|due to|causes?|caused by|reason|owing to|turns? out|came from|that's why)\b|, so\b"
    r"|原因|根因|起因|因为|由于|所以|原来是"
)
_FAILURE = re.compile(r"[a-z](?:Error|Exception|Timeout|Failure|Killed|BackOff)\b|\b(?:OOM|TIMEOUT)")
"""Names that programs give to what went wrong, written as one word."""


def without_names(text: str, names: Iterable[str]) -> str:
    """`text` without the `names` (and a possessive after them); the whole text where no other word would remain.

    Names are found in any script, longest first, in any case unless the name is also a common word ("Will", "May"),
    which is found only as written. A first name is found only if it is among the names.

    >>> without_names("When did Caroline's sister meet Mel?", ["Caroline", "Mel"])
    'When did sister meet ?'
    >>> without_names("小明昨天说了什么？", ["小明"])
    '昨天说了什么？'
    """
    left = unicodedata.normalize("NFC", text)
    for name in sorted({unicodedata.normalize("NFC", name.strip()) for name in names}, key=lambda n: (-len(n), n)):
        if name:
            left = _name_pattern(name).sub(" ", left)
    left = " ".join(left.split())
    return left if re.search(r"[^\W_]", left) else text


def names_in(text: str, names: Iterable[str]) -> set[str]:
    """Those of the `names` that `text` holds, by the same borders as `without_names`."""
    normal = unicodedata.normalize("NFC", text)
    low = normal.casefold()
    # Looked for as plain text first: a pattern for each of a thousand names takes seconds to compile.
    likely = {
        name: form for name in names if (form := unicodedata.normalize("NFC", name.strip())) and form.casefold() in low
    }
    return {name for name, form in likely.items() if _name_pattern(form).search(normal)}


def _name_pattern(name: str) -> re.Pattern[str]:
    common = name.casefold() in STOP_WORDS or name.casefold() in MONTH_NAMES
    before = _NO_LETTER_BEFORE if re.match(rf"[^\W{HAN}]", name) else ""
    after = _NO_LETTER_AFTER if re.search(rf"[^\W{HAN}]$", name) else ""
    return re.compile(
        rf"{before}{re.escape(name)}(?:['’][sS](?![^\W_]))?{after}", re.NOFLAG if common else re.IGNORECASE
    )


def question_share(text: str) -> float:
    """The share of the sentences of `text` that are questions, 0 to 1.

    A question ends in a question mark, or in 吗, 呢 or 么.

    >>> question_share("I moved. Where do you live now?"), question_share("你吃了吗")
    (0.5, 1.0)
    """
    sentences = [sentence for sentence in _SENTENCE.findall(text) if sentence.strip()]
    if not sentences:
        return 0.0
    asked = sum("?" in s or "？" in s or bool(_CHINESE_QUESTION_END.search(s)) for s in sentences)
    return asked / len(sentences)


def has_time_words(text: str) -> bool:
    """Whether `text` says anything about a time ("last week", 上个月, "7 May"); the verb "may" does not."""
    return bool(_TIME_EN.search(text) or _TIME_ZH.search(text) or mentioned_dates(text))


def has_number_words(text: str) -> bool:
    """Whether `text` holds a number, in digits or in words of either language."""
    return bool(_NUMBER.search(text))


def asks_when(text: str) -> bool:
    """Whether `text` asks for a time or a duration ("when did …", "what day", 什么时候, 几点)."""
    return bool(_ASKS_WHEN.search(text) or _ASKS_WHEN_ZH.search(text))


def without_asking_when(text: str) -> str:
    """`text` without the words that ask for a time.

    >>> without_asking_when("On which day did the lift break?"), without_asking_when("电梯是哪天坏的？")
    ('  did the lift break?', '电梯 坏的？')
    """
    return _ASKING_WHEN_ZH.sub(" ", _ASKS_WHEN.sub(" ", text))


def asks_number(text: str) -> bool:
    """Whether `text` asks for a number ("how many", 多少, 几)."""
    return bool(_ASKS_NUMBER.search(text))


def asks_why(text: str) -> bool:
    """Whether `text` asks for a cause ("why", "what was behind it", 为什么, 怎么回事)."""
    return bool(_ASKS_WHY.search(plain(text)))


def tells_why(text: str) -> bool:
    """Whether `text` gives a reason in so many words ("because", "due to", 因为)."""
    return bool(_TELLS_WHY.search(plain(text)))


def names_failure(text: str) -> bool:
    """Whether `text` holds the name of an error as programs write it ("KeyError", "OOMKilled")."""
    return bool(_FAILURE.search(text))
