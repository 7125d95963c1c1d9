"""A language model's reading of texts, over real sockets: what is used of it, and what is thrown away."""

from __future__ import annotations

import json

import pytest
from asking import answers, passage, read, short
from chat_server import KEY, MODEL, ChatServer, clerk, events, says, triple

from graphmem.language.llm import ModelReader
from graphmem.models import ActorRole


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
