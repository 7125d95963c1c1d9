"""The brief: what goes into the prompt, within its budget."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from graphmem.errors import InvalidInputError

NOW = datetime(2026, 5, 2, 1, 0, tzinfo=UTC)


@pytest.fixture
def yue(new_user):
    user = new_user("yue", time_zone="Asia/Shanghai")
    may_first = datetime(2026, 5, 1, 20, 30, tzinfo=UTC)
    user.record("The payment failed\nbecause the card was declined", event_id="pay", occurred_at=may_first)
    by_agent = {"actor": "助手", "actor_role": "agent"}
    user.record("付款第二次成功了", event_id="fix", occurred_at=may_first + timedelta(minutes=15), **by_agent)
    long = "payment " + "and a very long story about it, " * 60
    user.record(long, event_id="long", occurred_at=may_first - timedelta(days=30))
    return user


def test_a_brief_has_a_note_and_a_line_for_each_event_with_date_actor_and_id(yue):
    brief = yue.recall("why did the payment fail", now=NOW, k=2).brief()

    assert (
        brief.splitlines()[0]
        == "Memory (as of 2026-05-02 09:00 Asia/Shanghai). It may be outdated; the current input wins."
    )
    assert "- 2026-05-02 04:30 user: The payment failed because the card was declined [pay]" in brief.splitlines()


def test_a_chinese_cue_gets_a_chinese_note(yue):
    brief = yue.recall("付款成功了吗", now=NOW).brief()

    assert brief.splitlines()[0] == "记忆（截至 2026-05-02 09:00 Asia/Shanghai）。可能已过时；以当前输入为准。"
    assert brief.splitlines()[1] == "- 2026-05-02 04:45 助手: 付款第二次成功了 [fix]"


@pytest.mark.parametrize("budget", range(50, 700, 43))
def test_a_brief_never_exceeds_its_budget(memory, yue, budget):
    brief = yue.recall("payment 付款").brief(budget)

    assert memory.count_tokens(brief) <= budget
    assert brief.startswith(("Memory (as of", "记忆（截至"))


def test_what_does_not_fit_whole_is_clipped_and_keeps_its_id(yue):
    lines = yue.recall("a very long story").brief(200).splitlines()

    assert [line for line in lines if line.endswith("… [long]")]


def test_a_budget_too_small_for_anything_is_refused_with_the_way_out(yue):
    with pytest.raises(InvalidInputError, match=r"A brief of 3 tokens cannot hold .* larger budget"):
        yue.recall("payment").brief(3)


def test_the_budget_of_recall_holds_for_its_brief(memory, yue):
    assert memory.count_tokens(yue.recall("payment", budget=60).brief()) <= 60


def test_another_tokenizer_counts(database, encoder, yue):
    from graphmem import GraphMemory

    by_words = GraphMemory(database, encoder, count_tokens=lambda text: len(text.split())).user(yue.id)

    brief = by_words.recall("payment 付款").brief(30)

    assert len(brief.split()) <= 30
