"""What `record` returns is what the store holds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

MAY = datetime(2026, 5, 1, 9, 0, tzinfo=timezone(timedelta(hours=8)))
EPISODES = [
    {"content": "Please remember: the invoice of 2026-05-03 goes to Łucja 🙂"},
    {
        "content": "付款失败，因为银行卡过期了。请以后都用发票支付",
        "occurred_at": MAY,
        "ended_at": MAY + timedelta(minutes=3),
    },
    {
        "content": "HTTP 500: card declined, password: Tr0ub4dor&3",
        "event_type": "tool_result",
        "actor": "billing",
        "summary": "The payment failed.",
        "metadata": {"tries": [1, 2], "更多": {"a": None}},
        "tool_call_id": "call-7",
        "reply_to": "nothing-there",
        "occurred_at": MAY.replace(microsecond=123456),
    },
]


@pytest.mark.parametrize("episode", EPISODES)
def test_the_event_that_is_returned_is_the_event_that_is_read_again(memory, new_user, episode):
    user = new_user()

    returned = user.record(**episode, session_id="s", event_id="e")
    again = memory.user(user.id).record("whatever, it is there", session_id="s", event_id="e")

    assert again == returned
    assert again.occurred_at.tzinfo == UTC or again.occurred_at.utcoffset() == timedelta(0)
    assert returned.model_dump(mode="json") == again.model_dump(mode="json")
