"""Questions about what stands: what is so now, and what somebody wants to be done or left undone, as a rule."""

from __future__ import annotations

import re

_PAST = re.compile(
    r"\b(?:did|was|were|had|been|happened|went|came|said|told|used to|last|ago|yesterday|before|earlier|previous(?:ly)?"
    r"|first|originally|initially)\b"
    r"|[了过](?!敏|期|程|渡|滤|年|节|夜)|发生|忙|来着|上次|上回|之前|以前|当时|那时|那次|曾|原来|原先|起初|最初"
    r"|一开始|第一次|昨"
)
"""Tells that it is about what was."""
_NOW = re.compile(
    r"\b(?:now|nowadays|these days|currently|at present|presently|at the moment|right now|as of now|as it stands|by now"
    r"|still|any ?more|any longer|current|up[- ]to[- ]date|in force|at this point"
    r"|(?:are|am) (?:i|we) (?:\w+ )?on)\b"
    r"|现在|目前|如今|眼下|当前|现今|眼前|这阵子|这段时间|最新|现行|至今"
)
_USES_TODAY = re.compile(
    r"\b(?:do|does|are|is|am) (?:i|we|you|they|he|she|\w+) (?:still )?(?:us(?:e|ing)|run(?:ning)?|keep(?:ing)?"
    r"|rely(?:ing)?"
    r"|work(?:ing)?|stor(?:e|ing)|liv(?:e|ing)|host(?:ing)?|deploy(?:ing)?|prefer|pay(?:ing)?|drink(?:ing)?"
    r"|tak(?:e|ing))\b.*\btoday\b"
)
_MOTIVE = re.compile(
    r"\bwhy (?:did|do|don't|didn't|are|aren't|were|weren't|have|haven't|had|would|wouldn't|will|won't|should"
    r"|shouldn't|am|was|wasn't)"
    r"(?:n't)? (?:i|we|you)\b|\bwhy not\b"
    r"|(?:我们|咱们|我|你|大家)(?:当时|当初|最后|后来|又|会|要|就)*(?:为什么|为何|为啥)(?!会|老)"
    r"|(?:为什么|为何|为啥)(?:我们|咱们|我|你)?(?:当时|当初|最后|后来|又)*(?:不|没)?(?:选|要|用|换|改|搬|买|去"
    r"|投|订|找|决定|放弃|拒绝|辞|请|签|推迟|取消|停用|升级)"
)
_COMPARED = re.compile(
    r"\b(?:same|as|than|unlike)\b.{0,30}\b(?:as|than|unlike)(?: (?:in|on|at|during|for))?(?: the)?\s*$"
    r"|\bthan(?: in| on)?\s*$",
    re.IGNORECASE,
)
_COMPARED_ZH = re.compile(r"[比像跟和与]\s*$")
_ALIKE_ZH = re.compile(
    r"\s*(?:的时候|时|那次|那时)?(?:的)?(?:一样|一樣|那样|那樣|那么|相比|比起来|不同|相同|不一样|不一樣|似的)"
)
_WANTED = re.compile(
    r"\b(?:should(?:n't)?|ought|must(?:n't)?|may (?:i|we|you|one|they)|can(?:'t|not)? (?:i|you|we|one)"
    r"|supposed|meant|allowed|permitted|forbidden|banned?|off[- ]limits|avoid|avoided|stay(?:s)? out"
    r"|keep (?:out|away|in mind)"
    r"|has to|have to|need(?:s)? to|expected? to|prefer\w*|(?:do|does|did) (?:i|we|(?:my"
    r"|our) (?:[\w-]+ ){1,3}?)(?: ?(?:really|usually))? ?(?:like|want|hate|love|mind|insist)"
    r"|would (?:i|we) (?:rather|like|want|hate)"
    r"|rules?|policy|policies|etiquette|conventions?|habits?|guidelines?|requirements?|leave (?:\w+ ){1,4}alone"
    r"|take care"
    r"|watch out|pay attention|tabu|taboo|no-?gos?|tolerates?|allerg\w+)\b"
    r"|应该|应当|应怎|该[怎先用找放写把往在什怎几安走给选避]|必须|得[先用找注避]|能不能|可不可以|可以|允许|禁止"
    r"|禁忌|不能|不许|不准|不该|避开|避免|忌口|忌讳|讲究|规矩|规定|规则"
    r"|习惯|要求|喜欢|偏好|讨厌|中意|愿意|最爱|不爱|顾虑|顾及|顾到|顾忌|注意|留意|当心"
    r"|(?<!主)要[避先用找注怎顾按]|不要|千万|原则|约定|口味|有什么说法|怎么称呼"
)
_STATES_A_RULE = re.compile(
    r"\b(?:always|never|don't|do not|doesn't|must(?:n't)?|should(?:n't)?|only (?:ever|if|when|use|in|on|at|by"
    r"|the)|from now on"
    r"|in (?:the )?future|going forward|any ?more|no longer|any longer|please|no need|needn't|can't (?:have|eat"
    r"|stand|take)"
    r"|cannot|(?:i|she|he|we|they|\w+) (?:really |much |would )?(?:prefers?|hates?|loves?|likes?|wants?"
    r"|dislikes?|needs?|avoids?)"
    r"|i'd rather|rather than|instead of|allerg\w+|skip|leave (?:out|me)|keep (?:\w+ )?(?:it|them|the|my"
    r"|commits|short|mails?)"
    r"|every time|each time|whenever|if (?:it|i|you|we|they|any\w*)|for any|not (?:before|after|on|in|more"
    r"|even)|at most|at least"
    r"|stick to|stick with|make sure|remember|insists?|swear|won't|would not|no (?:\w+ ){1,3}(?:after|before|on"
    r"|in|please|for|any))\b"
    r"|(?:^|[:;,.] ?)(?:and |but |also )?no \w+|(?:^|[.!;] ?)(?:no|use|keep|put|send|call|write|take|ask|start) "
    r"|以后|今后|往后|从现在|再也不|再不|不再|永远|从不|从来不|一定|务必|必须|不要|别(?!人|的|处|家)|不能|不许"
    r"|不准|不可|不用|不吃|不喝|不搭|不坐|不做|不爱|不想"
    r"|不行|不得|只[要用能吃喝坐做在收写发]|最[好晚早多少迟]|都[要用排放写发先按]|一律|统一|每[次天周月逢]|凡是"
    r"|如果|要是|遇到|先[用找打看问给]|尽量|习惯|喜欢|讨厌|怕|过敏|忌"
    r"|请|麻烦|记得|改成|改为|规矩|规定|发誓|宁可|宁愿|受不了|要(?:离|有|先|用|放|写|发|按|带|在|走)"
)


def asks_current(text: str) -> bool:
    """Whether a folded text asks how things stand now ("which version are we on now?", 现在用什么).

    >>> asks_current("which version do we use these days?"), asks_current("现在数据存在哪里")
    (True, True)
    >>> asks_current("what did i do now?")
    False
    """
    return bool(_NOW.search(text) and not _PAST.search(text)) or asks_about_today(text)


def asks_about_today(text: str) -> bool:
    """Whether "today" in a folded text means the present state, not the day ("what do we use for mail today?")."""
    return bool(_USES_TODAY.search(text) and not _PAST.search(text))


def asks_motive(text: str) -> bool:
    """Whether a folded text asks why somebody chose to do something: it has a reason, an incident has a cause.

    >>> asks_motive("why did we leave the old supplier?"), asks_motive("为什么换掉那家")
    (True, True)
    >>> asks_motive("why did it fail?")
    False
    """
    return bool(_MOTIVE.search(text))


def compares_with(text: str, time_words: str | None) -> bool:
    """Whether a text names a time only to compare with it.

    >>> compares_with("Why not the same boat as in spring?", "spring"), compares_with("今年和去年一样吗", "去年")
    (True, True)
    >>> compares_with("What happened in spring?", "spring")
    False
    """
    if not time_words:
        return False
    before, found, after = text.partition(time_words)
    if re.search(r"[\u4e00-\u9fff]$", before.rstrip()):
        return bool(found and _COMPARED_ZH.search(before) and _ALIKE_ZH.match(after))
    return bool(found and _COMPARED.search(before))


def asks_rule(text: str) -> bool:
    """Whether a folded text asks what somebody wants done or avoided ("how should mails be written?", 有什么忌口).

    >>> asks_rule("what should charts avoid?"), asks_rule("安排行程要注意什么"), asks_rule("when did it fail?")
    (True, True, False)
    """
    return bool(_WANTED.search(text))


def states_rule(text: str) -> bool:
    """Whether a folded text says what is to be done or left undone, or what somebody likes.

    >>> states_rule("no calls before nine, please"), states_rule("以后都用邮件"), states_rule("the bus was late")
    (True, True, False)
    """
    return bool(_STATES_A_RULE.search(text))
