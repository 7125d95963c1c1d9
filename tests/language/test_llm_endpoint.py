"""A model that answers badly, late, or not at all: nothing is lost, nothing leaks, and the report says why."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable

import pytest
from asking import answers, passage, read
from chat_server import KEY, MODEL, ChatServer, Reply, fails, says, triple

from graphmem.config import LlmSettings
from graphmem.errors import ModelError
from graphmem.language.llm import ModelReader, model_reader
from graphmem.rules.predicates import open_table

BROKEN = {
    "malformed": (says("I'm happy to help! Paris it is."), "gave an answer that is not JSON"),
    "cut in the middle": (says('{"triples": [{"event": "e1", "sub'), "gave an answer that is not JSON"),
    "cut off": (says('{"triples": [{"eve', finish_reason="length"), "gave an answer that is cut off"),
    "wrong schema": (says('{"facts": []}'), "gave an answer that is not of the form that was asked for"),
    "no object": (says("[1, 2]"), "gave an answer that is not of the form that was asked for"),
    "deep": (says('{"triples":' + "[" * 100_000), "gave an answer that is not JSON"),
    "empty": (says(""), "gave an empty answer"),
    "no content": (says(None), "gave an empty answer"),
    "no choices": (Reply(b'{"choices": []}'), "gave an empty answer"),
    "refusing": (says(None, refusal="I cannot help with that."), "refused to read the texts"),
    "filtered": (says("", finish_reason="content_filter"), "refused to read the texts"),
    "invented": (
        answers(triple("e1", "user", "lives_in", "Rome", "I live in Rome")),
        "gave an answer of which nothing can be used",
    ),
    "invented ids": (
        answers(triple("e9", "user", "lives_in", "Paris", "I live in Paris")),
        "gave an answer of which nothing can be used",
    ),
    "another protocol": (Reply(b"<html>hello</html>"), "does not answer in OpenAI's protocol"),
    "endless": (Reply(b" " * 1_100_000), "gave an answer that has no end"),
    "wrong key": (fails(401), "refused the key, check GRAPHMEM_LLM_API_KEY (HTTP 401)"),
    "wrong model": (fails(404), "is not known there, check GRAPHMEM_LLM_MODEL and GRAPHMEM_LLM_BASE_URL (HTTP 404)"),
    "refused request": (fails(400), "refused the request (HTTP 400)"),
    "failing": (fails(500, retry_after_ms="1"), "failed (HTTP 500)"),
    "busy": (fails(429, retry_after_ms="1"), "is asked too often (HTTP 429)"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_an_answer_that_cannot_be_used_is_left_to_the_rules_and_the_report_says_why(
    chat: ChatServer, reader: ModelReader, case: str
) -> None:
    chat.answer, why = BROKEN[case]
    (paris,), report = read(reader, "I live in Paris.")

    assert paris is None
    ((reason, events),) = report["left_to_rules"].items()  # type: ignore[attr-defined]
    assert (why in reason, events) == (True, 1)
    with pytest.raises(ModelError, match=MODEL) as caught:
        reader.ask([passage("I live in Paris.")], reader.use())
    assert "Paris" not in str(caught.value)
    assert KEY not in str(caught.value)


@pytest.mark.parametrize("reply", [{"delay": 30}, {"drip": 0.05}], ids=["late", "dripping"])
def test_a_slow_answer_is_not_waited_for(
    chat: ChatServer, make_reader: Callable[..., ModelReader], reply: dict[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphmem.language.llm.endpoint._RETRIES", 0)
    chat.answer = Reply(says("x" * 4_000).body, **reply)
    _, report = read(make_reader(timeout=0.5), "I live in Paris.")

    assert report["left_to_rules"] == {"did not answer within 0.5 s": 1}


def test_a_model_that_is_down_is_not_asked_again_and_again(chat: ChatServer, reader: ModelReader, monkeypatch) -> None:
    chat.answer = fails(401)
    use = reader.use()
    for text in ("I live in Paris.", "I speak French.", "I like tea."):
        reader.read([passage(text)], use)
    assert len(chat.requests) == 1
    assert list(use.left_to_rules.values()) == [3]

    monkeypatch.setattr("graphmem.language.llm.reader.PAUSE", 0)
    fresh = model_reader(LlmSettings(base_url=chat.url, model=MODEL), open_table())
    assert fresh
    fresh.read([passage("I live in Paris.")], fresh.use())
    chat.answer = says('{"triples": []}')
    assert fresh.read([passage("I live in Paris.")], fresh.use()) == {"one": []}
    fresh.close()


def test_one_bad_answer_is_no_reason_not_to_ask_again(chat: ChatServer, reader: ModelReader) -> None:
    chat.answer = [says("no"), says('{"triples": []}')]
    assert read(reader, "I live in Paris.")[0] == [None]
    assert read(reader, "I live in Paris.")[0] == [[]]


def test_a_busy_endpoint_is_asked_again_and_only_what_it_answered_is_counted(
    chat: ChatServer, reader: ModelReader
) -> None:
    good = answers(triple("e1", "user", "lives_in", "Paris", "I live in Paris"))
    chat.answer = [fails(429, retry_after_ms="1"), fails(503, retry_after_ms="1"), good]
    (paris,), report = read(reader, "I live in Paris.")

    assert paris == [("user", "+lives_in", "Paris")]
    assert (len(chat.requests), report["prompts"]) == (3, 1)
    assert (report["tokens_read"], report["tokens_written"]) == (100, 20)


def test_an_endpoint_without_structured_answers_is_asked_for_plain_ones_and_that_is_remembered(
    chat: ChatServer, reader: ModelReader
) -> None:
    content = (
        'Here you are:\n```json\n{"triples": ['
        + json.dumps(triple("e1", "user", "lives_in", "Paris", "I live in Paris"))
        + "]}\n```"
    )

    def answer(request: dict[str, object]) -> Reply:
        return fails(400) if "response_format" in request else says(content)

    chat.answer = answer
    assert read(reader, "I live in Paris.")[0] == [[("user", "+lives_in", "Paris")]]
    assert [request.get("response_format", {}).get("type") for request in chat.requests] == [
        "json_schema",
        "json_schema",
        None,
    ]
    read(reader, "I live in Paris.")
    assert len(chat.requests) == 4


def test_an_endpoint_that_insists_on_its_own_temperature_still_gives_structured_answers(
    chat: ChatServer, reader: ModelReader
) -> None:
    chat.answer = lambda request: fails(400) if "temperature" in request else says('{"triples": []}')
    assert read(reader, "I live in Paris.")[0] == [[]]
    assert "response_format" in chat.requests[-1]


def test_long_texts_go_into_several_prompts(chat: ChatServer, reader: ModelReader) -> None:
    (found, _, _, _), report = read(reader, *["word " * 790 for _ in range(4)])
    assert found == []
    assert [len(texts) for texts in chat.shown] == [3, 1]
    assert (report["prompts"], report["events"]) == (2, 4)


def test_nothing_of_a_text_or_a_key_gets_into_any_log_or_repr(
    chat: ChatServer, reader: ModelReader, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    chat.answer = [answers(triple("e1", "user", "lives_in", "Zanzibar", "I live in Zanzibar")), fails(500)]
    read(reader, "I live in Zanzibar.")
    read(reader, "I live in Zanzibar.")
    settings = LlmSettings(base_url=chat.url, api_key=KEY, model=MODEL)

    assert chat.requests
    assert "Zanzibar" not in caplog.text
    assert KEY not in caplog.text
    assert KEY not in repr(settings) + str(settings) + settings.model_dump_json()


def test_keys_and_addresses_that_are_meant_for_others_are_not_used(
    chat: ChatServer, make_reader: Callable[..., ModelReader], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, "for-somebody-else")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    assert model_reader(LlmSettings(), open_table()) is None
    read(make_reader(api_key=None), "I live in Paris.")

    assert "for-somebody-else" not in str(chat.headers)
    assert "OpenAI-Organization" not in chat.headers[0]


def test_without_its_client_the_message_says_what_to_install(
    chat: ChatServer, reader: ModelReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "openai", None)
    _, report = read(reader, "I live in Paris.")

    assert list(report["left_to_rules"]) == ['cannot be asked: install its client (pip install "graphmem[llm]")']  # type: ignore[call-overload]
    assert chat.requests == []


def test_what_was_closed_is_not_asked(chat: ChatServer, reader: ModelReader) -> None:
    reader.close()
    assert read(reader, "I live in Paris.")[0] == [None]
    assert chat.requests == []
