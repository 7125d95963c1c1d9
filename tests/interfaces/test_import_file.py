"""`graphmem import`: every line is stored once, or refused with its number."""

from __future__ import annotations

import json
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

MAY = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)


@pytest.fixture
def user():
    return f"user {uuid.uuid4().hex}"


@pytest.fixture
def imported(run, tmp_path):
    """Imports lines (objects, or bytes as they are); gives the report and the exit code."""

    def imported(lines, *options):
        raw = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
        file = tmp_path / "history.jsonl"
        file.write_bytes(b"\n".join(raw) + b"\n")
        answer = run("import", str(file), "--json", *options)
        return json.loads(answer.stdout), answer.exit_code

    return imported


def counts(report):
    return report["stored"], report["already_there"], [line["number"] for line in report["refused"]]


def contents(graph, user_id):
    rows = graph.rows("MATCH (e:Event {user_id: $u}) RETURN e.content AS c ORDER BY e.occurred_at, c", u=user_id)
    return [row["c"] for row in rows]


def history(user_id, count=6):
    return [
        {
            "user_id": user_id,
            "event_id": f"e{n}",
            "session_id": f"s{n % 2}",
            "actor": "Ada" if n % 3 else "assistant",
            "content": f"line {n}: 付款失败",
            "occurred_at": (MAY + timedelta(minutes=n)).isoformat(),
            "caused_by": [f"e{n - 1}"] if n else [],
        }
        for n in range(count)
    ]


def test_a_history_of_several_users_is_stored_whole(imported, graph, user):
    bob = user + " bob"
    mixed = [line for pair in zip(history(user), history(bob), strict=True) for line in pair]

    report, exit_code = imported(mixed)

    assert (counts(report), report["users"], exit_code) == ((12, 0, []), 2, 0)
    for user_id in (user, bob):
        assert graph.chain(user_id, "s0") == ["e0", "e2", "e4"]
        assert graph.chain(user_id, "s1") == ["e1", "e3", "e5"]
        assert contents(graph, user_id) == [f"line {n}: 付款失败" for n in range(6)]
        causes = graph.rows("MATCH (e {user_id: $u})-[:CAUSED_BY]->() RETURN count(e) AS n", u=user_id)
        assert causes == [{"n": 5}]


def test_every_field_of_an_episode_can_be_imported(imported, graph, user):
    line = history(user, 1)[0] | {
        "task_type": "refund",
        "event_type": "tool_result",
        "actor_role": "tool",
        "ended_at": (MAY + timedelta(hours=1)).isoformat(),
        "summary": "short",
        "metadata": {"城市": "杭州"},
    }

    assert counts(imported([line])[0]) == (1, 0, [])

    row = graph.rows(
        "MATCH (e:ToolEvent {user_id: $u})-[:IN_SESSION]->(s) "
        "RETURN e.summary AS summary, e.event_type AS type, e.metadata AS metadata, s.task_type AS task, "
        "e.ended_at = datetime($ended) AS ended",
        u=user,
        ended=line["ended_at"],
    )
    assert row == [
        {"summary": "short", "type": "tool_result", "metadata": '{"城市": "杭州"}', "task": "refund", "ended": True}
    ]


def test_running_it_again_stores_nothing(imported, graph, user):
    imported(history(user))
    before = graph.chain(user, "s0"), contents(graph, user)

    report, exit_code = imported(history(user))

    assert (counts(report), exit_code) == ((0, 6, []), 0)
    assert (graph.chain(user, "s0"), contents(graph, user)) == before


def test_running_it_again_on_a_longer_file_stores_what_was_added(imported, user):
    imported(history(user, 4))

    assert counts(imported(history(user, 6))[0]) == (2, 4, [])


@pytest.mark.parametrize("given", [{}, {"session_id": "s"}, {"occurred_at": "2026-05-01T09:00:00Z"}])
def test_lines_without_an_id_are_stored_once_when_the_import_runs_again(imported, graph, user, given):
    lines = [{"user_id": user, "content": f"line {n}", **given} for n in range(5)]

    first, again = imported(lines), imported(lines)

    assert counts(first[0]) == (5, 0, [])
    assert counts(again[0]) == (0, 5, [])
    assert contents(graph, user) == [f"line {n}" for n in range(5)]


def test_identical_lines_without_id_and_time_are_two_events_however_often_they_are_imported(imported, graph, user):
    lines = [{"user_id": user, "content": text, "session_id": "s"} for text in ("ok", "ok", "bye", "ok")]

    assert counts(imported(lines)[0]) == (4, 0, [])
    assert counts(imported(lines)[0]) == (0, 4, [])
    assert contents(graph, user) == ["ok", "ok", "bye", "ok"]


def test_identical_lines_with_id_or_time_are_one_event(imported, graph, user):
    with_id = {"user_id": user, "content": "once", "event_id": "e"}
    with_time = {"user_id": user, "content": "twice", "occurred_at": "2026-05-01T09:00:00Z"}

    assert counts(imported([with_id, with_time, with_id, with_time])[0]) == (2, 2, [])
    assert sorted(contents(graph, user)) == ["once", "twice"]


UNUSABLE = [
    (b'{"user_id": "u", "content": "x"', "not JSON"),
    (b"[1, 2]", "not a JSON object but list"),
    (b'"text"', "not a JSON object but str"),
    (b"null", "not a JSON object but NoneType"),
    (b"[" * 100_000, "nested too deeply"),
    (b'{"user_id": "u", "content": "caf\xe9"}', "not UTF-8"),
    (b'\xff\xfe{\x00"\x00', "not UTF-8"),
    (b'{"content": "x"}', "no user_id"),
    (b'{"user_id": null, "content": "x"}', "no user_id"),
    (b'{"user_id": "", "content": "x"}', "user_id is empty"),
    (b'{"user_id": 7, "content": "x"}', "user_id is int"),
    (b'{"user_id": "u"}', "content is missing"),
    (b'{"user_id": "u", "content": " "}', "content is empty"),
    (b'{"user_id": "u", "content": "\\ud83d"}', "surrogate"),
    (b'{"user_id": "\\ud83d", "content": "x"}', "surrogate"),
    (b'{"user_id": "u", "content": "a\\u0000b"}', "NUL"),
    (b'{"user_id": "u", "content": "x", "mood": "good"}', "mood is not a field"),
    (b'{"user_id": "u", "content": "x", "event_type": ["note"]}', "event_type should be"),
    (b'{"user_id": "u", "content": "x", "actor_role": {}}', "actor_role should be"),
    (b'{"user_id": "u", "content": "x", "occurred_at": "yesterday"}', "occurred_at should be"),
    (b'{"user_id": "u", "content": "x", "occurred_at": "2026-05-01T09:00:00"}', "occurred_at has no time zone"),
    (b'{"user_id": "u", "content": "x", "occurred_at": "9999-12-31T23:59:59-10:00"}', "occurred_at lies outside"),
    (b'{"user_id": "u", "content": "x", "occurred_at": "0001-06-01T00:00:00Z"}', "occurred_at lies outside"),
    (b'{"user_id": "u", "content": "x", "metadata": {"n": NaN}}', "metadata is not JSON"),
    (b'{"user_id": "u", "content": "x", "caused_by": "nobody"}', "does not have: nobody"),
    (b'{"user_id": "u", "content": "%s"}' % (b"x" * 10_000_000), "10,000,000 characters"),
]


def test_what_cannot_be_used_is_refused_with_its_number_and_the_rest_is_stored(imported, graph, user):
    good = [{"user_id": user, "content": f"good {n}"} for n in range(len(UNUSABLE))]
    lines = [line for pair in zip(good, [line for line, _ in UNUSABLE], strict=True) for line in pair]

    report, exit_code = imported(lines)

    assert exit_code == 4
    assert report["stored"] == len(good)
    assert [line["number"] for line in report["refused"]] == [2 * n for n in range(1, len(UNUSABLE) + 1)]
    for line, (_, reason) in zip(report["refused"], UNUSABLE, strict=True):
        assert reason in line["reason"]
    assert contents(graph, user) == sorted((line["content"] for line in good), key=lambda text: int(text[5:]))


def test_what_was_refused_can_be_corrected_and_imported(imported, user):
    lines = [{"user_id": user, "content": f"line {n}"} for n in range(3)]
    broken = [lines[0], {"user_id": user, "contents": "line 1"}, lines[2]]

    assert counts(imported(broken)[0]) == (2, 0, [2])
    assert counts(imported(lines)[0]) == (1, 2, [])


def test_blank_lines_a_byte_order_mark_and_windows_line_ends_do_no_harm(imported, graph, user):
    one, two = (json.dumps({"user_id": user, "content": text}).encode() for text in ("one", "two"))

    report, exit_code = imported([b"\xef\xbb\xbf" + one + b"\r", b"\r", b"", b"  \t", two + b"\r", b"{}"])

    assert (counts(report), exit_code) == ((2, 0, [6]), 4)
    assert contents(graph, user) == ["one", "two"]


def test_an_emoji_written_as_a_pair_of_surrogates_is_kept(imported, graph, user):
    report, _ = imported([b'{"user_id": "%s", "content": "\\ud83d\\ude00"}' % user.encode()])

    assert counts(report) == (1, 0, [])
    assert contents(graph, user) == ["😀"]


def test_a_file_without_lines_is_no_error(run, tmp_path):
    (tmp_path / "empty.jsonl").touch()

    answer = run("import", "empty.jsonl")

    assert answer.exit_code == 0
    assert answer.stdout.startswith("0 stored, 0 already there, 0 refused")


def test_lines_that_name_no_user_belong_to_the_one_that_is_given(imported, graph, user):
    report, _ = imported([{"content": "mine"}, {"user_id": user + "2", "content": "theirs"}], "--user", user)

    assert (counts(report), report["users"]) == ((2, 0, []), 2)
    assert contents(graph, user) == ["mine"]
    assert contents(graph, user + "2") == ["theirs"]


def test_an_empty_user_id_is_not_taken_for_the_one_that_is_given(imported, graph, user):
    report, _ = imported([{"user_id": "", "content": "whose?"}], "--user", user)

    assert counts(report) == (0, 0, [1])
    assert contents(graph, user) == []


def test_times_without_an_offset_are_read_in_the_zone_that_is_given(imported, graph, user):
    line = {"user_id": user, "content": "早饭", "occurred_at": "2026-05-01T08:00:00"}

    report, _ = imported([line], "--time-zone", "Asia/Shanghai")

    assert counts(report) == (1, 0, [])
    stored = graph.rows("MATCH (e:Event {user_id: $u}) RETURN toString(e.occurred_at) AS at", u=user)
    assert datetime.fromisoformat(stored[0]["at"]) == datetime(2026, 5, 1, 0, 0, tzinfo=UTC)
    later = line | {"content": "晚饭", "occurred_at": "2026-05-01T18:00:00"}
    assert counts(imported([later])[0]) == (1, 0, []), "the zone is kept"


def test_a_zone_that_does_not_exist_is_an_error(run, tmp_path, user):
    (tmp_path / "history.jsonl").write_text(json.dumps({"user_id": user, "content": "x"}))

    answer = run("import", "history.jsonl", "--time-zone", "Mars/Olympus")

    assert answer.exit_code == 1
    assert answer.stderr.startswith("Error: There is no time zone 'Mars/Olympus'.")
    assert len(answer.stderr.splitlines()) == 1


def test_people_are_told_the_counts_and_the_first_refused_lines(run, tmp_path: Path, user):
    lines = [json.dumps({"user_id": user, "content": "good"}), *["bad"] * 25]
    (tmp_path / "history.jsonl").write_text("\n".join(lines))

    answer = run("import", "history.jsonl")

    assert answer.exit_code == 4
    assert answer.stdout.startswith("1 stored, 0 already there, 25 refused (1 user, ")
    told = answer.stderr.splitlines()
    assert [line.split(":")[0] for line in told[:20]] == [f"line {n}" for n in range(2, 22)]
    assert told[20:] == ["… and 5 more; --json lists them all"]
