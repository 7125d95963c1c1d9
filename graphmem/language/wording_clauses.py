"""The order of a sentence's words: what may stand here or there is put into one place, all else stays where it is."""

from __future__ import annotations

from itertools import pairwise

import Stemmer

from graphmem.language.wording_numbers import ABOUT, TIME, Tokens, word_set
from graphmem.language.wording_words import COMMA, DONE, ENDS, QUESTION, tables

_NEGATIONS = word_set(
    "not no never nolonger none nothing noone neither nor yes 不 没 别 未 无 非 勿 莫 是 对 好 不是 不要"
)
"""Words after which a comma counts: "no, more tests" is not "no more tests"."""
_PLACED = frozenset({"on", "in", "at"})
"""Prepositions that say nothing before a time."""
_SUBJECTS = word_set(
    "i we you he she they it my our your his her their there this that mother father everyone someone noone"
)
_BOUND = word_set(
    "and or but then that who which what where how why said says say told tell than if because while when not never "
    "nolonger no only after before until so"
)
"""With one of these in it, a clause may mean another thing when its time moves."""
_USUALLY = word_set("usually normally often sometimes typically generally")
_CONDITIONS = frozenset({"if", "because", "unless", "though"})
_ASKING = word_set(
    "ask asked asks know knows wonder wondering wondered see check tell me him her us them sure unsure say"
)
"""Before "if", these make it a question."""
_AUXILIARIES = word_set("is are was were am does did has can could would should shall do have will may")
_WHICH = word_set("what when where who whose why how")
_ASKED = word_set("几点 什么时候 为什么 怎么 哪里 哪 谁 多少 什么")
_ALL = word_set("都 也 没 不")
"""With one of these a Chinese question word may mean "whatever"."""
_ASK_FOR = frozenset({"can", "could", "will", "would"})
_REQUESTS = word_set(
    "remind send tell show help check cancel book give make find explain write add change update remove delete fix set "
    "put call email let keep use answer"
)
_OWNERS = frozenset({"my", "our", "his", "her", "their", "your"})

_CHINESE_SUBJECTS = word_set("我 我们 咱们 咱 你 你们 他 她 它 他们 她们 它们")
_SEQUENCE = word_set("就 再 才 后 以后 之后 去 来 又 便")
_USUALLY_CHINESE = frozenset({"@一般", "@经常", "@平时"})
_ASK_FOR_CHINESE = (["能", "不", "能"], ["可以"], ["能"], ["可", "不可以"], ["能不能"])


def arranged(sentence: Tokens) -> Tokens:
    """The words of one sentence in the order in which they are compared, with a question mark if it asks."""
    asks = sentence[-1] == QUESTION
    clauses = _clauses(sentence)
    if not clauses:
        return []
    first, requested = _request(clauses[0])
    asks = not requested and (asks or _inverted(first))
    clauses[0] = first
    if clauses[-1] and clauses[-1][-1] == "吗":
        clauses[-1], asks = clauses[-1][:-1], not requested
    clauses = _condition_last([_clause(clause) for clause in clauses])
    return [word for clause in clauses for word in clause] + [QUESTION] * asks


def _clauses(sentence: Tokens) -> list[Tokens]:
    """What stands between commas, without fillers; a comma that counts stays, a time before one joins what follows."""
    found: list[Tokens] = []
    clause: Tokens = []
    ahead: Tokens = []
    for word in sentence if sentence[-1] in ENDS else [*sentence, COMMA]:
        if word not in ENDS:
            clause.append(word)
            continue
        closed, clause = _without_fillers(clause), []
        if not closed:
            continue
        if word == COMMA and not ahead and all(each[0] == TIME or each in _PLACED for each in closed):
            ahead = closed
            continue
        if len(closed) <= 2 and closed[-1] in _NEGATIONS:
            closed.append(COMMA)
        found.append([*closed, *ahead] if ahead and not _times_at_end(closed) else [*ahead, *closed])
        ahead = []
    return [*found, ahead] if ahead else found


def _without_fillers(clause: Tokens) -> Tokens:
    table = tables()
    for filler in table.drop_at_start:
        if clause[: len(filler)] == filler:
            clause = clause[len(filler) :]
    return [] if tuple(clause) in table.drop_alone else clause


def _request(clause: Tokens) -> tuple[Tokens, bool]:
    """A request put as a question, as the request alone."""
    if len(clause) > 2 and clause[0] in _ASK_FOR and clause[1] == "you" and clause[2] in _REQUESTS:
        return clause[2:], True
    for start in _ASK_FOR_CHINESE:
        if clause[: len(start)] == start and clause[len(start) : len(start) + 1] == ["请"]:
            return clause[len(start) :], True
    return clause, bool(clause) and clause[0] == "请"


def _inverted(clause: Tokens) -> bool:
    """Whether a clause is a question without its mark: by the order of its words, or a word that asks."""
    if not _ASKED.isdisjoint(clause):
        return _ALL.isdisjoint(clause)
    if len(clause) > 1 and clause[0] in _WHICH and (clause[1] in _AUXILIARIES or clause[0] not in ("when", "where")):
        return True
    if len(clause) < 2 or clause[0] not in _AUXILIARIES or clause[1] == "not":
        return False
    if clause[0] in ("do", "have", "will", "may"):
        return clause[1] in _SUBJECTS and clause[:2] != ["do", "it"]
    return True


def _clause(clause: Tokens) -> Tokens:
    if any(word[-1] > "\u2e80" for word in clause):
        return _chinese(clause)
    return _identified(_no_longer(_simple(_time_last(clause))))


def _times_at_end(clause: Tokens) -> bool:
    return bool(clause) and clause[-1][0] == TIME


def _time_last(clause: Tokens) -> Tokens:
    """A time that opens the clause closes it; "on Friday" is "Friday"."""
    plain = [word for word, after in pairwise([*clause, ""]) if not (word in _PLACED and after[:1] == TIME)]
    begin = next((place for place, word in enumerate(plain) if word[0] != TIME), 0)
    rest = plain[begin:]
    if rest and rest[0] in _USUALLY and len(rest) > 1 and rest[1] in _SUBJECTS:
        rest = [rest[1], rest[0], *rest[2:]]
    moves = begin and rest[0] in _SUBJECTS and not _times_at_end(rest) and _BOUND.isdisjoint(rest)
    return [*rest, *plain[:begin]] if moves else [*plain[:begin], *rest]


def _simple(clause: Tokens) -> Tokens:
    """Turn "is running" into "runs"."""
    for place, (word, after) in enumerate(pairwise(clause)):
        if (
            word in ("am", "are", "is")
            and after.endswith("ing")
            and len(after) > 5
            and after not in ("going", "being", "nothing")
        ):
            base: str = Stemmer.Stemmer("english").stemWord(after)
            return [*clause[:place], base + "s" * (word == "is"), *clause[place + 2 :]]
    return clause


def _no_longer(clause: Tokens) -> Tokens:
    """Turn "do not … anymore" into "no longer …"."""
    if (clause and clause[-1] == "anymore") or clause[-2:] == ["any", "more"]:
        for place, pair in enumerate(pairwise(clause)):
            if pair == ("do", "not"):
                end = -1 if clause[-1] == "anymore" else -2
                return [*clause[:place], "nolonger", *clause[place + 2 : end]]
    return clause


def _identified(clause: Tokens) -> Tokens:
    """Turn "Tom is my brother" into "my brother is Tom"."""
    if clause.count("is") != 1:
        return clause
    place = clause.index("is")
    left, right = clause[:place], clause[place + 1 :]
    closed = len(right) in (2, 3) and right[0] in _OWNERS and not _BOUND.intersection(right)
    if closed and 1 <= len(left) <= 2 and not _OWNERS.intersection(left) and _BOUND.isdisjoint(left):
        return [*right, "is", *left]
    return clause


def _condition_last(clauses: list[Tokens]) -> list[Tokens]:
    """A condition or reason that opens the sentence closes it."""
    if len(clauses) == 2 and clauses[0] and (clauses[0][0] in _CONDITIONS or clauses[0][0] in ("如果", "因为")):
        main = clauses[1][1:] if clauses[1][:1] in (["then"], ["所以"]) else clauses[1]
        if main[-1:] and main[-1] in _ASKING:
            return clauses
        if _CONDITIONS.isdisjoint(clauses[0][1:]) and _CONDITIONS.isdisjoint(main):
            return [main, clauses[0]]
    return clauses


def _chinese(clause: Tokens) -> Tokens:
    if clause[0] in ("如果", "因为"):
        return [clause[0], *_chinese(clause[1:])] if clause[1:] else clause
    return _done(_object_after(_subject_first(_without_links(clause))))


def _without_links(clause: Tokens) -> Tokens:
    """Without 的 after a pronoun or between times, and without 是 before a number."""
    found: Tokens = []
    for place, (word, after) in enumerate(pairwise([*clause, ""])):
        before = found[-1] if found else ""
        if word == "的" and after and (before in _CHINESE_SUBJECTS or (before[:1] == TIME and after[0] == TIME)):
            continue
        if word == "的" and after and before in ("周", "天", "月", "年") and after[0] == TIME:
            continue
        if word == "的" and after and before[:1] == TIME and found[0] in _CHINESE_SUBJECTS:
            continue
        if (
            word in ("是", "在")
            and before not in ("", "不")
            and after[:1] == TIME
            and all(each[0] == TIME for each in clause[place + 1 :])
        ):
            continue
        if (
            word == "是"
            and after
            and (after[0].isdecimal() or after[0] == ABOUT)
            and before not in ("不", "就", "", "也")
        ):
            continue
        found.append(word)
    return found


def _subject_first(clause: Tokens) -> Tokens:
    """明天我… as 我明天…; what is usual before when."""
    begin = next((place for place, word in enumerate(clause) if word[0] != TIME), 0)
    if begin and clause[begin] in _CHINESE_SUBJECTS:
        clause = [clause[begin], *clause[:begin], *clause[begin + 1 :]]
    if len(clause) > 2 and clause[0] in _CHINESE_SUBJECTS:
        end = next((place for place, word in enumerate(clause[1:], 1) if word[0] != TIME), len(clause))
        times = sorted(clause[1:end], key=lambda word: word not in _USUALLY_CHINESE)
        return [clause[0], *times, *clause[end:]]
    return clause


def _object_after(clause: Tokens) -> Tokens:
    """我把车卖了 as 我卖车了, where nothing but 了 follows the verb."""
    if clause.count("把") != 1:
        return clause
    place = clause.index("把")
    after = [word for word in clause[place + 1 :] if word != DONE]
    if not 2 <= len(after) <= 5:
        return clause
    done = [DONE] * (DONE in clause[place:])
    return [*clause[:place], after[-1], *after[:-1], *done]


def _done(clause: Tokens) -> Tokens:
    """了 after the verb or at the end, and 已, as one 了 at the end."""
    inner = [place for place, word in enumerate(clause[:-1]) if word == DONE]
    if (DONE not in clause and "已" not in clause) or len(inner) > 1:
        return clause
    if inner and not _SEQUENCE.isdisjoint(clause[inner[0] :]):
        return clause
    return [*(word for word in clause if word not in (DONE, "已")), DONE]
