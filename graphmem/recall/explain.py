"""Saying why an event was recalled, in words that can be read aloud; in English, or in Chinese for a Chinese cue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    from graphmem.recall.recollection import Hit

_WEIGHS_LITTLE = 0.3
"""Of a part of the score: less is not worth mentioning."""


@dataclass(frozen=True)
class _Phrases:
    """What is said, in one language."""

    opening: str
    channels: dict[str, str]
    in_time: str
    found: str
    rank: str
    neighbour: str
    reasons: dict[str, tuple[str, str]]
    """By feature, what speaks for an event, and what against it; empty for nothing to say."""
    speaks_for: str
    speaks_against: str
    between: str
    last: str
    outcome: str
    by_way_of: str
    same: str
    path: str
    asked: str
    event: str
    this: str
    gap: str


_ENGLISH = _Phrases(
    opening="Number {rank} of {of} events looked at, from {when}: {found}.",
    channels={
        "meaning": "its meaning",
        "words": "its words",
        "words_cjk": "its Chinese words",
        "in_time": "the time asked about",
        "graph": "what it mentions",
    },
    in_time="{channel} within the time asked about",
    found="found by {channels}",
    rank="{channel} (rank {rank})",
    neighbour="reached along the session from a neighbour that was found",
    reasons={
        "lexical": ("it and its neighbours share words with the cue", "it shares few words with the cue"),
        "dense": ("it and its neighbours are close to the cue in meaning", "it is far from the cue in meaning"),
        "speaker": ("it was said by whom the cue asks about", "it was said by somebody else than the cue asks about"),
        "question": ("", "it asks something itself"),
        "when": ("the cue asks when, and it holds a time", "the cue asks when, and it holds no time"),
        "number": ("the cue asks how many, and it holds a number", "the cue asks how many, and it holds no number"),
        "answers": ("it follows a question", ""),
        "why": ("the cue asks why, and it tells what went wrong or gives a reason", ""),
        "rule": ("the cue asks what is wanted or to be avoided, and it says so", ""),
        "newest": (
            "the cue asks how things stand now, and it is among the latest",
            "it is older, and the present is asked for",
        ),
        "notable": ("it matters", ""),
        "crowd": ("", "more telling events of the same occasion come before it"),
        "deed": ("it says what was decided or achieved", "it only calls a tool"),
        "date": ("it happened at the time the cue asks about", ""),
        "type": ("it is of the type the cue asks for", ""),
        "order": ("it belongs to the occasion the cue means", ""),
        "graph": ("what the best events and the cue mention leads to it", ""),
    },
    speaks_for="What speaks for it: {reasons}.",
    speaks_against="Against it: {reasons}.",
    between=", ",
    last=" and ",
    outcome="It is what came of {start}{way}.",
    by_way_of=", by way of {steps}",
    same="It stands for {count} more in the same words.",
    path="Over the graph: {steps}.",
    asked="the cue names {name}",
    event="event {id}",
    this="this one",
    gap=" ",
)
_CHINESE = _Phrases(
    opening="在查看的 {of} 个事件中排第 {rank}，发生于 {when}，{found}。",
    channels={
        "meaning": "语义",
        "words": "词语",
        "words_cjk": "中文词语",
        "in_time": "所问的时间",
        "graph": "所提到的人和事",
    },
    in_time="所问时间内的{channel}",
    found="由{channels}找到",
    rank="{channel}（第 {rank} 名）",
    neighbour="是从同一会话中相邻的事件找到的",
    reasons={
        "lexical": ("它和前后的事件与问题有相同的词", "它与问题相同的词很少"),
        "dense": ("它和前后的事件与问题意思相近", "它与问题意思相差较远"),
        "speaker": ("说话的正是所问的人", "说话的不是所问的人"),
        "question": ("", "它本身是在提问"),
        "when": ("问的是时间，而它提到了时间", "问的是时间，而它没有提到时间"),
        "number": ("问的是数量，而它提到了数字", "问的是数量，而它没有提到数字"),
        "answers": ("它接在一个提问之后", ""),
        "why": ("问的是原因，而它说明了出了什么问题或给出了理由", ""),
        "rule": ("问的是要求或忌讳，而它正说明了这一点", ""),
        "newest": ("问的是现状，而它属于最近的说法", "问的是现状，而它说得较早"),
        "notable": ("它本身较为重要", ""),
        "crowd": ("", "同一次中另有更能说明情况的事件"),
        "deed": ("它说明了所作的决定或取得的结果", "它只是一次工具调用"),
        "date": ("它发生在所问的时间", ""),
        "type": ("它正是所问的那类事件", ""),
        "order": ("它属于所问的那一次", ""),
        "graph": ("问题和最相关的事件所提到的人和事指向它", ""),
    },
    speaks_for="支持它的是：{reasons}。",
    speaks_against="不利的是：{reasons}。",
    between="，",
    last="；",
    outcome="它是 {start} 的结果{way}。",
    by_way_of="，中间经过 {steps}",
    same="另有 {count} 个事件措辞相同，由它代表。",
    path="在图中的路径：{steps}。",
    asked="问题提到 {name}",
    event="事件 {id}",
    this="本事件",
    gap="",
)


def hit(hit: Hit) -> str:
    """A few sentences: where it ranks, what found it, what spoke for and against it, what it came of."""
    say = _CHINESE if hit.language == "zh" else _ENGLISH
    when = f"{hit.event.occurred_at.astimezone(ZoneInfo(hit.time_zone)):%Y-%m-%d %H:%M} {hit.time_zone}"
    sentences = [say.opening.format(rank=hit.rank, of=hit.of, when=when, found=_found(hit, say))]
    if len(hit.way) > 1:
        passed = say.by_way_of.format(steps=_listed(list(hit.way[1:-1]), say)) if hit.way[1:-1] else ""
        sentences.append(say.outcome.format(start=hit.way[0], way=passed))
    ordered = sorted(hit.parts.items(), key=lambda part: (-part[1], part[0]))
    speaks_for = [say.reasons[name][0] for name, value in ordered if value >= _WEIGHS_LITTLE and name in say.reasons]
    against = [
        say.reasons[name][1] for name, value in ordered[::-1] if value <= -_WEIGHS_LITTLE and name in say.reasons
    ]
    for form, reasons in ((say.speaks_for, speaks_for), (say.speaks_against, against)):
        if any(reasons):
            sentences.append(form.format(reasons=_listed([reason for reason in reasons if reason], say)))
    if hit.path:
        sentences.append(say.path.format(steps=_path(hit, say)))
    if hit.same:
        sentences.append(say.same.format(count=len(hit.same)))
    return say.gap.join(sentences)


def _path(hit: Hit, say: _Phrases) -> str:
    """ "the cue names Silver Harbour → event e7 → Anna Lindqvist → this one"."""
    first, *rest = hit.path
    places = [say.asked.format(name=first.over)] if first.over else []
    for step in (first, *rest):
        places += [step.over] if step.over and step is not first else []
        places.append(say.this if step.event_id == hit.event.event_id else say.event.format(id=step.event_id))
    return " → ".join(places)


def _found(hit: Hit, say: _Phrases) -> str:
    if not hit.found_by:
        return say.neighbour
    ordered = sorted(hit.found_by.items(), key=lambda found: (found[1], found[0]))
    channels = [say.rank.format(channel=_channel(name, say), rank=rank) for name, rank in ordered]
    return say.found.format(channels=_listed(channels, say))


def _channel(name: str, say: _Phrases) -> str:
    plain = say.channels.get(name)
    return plain or say.in_time.format(channel=say.channels[name.removesuffix("_in_time")])


def _listed(parts: list[str], say: _Phrases) -> str:
    """ "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return say.between.join(parts[:-1]) + say.last + parts[-1]
