"""`graphmem demo`: a stranger sees what the memory is for."""

from __future__ import annotations

import json
import re
from collections import Counter
from datetime import datetime
from importlib.resources import files

import pytest
from program import GRAPHMEM, run, surprises

from graphmem.language.identify import language_of
from graphmem.models import Episode, EventType

DATA = files("graphmem.interfaces") / "demo"
HISTORY = [json.loads(line) for line in (DATA / "history.jsonl").read_text(encoding="utf-8").splitlines()]
CUES = json.loads((DATA / "cues.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def first(e5_environment, tmp_path_factory):
    """What a program is told by the first run."""
    ended = run(GRAPHMEM, "demo", "--json", environment=e5_environment, cwd=tmp_path_factory.mktemp("demo"))
    assert (ended.returncode, surprises(ended.stderr)) == (0, [])
    return json.loads(ended.stdout)


def test_the_whole_history_is_loaded(first):
    loaded = first["loaded"]
    assert loaded["stored"] + loaded["united"] + sum(loaded["not_kept"].values()) == len(HISTORY)
    assert loaded["refused"] == []


@pytest.mark.parametrize("number", range(len(CUES)), ids=[cue["text"] for cue in CUES])
def test_a_cue_brings_back_what_it_is_shown_for(first, number):
    answer, cue = first["cues"][number], CUES[number]

    assert answer["cue"] == cue["text"]
    assert set(re.findall(r"\[([^\]\s]+)\]$", answer["brief"], re.MULTILINE)) & set(cue["gold"])
    assert re.search("^Number 1 of |排第 1，", answer["why"])


@pytest.fixture(scope="module")
def again(first, e5_environment, tmp_path_factory):
    """What a person sees who runs it a second time."""
    assert first["loaded"]["stored"]
    ended = run(GRAPHMEM, "demo", environment=e5_environment, cwd=tmp_path_factory.mktemp("demo"))
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_run_again_it_stores_nothing_and_answers_the_same(first, again):
    assert f"All {len(HISTORY)} episodes of Lin Yue's agent were there already." in again
    for answer in first["cues"]:
        assert f"? {answer['cue']}\n  ({answer['look_for']})\n" in again
        assert "\n".join(answer["brief"].splitlines()[1:]) in again  # its first line tells the time


def test_a_person_is_told_what_was_worth_keeping_and_where_to_read_why(first, again):
    gate = first["gate"]
    loop = gate["refused_by_reason"]["loop"]
    counts = {
        "kept": gate["events"],
        "refused": sum(gate["refused_by_reason"].values()) - loop,
        "repeated": gate["repetitions"] + loop,
        "redacted": sum(gate["redacted"].values()),
    }

    assert dict(re.findall(r"^  (\w+) +(\d+)  \S", again, re.MULTILINE)) == {
        name: str(count) for name, count in counts.items()
    }
    assert sum(counts.values()) - counts["redacted"] == len(HISTORY)
    assert "`graphmem audit --user demo --gate`" in again


def test_a_preference_comes_with_its_evidence_a_contradiction_is_in_doubt_and_a_move_ends_the_old_city(first, again):
    preference = first["preference"]
    assert (preference["fact"]["object"], preference["fact"]["status"]) == ("PDF", "active")
    assert [step["event_id"] for step in preference["changes"]] == ["said-01", "said-04"]
    (dispute,) = first["disputes"]
    assert (dispute["fact"]["object"], dispute["rivals"][0]["object"]) == ("green tea", "coffee")
    old, new = first["cities"]
    assert (old["object"], old["status"], old["valid_until"][:10]) == ("杭州", "superseded", "2026-08-02")
    assert (new["object"], new["status"]) == ("上海", "active")
    assert "said-04" in again
    assert "against it:" in again


def test_a_person_is_told_at_the_end_where_to_look_and_how_to_get_in(again, e5_environment, tmp_path):
    *_, address, password = again.splitlines()
    browse = run(GRAPHMEM, "browse", "--json", environment=e5_environment, cwd=tmp_path)

    assert address == f"Look at the graph in Neo4j Browser: {json.loads(browse.stdout)['url']}"
    assert "User neo4j" in password
    assert "`graphmem browse --show-password` prints the password" in password


def test_the_history_is_a_believable_half_year():
    episodes = [Episode.checked(line) for line in HISTORY]
    times = [datetime.fromisoformat(line["occurred_at"]) for line in HISTORY]
    languages = Counter(language_of(episode.content) for episode in episodes)

    assert len(episodes) >= 80
    assert len({episode.session_id for episode in episodes}) >= 10
    assert times == sorted(times)
    assert (times[-1] - times[0]).days >= 120
    assert min(languages["en"], languages["zh"]) >= len(episodes) // 4
    assert {episode.event_type for episode in episodes} >= {
        EventType.USER_MESSAGE,
        EventType.AGENT_MESSAGE,
        EventType.TOOL_RESULT,
    }


def test_ids_of_the_history_are_unique_and_causes_come_before_their_effects():
    place = {line["event_id"]: number for number, line in enumerate(HISTORY)}
    causes = [(line["event_id"], cause) for line in HISTORY for cause in line.get("caused_by", [])]

    assert len(place) == len(HISTORY)
    assert len(causes) >= 10
    assert [(effect, cause) for effect, cause in causes if place.get(cause, len(HISTORY)) >= place[effect]] == []


def test_the_cues_are_in_both_languages_and_their_gold_is_in_the_history():
    ids = {line["event_id"] for line in HISTORY}

    assert Counter(cue["language"] for cue in CUES) == {"en": len(CUES) // 2, "zh": len(CUES) // 2}
    assert all(cue["language"] == language_of(cue["text"]) for cue in CUES)
    assert all(cue["gold"] and set(cue["gold"]) <= ids for cue in CUES)
