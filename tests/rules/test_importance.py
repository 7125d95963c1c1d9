"""How much an event matters, and why: English and Chinese by the same rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.config import ImportanceRule, load_settings
from graphmem.errors import ConfigurationError, InvalidInputError
from graphmem.rules.importance import Importance, importance, importance_table, moved, raised

ALIKE = [
    ("cancellation", 0.8, "Please cancel my order", "帮我取消订单"),
    ("cancellation", 0.8, "I want to unsubscribe", "我要退订"),
    ("cancellation", 0.8, "They called the concert off", "演出作废了"),
    ("complaint", 0.8, "I'm going to complain about this", "我要投诉你们"),
    ("complaint", 0.8, "This is unacceptable", "这个我无法接受"),
    ("delay", 0.8, "The launch is delayed by a week", "上线延期一周"),
    ("delay", 0.8, "Let's postpone the workshop", "工作坊推迟吧"),
    ("delay", 0.8, "our train was running late", "我们的火车晚点了"),
    ("remember", 0.8, "Remember that Omar is coming", "记住欧马要来"),
    ("remember", 0.8, "don't forget the cake", "别忘了蛋糕"),
    ("allergy", 0.85, "I'm allergic to cashews", "我对腰果过敏"),
    ("deadline", 0.6, "The report is due on Friday", "报告周五截止"),
    ("commitment", 0.5, "I'll call the clinic tomorrow", "我明天会给诊所打电话"),
    ("payment", 0.0, "I paid the invoice", "发票我付款了"),
    ("failure_and_fix", 0.7, "The crash was caused by a full disk", "崩溃是因为磁盘满了"),
    ("health", 0.6, "my blood pressure is high", "我血压高"),
    ("life", 0.6, "We got married", "我们结婚了"),
    ("security", 0.7, "my passport was stolen", "护照被盗了"),
    ("correction", 0.0, "that is the wrong address", "地址不对"),
    ("decision", 0.0, "We decided on the red one", "我们决定用红色"),
    ("preference", 0.0, "I prefer tea", "我喜欢茶"),
]


@pytest.mark.parametrize(("code", "floor", "english", "chinese"), ALIKE)
def test_a_rule_holds_in_both_languages_and_keeps_its_floor(code, floor, english, chinese):
    for text in (english, chinese):
        found = importance(text)
        assert code in found.reasons, text
        assert found.floor >= floor
        assert found.value >= floor


@pytest.mark.parametrize(
    ("traditional", "simplified"),
    [
        ("取消訂單", "取消订单"),
        ("我要投訴", "我要投诉"),
        ("會議延期", "会议延期"),
        ("記住這個", "记住这个"),
        ("過敏", "过敏"),
    ],
)
def test_traditional_characters_count_as_simplified_ones(traditional, simplified):
    assert importance(traditional) == importance(simplified)
    assert importance(traditional).reasons


def test_case_width_and_curly_apostrophes_make_no_difference():
    assert importance("ＣＡＮＣＥＬ it") == importance("cancel it")
    assert importance("Don’t forget it") == importance("don't forget it")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("do you remember me?", "remember"),
        ("我不记得了", "remember"),
        ("Booking.com has free cancellation", "cancellation"),
        ("免费取消", "cancellation"),
        ("0 errors, all fine", "failure"),
        ("没有报错", "failure"),
        ("有问题随时联系我", "failure"),
        ("晚点告诉你", "delay"),
        ("I will see", "commitment"),
        ("prefundedcancelation", "cancellation"),
    ],
)
def test_what_only_looks_like_it_is_not_taken_for_it(text, code):
    assert code not in importance(text).reasons


def test_nothing_in_particular_is_worth_what_its_type_is_worth():
    assert importance("mm").value == importance("呃").value == 0.3
    assert importance("mm", event_type="decision", actor_role="agent").value == 0.6
    assert importance("mm", event_type="tool_call", actor_role="agent").value == 0.1


def test_reasons_add_up_and_the_weightiest_comes_first():
    one = importance("I paid it")
    more = importance("I paid it, and it failed with an error")
    assert more.value > one.value
    assert list(more.reasons) == sorted(more.reasons, key=lambda code: -importance_table().rules[code].weight)


def test_only_a_user_asks_to_remember():
    assert importance("Please remember this").explicit
    assert importance("请记住这个").explicit
    assert not importance("I remember that well").explicit
    assert not importance("I'll remember that", event_type="agent_message", actor_role="agent").explicit


def test_a_model_may_raise_but_never_lower():
    found = importance("取消订单")
    assert raised(found, 0.1) == found
    higher = raised(found, 0.97)
    assert (higher.value, higher.floor, higher.reasons) == (0.97, found.floor, (*found.reasons, "model_opinion"))


@pytest.mark.parametrize("opinion", [-0.1, 1.1, float("nan"), float("inf"), "0.5", True, None])
def test_an_opinion_that_is_no_share_is_refused(opinion):
    with pytest.raises(InvalidInputError, match="0 to 1"):
        raised(Importance(0.3), opinion)


def test_feedback_moves_by_a_tenth_between_the_floor_and_one():
    assert moved(0.45, 0.0, useful=True) == 0.55
    assert moved(0.45, 0.0, useful=False) == 0.35
    assert moved(0.85, 0.8, useful=False) == 0.8
    assert moved(0.97, 0.0, useful=True) == 1.0
    assert moved(0.05, 0.0, useful=False) == 0.0


VIP = ImportanceRule(name="vip", patterns=("gold (customer|member)", "金牌客户"), floor=0.9, roles=("user",))


@pytest.mark.parametrize("text", ["She is a Gold Customer", "她是金牌客戶"])
def test_an_operators_rule_counts_beside_the_built_in_ones(text):
    table = importance_table((VIP,))
    assert "vip" in importance(text, table=table).reasons
    assert importance(text, table=table).value >= 0.9
    assert "vip" not in importance(text).reasons
    assert "vip" not in importance(text, actor_role="agent", table=table).reasons


def test_an_operators_rules_are_read_from_the_settings_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "graphmem.toml").write_text(
        '[gate]\npolicy = "strict"\n[[importance.rules]]\nname = "vip"\npatterns = ["金牌客户"]\nweight = 0.7\n',
        encoding="utf-8",
    )
    settings = load_settings()
    assert settings.gate == "strict"
    assert importance("金牌客户", table=importance_table(settings.importance_rules)).reasons[0] == "vip"


@pytest.mark.parametrize(
    ("rule", "names"),
    [
        ('name = "x"\npatterns = []', "patterns"),
        ('name = "Not A Code"\npatterns = ["a"]', "name"),
        ('name = "x"\npatterns = ["a"]\nweight = 2', "weight"),
        ('name = "x"\npatterns = ["a"]\nroles = ["king"]', "roles"),
        ('name = "x"\npatterns = ["a"]\nfloors = 1', "floors"),
        ('name = "x"\npattern = "a"', "patterns"),
    ],
)
def test_a_misspelt_rule_is_refused_when_the_settings_are_read(tmp_path, monkeypatch, rule, names):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "graphmem.toml").write_text(f"[[importance.rules]]\n{rule}\n", encoding="utf-8")
    with pytest.raises(ConfigurationError, match=rf"importance\.rules\.0\.{names}"):
        load_settings()


@pytest.mark.parametrize("pattern", ["(a", "a)", "a|b", "...", "... b", "ca*", "a??", "()", "(a)?", "#", ".", "  "])
def test_a_pattern_that_cannot_be_read_is_named(pattern):
    rule = ImportanceRule(name="odd", patterns=("fine", pattern))
    with pytest.raises(ConfigurationError, match="of the rule 'odd' cannot be read"):
        importance_table((rule,))


def test_a_rule_of_a_name_that_is_taken_or_for_an_unknown_type_is_refused():
    with pytest.raises(ConfigurationError, match="'payment' already"):
        importance_table((ImportanceRule(name="payment", patterns=("a",)),))
    with pytest.raises(ConfigurationError, match="'shout'"):
        importance_table((ImportanceRule(name="x", patterns=("a",), event_types=("shout",)),))


@pytest.mark.parametrize(
    ("pattern", "found", "not_found"),
    [
        ("refund", "A Refund!", "prefunded"),
        ("allerg*", "allergies", "an allele"),
        ("(call|called) off", "it was called, off", "off call"),
        ("(really)? sorry now", "sorry now", "really now"),
        ("call ... off", "call the big thing off", "call. Then off"),
        ("call ... off", "call off", "call a b c d e off"),
        ("别...告诉", "别跟她们告诉", "别。告诉"),
        ("in # days", "in 3 days", "in few days"),
        ("#天内", "十五天内", "今天内"),
        ("don't mind", "I don’t mind", "I do mind"),
        ("(a (b|c)|d) e", "a c e", "a e"),
    ],
)
def test_patterns_mean_what_the_page_says(pattern, found, not_found):
    table = importance_table((ImportanceRule(name="own", patterns=(pattern,)),))
    assert "own" in importance(found, table=table).reasons
    assert "own" not in importance(not_found, table=table).reasons


def test_of_a_long_text_the_beginning_and_the_end_are_looked_at():
    filler = "lorem ipsum " * 80_000
    assert "cancellation" in importance("cancel it " + filler).reasons
    assert "cancellation" in importance(filler + " cancel it").reasons
    assert "cancellation" not in importance(filler + " cancel it " + filler).reasons


@given(st.text())
def test_any_text_has_an_importance_between_its_floor_and_one(text):
    found = importance(text)
    assert 0 <= found.floor <= found.value <= 1
    assert found.value == round(found.value, 2)


@given(st.floats(0, 1), st.floats(0, 1), st.booleans())
def test_feedback_never_leaves_the_bounds(value, floor, useful):
    assert floor - 0.005 <= moved(max(value, floor), floor, useful=useful) <= 1
