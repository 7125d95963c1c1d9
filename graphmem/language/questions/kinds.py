"""What kind of question a cue is, by rules; one or two kinds."""

from __future__ import annotations

import re
from typing import Literal

from graphmem.language.signals import asks_when

Kind = Literal["episodic", "semantic", "procedural", "preference", "temporal", "and_then"]

_AND_THEN = re.compile(
    r"\bwhat (?:happened|came|comes|did \w+ do|was done|followed) (?:after|next|of (?:it"
    r"|that)|then|afterwards?|later)\b"
    r"|\b(?:what|where|how) (?:did|do|have|was|were) (?:\w+ ){1,4}(?:next|afterwards?|then|after that|in the end)\b"
    r"|\band then\b|\bwhat came of\b|\bhow (?:was|were|did|has|is) .{0,40}\b(?:solved"
    r"|resolved|fixed|settled|end(?:ed)?(?: up)?|turn(?:ed)? out|proceed|work out|go in the end"
    r"|sorted out)\b"
    r"|\b(?:in the end|eventually|finally)\b|\boutcome of\b|\bhow did (?:it|that|this"
    r"|we|i|you|they) (?:proceed|continue|go on|end|turn out|work out|carry on)\b"
    r"|\bwhat (?:happened|changed) (?:after|once|when)\b.{0,60}\b(?:fail|broke|crash"
    r"|went|finish|arriv|cancel|\w+ed)\w*|\bwhat was the (?:result|outcome|upshot)\b"
    r"|\bfollow(?:ed|s)? up\b"
    r"|后来(?![^，,。?？怎如结解处有发]{1,6}的(?:那|这|[^，,。?？]{0,2}[是,，]))|然后呢|接着|接下来|随后"
    r"|结果(?:怎[么样]|如何|呢|是)|最后(?!一|[那]?次).{0,8}(?:怎么|如何|解决|成|咋)|怎么(?:解决"
    r"|处理|收场|了结)的|(?:之后|以后|后)(?:又|就|我们|你|我|他|她|他们|都|还)?(?:发生|做|怎|干|处理|如何|采取"
    r"|有什么|接着)"
    r"|下一步(?:做|怎)|再后来|下文"
)
_WHAT_WAS_DONE = re.compile(
    r"\bwhat did (?:we|i|you|they) (?:\w+ )?(?:do (?:about|with|when|once|after|to|against|then)|try|settle"
    r"|end up|go with"
    r"|change)\b|\bwhat (?:have|had) (?:we|i|you|they) (?:\w+ )?(?:done|tried|settled|changed)"
    r" (?:about|with|when|after|to|against)\b"
    r"|\bhow (?:did|have|was|were) (?:we|i|you|they|it|that|this|the \w+) (?:\w+ )?(?:handle|treat|deal|cope|calm|react"
    r"|respond|recover|rescue|save|tackle|address|get (?:out|around|past|rid|over)|work(?:ed)? around|fix|solve|resolve"
    r"|repair|sort|settle|put right|cure|bring .{1,40} back|get .{1,40} (?:back|working|running|going|to work))\w*"
    r"|\bwhat (?:then\b|(?:finally |eventually )?(?:helped|fixed|solved|resolved|cured|got (?:it|\w+ \w+"
    r"|\w+) (?:going|working"
    r"|running|back)))|\bwhat was (?:the|our) (?:fix|remedy|solution|way out|workaround)\b"
    r"|(?:之后|以后|后|了)[,，]?(?:我们|咱们|你|我|他们)?(?:是)?怎么(?:办|弄|做|处理|解决|应对|补救)"
    r"|效果又?(?:怎么?样|如何)|怎么(?:度过|渡过|挺过|熬过|过的关|化解|摆平|善后|收尾)|有没有(?:解决|修好|搞定)"
    r"|怎么(?:办|弄|应对|补救|挽回|修|搞定|对付)(?:好)?的|(?:采取|用)了?什么(?:办法|措施|对策)"
)
"""Asks what was done about something: that is in what followed it, whatever kind of question it is."""
_CLAUSE = re.compile(r"[;,.?!:，。；？！：]+|\s+[-–—]+\s+|——")
_GOES_ON = re.compile(r"\b(?:proceed|carry on|go on|continue)\b|接着")
"""Asks for what followed, and for nothing else."""
_PROCEDURAL = re.compile(
    r"\b(?:how (?:do|does|should|can|could|would|to|might) (?:i|we|you|one)?\b|how to\b"
    r"|steps? (?:to|for)\b|(?:the )?(?:procedure|process|recipe|workflow|instructions"
    r"|checklist) (?:for|to|of)\b|walk me through|best way to|way to\b|how am i (?:supposed"
    r"|meant) to)"
    r"|\bhow did (?:i|we|you) (?:\w+ )?(?:fix|solve|set up|install|configure|build"
    r"|deploy|make|do|repair|get|resolve|handle|clean|reset|bake|cook)\b"
    r"|怎么(?:才能|能|去|来|给|用|把|样才能|样|做|弄|设置|配置|安装|修|改|办|部署|重置|写|装|开|清|换|操作|连"
    r"|跑|恢复|回滚|导出"
    r"|申请)(?!的|了|来着|过|看|说)|如何|步骤|流程|方法|该怎么|教程|做法|怎样(?:才能|做|弄|设)|要怎么"
)
_DID_HOW_ZH = re.compile(r"怎么(?:修|解决|处理|弄|设置|配置|做|搞定|部署|装)(?:好)?(?:的|来着)")
_PREFERENCE = re.compile(
    r"\b(?:prefer(?:s|red|ence|ences)?|favou?rites?|rather have|like (?:best|most|better"
    r"|more)|fond of|enjoy (?:most|best)|dislikes?|hates?|(?:do|does|did) (?:i|he|she"
    r"|we|they|\w+) (?:really )?(?:like|love|enjoy|hate|mind)\b|would (?:i|\w+) rather"
    r"|likes? (?:his|her|my|their|to)|taste in)\b"
    r"|喜欢|偏好|最爱|更愿意|宁愿|宁可|讨厌|偏爱|爱吃|爱喝|爱看|爱听|口味|喜好|愿意.{0,6}还是|倾向|习惯用|中意"
    r"|钟意|不爱"
)
_EPISODIC = re.compile(
    r"\b(?:did|happen(?:ed|s|ing)?|was (?:said|decided|discussed|agreed|done|reported"
    r"|mentioned|it)|were (?:we|i|you|the)|was (?:i|on|in|my)|told|said|talk(?:ed|ing)? about"
    r"|discuss(?:ed|ing|ion)?|mention(?:ed)?|agree[d]?|decided?|went|worked on|changed?"
    r"|came (?:up|in)|had|have (?:i|we|you)|has \w+ (?:said|done|been)|notes? (?:from"
    r"|of)|asked|reported|failed|broke|caused|show me (?:my|the)|remind(?:ed)?|suggested"
    r"|recommended|promised)\b"
    r"|[说聊谈提讨讲问答过]了|说过|聊过|提过|问过|提到|聊到|谈到|讲到|发生|做了|干了|记了|记过|告诉|来着|讨论"
    r"|发了|去了|去过|去的|出了"
    r"|报了|建议|提醒|答应|约定|决定了|定了|定下|改过|吃了|吃过|买了|见了|怎么说的|谈过|聊什么|忙什么|跑了"
    r"|完成了|有没有(?:提|说|聊)"
    r"|说的|错在|负责的|失败|出错|崩|故障|当机|宕机|报警|报错|记录|笔记|会议|卖出|反馈"
)
_LASTING_ZH = re.compile(r"(?:叫什么|是什么|是多少|是哪|在哪|多少平|电话|号码|地址|密码|生日|是谁|是我的)")


def kinds_in(text: str, *, time: bool, order: str | None, future: bool, vague: bool) -> tuple[Kind, ...]:
    """One or two kinds of a folded text, the main one first.

    Args:
        time: whether it names a time; with `order`, `future` and `vague` as they were read.
    """
    when = asks_when(text)
    if future:
        return ("semantic", "temporal") if time else ("semantic",)
    if _PREFERENCE.search(text):
        return ("preference", "temporal") if time or when else ("preference",)
    and_then, procedural = bool(_AND_THEN.search(text)), bool(_PROCEDURAL.search(text))
    episodic = bool(_EPISODIC.search(text)) or bool(_DID_HOW_ZH.search(text))
    dated = time or order is not None
    if and_then and not (procedural and not episodic):
        return ("and_then",) if _GOES_ON.search(text) and order is None else ("episodic", "and_then")
    if procedural:
        return ("procedural", "episodic") if dated or re.search(r"\bhow did\b", text) else ("procedural",)
    if when:
        return ("episodic", "temporal") if order is not None else ("temporal",)
    if dated:
        return ("semantic", "temporal") if order == "previous" and not _happens(text) else ("episodic", "temporal")
    if vague or episodic:
        return ("episodic",)
    return ("semantic",)


def asks_what_followed(text: str) -> bool:
    """Whether a folded text asks for what came of something, or was done about it.

    >>> asks_what_followed("the pump broke; what did we do about it?"), asks_what_followed("我是几号说的")
    (True, False)
    """
    return bool(_AND_THEN.search(text) or _WHAT_WAS_DONE.search(text))


def told_beside(text: str) -> str:
    """Of a folded text the clauses that do not ask what followed; empty where all do.

    >>> told_beside("the pump broke; what did we do about it?"), told_beside("电梯坏了后来怎么解决的")
    ('the pump broke', '')
    """
    clauses = [clause.strip() for clause in _CLAUSE.split(text) if clause.strip()]
    return ", ".join(clause for clause in clauses if not asks_what_followed(clause))


def without_what_followed(text: str) -> str:
    """`text`, folded, without the words that ask what followed.

    >>> without_what_followed("电梯坏了后来怎么解决的").strip()
    '电梯坏了'
    """
    return _AND_THEN.sub(" ", _WHAT_WAS_DONE.sub(" ", text)).removesuffix("的")


def _happens(text: str) -> bool:
    return bool(
        _EPISODIC.search(text) or re.search(r"\b(?:time|attempt|run|session|conversation|try)\b|[次回趟]", text)
    )
