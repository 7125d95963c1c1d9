"""Times: zones, daylight saving, year ends, leap days, durations."""
# ruff: noqa: DTZ001 -- local times are what this is about

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.checks import localised
from graphmem.episodic.policy import WritePolicy
from graphmem.errors import InvalidInputError, NaiveDatetimeError
from graphmem.memory import GraphMemory

ZONES = ["Asia/Shanghai", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", "UTC"]


@pytest.mark.parametrize(
    ("zone", "local", "expected"),
    [
        ("Europe/Berlin", datetime(2026, 3, 29, 1, 59), "2026-03-29T00:59:00+00:00"),
        ("Europe/Berlin", datetime(2026, 3, 29, 2, 30), "2026-03-29T01:30:00+00:00"),  # skipped
        ("Europe/Berlin", datetime(2026, 3, 29, 3, 0), "2026-03-29T01:00:00+00:00"),
        ("Europe/Berlin", datetime(2026, 10, 25, 2, 30), "2026-10-25T00:30:00+00:00"),  # twice: the first
        ("Europe/Berlin", datetime(2026, 10, 25, 2, 30, fold=1), "2026-10-25T01:30:00+00:00"),
        ("Asia/Shanghai", datetime(2026, 1, 1, 0, 30), "2025-12-31T16:30:00+00:00"),
        ("America/New_York", datetime(2025, 12, 31, 23, 30), "2026-01-01T04:30:00+00:00"),
        ("Asia/Kathmandu", datetime(2024, 2, 29, 5, 45), "2024-02-29T00:00:00+00:00"),
        ("Asia/Shanghai", datetime(2024, 3, 1, 7, 59), "2024-02-29T23:59:00+00:00"),
    ],
)
def test_a_time_without_offset_is_read_in_the_zone_of_the_user(memory, zone, local, expected):
    user = memory.user(f"zone-{uuid.uuid4().hex}", time_zone=zone)

    assert user.record("the meeting began", occurred_at=local).occurred_at.isoformat() == expected


@given(
    moment=st.datetimes(datetime(1971, 1, 1), datetime(2100, 1, 1), timezones=st.sampled_from(ZONES).map(ZoneInfo)),
)
def test_an_aware_time_is_the_same_moment_in_utc(moment):
    found = localised(moment, "occurred_at", ZoneInfo("Asia/Shanghai"))

    assert found.utcoffset() == timedelta(0)
    assert found.timestamp() == moment.timestamp()


@given(local=st.datetimes(datetime(1971, 1, 1), datetime(2100, 1, 1)), zone=st.sampled_from(ZONES))
def test_a_local_time_that_exists_comes_back_as_it_was(local, zone):
    found = localised(local, "occurred_at", ZoneInfo(zone)).astimezone(ZoneInfo(zone))

    shift = found.replace(tzinfo=None) - local
    assert shift in (timedelta(0), timedelta(hours=1), timedelta(days=1))  # where the clock was put forward


@given(local=st.datetimes(datetime(1971, 1, 1), datetime(2100, 1, 1)))
def test_without_a_zone_a_local_time_is_refused(local):
    with pytest.raises(NaiveDatetimeError, match="time_zone="):
        localised(local, "occurred_at", None)


@pytest.fixture(scope="session")
def plain(database, encoder):
    return GraphMemory(database, encoder, policy=WritePolicy(gate="everything", unite=False))


MOMENTS = st.lists(
    st.datetimes(datetime(2023, 12, 30), datetime(2024, 3, 2), timezones=st.sampled_from(ZONES).map(ZoneInfo)),
    min_size=2, max_size=6,
)  # fmt: skip


@given(moments=MOMENTS, data=st.data())
def test_whatever_the_order_of_arrival_and_the_zones_the_chain_follows_the_moments(plain, graph, moments, data):
    user = plain.user(f"order-{uuid.uuid4().hex}")
    order = data.draw(st.permutations(range(len(moments))))
    for place in order:
        user.session("s").record(f"number {place}", event_id=str(place), occurred_at=moments[place])

    expected = sorted(range(len(moments)), key=lambda place: (moments[place].astimezone(UTC), str(place)))
    assert graph.chain(user.id, "s") == [str(place) for place in expected]


def test_an_event_may_last_and_is_found_with_its_end(ada):
    began = datetime(2024, 2, 28, 22, 0, tzinfo=UTC)
    ada.record("The migration of the database ran", occurred_at=began, ended_at=began + timedelta(hours=30))

    (hit,) = ada.recall("migration").events
    assert hit.event.ended_at == datetime(2024, 3, 1, 4, 0, tzinfo=UTC)


def test_an_end_before_the_beginning_is_refused_across_zones(ada):
    began = datetime(2026, 5, 1, 9, 0, tzinfo=ZoneInfo("Asia/Shanghai"))

    with pytest.raises(InvalidInputError, match="ended_at is before occurred_at"):
        ada.record("impossible", occurred_at=began, ended_at=datetime(2026, 5, 1, 0, 59, tzinfo=UTC))
