"""Keys and tokens: by how they begin, by what they are called, and by the rules of Kingfisher; private keys whole."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from graphmem.language.redaction.result import API_KEY, PASSWORD, PRIVATE_KEY, Found
from graphmem.language.redaction.rules import named, one_of, pattern, rules
from graphmem.language.redaction.scanner import scan
from graphmem.language.redaction.values import HAN, example, random_looking, uuid
from graphmem.language.redaction.view import MARK

_BEGIN = re.compile(r"-{4,5} ?BEGIN (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)? ?-{4,5}")
_END = re.compile(r"-{4,5} ?END (?:[A-Z0-9]{1,12} ){0,4}PRIVATE KEY(?: BLOCK)? ?-{4,5}")
_BODY = re.compile(
    r"(?:\s|\\{1,4}[nr]|[\"'+>|]|(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|Subject):[^\n]{0,100}|[A-Za-z0-9+/=_-]{16,}|[A-Za-z0-9+/]{0,64}={1,2}(?=\s|$|\\)|=[A-Za-z0-9+/]{4}|(?<=\n)[A-Za-z0-9+/=]{1,76}(?=\n|$))*"
)
_PUTTY = re.compile(r"(?<=Private-Lines: )\d{1,4}\s{1,2}(?:[A-Za-z0-9+/=]{1,76}\s?){1,200}")
_TOKEN = r"[A-Za-z0-9_+/=.~:-]{8,4000}"
_HEADER = re.compile(
    rf"(?:\bauthorization[\"']?\s{{0,2}}[:=]\s{{0,2}}[\"']?(?:(?:bearer|basic|token|apikey|digest|aws4-hmac-sha256)\s{{1,2}})?|\bbearer\s{{1,2}})(?P<value>{_TOKEN})"
    rf"|\b(?:set-)?cookie:\s{{0,2}}(?P<cookie>[^\n{MARK}]{{8,4000}})",
    re.IGNORECASE,
)
_LONG = re.compile(r"[A-Za-z0-9_+/=.~-]{16,}")
_NEXT = re.compile(r"&(?=[\w-]{1,40}=)")
"""Where the next parameter of an address begins."""
_CANDIDATE = re.compile(r"[A-Za-z0-9_+/=.~:-]{12,}")
_BREAK = re.compile(r"\\?\r?\n[ \t]{0,8}")
_CONNECTED = (
    r"(?:\s(?:for|to|of|on) [^\n.,;:=]{1,30}?(?=\s(?:is|was)\s))?"
    r"(?:[\"'`]?\]?\s{0,2}(?::=|=>|->|→|[:=])\s{0,3}|\s{1,2}(?:is|was|are|to|now)(?: now| set to)?:?\s{1,2}"
    r"|\s{0,2}(?:就?是|为|改[成为]了?|换[成为]了?|设[成为]了?):?\s{0,2}|\s{0,3})"
    r"(?:bearer )?[\"'`(<]?(?P<value>[A-Za-z0-9_+/=.~:$*{<!@#%^&-]{8,4000})"
)


@dataclass(frozen=True)
class _Patterns:
    prefixed: re.Pattern[str]
    hint: re.Pattern[str]
    named: re.Pattern[str]
    parameter: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    table = rules()["keys"]
    return _Patterns(
        prefixed=re.compile(rf"(?<![A-Za-z0-9_])(?:{'|'.join(table['prefixes'])})"),
        hint=pattern("key|token|secret|bearer|\\bpat\\b|[as]k\\b|钥|令牌|凭|签名|授权码"),
        named=pattern(rf"{named(table['names'], suffix='(?:[ -](?:id|value|number))?')}{_CONNECTED}"),
        parameter=pattern(
            rf"[?&#;](?:{one_of(table['parameters'])}|(?P<password>password|passwd|pwd|pass))=(?P<value>[^&\s#\"'<>{MARK}，。；{HAN}]{{3,4000}})"
        ),
    )


def private_keys(text: str) -> Iterator[Found]:
    """Whole blocks of private keys, also where the end is missing; not where only a header is spoken of."""
    ends = deque(_END.finditer(text))
    begins = deque(_BEGIN.finditer(text))
    place = 0
    while begins:
        begin = begins.popleft()
        if begin.start() < place:
            continue
        while ends and ends[0].start() < begin.end():
            ends.popleft()
        if ends and not (begins and begins[0].start() < ends[0].start()):
            stop = ends[0].end()
            body = text[begin.end() : ends[0].start()]
        else:
            read = _BODY.match(text, begin.end())
            stop = read.end() if read else begin.end()
            body = text[begin.end() : stop]
            stop = begin.end() + len(body.rstrip("\\nr\"' \t\r\n"))
        place = stop
        if re.search(r"[A-Za-z0-9+/]{16}", body):
            yield Found(begin.start(), stop, PRIVATE_KEY)
    for match in _PUTTY.finditer(text):
        yield Found(match.start(), match.end(), PRIVATE_KEY)


def headers(text: str) -> Iterator[Found]:
    """Values of `Authorization:` and `Cookie:`, and whatever follows the word "bearer"."""
    for match in _HEADER.finditer(text):
        group = match.lastgroup or "value"
        value = match[group].rstrip(".,;'\"")
        if not example(value) and (re.search(r"\d", value) or len(value) >= 20):
            yield Found(match.start(group), match.start(group) + len(value), API_KEY)


def keys(text: str) -> Iterator[Found]:
    """Keys and tokens by how they begin and by what they are called, also as parameters of an address."""
    yield from _prefixed(text)
    patterns = _patterns()
    if patterns.hint.search(text):
        for match in patterns.named.finditer(text):
            value = _NEXT.split(match["value"])[0].rstrip(".,;:'\"")
            if _key(value):
                yield Found(match.start("value"), match.start("value") + len(value), API_KEY)
    if "=" not in text:
        return
    for match in patterns.parameter.finditer(text):
        value = match["value"].rstrip(".,;")
        if not example(value) and (match["password"] or (len(value) >= 8 and re.search(r"\d", value))):
            yield Found(
                match.start("value"), match.start("value") + len(value), PASSWORD if match["password"] else API_KEY
            )


def other_keys(text: str) -> Iterator[Found]:
    """What a larger set of rules knows. They take the whole of an address with a password, so they come last."""
    if any(_unknown(match[0]) for match in _LONG.finditer(text)):
        yield from (Found(start, end, API_KEY) for start, end in scan(text))


def _key(value: str) -> bool:
    if example(value) or "://" in value:
        return False
    if re.fullmatch(r"[\d.,:/-]+", value):
        return False
    return random_looking(value) and not re.fullmatch(r"[A-Za-z]+(?:[-_.][A-Za-z]+)*[-_.]?v?\d{1,4}", value)


def _unknown(token: str) -> bool:
    """Whether a long token is worth the full rules: not words, a number, a hash or a UUID."""
    if not re.search(r"\d", token) or not re.search(r"[A-Za-z]", token):
        return False
    return not (uuid(token) or re.fullmatch(r"[0-9a-f]+|[0-9A-F]+", token))


def _prefixed(text: str) -> Iterator[Found]:
    form = _patterns().prefixed
    place = 0
    for token in _CANDIDATE.finditer(text):
        # Looked for within long words alone: everywhere else the many beginnings would only cost time.
        match = form.search(text, max(place, token.start()), token.end())
        if match is None:
            continue
        value, place = match[0], match.end()
        if re.search(r"\d|[a-z][A-Z]", value) and not example(value):
            yield Found(match.start(), _continued(text, match), API_KEY)
    if "\n" in text:
        yield from _broken(text, form)


def _continued(text: str, match: re.Match[str]) -> int:
    """The end of a key that goes on in the next line."""
    end = match.end()
    for _ in range(20):
        gap = _BREAK.match(text, end)
        more = re.compile(r"[A-Za-z0-9_-]{8,300}(?=\s|$|[\"'])").match(text, gap.end()) if gap else None
        if more is None or not (
            re.search(r"\d", more[0]) and re.search(r"[a-z]", more[0]) and re.search(r"[A-Z]", more[0])
        ):
            return end
        end = more.end()
    return end


def _broken(text: str, form: re.Pattern[str]) -> Iterator[Found]:
    """Keys that are too short to be known until the next line is joined to theirs."""
    for gap in _BREAK.finditer(text):
        left = re.search(r"[A-Za-z0-9_.-]{5,300}$", text[max(0, gap.start() - 300) : gap.start()])
        right = re.match(r"[A-Za-z0-9_.-]{8,300}", text[gap.end() : gap.end() + 300])
        if left is None or right is None or not re.search(r"\d", right[0]):
            continue
        if form.fullmatch(left[0] + right[0]) and re.search(r"\d", left[0] + right[0]) and not form.fullmatch(left[0]):
            yield Found(gap.start() - len(left[0]), gap.end() + len(right[0]), API_KEY)
