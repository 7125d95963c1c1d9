"""A language model's reading of texts, over real sockets: what is used of it, and what is thrown away."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from chat_server import KEY, MODEL, ChatServer, Reply, clerk, events, fails, says, triple

from graphmem.config import LlmSettings
from graphmem.errors import ModelError
from graphmem.language.llm import ModelReader, Passage, model_reader
from graphmem.language.triples import Triple
from graphmem.models import ActorRole
from graphmem.rules.predicates import open_table

FRIDAY = datetime(2026, 5, 1, 9, tzinfo=UTC)


def passage(text: str, id: str = "one", speaker: str = "user", role: ActorRole = ActorRole.USER) -> Passage:
    return Passage(id, text, speaker, role, FRIDAY, ZoneInfo("UTC"))


@pytest.fixture
def make_reader(chat: ChatServer) -> Iterator[Callable[..., ModelReader]]:
    made = []

    def make(**settings: object) -> ModelReader:
        given = {"base_url": chat.url, "api_key": KEY, "model": MODEL, "timeout": 60, **settings}
        reader = model_reader(LlmSettings(**given), open_table())
        assert reader
        made.append(reader)
        return reader

    yield make
    for reader in made:
        reader.close()


@pytest.fixture
def reader(make_reader: Callable[..., ModelReader]) -> ModelReader:
    return make_reader()


def short(triples: list[Triple]) -> list[tuple[str, ...]]:
    return [(each.subject, each.polarity + each.predicate, each.object) for each in triples]


def answers(*triples: dict[str, str]) -> Reply:
    return says(json.dumps({"triples": triples}, ensure_ascii=False))


def read(reader: ModelReader, *texts: str) -> tuple[list[list[tuple[str, ...]]], dict[str, object]]:
    """What each text is read to state, None for one that is left to the rules; and the report."""
    use = reader.use()
    found = reader.read([passage(text, str(number)) for number, text in enumerate(texts)], use)
    return [short(found[str(n)]) if str(n) in found else None for n in range(len(texts))], use.as_json()  # type: ignore[misc]


@pytest.mark.parametrize(
    ("text", "knows", "found"),
    [
        (
            "My sister Nora moved to Turin. For invoices I want CSV.",
            [("Nora", "lives_in", "Turin"), ("user", "sibling", "Nora"), ("I", "prefers", "CSV")],
            [("Nora", "+lives_in", "Turin"), ("user", "+sibling", "Nora"), ("user", "+prefers", "CSV")],
        ),
        (
            "我妹妹小岚搬到青島了。发票我要 CSV。",
            [("小岚", "lives_in", "青岛"), ("我", "sibling", "小岚"), ("用户", "prefers", "CSV")],
            [("小岚", "+lives_in", "青岛"), ("user", "+sibling", "小岚"), ("user", "+prefers", "CSV")],
        ),
    ],
    ids=["en", "zh"],
)
def test_what_a_model_reads_has_the_sentence_and_the_signs_that_the_rules_would_give_it(
    chat: ChatServer, reader: ModelReader, text: str, knows: list[tuple[str, str, str]], found: list[tuple[str, ...]]
) -> None:
    chat.answer = clerk({text: knows})
    triples = reader.read([passage(text)], reader.use())["one"]

    assert sorted(short(triples)) == sorted(found)
    city = next(each for each in triples if each.predicate == "lives_in")
    assert city.said.change
    assert text[slice(*city.span)] == city.quote
    assert city.quote in ("My sister Nora moved to Turin.", "我妹妹小岚搬到青島了。")


def test_preferences_of_both_readers_are_about_the_same(chat: ChatServer, reader: ModelReader) -> None:
    chat.answer = answers(
        triple("e1", "user", "prefers", "PDF", "reports as PDF", aspect="reports"),
        triple("e2", "user", "prefers", "PDF", "报告用PDF", aspect="报告"),
        triple("e2", "user", "likes", "茶", "喜欢茶", aspect="饮料"),
    )
    found = reader.read([passage("Send reports as PDF."), passage("报告用PDF，我喜欢茶。", "two")], reader.use())

    assert [each.aspect for each in found["one"] + found["two"]] == ["report format", "报告格式", ""]


def test_a_model_sees_instructions_in_the_language_of_the_texts_and_of_events_their_role_and_words_alone(
    chat: ChatServer, reader: ModelReader
) -> None:
    reader.read([passage("我住在青岛。"), passage("I live in Turin.", "a secret id", "Nora")], reader.use())
    reader.read([passage("我住在青岛。"), passage("我喜欢茶。", "two")], reader.use())
    english, chinese = chat.requests

    assert events(english) == [
        {"id": "e1", "role": "user", "text": "我住在青岛。"},
        {"id": "e2", "role": "user", "text": "I live in Turin."},
    ]
    assert "lives_in: lives in" in english["messages"][0]["content"]
    assert "lives_in: 住在" in chinese["messages"][0]["content"]
    assert "secret" not in json.dumps(english)
    assert (english["model"], chat.headers[0]["Authorization"]) == (MODEL, f"Bearer {KEY}")


def test_what_an_agent_says_is_not_even_shown(chat: ChatServer, reader: ModelReader) -> None:
    assert reader.read([passage("You live in Turin.", role=ActorRole.AGENT), passage(" ", "2")], reader.use()) == {}
    assert chat.requests == []


def test_a_tool_is_believed_about_projects_and_never_about_people(chat: ChatServer, reader: ModelReader) -> None:
    text = "graphmem uses Neo4j. Nora lives in Turin."
    use = reader.use()
    chat.answer = answers(
        triple("e1", "graphmem", "project_uses", "Neo4j", "graphmem uses Neo4j"),
        triple("e1", "Nora", "lives_in", "Turin", "Nora lives in Turin"),
    )
    found = reader.read([passage(text, role=ActorRole.TOOL, speaker="tool")], use)

    assert short(found["one"]) == [("graphmem", "+project_uses", "Neo4j")]
    assert use.as_json()["dropped"] == {"of_a_tool": 1}


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (triple("e7", "user", "lives_in", "Paris", "I live in Paris"), "no_event"),
        (triple("", "user", "lives_in", "Paris", "I live in Paris"), "no_event"),
        (triple("e1", "user", "lives_in", "Paris", "I love Paris"), "not_quoted"),
        (triple("e1", "user", "lives_in", "Paris", ""), "not_quoted"),
        (triple("e1", "user", "lives_in", "Paris", "我住在巴黎"), "not_quoted"),
        (triple("e1", "user", "lives_in", "France", "I live in Paris"), "no_object"),
        (triple("e1", "user", "lives_in", "it", "I live in Paris"), "no_object"),
        (triple("e1", "Marie", "lives_in", "Paris", "I live in Paris"), "no_subject"),
        (triple("e1", "we", "lives_in", "Paris", "I live in Paris"), "no_subject"),
        (triple("e1", "user", "?", "Paris", "I live in Paris"), "no_predicate"),
        (triple("e1", "user", "is a person who has been living in", "Paris", "I live in Paris"), "no_predicate"),
        (triple("e1", "user", "lives_in", "Paris", "I live in Paris", polarity="maybe"), "wrong_form"),
        ({"event": "e1"}, "wrong_form"),
        ("I live in Paris", "wrong_form"),
    ],
)
def test_what_the_text_does_not_say_is_thrown_away_and_counted(
    chat: ChatServer, reader: ModelReader, given: object, why: str
) -> None:
    right = triple("e2", "user", "speaks", "French", "I speak French")
    chat.answer = says(json.dumps({"triples": [given, right]}))
    (paris, french), report = read(reader, "I live in Paris.", "I speak French.")

    assert french == [("user", "+speaks", "French")]
    assert not paris
    assert report["dropped"] == {why: 1}


def test_an_event_of_which_all_that_is_said_is_invented_is_left_to_the_rules(
    chat: ChatServer, reader: ModelReader
) -> None:
    chat.answer = answers(
        triple("e1", "user", "lives_in", "Rome", "I live in Rome"),
        triple("e2", "user", "speaks", "French", "I speak French"),
    )
    (paris, french, ok), report = read(reader, "I live in Paris.", "I speak French.", "ok")

    assert (paris, french, ok) == (None, [("user", "+speaks", "French")], [])
    assert report["left_to_rules"] == {"said of it only what it does not say": 1}
    assert (report["events"], report["triples"]) == (2, 1)


def test_an_event_of_which_all_that_is_said_has_the_wrong_form_is_left_to_the_rules(
    chat: ChatServer, reader: ModelReader
) -> None:
    chat.answer = answers(
        triple("e1", "user", "lives_in", "Paris", "I live in Paris", polarity="maybe"),
        triple("e2", "user", "speaks", "French", "I speak French"),
    )
    found, report = read(reader, "I live in Paris.", "I speak French.")

    assert found == [None, [("user", "+speaks", "French")]]
    assert report["dropped"] == {"wrong_form": 1}


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Lives In", "lives_in"),
        ("live_in", "lives_in"),
        ("住在", "lives_in"),
        ("就職於", "works_at"),
        ("use", "uses"),
        ("listens to", "listens_to"),
        ("牙医", "牙医"),
    ],
)
def test_predicates_are_those_of_the_table_whatever_the_model_calls_them(
    chat: ChatServer, reader: ModelReader, said: str, meant: str
) -> None:
    chat.answer = answers(triple("e1", "user", said, "X", "X"))
    assert read(reader, "About X.")[0] == [[("user", f"+{meant}", "X")]]


def test_subjects_are_named_as_the_rules_name_them(chat: ChatServer, reader: ModelReader) -> None:
    text = "My brother plays chess. Our team uses Rust. I work in IT."
    chat.answer = answers(
        triple("e1", "my brother", "plays", "chess", "My brother plays chess"),
        triple("e1", "our team", "uses", "Rust", "Our team uses Rust"),
        triple("e1", "user", "works_in", "IT", "I work in IT"),
    )
    found = reader.read([passage(text, speaker="Bo")], reader.use())["one"]

    assert [each.subject for each in found] == ["brother", "team", "Bo"]


def test_quotes_may_differ_in_blanks_case_and_marks_and_the_text_stands_as_it_is(
    chat: ChatServer, reader: ModelReader
) -> None:
    text = "Well,  I  “really”\nlive in   Paris, you know."
    chat.answer = answers(triple("e1", "user", "lives_in", "paris", '"i "really" live in Paris ..."'))
    (found,) = reader.read([passage(text)], reader.use())["one"]

    assert text[slice(*found.span)] == found.quote
    assert "Paris" in found.quote


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
