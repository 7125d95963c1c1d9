"""Names that are told by their form alone, in any language: quoted ones, files, tickets, orders, addresses, titles."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphmem.language.entities.mention import Mention, mention
from graphmem.language.entities.rules import entity_rules
from graphmem.language.identify import HAN
from graphmem.models import EntityType

_QUOTED = re.compile(r"[\"“「『《]([^\"”」』》\n]{2,60})[\"”」』》]")
_NUMBERED_EN = re.compile(
    r"\b(order|ticket|invoice|case|issue|bug|booking|flight|room|gate|contract|account|tracking|task|request|pr|version)"
    r"(?:\s+(?:number|no\.?|id|nr\.?))?\s*[:#]?\s*#?([A-Z]{0,4}-?\d[\w-]{1,20})\b",
    re.IGNORECASE,
)
_NUMBERED_ZH = re.compile(
    r"(订单|工单|发票|合同|航班|案例|任务|房间|快递|运单|账单|申请)(?:号码|编号|号)?(?:是|为|[:：#])?\s*#?([A-Za-z]{0,4}-?\d[\w-]{1,20})",
    re.ASCII,
)
_ENGLISH_KIND = {
    "订单": "order", "工单": "ticket", "发票": "invoice", "合同": "contract", "航班": "flight", "案例": "case",
    "任务": "task", "房间": "room", "快递": "tracking", "运单": "tracking", "账单": "invoice", "申请": "request",
}  # fmt: skip
"""Under one name in both languages, so that 订单4711 and "order 4711" are one entity."""
_SPEAKS_FOR_ITSELF = re.compile(r"^[A-Za-z]+-?[0-9]")
_SENTENCE_MARK = re.compile(r"[.!?;。！？；，,:：]\s*$")
_CLAUSE = re.compile(rf"[{HAN}]{{8,}}|(?:\S+\s+){{6,}}")


def formed(text: str) -> Iterator[Mention]:
    """What has the form of a name in any kind of text: orders, tickets, files, addresses, identifiers."""
    yield from _numbered(text)
    for kind, pattern in entity_rules().shapes:
        for match in pattern.finditer(text):
            group = 1 if match.re.groups else 0
            yield from _made(match[group], match.start(group), kind)


def set_off(text: str) -> Iterator[Mention]:
    """What a writer sets off from the rest of a text: quoted names, a title."""
    for match in _QUOTED.finditer(text):
        if not _CLAUSE.search(match[1]) and not _SENTENCE_MARK.search(match[1]):
            yield from _made(match[1], match.start(1), EntityType.THING)
    yield from _title(text)


def _made(surface: str, start: int, kind: EntityType) -> Iterator[Mention]:
    if made := mention(surface, start, kind):
        yield made


def _numbered(text: str) -> Iterator[Mention]:
    for pattern in (_NUMBERED_EN, _NUMBERED_ZH):
        for match in pattern.finditer(text):
            kind = _ENGLISH_KIND.get(match[1], match[1].lower())
            name = match[2] if _SPEAKS_FOR_ITSELF.search(match[2]) else f"{kind} {match[2]}"
            yield Mention(match[0], name, EntityType.THING, match.start())


def _title(text: str) -> Iterator[Mention]:
    """The first line of a text of several, where it is short, no sentence, and no list or talk follows."""
    first, line_break, rest = text.partition("\n")
    following = rest.lstrip().partition("\n")[0]
    if not line_break or len(first) > entity_rules().longest_title or len(following) <= 2 * len(first):
        return
    if not _SENTENCE_MARK.search(first) and first[:1].isalnum():
        yield from _made(first, 0, EntityType.THING)
