"""What ranking makes of candidates, where two languages meet."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from graphmem.clock import BEGINNING, END
from graphmem.models import ActorRole
from graphmem.recall.candidates import Candidate, Neighbours
from graphmem.recall.cue import read_cue
from graphmem.recall.features import features
from graphmem.recall.rank import passage_share
from graphmem.recall.reading import read
from graphmem.rules.ranking import ranking

MAY = datetime(2026, 5, 1, tzinfo=UTC)
CHINESE = ["付款失败了", "报表是乱码", "周末去骑车", "付款成功"]
ENGLISH = ["The payment failed", "The report is garbled", "A weekend by bike", "Lunch was good"]


def candidate(number, content, cosine, previous=None, actor="user", role=ActorRole.USER):
    return Candidate(
        event_id=f"{number:02}",
        actor_role=role,
        reading=read(actor, content),
        asks="?" in content,
        occurred_at=MAY + timedelta(days=number),
        cosine=cosine,
        previous=previous,
        ranks={"meaning": 1},
    )


def cue(text, actors=()):
    return read_cue(text, now=MAY + timedelta(days=30), since=BEGINNING, until=END, actors=actors)


def test_an_event_in_the_other_language_is_neither_helped_nor_hurt_by_words_it_cannot_share():
    found = features(cue("付款失败"), [candidate(n, c, 0.5) for n, c in enumerate(CHINESE + ENGLISH)], ranking())

    assert found["lexical"][4:] == pytest.approx(0)
    assert found["lexical"][0] == max(found["lexical"])


def test_a_bias_for_the_language_of_the_cue_does_not_count_as_similarity():
    chinese = list(zip(CHINESE, [0.90, 0.85, 0.80, 0.80], strict=True)) * 6
    english = list(zip(ENGLISH, [0.70, 0.60, 0.60, 0.60], strict=True)) * 6
    events = [candidate(n, content, cosine) for n, (content, cosine) in enumerate(chinese + english)]

    found = features(cue("付款失败"), events, ranking())

    assert found["dense"][24] > found["dense"][1]


def test_a_single_event_in_the_script_of_the_cue_is_found_by_its_words():
    events = [candidate(n, c, 0.5) for n, c in enumerate([CHINESE[0], *ENGLISH])]

    assert features(cue("付款失败"), events, ranking())["lexical"][0] > 0


def test_words_weigh_as_much_as_the_share_of_the_memory_they_can_reach():
    texts, rules = CHINESE + ENGLISH, replace(ranking(), sure=0.0)
    alone = features(cue("付款失败"), [candidate(n, c, 0.5) for n, c in enumerate(CHINESE)], rules)["lexical"]
    half = features(cue("付款失败"), [candidate(n, c, 0.5) for n, c in enumerate(texts)], rules)["lexical"]
    both = features(cue("payment 付款失败"), [candidate(n, c, 0.5) for n, c in enumerate(texts)], rules)["lexical"]

    assert np.std(alone) == pytest.approx(1)
    assert np.std(half) == pytest.approx(0.5)
    assert np.std(both) == pytest.approx(1)


def test_what_is_not_embedded_yet_counts_as_average():
    found = features(
        cue("x"), [candidate(0, "a b", 0.9), candidate(1, "c d", None), candidate(2, "e f", 0.1)], ranking()
    )

    assert found["dense"][0] > found["dense"][1] > found["dense"][2]


def test_an_event_borrows_from_its_neighbours_and_long_ones_lend_less():
    chain = [
        candidate(0, "one", 0.5),
        candidate(1, "two", 0.5, previous="00"),
        candidate(2, "three", 0.5, previous="01"),
    ]

    mix = Neighbours(chain).mixed(np.eye(3), {-1: 0.7, -2: 0.5, 1: 0.3}, np.array([1.0, 0.5, 1.0]))

    assert mix == pytest.approx(np.array([[1, 0.15, 0], [0.35, 1, 0.15], [0.5, 0.35, 1]]))


@pytest.mark.parametrize(
    ("text", "favoured"),
    [("What did you say?", "agent"), ("What did I say?", "user"), ("你说过什么？", "agent"), ("我说过什么？", "user")],
)
def test_you_is_the_agent_and_i_the_user(text, favoured):
    pair = [candidate(0, "x", 0.5), candidate(1, "y", 0.5, actor="assistant", role=ActorRole.AGENT)]

    by_role = dict(zip(("user", "agent"), features(cue(text), pair, ranking())["speaker"], strict=True))

    assert by_role[favoured] == 1
    assert sum(by_role.values()) == 0


def test_a_named_actor_is_meant_by_the_first_name_too():
    read = cue("When did Caroline's sister call?", actors=["Caroline Smith", "user", "tool:mail"])

    assert read.actors == {"Caroline Smith"}
    assert read.meaning == "did sister call?"


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("On 3 May 2026", [0.5, 0.5, 1, 0.6]),
        ("2026年5月2日", [0.5, 1, 0.6, 0.6]),
        ("in May", [1] * 4),
        ("May 2025", [0] * 4),
        ("last week", [0] * 4),
    ],
)
def test_the_time_a_cue_names_speaks_for_what_lies_in_it_and_a_little_for_what_lies_near(text, values):
    found = features(cue(text), [candidate(n, "x", 0.5) for n in range(4)], ranking())

    assert list(found["date"]) == values


def test_long_answers_of_a_talk_are_no_passages_also_where_what_they_answer_was_not_found():
    page = "A paragraph of an encyclopaedia about a river. " * 8
    passages = [candidate(n, page, 0.5) for n in range(6)]
    talk = [candidate(n, page, 0.5, previous=f"away-{n}", actor="assistant") for n in range(6)]

    assert passage_share(passages, 40) == 1
    assert passage_share(talk, 40) == 0
    assert passage_share([*passages[:2], *talk], 40) == 0
    assert passage_share([candidate(n, "A short one", 0.5) for n in range(6)], 40) == 0


@pytest.mark.parametrize(
    ("text", "occasion"),
    [
        ("What went wrong at the previous attempt?", "previous"),
        ("What did we say in our previous conversation about privacy?", "last"),
        ("What was my previous phone number?", None),
        ("Where are my old sneakers?", None),
        ("前一次尝试错在哪里", "previous"),
        ("我之前那个手机号是多少", None),
        ("上次超时后来怎么解决的", "last"),
    ],
)
def test_an_order_word_chooses_an_occasion_only_where_it_names_one(text, occasion):
    assert cue(text).occasion == occasion
