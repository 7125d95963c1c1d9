"""Reading data sets: what is wrong with one is said, with its place."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from graphmem.errors import InvalidInputError
from graphmem.evaluation.dataset import load

EVENT = {"event_id": "e1", "user_id": "lin", "content": "报表是乱码", "occurred_at": "2026-05-01T09:00:00Z"}
CUE = {"cue_id": "c1", "user_id": "lin", "text": "哪个是乱码？", "gold_event_ids": ["e1"]}
FACT = {"fact_id": "t1", "subject": "故宫", "predicate": "门票", "object": "60元"}


@pytest.fixture
def folder(tmp_path):
    def write(**files):
        for name, lines in files.items():
            text = "".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines)
            (tmp_path / f"{name}.jsonl").write_text(text, encoding="utf-8")
        return tmp_path

    return write


def test_events_and_cues_are_read_with_their_users(folder):
    data = load(
        folder(events=[EVENT | {"session_id": "s", "actor": "Lin"}], cues=[CUE | {"kind": "what", "answer": 1}])
    )

    [episode] = data.episodes["lin"]
    assert (episode.event_id, episode.session_id, episode.actor) == ("e1", "s", "Lin")
    assert data.cues[0].gold_event_ids == {"e1"}
    assert data.kinds == ["what"]


def test_facts_stand_for_events_of_one_user(folder):
    data = load(folder(facts=[FACT], cues=[{"cue_id": "c", "text": "门票多少钱？", "gold_fact_ids": ["t1"]}]))

    [[episode]] = data.episodes.values()
    assert (episode.event_id, episode.content, episode.session_id) == ("t1", "故宫 门票 60元", None)
    assert episode.occurred_at == datetime(2000, 1, 1, tzinfo=UTC)
    assert data.cues[0].user_id in data.episodes
    assert data.cues[0].gold_event_ids == {"t1"}


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, r"There is no .*cues\.jsonl"),
        ({"cues": [CUE]}, r"neither events\.jsonl nor facts\.jsonl"),
        ({"cues": [], "events": [EVENT]}, r"cues\.jsonl is empty"),
        ({"cues": [CUE], "events": ["", "{"]}, r"events\.jsonl, line 2 is not JSON"),
        ({"cues": [CUE], "events": ["[1]"]}, r"line 1 is not a JSON object but list"),
        ({"cues": [CUE], "events": [EVENT, EVENT]}, r"line 2: event_id 'e1' is there twice"),
        ({"cues": [CUE, CUE], "events": [EVENT]}, r"line 2: cue_id 'c1' is there twice"),
        ({"cues": [CUE], "events": [EVENT | {"event_id": None}]}, r"line 1: .*needs event_id"),
        ({"cues": [CUE], "events": [EVENT | {"occurred_at": "2026-05-01T09:00:00"}]}, r"line 1: .*time zone"),
        ({"cues": [CUE], "events": [EVENT | {"content": " "}]}, r"line 1: .*content is empty"),
        ({"cues": [CUE], "events": [EVENT | {"mood": "good"}]}, r"line 1: .*mood is not a field"),
        ({"cues": [{"text": "x"}], "events": [EVENT]}, r"cues\.jsonl, line 1: cue_id is missing"),
        ({"cues": [CUE | {"asked_at": "2026-05-01T09:00:00"}], "events": [EVENT]}, r"line 1: asked_at .*timezone"),
        ({"cues": [CUE | {"user_id": "bob"}], "events": [EVENT]}, r"users who have no events: bob"),
        ({"cues": [CUE], "facts": [FACT | {"object": ""}]}, r"facts\.jsonl, line 1: A fact needs"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(folder, files, message):
    with pytest.raises(InvalidInputError, match=message):
        load(folder(**files))


def test_a_folder_that_is_not_there_and_a_file_that_is_no_text(tmp_path):
    with pytest.raises(InvalidInputError, match="There is no folder"):
        load(tmp_path / "nowhere")
    (tmp_path / "cues.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidInputError, match="cannot be read"):
        load(tmp_path)
