"""Which Chinese clauses say something as true: questions, conditions, wishes, retellings and the past do not."""

from __future__ import annotations

import re

_SENTENCE = re.compile(r"[^。!?;\n…]+[。!?;\n…]*")
_CLAUSE = re.compile(r"[^,]+")
_QUESTION = re.compile(
    r"[?]\s*[\"”』」)]*$|[吗嘛么](?:[。!~\s]|$)|什么时候|怎么(?!样都)|为什么|哪[儿里个些天种家位]|哪(?=个|些)|谁(?!.{0,4}[都也])|多少|多久|几[点个号岁](?:[?了]|$)|是不是|有没有"
    r"|会不会|要不要|能不能|该不该|可不可以|好不好|对不对|行不行|需不需要|想不想|喜不喜欢|(?<!没)(?:用|装|选|学|做|叫|吃|买|是|住|推荐)(?:什么|啥|哪)|还是(?!偏|更|最|很|爱).{1,10}(?<!偏)(?<!爱)(?<!最)好|呢[?]|怎么样"
    r"|(?<=[\u4e00-\u9fffA-Za-z\d ])[不没](?:[。!~?\s]|$)|[对是]吧[。!~]*$|你[^,]{0,12}吧[。!~]*$"
    r"|(?:用|选|要|学|买|吃|喝|去|是)[^,。我]{1,10}还是(?!挺|很|比较|更|喜欢|习惯|偏好|最|觉得|我|一直|老)[^,。]{1,10}$"
    r"|^(?:呵呵|对对对|是是是|可不是嘛|切,|得了吧)"
)
_TALK = re.compile(
    r"(?:写[一个篇段首则]{1,2}|编[一个段则]{1,2}|讲[一个段则]{1,2}|(?:^|帮我|给我|请)(?:写|编|讲))[^,。]{0,8}?(?:故事|小说|段子|笑话|童话|作文|歌词)"
    r"|就当|逗你|开玩笑|开个玩笑|假装|扮演|小说里|故事里|模拟一下|假设我|假定|例句|示例[里中]|(?:主角|台词|剧本里)"
    r"|(?:翻译|翻成|译成|翻一下|改写|润色|造个?句|改成(?:英文|中文|日语))(?:一下|这|下|成|为|以下|上面)?[^,。我]{0,12}[:\"“「\n]|造个句|举个例子|举例"
    r"|(?:翻译成|翻成|译成|翻译一下|翻译下|这[句段]话?(?:翻译|怎么翻))"
)
_SUPPOSED = re.compile(
    r"早知道|例如|比如说|如果|要是|假如|假设|假使|倘若|若是|万一|除非|要不然|的话(?!题|,?我(?:们)?(?:比较|更|还是|一般|都|总是|最)*(?:偏好|偏爱|喜欢|习惯|爱|用|选|要))|希望(?!你|您|回|答|能用|给我|以后)|但愿|真想|好想|(?<!更)想要|梦想|做梦|梦见|巴不得|恨不得|可能|也许|或许"
    r"|说不定|大概|没准|不确定|不知道|不太确定|不清楚|不一定|似乎|好像|貌似|应该是"
    r"|差点|差一点|在(?:游戏|小说|故事|电影|剧|梦|书)里|就好了|还没想好|考虑|在想|犹豫|估计(?!要)|本来(?:想|打算|计划|准备|要)|原本|本想|也想|(?<![更联理思幻])想(?![起法念])|哪天能|羡慕|求推荐|推荐(?!系统|算法|引擎|位|信)|据说|听说|传说|传闻|有人(?=说|讲|问|告诉|推荐|觉得|跟我)|(?<![爱欢]看)别人|人家"
    r"|人人|大家都(?![叫喊管])|很多人|网上说|看来|假的|怀疑|我猜|我觉得你|需要你|愿意的|让我(?!们)"
)
_MEANS_TO = re.compile(
    r"(?:明年|后年|今年|下个?月|下学期|下半年|年底|暑假|寒假|国庆|五一|春节|开春|[一二三四五六七八九十\d]+月|退休后|毕业后)[^,他她你]{0,4}?想(?:再|去|要|把|带|陪|学|考|买|换|开|搬|跑|报|回|试)"
)
"""A wish with a time is a plan: 明年想去圣彼得堡交换."""
_FOUND_BY_DOCTORS = re.compile(r"(?:医生|大夫|医院|校医)[^,]{0,4}(?:说|告诉我)(?:是)?我?[^,]{0,12}过敏")
_TOLD = re.compile(
    r"(?:他们?|她们?|您|你们?|朋友|同事|同学|老板|领导|客户|医生|老师|妈|爸|婆|公|哥|姐|弟|妹|妻|{who})(?:跟我|对我|和我|向我|给我)?"
    r"(?:说|讲|问|觉得|认为|以为|告诉|提到|提过|声称|表示|抱怨|回复|建议)(?!话|[\u4e00-\u9fff]{1,3}[语话])".replace(
        "{who}", "[小老阿][\u4e00-\u9fff]"
    )
)
_PAST = re.compile(
    r"以前|从前|小时候|小的时候|那会儿|那会|当年|曾经|曾|年轻的?时候|过去|那时候?|(?<![号日点月周天底午晚上年一二三四五六末])之前|原来|原先|早年|大学的?时候|上学的?时候"
    r"|上大学时|读书时|(?:住|读)[^,]{1,8}的?时候|在[^,]{1,6}(?:上班|工作|读书|念书|生活|住)的?时候|有一阵|有段时间|前些年|几年前|多年前|年前|(?:去年|前年|上个?月|上周)[^,]{0,4}还"
)
_PAST_BUT = re.compile(r"现在|如今|后来|改用|换成|换到|搬到|一直")
_ONE_OFF = re.compile(r"这次|这回|这一次|本次|今天就|暂时|临时(?=用|先|换|发|给)|先(?:给|发|用)|就这一回|今晚")
_REMEMBER = re.compile(r"以后|今后|往后|从现在|从今|记住|记得|记一下|永远|一律|每次|总是|默认")
_COMMAND = re.compile(
    r"^(?:请你?|麻烦你?|帮我|帮忙|给我|替我|把|你|您|咱们?假设|跑一?下|试试|看看|查一?下|打开|关掉|改一?下|发我|重启|换掉)(?!.*(?:我叫|叫我))"
)
_FORBIDS = re.compile(r"^(?:以后|今后|请|记住)*(?:请?别|不要|甭|请勿|千万别)(?!说|的)")
"""Tells someone not to do something: 别用宋体 says nothing of who uses it."""
_OTHERS = re.compile(r"^(?:那|所以|原来|听起来)?(?:你们?|您|他们?|她们?|人家|别人)")
_TAG = re.compile(
    r"\s*(?:真的|确定)?(?:对|是|行|好|可以|没错|不是)?(?:不对|不是|不行|不好)?[吗吧嘛么呢]?[?。!~]*$"
    r"|\s*(?:你|您)(?:记|知|说|猜|还)"
)
"""Asks whether it is so."""
_IRONY = re.compile(r"\s*(?:呵呵|对对对|是是是|可不是嘛|切,|得了吧)")
_OWN_CLAUSE = re.compile(r"\s*(?:因为|毕竟|反正|其实|对了)?(?:我(?!们?是不是)|本人|咱|家里)")
_QUOTED = re.compile(r"[\"“「『]([^\"”」』]{2,400})[\"”」』]")
_OWN_NAME = re.compile(r"(?:叫|是|名)(?:作|做)?$")

Span = tuple[int, int]


def sentences(text: str) -> list[Span]:
    """Where sentences begin and end, without the blanks around them."""
    spans = []
    for match in _SENTENCE.finditer(text):
        part = match[0]
        if part.strip():
            spans.append((match.start() + len(part) - len(part.lstrip()), match.start() + len(part.rstrip())))
    return spans


def clauses(text: str, start: int, end: int) -> list[Span]:
    """The parts of a sentence between commas."""
    return [match.span() for match in _CLAUSE.finditer(text, start, end) if match[0].strip(" 。!?;…\n")]


def stated(sentence: str) -> list[Span]:
    """Which runs of clauses of a question say something beside it: 我对花生过敏,有什么零食推荐?

    None of one that asks whether what it says is true: 我对花生过敏,是吗?
    """
    spans = clauses(sentence, 0, len(sentence))
    if len(spans) < 2 or _IRONY.match(sentence) or _TAG.match(sentence[spans[-1][0] :]):
        return []
    asking = [place for place, (a, b) in enumerate(spans) if asks(sentence[a:b])] or [len(spans) - 1]
    found = []
    if asking[0] > 0 and spans[asking[0]][0] > 4 and not _OTHERS.search(sentence):
        found.append((0, spans[asking[0]][0] - 1))
    after = spans[asking[-1] + 1 :]
    if after and _OWN_CLAUSE.match(sentence, after[0][0]) and not sentence.rstrip(' "”').endswith("?"):
        found.append((after[0][0], len(sentence)))
    return found


def plays(text: str) -> bool:
    """Whether the whole text is a game, an example or something to translate."""
    return bool(_TALK.search(text))


def asks(sentence: str) -> bool:
    """Whether a sentence is a question."""
    return bool(_QUESTION.search(sentence))


def supposes(clause: str) -> bool:
    """Whether a clause is a condition, a wish, a guess or hearsay."""
    if _MEANS_TO.search(clause):
        clause = clause.replace("想", "要")
    return bool(_SUPPOSED.search(clause) or (_TOLD.search(clause) and not _FOUND_BY_DOCTORS.search(clause)))


def is_past(clause: str) -> bool:
    """Whether a clause says what was once, and no more."""
    return bool(_PAST.search(clause) and not _PAST_BUT.search(clause))


def once_only(clause: str, sentence: str) -> bool:
    """Whether from a clause of the sentence on something is wanted for this time only."""
    return bool(_ONE_OFF.search(clause) and not _REMEMBER.search(sentence))


def of_others(before: str) -> bool:
    """Whether what follows `before`, the beginning of its sentence, is said of others: 你们那边用 Postgres 16."""
    clause = before.rsplit(",", 1)[-1]
    return bool(_OTHERS.search(clause)) and "我" not in clause


def commands(clause: str) -> bool:
    """Whether a clause tells someone to do something, just now."""
    if _FORBIDS.search(clause):
        return True
    return bool(_COMMAND.search(clause) and not _REMEMBER.search(clause) and "的话我" not in clause)


def quoted(text: str) -> list[Span]:
    """What is put in the mouth of others; a short name after 叫 or 是 is none."""
    spans = []
    for match in _QUOTED.finditer(text):
        if (
            len(match[1]) > 6
            or re.search("[我你,.!]", match[1])
            or (not _OWN_NAME.search(text[: match.start()]) and len(match[1]) > 3)
        ):
            spans.append(match.span())
    return spans
