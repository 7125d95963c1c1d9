"""What the write gate keeps and what it refuses, with reasons, in English and in Chinese."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.config import ImportanceRule
from graphmem.episodic.gate import judge
from graphmem.models import Episode, EventType
from graphmem.rules.gate import gate_table
from graphmem.rules.importance import importance_table

ROOT = Path(__file__).resolve().parents[2]


def by_agent(text, event_type="agent_message", **more):
    return judge(text, event_type=event_type, actor_role="agent", **more)


def by_tool(text, event_type="tool_result", **more):
    return judge(text, event_type=event_type, actor_role="tool", **more)


@pytest.mark.parametrize(
    ("reason", "english", "chinese"),
    [
        ("greeting", "hey hey, good morning everybody", "大家早上好呀"),
        ("greeting", "how are you doing today?", "最近怎么样呀"),
        ("thanks", "thank you soooo much!!", "太谢谢你啦！！"),
        ("acknowledgement", "ok yes right, got it", "嗯嗯好的明白了"),
        ("laughter", "hahahahaha lol", "哈哈哈哈哈哈哈哈"),
        ("farewell", "see you later, bye!", "先这样，拜拜，回头见"),
        ("waiting", "one sec, hold on", "稍等一下，等等"),
        ("taken_back", "ok remember, haha just kidding", "记住啊，算了，逗你玩的"),
        ("opening", "quick question!", "问你个事儿呗"),
        ("test_input", "test test", "测试测试"),
        ("emoji", "😂😂👍", "🙏"),
        ("no_words", "...?!", "。。。"),
        ("no_words", "   ", "　"),
        ("bare_number", "123", "666"),
    ],
)
def test_empty_talk_is_refused_with_its_kind(reason, english, chinese):
    for text in (english, chinese):
        verdict = judge(text)
        assert (verdict.keep, verdict.reason) == (False, reason), text


@pytest.mark.parametrize("text", ["asdfasdf", "qwertyuiop", "zzzzzzzz", "sdfghjkl", "hjkhjkhjk"])
def test_keys_hit_at_random_are_refused(text):
    assert not judge(text).keep


@pytest.mark.parametrize(
    ("reason", "english", "chinese"),
    [
        ("asked_to_remember", "Please remember my locker number", "请记住我的柜子号码"),
        ("commitment", "haha ok, anyway my flight is at 7 on Friday", "哈哈好的，对了我周五七点的航班"),
        ("person", "I'm vegan btw", "我吃素的哈哈"),
        ("person", "peanuts make my son sick, he is allergic", "我儿子对花生过敏"),
        ("preference", "I prefer an aisle seat", "我喜欢靠过道的座位"),
        ("identity", "My sister lives in Oslo", "我妹妹住在奥斯陆"),
        ("trouble", "cancel the gym, thanks", "健身房帮我取消，谢谢"),
        ("problem", "the printer crashed again", "打印机又崩溃了"),
        ("question", "which plug adapter fits Malta?", "马耳他插座是哪种？"),
        ("chosen", "Let's go with the red logo", "就用第二个标志"),
        ("judgement", "wrong address, sorry", "地址不对呀"),
    ],
)
def test_what_says_something_is_kept_with_its_reason(reason, english, chinese):
    for text in (english, chinese):
        verdict = judge(text)
        assert (verdict.keep, verdict.reason) == (True, reason), text


@pytest.mark.parametrize(
    "text",
    [
        "Sure! Let me look into that for you.",
        "I hope this helps! Let me know if you have any other questions.",
        "Is there anything else I can help you with today?",
        "Apologies for the confusion!",
        "Okay, now I'll read the next file.",
        "好的，我这就为您查一下。",
        "很高兴为您服务，请问还有什么可以帮您？",
        "接下来我检查另一个文件。",
        "给您带来不便，非常抱歉！",
    ],
)
def test_what_agents_say_to_everybody_is_refused(text):
    assert not by_agent(text).keep


@pytest.mark.parametrize(
    ("text", "event_type", "reason"),
    [
        ("Sure! The export failed because the disk was full.", "agent_message", "fix"),
        ("好的！导出失败是因为磁盘满了。", "agent_message", "fix"),
        ("Let me check. I'll send the revised contract by Friday noon.", "agent_message", "commitment"),
        ("我先看看。周五中午前把合同发给您。", "agent_message", "commitment"),
        ("Use SQLite", "decision", "decision"),
        ("改用 SQLite", "decision", "decision"),
        ("Refunded in full", "outcome", "outcome"),
        ("已全额退款", "outcome", "outcome"),
    ],
)
def test_what_agents_found_decided_or_promised_is_kept(text, event_type, reason):
    verdict = by_agent(text, event_type)
    assert (verdict.keep, verdict.reason) == (True, reason)


@pytest.mark.parametrize("text", ["ok", "done", "完成", "…", "👍"])
@pytest.mark.parametrize("event_type", ["outcome", "note", "decision"])
def test_a_type_alone_does_not_make_a_text_worth_keeping(text, event_type):
    assert not by_agent(text, event_type).keep


@pytest.mark.parametrize(
    "text",
    [
        "200 OK",
        "done",
        '{"status": "ok", "code": 200}',
        "Downloading... 37% [=====>    ] 11.2MB/30MB",
        "Process finished with exit code 0",
        "0 rows affected (2 ms)",
        "操作成功",
        "正在加载，进度 60%",
        "返回0行，耗时2毫秒",
    ],
)
def test_a_tool_that_says_all_is_well_is_refused(text):
    assert not by_tool(text).keep


@pytest.mark.parametrize(
    "text",
    [
        "Error: permission denied, open '/var/lib/state.json'",
        "exit code 137",
        "3 failed, 212 passed",
        "错误：权限不足",
        "连接超时",
    ],
)
def test_the_error_of_a_tool_is_kept(text):
    verdict = by_tool(text)
    assert (verdict.keep, verdict.reason) == (True, "tool_error")


def test_a_tools_answer_with_content_is_kept():
    assert by_tool('{"city": "Sevilla", "temperature": 31}').keep
    assert by_tool("北京，多云，31度").keep


@pytest.mark.parametrize(
    "text",
    [
        "it might be a DNS problem, I'm not sure",
        "Perhaps the proxy drops the header.",
        "My guess is that somebody rotated the key",
        "可能是域名解析的问题，不确定",
        "我猜是有人换了密钥",
        "大概是代理丢了请求头，还没验证",
    ],
)
def test_a_guess_of_the_agent_is_kept_as_unverified(text):
    verdict = by_agent(text)
    assert (verdict.keep, verdict.reason, verdict.unverified) == (True, "guess", True)


@pytest.mark.parametrize("text", ["it might be a DNS problem, I'm not sure", "可能是域名解析的问题，不确定"])
def test_a_users_guess_is_no_guess_of_the_agent(text):
    verdict = judge(text)
    assert verdict.keep
    assert not verdict.unverified


@pytest.mark.parametrize(
    "text", ["You might want to renew the lease.", "您可能需要续签租约。", "Root cause: the token expired"]
)
def test_what_is_no_guess_is_not_marked(text):
    assert not by_agent(text).unverified


@pytest.mark.parametrize(
    ("text", "reason"),
    [("haha ok", "laughter"), ("谢谢", "thanks"), ("the blue one", "substance"), ("我住在里昂", "identity")],
)
def test_the_policy_that_keeps_everything_still_says_why(text, reason):
    verdict = judge(text, policy="everything")
    assert verdict.keep
    assert verdict.reason == judge(text).reason == reason


@pytest.mark.parametrize("text", ["the blue one", "蓝色那本书"])
def test_in_doubt_the_balanced_policy_keeps_and_the_strict_one_refuses(text):
    assert judge(text).keep
    verdict = judge(text, policy="strict")
    assert (verdict.keep, verdict.reason) == (False, "doubtful")


@pytest.mark.parametrize(
    "text", ["I'm allergic to cashews", "我对腰果过敏", "cancel it please", "帮我取消", "My sister lives in Oslo"]
)
def test_the_strict_policy_keeps_what_a_rule_of_weight_names(text):
    assert judge(text, policy="strict").keep


def test_an_operators_rule_makes_a_word_worth_keeping():
    table = importance_table((ImportanceRule(name="greets", patterns=("zorblax", "佐布"), weight=0.1),))
    for text in ("thanks zorblax", "谢谢佐布"):
        assert not judge(text).keep or judge(text).reason == "substance"
        assert judge(text, table=table).keep
        assert judge(text, table=table).reason == "own_rule"


def test_traditional_characters_are_read():
    assert judge("謝謝你喔").reason == "thanks"
    assert judge("我在台中一間牙醫診所做櫃檯").reason == "person"
    assert judge("請記住我的櫃子號碼").reason == "asked_to_remember"


def test_other_scripts_are_kept():
    assert judge("Я живу в Москве").keep
    assert judge("東京に住んでいます").keep
    assert judge("저는 서울에 살아요").keep


def test_a_very_long_text_is_judged_by_its_beginning_and_its_end():
    assert not judge("ha" * 500_000).keep
    assert judge("ok " * 300_000 + "I live in Lyon").keep
    assert judge("我对花生过敏" + "哈" * 900_000).reason == "person"


LABELLED = [
    json.loads(line) for line in (ROOT / "tests/sets/gate/first_half.jsonl").read_text(encoding="utf-8").splitlines()
]


def verdict_of(row):
    episode = Episode.checked({"content": row["text"], "actor": row["actor"], "event_type": row["event_type"]})
    return judge(row["text"], event_type=episode.event_type, actor_role=episode.actor_role)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("keep", "least"), [(True, 0.95), (False, 0.8)])
def test_of_the_labelled_texts_enough_are_judged_as_people_judged_them(language, keep, least):
    rows = [row for row in LABELLED if row["keep"] is keep and row["language"] in (language, "mixed")]
    assert sum(verdict_of(row).keep is keep for row in rows) / len(rows) >= least


def test_labelled_guesses_are_marked():
    guesses = [row for row in LABELLED if row.get("unverified")]
    assert sum(verdict_of(row).unverified for row in guesses) / len(guesses) >= 0.8


ROLES = st.sampled_from(["user", "agent", "tool"])
TYPES = st.sampled_from([kind.value for kind in EventType])
PIECES = st.sampled_from(
    [
        "ok",
        "haha",
        "谢谢",
        "remember",
        "取消",
        "Lyon",
        "7",
        "!",
        "。",
        " ",
        "might be",
        "可能",
        "\n",
        "let me check",
        "error",
    ]
)


@given(st.one_of(st.text(), st.lists(PIECES).map(" ".join), st.lists(PIECES).map("".join)), TYPES, ROLES)
def test_what_a_stricter_policy_keeps_every_milder_one_keeps(text, event_type, role):
    strict, balanced, everything = (
        judge(text, event_type=event_type, actor_role=role, policy=policy)
        for policy in ("strict", "balanced", "everything")
    )
    assert strict.keep <= balanced.keep <= everything.keep
    assert everything.keep
    codes = gate_table().keep.keys() | gate_table().refuse.keys()
    assert {strict.reason, balanced.reason, everything.reason} <= codes
    assert (balanced.reason in gate_table().keep) is balanced.keep
    assert strict.importance == balanced.importance == everything.importance


@given(st.text(alphabet=st.characters(categories=["Cs", "So", "Cc", "Mn", "Lo"])))
def test_no_character_upsets_the_gate(text):
    judge(text)


def test_every_reason_and_rule_has_its_row_in_the_page_and_no_other():
    page = (ROOT / "docs/gate.md").read_text(encoding="utf-8")
    page = page[page.index("## Reasons to keep") : page.index("## Own rules")]
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", page, re.MULTILINE))
    table = gate_table()
    said = {reason.code: reason.meaning for reason in (*table.keep.values(), *table.refuse.values())}
    ruled = {rule.name: rule.meaning for rule in importance_table().rules.values()}
    for code, meaning in (said | ruled).items():
        assert rows[code] in (said.get(code), ruled.get(code), meaning), code
    assert rows.keys() == said.keys() | ruled.keys()
